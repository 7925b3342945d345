import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { basename } from 'node:path';

const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;

/**
 * One page as a WAL holds it. `pages` is the size of the database after it, 0 unless the frame ends a transaction;
 * `whole` whether its bytes are those that were written, whatever stands before it.
 */
type WalFrame = { readonly page: number; readonly pages: number; readonly offset: number; readonly whole: boolean };

/**
 * A WAL as its bytes stand. SQLite takes the first `valid` frames and drops all others without a word; `frames` are
 * those that were written to it since it last began, the valid ones first.
 */
type WalState = {
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
    // A frame's sum goes on from that of the frame before it, so that each can be told by itself.
    let before: readonly [number, number] = [a, b];
    let unbroken = headerHolds;
    let valid = 0;
    const frame = Buffer.alloc(frameHeaderBytes + pageSize);
    for (let offset = headerBytes; offset + frame.length <= size; offset += frame.length) {
      readSync(file, frame, 0, frame.length, offset);
      const said = [frame.readUInt32BE(16), frame.readUInt32BE(20)] as const;
      const sum = checksum(
        frame.subarray(frameHeaderBytes),
        bigEndian,
        checksum(frame.subarray(0, 8), bigEndian, before),
      );
      before = said;
      // Frames of an earlier round have other salts: they are no part of it.
      const ours = salts.equals(frame.subarray(8, 16));
      const whole = ours && sum[0] === said[0] && sum[1] === said[1];
      unbroken &&= whole;
      if (unbroken) valid += 1;
      if (ours)
        frames.push({
          page: frame.readUInt32BE(0),
          pages: frame.readUInt32BE(4),
          offset: offset + frameHeaderBytes,
          whole,
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

/**
 * Writes the pages of a WAL into a copy of its database, up to its last transaction; those that are damaged only with
 * `damaged`.
 */
export const writeFrames = (path: string, wal: WalState, target: string, damaged: boolean): void => {
  const last = wal.frames.findLastIndex(({ pages }) => pages > 0);
  const from = openSync(path, 'r');
  const to = openSync(target, 'r+');
  try {
    const page = Buffer.alloc(wal.pageSize);
    const size = wal.frames[last]?.pages ?? 0;
    for (const frame of wal.frames.slice(0, last + 1)) {
      if (frame.page === 0 || frame.page > size || (!frame.whole && !damaged)) continue;
      readSync(from, page, 0, page.length, frame.offset);
      writeSync(to, page, 0, page.length, (frame.page - 1) * wal.pageSize);
    }
    if (size > 0) ftruncateSync(to, size * wal.pageSize);
  } finally {
    closeSync(from);
    closeSync(to);
  }
};
