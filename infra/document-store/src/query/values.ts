import type { Cell, Operand, StorageKind } from '@tessera/kernel';
import type { Stored } from '../kinds/kind.ts';
import { storeKinds } from '../kinds/list.ts';

export { delimiter, firstId } from '../kinds/ids.ts';
export { quoted, type Stored } from '../kinds/kind.ts';
export { emptiesFirst, isJoined, isKeyed, storeKinds } from '../kinds/list.ts';

/** A cell as stored; null for an empty one. The folded key of text is stored beside it (see `fold`). */
export const toStored = (kind: StorageKind, scale: number, cell: Cell | null): Stored =>
  cell === null ? null : storeKinds[kind].toStored(cell, scale);

/** The cell that `toStored` stored. */
export const fromStored = (kind: StorageKind, scale: number, value: Stored): Cell | null =>
  value === null ? null : storeKinds[kind].fromStored(value, scale);

/**
 * A value of a comparison as the store compares it: text folded, dates in days, booleans 0/1. Decimals are handled by
 * their own rule (`scaled`).
 */
export const toCompared = ({ storage }: Operand, value: string | number | boolean): string | number =>
  storeKinds[storage].toCompared(value);

/** How many stored values of a sort a cursor carries: a text's key and the text. */
export const widthOf = (kind: StorageKind): number => (storeKinds[kind].keyed ? 2 : 1);
