import type { Actor } from '@tessera/kernel';
import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import { accessTo } from '@tessera/proto/rights';
import type { TableEntry } from './projection.ts';

/** The tables that an actor may see, by label. */
export const listTables = async (documents: DocumentReader, actor: Actor, archived = false) => {
  const entries = await findAll<TableEntry>(documents, actor.organizationId, 'tables', { archived }, (one) => one.id);
  return entries
    .flatMap((entry) => {
      const access = accessTo(actor, entry.id);
      return access === undefined ? [] : [{ ...entry, access }];
    })
    .sort((a, b) => a.label.localeCompare(b.label));
};
