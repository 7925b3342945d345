import { hash } from 'node:crypto';
import { invalid } from '../refusals.ts';

/** Bytes of a picture at most: browsers send one of 256 by 256. */
export const mostBytes = 100_000;

const kinds = [
  ['image/png', (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  [
    'image/webp',
    (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  ],
] as const;

/** What the first bytes say that a picture is. Throws for anything but the three kinds, and for what is too large. */
const typeOf = (bytes: Buffer): string => {
  const found = kinds.find(([, is]) => is(bytes));
  if (found === undefined || bytes.length > mostBytes) throw invalid('picture.format');
  return found[0];
};

/** A picture as it is kept, from Base64. Throws `picture.format`. */
export const pictureIn = (data: string): { readonly type: string; readonly data: string; readonly version: string } => {
  const bytes = Buffer.from(data, 'base64');
  return { type: typeOf(bytes), data, version: hash('sha256', bytes).slice(0, 16) };
};
