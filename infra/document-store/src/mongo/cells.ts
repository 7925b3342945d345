import { fold } from '@tessera/kernel';
import type { Cell, ColumnSpec, StorageKind } from '@tessera/kernel';
import { Decimal128 } from 'mongodb';
import { isJoined, isKeyed, storeKinds, type Stored } from '../query/values.ts';
import { keyField } from './names.ts';

const exponentBias = 6176;
const word = 0x1_0000_0000;

/**
 * A scaled integer as a Decimal128 whose exponent is the scale: made of its bytes, as its text would be parsed a digit
 * at a time.
 */
export const toDecimal = (scaled: number | bigint, scale: number): Decimal128 => {
  const bytes = Buffer.alloc(16);
  const negative = scaled < 0;
  if (typeof scaled === 'number') {
    const size = Math.abs(scaled);
    bytes.writeUInt32LE(size % word, 0);
    bytes.writeUInt32LE(Math.floor(size / word), 4);
  } else bytes.writeBigUInt64LE(negative ? -scaled : scaled, 0);
  bytes.writeUInt32LE((((exponentBias - scale) << 17) | (negative ? 0x8000_0000 : 0)) >>> 0, 12);
  return new Decimal128(bytes);
};

/**
 * The scaled integer of a Decimal128, a bigint beyond 2^53. Throws where it has more places than `scale`, which nothing
 * that was stored has.
 */
export const fromDecimal = ({ bytes }: Decimal128, scale: number): number | bigint => {
  const data = new DataView(bytes.buffer, bytes.byteOffset, 16);
  const top = data.getUint32(12, true);
  if (((top >>> 29) & 3) === 3) throw new Error('a stored number is none');
  const negative = top >>> 31 === 1;
  const shift = ((top >>> 17) & 0x3fff) - exponentBias + scale;
  const high = top & 0x1ffff;
  const middle = data.getUint32(8, true);
  const upper = data.getUint32(4, true);
  if (shift === 0 && high === 0 && middle === 0 && upper < 0x20_0000) {
    const size = upper * word + data.getUint32(0, true);
    return negative && size !== 0 ? -size : size;
  }
  let size = (((BigInt(high) << 32n) | BigInt(middle)) << 64n) | data.getBigUint64(0, true);
  if (shift >= 0) size *= 10n ** BigInt(shift);
  else {
    const unit = 10n ** BigInt(-shift);
    if (size % unit !== 0n) throw new Error('a stored number has more places than its column');
    size /= unit;
  }
  if (negative) size = -size;
  return size <= 9007199254740991n && size >= -9007199254740991n ? Number(size) : size;
};

/** A stored form (`query/values.ts`) as MongoDB holds it. */
export const toBson = (kind: StorageKind, scale: number, value: Stored): unknown => {
  if (value === null) return null;
  const { bson } = storeKinds[kind];
  if (bson === 'decimal') return toDecimal(value as number | bigint, scale);
  if (bson === 'boolean') return Number(value) !== 0;
  return typeof value === 'bigint' ? Number(value) : value;
};

/** The inverse of `toBson`, of a field that may be absent. */
export const fromBson = (kind: StorageKind, scale: number, value: unknown): Stored => {
  if (value === undefined || value === null) return null;
  const { bson } = storeKinds[kind];
  if (bson === 'decimal') return fromDecimal(value as Decimal128, scale);
  if (bson === 'boolean') return value === true ? 1 : 0;
  return value as Stored;
};

/**
 * Writes the fields of one cell; an empty cell has none, which it answers. Texts come with their folded key, lists with
 * their ids joined. Throws `records.number_overflow`.
 */
export const cellWriter = ({
  column,
  kind,
  scale = 0,
}: ColumnSpec): ((into: Record<string, unknown>, cell: Cell | null) => boolean) => {
  const key = keyField(column);
  const { keyed, bson, toStored } = storeKinds[kind];
  return (into, cell) => {
    const stored = cell === null ? null : toStored(cell, scale);
    if (stored === null) return false;
    if (keyed) {
      into[column] = String(stored);
      into[key] = fold(String(stored));
    } else if (bson === 'list') {
      into[column] = (cell as readonly string[]).map(String);
      into[key] = stored;
    } else into[column] = toBson(kind, scale, stored);
    return true;
  };
};

/** All fields that a cell of this column may have. */
export const fieldNames = ({ column, kind }: ColumnSpec): readonly string[] =>
  isKeyed(kind) || isJoined(kind) ? [column, keyField(column)] : [column];
