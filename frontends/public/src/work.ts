const first = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (!found.some((prime) => n % prime === 0)) found.push(n);
  return found;
};
const primes = first(64);
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/**
 * The first word of SHA-256 of a text. The browser's own is there on pages with TLS alone, and a promise for each try
 * would take longer than the work.
 */
export const firstWord = (text: string): number => {
  const bytes = new TextEncoder().encode(text);
  const size = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(size * 64);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(size * 64 - 4, bytes.length * 8);
  const state = [...start];
  const w = new Uint32Array(64);
  for (let block = 0; block < size; block++) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block * 64 + i * 4);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16]! + low + w[i - 7]! + high;
    }
    let [a, b, c, d, e, f, g, last] = state as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (last + high + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0;
      const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, last].forEach((word, i) => (state[i] = (state[i]! + word) | 0));
  }
  return state[0]! >>> 0;
};

/** Tries of one turn; others get their turn between. */
const atOnce = 2_000;

/** Finds what makes the hash of a ticket begin with so many zero bits (32 at most). */
export const work = async (ticket: string, bits: number): Promise<string> => {
  if (bits === 0) return '';
  for (let n = 0; ; n++) {
    if (firstWord(`${ticket}.${n}`) >>> (32 - bits) === 0) return String(n);
    if (n % atOnce === atOnce - 1) await new Promise((resolve) => setTimeout(resolve));
  }
};
