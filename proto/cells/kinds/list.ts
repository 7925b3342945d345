import type { StorageKind } from '@tessera/kernel';
import { boolean } from './boolean.ts';
import { date } from './date.ts';
import { decimal } from './decimal.ts';
import { files } from './files.ts';
import { instant } from './instant.ts';
import type { ColumnValue, MessageKind, Value } from './kind.ts';
import { links } from './links.ts';
import { option } from './option.ts';
import { options } from './options.ts';
import { parts } from './parts.ts';
import { text } from './text.ts';
import { user } from './user.ts';
import { users } from './users.ts';

/** By what a column's cells are called in its message, which is the name of their kind. */
export const messageKinds = {
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
} as const satisfies Readonly<Record<StorageKind, MessageKind> & Record<ColumnValue['$case'], MessageKind>>;

const byValue = new Map<Value['$case'], MessageKind>(Object.values(messageKinds).map((kind) => [kind.value, kind]));

/** The kind of a value of its own; undefined for an empty one. */
export const kindOfValue = (value: Value['$case']): MessageKind | undefined => byValue.get(value);
