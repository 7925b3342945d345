import type { Cell } from '@tessera/kernel';
import type { FieldProps, FieldType } from './type.ts';
import { dateOfDay } from './dates.ts';
import { fromUnscaled } from '@tessera/kernel/decimal';

/** A seeded source of numbers in [0, 1): the same seed gives the same sequence. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const alphabet = [
  'a',
  'Z',
  '0',
  '9',
  'é',
  'ß',
  'ç',
  '-',
  '.',
  ',',
  ';',
  '"',
  "'",
  '/',
  '@',
  ' ',
  '日',
  '🙂',
  '(',
  ')',
  '%',
  '$',
];
const someText = (random: () => number): string => {
  const inner = Array.from(
    { length: Math.floor(random() * 12) },
    () => alphabet[Math.floor(random() * alphabet.length)]!,
  ).join('');
  return `x${inner}y`;
};

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** A canonical decimal that a column of `scale` places holds (18 digits, its places counted); as often long as short. */
export const someDecimal = (random: () => number, scale: number): string => {
  const places = Math.floor(random() * (scale + 1));
  const length = 1 + Math.floor(random() * (18 - scale + places));
  const unscaled = BigInt(Array.from({ length }, () => Math.floor(random() * 10)).join(''));
  return fromUnscaled(random() < 0.5 ? -unscaled : unscaled, places);
};

/** Of a structured type: some of its parts, one at least. */
const samplePart = (type: FieldType, props: FieldProps, random: () => number): Cell => {
  const all = Object.entries(type.parts ?? {});
  const taken = all.filter((_, i) => random() < 0.6 || i === 0);
  return Object.fromEntries(
    taken.map(([name, { kind }]) => [
      name,
      sampleCell({ ...type, sample: undefined, storage: kind } as never, props, random),
    ]),
  ) as Cell;
};

/** A cell of a type as its codecs make them, for generated tests of whatever carries cells. Never empty. */
export const sampleCell = (type: FieldType, props: FieldProps, random: () => number): Cell => {
  if (type.sample) return type.sample(random);
  switch (type.storage) {
    case 'decimal': {
      const scale = type.scale?.(props) ?? 0;
      const digits = Math.floor(random() * 17) + 1;
      const unscaled = BigInt(Math.floor(random() * 2 ** 50)) % 10n ** BigInt(digits);
      return fromUnscaled(random() < 0.3 ? -unscaled : unscaled, scale);
    }
    case 'boolean':
      return random() < 0.5;
    case 'date':
      return dateOfDay(Math.floor(random() * 60_000) - 20_000);
    case 'instant':
      return Math.floor((random() * 60_000 - 20_000) * 86_400_000);
    case 'option':
      return pick(random, props.options ?? [{ id: '00000000000000000000000001', label: '', color: '' }]).id;
    case 'options': {
      const options = props.options ?? [];
      return options.filter((_, i) => i === 0 || random() < 0.4).map((option) => option.id);
    }
    case 'user':
      return `0000000000000000000000000${Math.floor(random() * 10)}`;
    case 'users':
    case 'links':
      return ['00000000000000000000000001'];
    case 'files':
      throw new Error(`${type.id} says how its files look`);
    case 'parts':
      return samplePart(type, props, random);
    case 'text':
      return type.anyText === 'lines' && random() < 0.3
        ? `${someText(random)}\n${someText(random)}`
        : someText(random).replace(/\s+/g, ' ');
  }
};
