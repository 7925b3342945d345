/**
 * QR codes of ISO/IEC 18004: bytes of UTF-8 with error correction of level M, which reads with 15 % of it gone. Pure.
 */

/** By version from 1: check bytes of a block, and blocks. */
const checks = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const blockCounts = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
];

/** Modules that carry data and checks, of a version. */
const roomOf = (version: number): number => {
  const found = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const all = (16 * version + 128) * version + 64;
  return all - (found === 0 ? 0 : (25 * found - 10) * found - 55) - (version >= 7 ? 36 : 0);
};

/** A product in the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1. */
const times = (a: number, b: number): number => {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
};

const divisorOf = (degree: number): readonly number[] => {
  const found = new Array<number>(degree).fill(0);
  found[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) found[j] = times(found[j]!, root) ^ (found[j + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
};

const remainderOf = (data: readonly number[], divisor: readonly number[]): readonly number[] => {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((one, i) => (rest[i]! ^= times(one, factor)));
  }
  return rest;
};

/** The bytes with their checks, in the order in which they are drawn. */
const withChecks = (data: readonly number[], version: number): readonly number[] => {
  const count = blockCounts[version - 1]!;
  const check = checks[version - 1]!;
  const all = Math.floor(roomOf(version) / 8);
  const short = count - (all % count);
  const length = Math.floor(all / count) - check;
  const divisor = divisorOf(check);
  const blocks: { readonly bytes: readonly number[]; readonly check: readonly number[] }[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    const bytes = data.slice(at, (at += length + (i < short ? 0 : 1)));
    blocks.push({ bytes, check: remainderOf(bytes, divisor) });
  }
  const drawn: number[] = [];
  for (let i = 0; i <= length; i++) for (const { bytes } of blocks) if (i < bytes.length) drawn.push(bytes[i]!);
  for (let i = 0; i < check; i++) for (const block of blocks) drawn.push(block.check[i]!);
  return drawn;
};

/** The bits of a text in the smallest version that has room; undefined where none has. */
const encode = (text: string): { readonly version: number; readonly bytes: readonly number[] } | undefined => {
  const content = new TextEncoder().encode(text);
  for (let version = 1; version <= 40; version++) {
    const room = Math.floor(roomOf(version) / 8) - checks[version - 1]! * blockCounts[version - 1]!;
    const lengthBits = version < 10 ? 8 : 16;
    if (4 + lengthBits + content.length * 8 > room * 8) continue;
    const bits: number[] = [];
    const put = (value: number, length: number): void => {
      for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
    };
    put(4, 4);
    put(content.length, lengthBits);
    for (const byte of content) put(byte, 8);
    put(0, Math.min(4, room * 8 - bits.length));
    put(0, (8 - (bits.length % 8)) % 8);
    const bytes: number[] = [];
    for (let i = 0; i < bits.length; i += 8) bytes.push(bits.slice(i, i + 8).reduce((byte, bit) => byte * 2 + bit, 0));
    for (let pad = 0xec; bytes.length < room; pad ^= 0xec ^ 0x11) bytes.push(pad);
    return { version, bytes };
  }
  return undefined;
};

type Grid = boolean[][];

const alignmentOf = (version: number): readonly number[] => {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const places = [6];
  for (let at = version * 4 + 10; places.length < count; at -= step) places.splice(1, 0, at);
  return places;
};

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Which modules are dark where nothing is masked, and which of them are no data. */
const drawn = (version: number, bytes: readonly number[]) => {
  const size = version * 4 + 17;
  const dark: Grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed: Grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, isDark: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y]![x] = isDark;
    fixed[y]![x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [left, top] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        set(left + dx, top + dy, far !== 2 && far !== 4);
      }
  const places = alignmentOf(version);
  const last = places.length - 1;
  places.forEach((x, i) =>
    places.forEach((y, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, ((bits >>> i) & 1) === 1);
      set(b, a, ((bits >>> i) & 1) === 1);
    }
  }
  const format = (mask: number): void => {
    let rest = mask;
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (i: number): boolean => ((bits >>> i) & 1) === 1;
    for (let i = 0; i <= 5; i++) set(8, i, bit(i));
    set(8, 7, bit(6));
    set(8, 8, bit(7));
    set(7, 8, bit(8));
    for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
    set(8, size - 8, true);
  };
  format(0);
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++)
      for (let j = 0; j < 2; j++) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y]![x] || at >= bytes.length * 8) continue;
        dark[y]![x] = ((bytes[at >>> 3]! >>> (7 - (at & 7))) & 1) === 1;
        at++;
      }
  }
  return { dark, fixed, format };
};

/** How hard a code is to read: runs, blocks, what looks like a corner, and an uneven share of dark ones. */
const penaltyOf = (dark: Grid): number => {
  const size = dark.length;
  let penalty = 0;
  let count = 0;
  const line = (at: (i: number) => boolean): void => {
    let run = 0;
    let text = '';
    for (let i = 0; i < size; i++) {
      run = i > 0 && at(i) === at(i - 1) ? run + 1 : 1;
      if (run === 5) penalty += 3;
      else if (run > 5) penalty++;
      text += at(i) ? '1' : '0';
    }
    for (const corner of ['10111010000', '00001011101'])
      for (let found = text.indexOf(corner); found >= 0; found = text.indexOf(corner, found + 1)) penalty += 40;
  };
  for (let i = 0; i < size; i++) {
    line((j) => dark[i]![j]!);
    line((j) => dark[j]![i]!);
  }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (dark[y]![x]) count++;
      if (x === 0 || y === 0) continue;
      const one = dark[y]![x]!;
      if (dark[y - 1]![x] === one && dark[y]![x - 1] === one && dark[y - 1]![x - 1] === one) penalty += 3;
    }
  return penalty + Math.floor(Math.abs(count * 20 - size * size * 10) / (size * size)) * 10;
};

/** The modules of a text's code, true where they are dark, by row; undefined for a text that no code holds. */
export const qrOf = (text: string): readonly (readonly boolean[])[] | undefined => {
  const found = encode(text);
  if (found === undefined) return undefined;
  const { dark, fixed, format } = drawn(found.version, withChecks(found.bytes, found.version));
  const masked = masks.map((isTurned, mask) => {
    format(mask);
    return dark.map((row, y) => row.map((one, x) => (fixed[y]![x] ? one : one !== isTurned(x, y))));
  });
  return masked.reduce((best, one) => (penaltyOf(one) < penaltyOf(best) ? one : best));
};

/** The dark modules as a path of an SVG whose unit is a module. */
export const qrPath = (modules: readonly (readonly boolean[])[]): string =>
  modules
    .flatMap((row, y) =>
      [
        ...row
          .map((one) => (one ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join('');
