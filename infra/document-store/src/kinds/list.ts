import type { Sort, StorageKind } from '@tessera/kernel';
import { boolean } from './boolean.ts';
import { date } from './date.ts';
import { decimal } from './decimal.ts';
import { files } from './files.ts';
import { instant } from './instant.ts';
import type { StoreKind } from './kind.ts';
import { links } from './links.ts';
import { option } from './option.ts';
import { options } from './options.ts';
import { parts } from './parts.ts';
import { text } from './text.ts';
import { user } from './user.ts';
import { users } from './users.ts';

export const storeKinds: Readonly<Record<StorageKind, StoreKind>> = {
  text,
  decimal,
  boolean,
  date,
  instant,
  option,
  options,
  user,
  users,
  links,
  parts,
  files,
};

/** Whether a folded key stands beside a kind's values, by which they are compared. */
export const isKeyed = (kind: StorageKind): boolean => storeKinds[kind].keyed;
/** Whether a kind is a delimited list, which no index helps to sort. */
export const isJoined = (kind: StorageKind): boolean => storeKinds[kind].bson === 'list';

/**
 * Where empty cells stand in an order: last, whichever way it goes, but for a checkbox, whose empty cells look like its
 * unchecked ones and stand beside them.
 */
export const emptiesFirst = ({ by, order }: Sort): boolean =>
  storeKinds[by.storage].emptyAs !== null && order === 'asc';
