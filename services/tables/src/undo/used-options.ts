import { isRejection, type Actor } from '@tessera/kernel';
import type { RecordReader } from '@tessera/document-store';
import type { ServiceStore } from '@tessera/event-store';
import { everyRow } from '@tessera/proto/rights';
import { fieldFromMessage } from '../definitions/mapper.ts';
import { operandOf } from '../definitions/schema.ts';
import type { TablesEvent } from '../events.ts';
import type { Queries } from '../records/query.ts';

/**
 * Options that a commit added and that records have by now, those in the trash included: without them cells would point
 * at nothing. Whoever wants them gone deletes them in the field, where a replacement is asked for.
 */
export const createUsedOptions =
  (store: ServiceStore<TablesEvent>, queries: Queries, records: RecordReader) =>
  async (actor: Actor, commitId: string): Promise<readonly string[]> => {
    const commit = await store.commit(actor.organizationId, commitId);
    const used: string[] = [];
    for (const event of commit?.events ?? []) {
      if (event.$case !== 'fieldChanged' || event.value.before === undefined || event.value.after === undefined)
        continue;
      const [before, after] = [fieldFromMessage(event.value.before), fieldFromMessage(event.value.after)];
      const had = new Set((before.props.options ?? []).map((option) => option.id));
      const added = (after.props.options ?? []).filter((option) => !had.has(option.id));
      if (added.length === 0) continue;
      const { tableId } = event.value;
      // A table that cannot be opened is refused, or brought back, by the undo itself.
      const opened = await queries.open(actor, 'tables.view', tableId).catch((error: unknown) => {
        if (isRejection(error)) return undefined;
        throw error;
      });
      const field = opened?.schema.byId.get(after.id);
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
