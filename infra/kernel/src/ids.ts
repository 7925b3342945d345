import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const random = new Uint8Array(10);
/** Random bytes are drawn many at a time: the call costs more than the bytes. */
const pool = new Uint8Array(2_560);
let taken = pool.length;
let lastTime = -1;

/**
 * A new id: a ULID in lower case (26 characters, 48 bits of time, 80 random), increasing within a process even in one
 * millisecond, so that ids made together compress and sort in the order of their making.
 */
export const newId = (now: number = Date.now()): string => {
  if (now > lastTime) {
    lastTime = now;
    if (taken === pool.length) {
      randomFillSync(pool);
      taken = 0;
    }
    random.set(pool.subarray(taken, taken + 10));
    taken += 10;
    random[0]! &= 0x7f;
  } else {
    for (let i = 9; i >= 0; i--) {
      random[i] = (random[i]! + 1) & 0xff;
      if (random[i] !== 0) break;
    }
  }
  let time = '';
  for (let t = lastTime, i = 0; i < 10; i++) {
    time = alphabet[t % 32]! + time;
    t = Math.floor(t / 32);
  }
  let tail = '';
  for (let bits = 0, buffer = 0, i = 0; i < 10; i++) {
    buffer = (buffer << 8) | random[i]!;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      tail += alphabet[(buffer >> bits) & 31];
      buffer &= (1 << bits) - 1;
    }
  }
  return time + tail;
};

/** True for the shape that newId makes; ids from clients must have it. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value);
