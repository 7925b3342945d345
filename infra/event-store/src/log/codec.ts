import { hash, randomFillSync } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Body, Header } from '@tessera/proto/commit/v1/commit';
import { encodeMessage } from './encode.ts';

/** How a commit's body stands on disk. */
const bodyEncoding = { plain: 0, zstd: 1 } as const;

/**
 * Bodies above this many bytes are compressed. Below it there is little to find (ids are random), and making zstd's
 * context costs more than all else that a single record's commit takes.
 */
const compressAbove = 2_000;
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** A decoded body can be no larger than a few commits' cap: a damaged length must not exhaust the memory. */
const decompression = { maxOutputLength: 16 * 1024 * 1024 };

/**
 * The stored form of a commit. `checksum` covers `header` and `body` as they are here, so it can be checked without
 * decoding.
 */
export type CommitBytes = {
  readonly header: Uint8Array;
  readonly body: Uint8Array;
  readonly encoding: number;
  readonly checksum: Uint8Array;
};

const saltPool = new Uint8Array(4096);
let saltsUsed = saltPool.length;

/** 16 random bytes: with them in the header, a checksum says nothing about contents that were erased. */
export const newSalt = (): Uint8Array => {
  if (saltsUsed === saltPool.length) {
    randomFillSync(saltPool);
    saltsUsed = 0;
  }
  saltsUsed += 16;
  return saltPool.slice(saltsUsed - 16, saltsUsed);
};

/** 16 bytes of SHA-256 over encoding, header length, header and body. */
const checksumOf = (header: Uint8Array, body: Uint8Array, encoding: number): Uint8Array => {
  const all = Buffer.allocUnsafe(5 + header.length + body.length);
  all[0] = encoding;
  all.writeUInt32LE(header.length, 1);
  all.set(header, 5);
  all.set(body, 5 + header.length);
  return hash('sha256', all, 'buffer').subarray(0, 16);
};

export const encodeCommit = (header: Header, encodedBody: Uint8Array): CommitBytes => {
  const headerBytes = encodeMessage(Header, header);
  let body = encodedBody;
  let encoding: number = bodyEncoding.plain;
  if (body.length > compressAbove) {
    const packed = zstdCompressSync(body, compression);
    if (packed.length < body.length) {
      body = packed;
      encoding = bodyEncoding.zstd;
    }
  }
  return { header: headerBytes, body, encoding, checksum: checksumOf(headerBytes, body, encoding) };
};

export const checksumHolds = (bytes: CommitBytes): boolean =>
  Buffer.compare(checksumOf(bytes.header, bytes.body, bytes.encoding), bytes.checksum) === 0;

export const decodeBody = (body: Uint8Array, encoding: number): Body =>
  Body.decode(encoding === bodyEncoding.zstd ? zstdDecompressSync(body, decompression) : body);

/** 16 bytes of SHA-256 of a text: claim keys and request hashes are kept only so. */
export const shortHash = (text: string): Uint8Array => hash('sha256', text, 'buffer').subarray(0, 16);
