import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type BrotliOptions } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Bytes below which an answer goes out as it is: it fits a packet, and compressing would cost more than it saves. */
export const compressFrom = 1024;
/** Bytes above which compressing leaves the event loop: below, the way to another thread costs as much as the work. */
const elsewhereFrom = 32_768;

/**
 * Answers are made anew each time, so speed decides: Brotli's level 1 is faster than gzip's (0.24 against 0.27 ms of a
 * processor for a page of 100 records of 17 fields, 101 kB) and leaves as little of it (14 kB).
 */
const brotliFast = (bytes: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
});
const gzipFast = { level: 1 };
const brotliElsewhere = promisify(brotliCompress);
const gzipElsewhere = promisify(gzip);

/** The encoding that a client takes (Accept-Encoding, RFC 9110 12.5.3), the one that costs us less first; undefined for none. */
export const encodingFor = (header: string | undefined): Encoding | undefined => {
  if (header === undefined || header === '') return undefined;
  let any = false;
  const refused = new Set<string>();
  const named = new Set<string>();
  for (const one of header.toLowerCase().split(',')) {
    const [name = '', ...rest] = one.split(';').map((part) => part.trim());
    const zero = rest.some((part) => /^q=0(?:\.0{0,3})?$/.test(part));
    if (zero) refused.add(name);
    else if (name === '*') any = true;
    else named.add(name);
  }
  return (['br', 'gzip'] as const).find((one) => named.has(one) || (any && !refused.has(one)));
};

/** The bytes compressed fast: at once where they are few, else by another thread. */
export const compressFast = (bytes: Uint8Array, encoding: Encoding): Buffer | Promise<Buffer> => {
  const { byteLength } = bytes;
  if (byteLength < elsewhereFrom)
    return encoding === 'br' ? brotliCompressSync(bytes, brotliFast(byteLength)) : gzipSync(bytes, gzipFast);
  return encoding === 'br' ? brotliElsewhere(bytes, brotliFast(byteLength)) : gzipElsewhere(bytes, gzipFast);
};

/** The bytes compressed small, by another thread: for what is sent many times as it is. */
export const compressSmall = (bytes: Uint8Array, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br'
    ? brotliElsewhere(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      })
    : gzipElsewhere(bytes, { level: 9 });
