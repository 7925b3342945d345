import { createHash } from 'node:crypto';
import type { StorageKind } from '@tessera/kernel';
import type { Collection, Db, Document } from 'mongodb';
import { isJoined, isKeyed } from '../kinds/list.ts';

/** The collections of one read model. A database may have several: each but the first begins its names with a prefix. */
export type ModelDb = { collection<T extends Document>(name: string): Collection<T> };

/** A prefix is '' or `m<hexadecimal digits>_`, so that no model's names are another's. */
export const modelDb = (db: Db, prefix: string): ModelDb => {
  if (!/^(m[0-9a-f]+_)?$/.test(prefix)) throw new Error(`not a prefix of a model: ${prefix}`);
  return { collection: (name) => db.collection(prefix + name) };
};

/**
 * What a service's database holds beside one collection per record table (`r_<key>`) and one per collection of
 * documents (`d_<name>`).
 */
export const names = { tables: 'tables', changes: 'changes', snapshots: 'snapshots', fills: 'fills' } as const;

/**
 * Names a record table of an organization: the same on every replica without asking anyone, and never a user's text.
 */
export const tableKey = (organizationId: string, table: string): string =>
  createHash('sha256').update(`${organizationId.length}:${organizationId}${table}`).digest('hex').slice(0, 32);

export const rowsCollection = (key: string): string => `r_${key}`;

/** Collections are named by services' code; anything but a plain name is a mistake there. */
export const documentsCollection = (name: string): string => {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(name)) throw new Error(`not a name of a collection: ${name}`);
  return `d_${name}`;
};

const separator = '\u001f';

/** The key of something of an organization; keys of one organization sort together, by `rest`. */
export const scopedKey = (organizationId: string, ...rest: readonly string[]): string => {
  if (organizationId.includes(separator)) throw new Error('not the id of an organization');
  return [organizationId, ...rest].join(separator);
};

/** What follows the organization in a scoped key. */
export const restOfKey = (key: string): string => key.slice(key.indexOf(separator) + 1);

/** The field that holds the folded key of a text column, or the joined ids of a list. */
export const keyField = (column: string): string => `${column}_k`;

/** The field whose value is the stored form of a cell: lists have it beside the array. */
export const storedField = (kind: StorageKind, column: string): string => (isJoined(kind) ? keyField(column) : column);

/** The field by which cells of a column compare: of texts that of their keys. */
export const comparedField = (kind: StorageKind, column: string): string => (isKeyed(kind) ? keyField(column) : column);

export const columnName = /^c\d{1,9}_\d{1,9}(?:_[a-z]{2}[A-Za-z0-9]{0,30})?$/;
