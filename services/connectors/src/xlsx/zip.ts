import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { FileError } from '../csv/reader.ts';
import { broken, limits, type Limits } from './limits.ts';

/** One file within an archive, as the list at the archive's end has it. */
type Entry = {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly packed: number;
  readonly crc: number;
  readonly at: number;
};
export type Archive = {
  /** Bytes of an entry in pieces, unpacked as they are asked for; undefined where the archive has no such entry. Throws FileError. */
  read(name: string): AsyncIterable<Uint8Array> | undefined;
  close(): Promise<void>;
};

const signatures = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, listed: 0x02014b50, local: 0x04034b50 };
/** The record at the end with the longest comment. */
const longestEnd = 22 + 65_535;
const longestList = 64 << 20;
const bytesAtOnce = 256 << 10;
const beyond = 0xffffffff;

const bytesAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, at + filled);
    if (bytesRead === 0) throw broken();
    filled += bytesRead;
  }
  return buffer;
};

const big = (buffer: Buffer, at: number): number => {
  const value = Number(buffer.readBigUInt64LE(at));
  if (!Number.isSafeInteger(value)) throw broken();
  return value;
};

type List = { readonly at: number; readonly length: number; readonly entries: number };

/** Where the list of entries stands. */
const findList = async (file: FileHandle, size: number): Promise<List> => {
  const length = Math.min(size, longestEnd);
  if (length < 22) throw broken();
  const tail = await bytesAt(file, size - length, length);
  let end = length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== signatures.end) end--;
  if (end < 0) throw broken();
  const list = {
    entries: tail.readUInt16LE(end + 10),
    length: tail.readUInt32LE(end + 12),
    at: tail.readUInt32LE(end + 16),
  };
  if (list.entries !== 0xffff && list.length !== beyond && list.at !== beyond) return list;
  if (end < 20 || tail.readUInt32LE(end - 20) !== signatures.locator64) return list;
  const record = await bytesAt(file, big(tail, end - 20 + 8), 56);
  if (record.readUInt32LE(0) !== signatures.end64) throw broken();
  return { entries: big(record, 32), length: big(record, 40), at: big(record, 48) };
};

/** Sizes and places that four bytes do not hold stand in an extra field, in this order, each only where it is needed. */
const large = (extra: Buffer, wanted: readonly number[]): readonly number[] => {
  if (!wanted.includes(beyond)) return wanted;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    return wanted.map((value) => {
      if (value !== beyond) return value;
      if (next + 8 > extra.length) throw broken();
      next += 8;
      return big(extra, next - 8);
    });
  }
  return wanted;
};

const listEntries = async (file: FileHandle, size: number, { entries: most }: Limits): Promise<Map<string, Entry>> => {
  const list = await findList(file, size);
  if (list.entries > most)
    throw new FileError('workbook_entries', `A workbook has at most ${most} parts; this one has ${list.entries}.`);
  if (list.length > longestList || list.at + list.length > size) throw broken();
  const bytes = await bytesAt(file, list.at, list.length);
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let i = 0; i < list.entries; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== signatures.listed) throw broken();
    const [name, extra, comment] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const next = at + 46 + name + extra + comment;
    if (next > bytes.length) throw broken();
    if ((bytes.readUInt16LE(at + 8) & 1) === 1)
      throw new FileError(
        'protected',
        'This file is protected by a password. Save a copy without one and choose that.',
      );
    const [, packed, start] = large(bytes.subarray(at + 46 + name, at + 46 + name + extra), [
      bytes.readUInt32LE(at + 24),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ]);
    const entry = {
      // Some programs of Windows write the folders of an archive with its own sign.
      name: bytes.toString('utf8', at + 46, at + 46 + name).replaceAll('\\', '/'),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: packed!,
      at: start!,
    };
    // Which of two parts of one name is meant, programs do not agree about.
    if (entries.has(entry.name.toLowerCase())) throw broken();
    entries.set(entry.name.toLowerCase(), entry);
    at = next;
  }
  return entries;
};

const packedBytes = async function* (file: FileHandle, start: number, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length;) {
    const buffer = new Uint8Array(Math.min(bytesAtOnce, length - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start + at);
    if (bytesRead === 0) throw broken();
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
};

const inflated = async function* (packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed, { objectMode: false });
  const inflate = createInflateRaw({ chunkSize: bytesAtOnce });
  source.on('error', (error) => inflate.destroy(error));
  try {
    yield* source.pipe(inflate) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof FileError ? error : broken();
  } finally {
    source.destroy();
    inflate.destroy();
  }
};

/**
 * Opens an archive in ZIP by the list at its end (APPNOTE 4.3, with the sizes of 4.5.3). What it unpacks to is bounded
 * as it comes, whatever the list says: `unpacked` of all that is read, and `ratio` of each entry.
 */
export const openArchive = async (path: string, bounds: Limits = limits): Promise<Archive> => {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const entries = await listEntries(file, size, bounds);
    let total = 0;
    const read = async function* (entry: Entry): AsyncGenerator<Uint8Array> {
      const head = await bytesAt(file, entry.at, 30);
      if (head.readUInt32LE(0) !== signatures.local) throw broken();
      const start = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
      if (start + entry.packed > size || (entry.method !== 0 && entry.method !== 8)) throw broken();
      const packed = packedBytes(file, start, entry.packed);
      let unpacked = 0;
      let crc = 0;
      for await (const piece of entry.method === 8 ? inflated(packed) : packed) {
        unpacked += piece.length;
        total += piece.length;
        if (total > bounds.unpacked)
          throw new FileError(
            'workbook_too_large',
            `This workbook unpacks to more than ${Math.round(bounds.unpacked / (1024 * 1024))} MB. Split it and import the parts.`,
          );
        if (unpacked > bounds.unrated && unpacked > entry.packed * bounds.ratio)
          throw new FileError(
            'workbook_bomb',
            `This workbook unpacks to more than ${bounds.ratio} times its size, as no workbook of a spreadsheet does.`,
          );
        crc = crc32(piece, crc);
        yield piece;
      }
      if (crc !== entry.crc) throw broken();
    };
    return {
      read: (name) => {
        const entry = entries.get(name.toLowerCase());
        return entry === undefined ? undefined : read(entry);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
};
