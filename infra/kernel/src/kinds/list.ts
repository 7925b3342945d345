import { boolean } from './boolean.ts';
import { date } from './date.ts';
import { decimal } from './decimal.ts';
import { files } from './files.ts';
import { instant } from './instant.ts';
import type { Kind } from './kind.ts';
import { links } from './links.ts';
import type { StorageKind } from './names.ts';
import { option } from './option.ts';
import { options } from './options.ts';
import { parts } from './parts.ts';
import { text } from './text.ts';
import { user } from './user.ts';
import { users } from './users.ts';

export { storageKinds, type StorageKind } from './names.ts';
export type { Holds, Kind } from './kind.ts';
export { fileOf, filesIn, fileText, type FileValue } from './files.ts';

export const kinds: Readonly<Record<StorageKind, Kind>> = {
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

/** What a kind's values are to people; undefined of no kind. */
export const holds = (kind: StorageKind | undefined): Kind['holds'] | undefined =>
  kind === undefined ? undefined : kinds[kind].holds;
export const isList = (kind: StorageKind | undefined): boolean => kind !== undefined && kinds[kind].list;
export const isText = (kind: StorageKind | undefined): boolean => holds(kind) === 'text';
export const isNumber = (kind: StorageKind | undefined): boolean => holds(kind) === 'number';
export const isMoment = (kind: StorageKind | undefined): boolean => holds(kind) === 'moment';
/** Days and moments. */
export const isDated = (kind: StorageKind | undefined): boolean => holds(kind) === 'day' || isMoment(kind);
export const isChoice = (kind: StorageKind | undefined): boolean => holds(kind) === 'choice';
export const isPerson = (kind: StorageKind | undefined): boolean => holds(kind) === 'person';
export const isLinks = (kind: StorageKind | undefined): boolean => holds(kind) === 'record';
/** Of ids, which a reader may put in an order of their own: options by their place, people and records by name. */
export const isOfIds = (kind: StorageKind | undefined): boolean => isChoice(kind) || isPerson(kind) || isLinks(kind);
