import { isRejection, type Actor } from '@tessera/kernel';
import type { RecordReader } from '@tessera/document-store';
import type { ServiceLog } from '@tessera/event-store';
import { everyRow } from '@tessera/proto/rights';
import { fieldFromMessage } from '../definitions/mapper.ts';
import { hasColumn, operandOf } from '../definitions/schema.ts';
import type { TablesEvent } from '../events.ts';
import type { Queries } from '../records/query.ts';

/**
 * By id, what a commit added to a table and records use by now. Options, also where only records in the trash have them:
 * without them cells would point at nothing; whoever wants them gone deletes them in the field, where a replacement is
 * asked for. Fields that an import added beside its records, where other records have values in them.
 */
export const createUsedAdditions =
  (store: ServiceLog<TablesEvent>, queries: Queries, records: RecordReader) =>
  async (actor: Actor, commitId: string): Promise<readonly string[]> => {
    const commit = await store.commit(actor.organizationId, commitId);
    const used: string[] = [];
    // A table that cannot be opened is refused, or brought back, by the undo itself.
    const open = (tableId: string) =>
      queries.open(actor, 'tables.view', tableId).catch((error: unknown) => {
        if (isRejection(error)) return undefined;
        throw error;
      });
    for (const event of commit?.events ?? []) {
      if (event.$case === 'fieldAdded' && commit?.meta.origin === 'import') {
        const { tableId } = event.value;
        const field = (await open(tableId))?.schema.byId.get(event.value.field?.id ?? '');
        // What is computed or the other side of a link nobody wrote here.
        if (field === undefined || field.derived || !hasColumn(field)) continue;
        const where = { op: 'notEmpty', left: operandOf(field) } as const;
        const query = { table: tableId, select: [], where, allow: everyRow, sort: [], limit: 1 } as const;
        if ((await records.rows(actor.organizationId, query)).rows.length > 0) used.push(field.id);
      }
      if (event.$case !== 'fieldChanged' || event.value.before === undefined || event.value.after === undefined)
        continue;
      const [before, after] = [fieldFromMessage(event.value.before), fieldFromMessage(event.value.after)];
      const had = new Set((before.props.options ?? []).map((option) => option.id));
      const added = (after.props.options ?? []).filter((option) => !had.has(option.id));
      if (added.length === 0) continue;
      const { tableId } = event.value;
      const field = (await open(tableId))?.schema.byId.get(after.id);
      if (field?.state.props.options === undefined) continue;
      for (const { id } of added) {
        const query = {
          table: tableId,
          select: [],
          where: { op: 'hasAny', left: operandOf(field), values: [id] },
          allow: everyRow,
          sort: [],
          limit: 1,
        } as const;
        const pages = await Promise.all([
          records.rows(actor.organizationId, query),
          records.rows(actor.organizationId, { ...query, deleted: true }),
        ]);
        if (pages.some((page) => page.rows.length > 0)) used.push(id);
      }
    }
    return used;
  };
