import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';

const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;

/** One page as a WAL holds it. `pages` is the size of the database after it, 0 unless the frame ends a transaction. */
export type WalFrame = { readonly page: number; readonly pages: number; readonly offset: number };

/**
 * A WAL as its bytes stand. SQLite takes the first `valid` frames and drops all others without a word; `frames` are
 * those that were written to it since it last began, the valid ones first.
 */
export type WalState = {
  readonly pageSize: number;
  readonly frames: readonly WalFrame[];
  readonly valid: number;
  readonly headerHolds: boolean;
};

/** SQLite's running checksum over words of 4 bytes (file format, section 4.2). */
const checksum = (bytes: Buffer, bigEndian: boolean, from: readonly [number, number]): [number, number] => {
  let [a, b] = from;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < bytes.length; i += 8) {
    a = (a + view.getUint32(i, !bigEndian) + b) >>> 0;
    b = (b + view.getUint32(i + 4, !bigEndian) + a) >>> 0;
  }
  return [a, b];
};

/** Reads a WAL beside SQLite and changes nothing. Undefined where there is none, or none that was begun. */
export const readWal = (path: string): WalState | undefined => {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const header = Buffer.alloc(headerBytes);
    if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return undefined;
    const bigEndian = (header.readUInt32BE(0) & 1) === 1;
    const [a, b] = checksum(header.subarray(0, 24), bigEndian, [0, 0]);
    const pageSize = header.readUInt32BE(8);
    const headerHolds =
      (header.readUInt32BE(0) & ~1) === magic && a === header.readUInt32BE(24) && b === header.readUInt32BE(28);
    if (!headerHolds && (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0))
      return { pageSize: 0, frames: [], valid: 0, headerHolds };
    const salts = header.subarray(16, 24);
    const frames: WalFrame[] = [];
    let sum: [number, number] = [a, b];
    let unbroken = headerHolds;
    let valid = 0;
    const frame = Buffer.alloc(frameHeaderBytes + pageSize);
    for (let offset = headerBytes; offset + frame.length <= size; offset += frame.length) {
      readSync(file, frame, 0, frame.length, offset);
      const ours = salts.equals(frame.subarray(8, 16));
      if (unbroken) {
        sum = checksum(frame.subarray(0, 8), bigEndian, sum);
        sum = checksum(frame.subarray(frameHeaderBytes), bigEndian, sum);
        unbroken = ours && sum[0] === frame.readUInt32BE(16) && sum[1] === frame.readUInt32BE(20);
      }
      if (unbroken) valid += 1;
      // Frames of an earlier round have other salts: they are no part of it.
      if (ours)
        frames.push({
          page: frame.readUInt32BE(0),
          pages: frame.readUInt32BE(4),
          offset: offset + frameHeaderBytes,
        });
    }
    return { pageSize, frames, valid, headerHolds };
  } finally {
    closeSync(file);
  }
};

/**
 * What is wrong with a WAL in words: whole transactions that SQLite does not read. Undefined where there are none;
 * what a transaction left that was taken back or broken off is no damage.
 */
export const walDamage = (path: string): string | undefined => {
  const wal = readWal(path);
  if (wal === undefined) return undefined;
  if (wal.headerHolds && !wal.frames.slice(wal.valid).some(({ pages }) => pages > 0)) return undefined;
  const name = basename(path);
  return wal.headerHolds
    ? `${name} is damaged at frame ${wal.valid + 1} of ${wal.frames.length}, and SQLite reads none from there on`
    : `the header of ${name} is damaged, and SQLite reads nothing of it`;
};
