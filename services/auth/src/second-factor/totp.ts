import { createHmac, timingSafeEqual } from 'node:crypto';

/** Codes of RFC 6238: six digits of SHA-1, another every 30 seconds. */
const stepMs = 30_000;
const digits = '0123456789'.length ** 6;

export const stepAt = (ms: number): number => Math.floor(ms / stepMs);

/** The code of a step. */
export const codeOf = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const value = mac.readUInt32BE(mac[19]! & 15) & 0x7f_ff_ff_ff;
  return String(value % digits).padStart(6, '0');
};

/**
 * The step whose code this is, of now and one either side, as clocks differ; undefined for none, and for one at or before
 * the step that was used last: a code works once.
 */
export const stepOf = (secret: Buffer, code: string, now: number, lastStep: number): number | undefined => {
  const given = Buffer.from(code);
  let found: number | undefined;
  // Each is compared, so that the time does not tell which of them it was.
  for (const step of [-1, 0, 1].map((by) => stepAt(now) + by)) {
    const expected = Buffer.from(codeOf(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected) && step > lastStep) found = step;
  }
  return found;
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as apps take them: base 32 of RFC 4648, without padding. */
export const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};
