import type { ServiceLog } from '@tessera/event-store';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { everyRow } from '@tessera/proto/rights';
import { refuse } from '../access/require.ts';
import { isComment, type TablesEvent } from '../events.ts';
import { tableParams } from '../http.ts';
import type { Queries } from './query.ts';
import { conflict, ofTable, refuses } from '../refusals.ts';

const kinds = {
  recordsCreated: 'created',
  cellsChanged: 'changed',
  recordsDeleted: 'deleted',
  recordsRestored: 'restored',
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];
type RecordChange = { readonly id: string; readonly version: number; readonly kind: Kind };

const pageCommits = 500;

const changesOf = (event: TablesEvent, tableId: string): readonly RecordChange[] => {
  if (!(event.$case in kinds) || !('recordIds' in event.value) || event.value.tableId !== tableId) return [];
  const { recordIds } = event.value;
  const versions = 'versions' in event.value ? event.value.versions : undefined;
  const kind = kinds[event.$case as keyof typeof kinds];
  return recordIds.map((id, i) => ({ id, version: versions?.[i] ?? 1, kind }));
};

/**
 * What a copy of a table must catch up on (docs/events.md 18): ids and versions, deletions as tombstones; the values
 * are asked for with the rights of then.
 */
export const changeRoutes = (store: ServiceLog<TablesEvent>, queries: Queries): RouteSet => [
  route({
    method: 'get',
    path: '/v3/tables/{table}/changes',
    summary: 'Which records changed since a position, deletions included; without `since` just the present position',
    description:
      'For a copy of a table that keeps up: ids and versions, deletions included. Read the values with `POST .../records/query` and `ids`.',
    tag: 'Records',
    access: 'api',
    allows: 'records.read',
    params: tableParams,
    query: z.strictObject({ since: z.coerce.number().int().min(0).optional() }),
    refuses: [...ofTable, ...refuses('changes.unknown_position')],
    responses: {
      200: z.strictObject({
        changes: z.array(
          z.strictObject({
            id: z.string(),
            version: z.number(),
            kind: z.enum(['created', 'changed', 'deleted', 'restored']),
          }),
        ),
        definition: z.boolean().meta({ description: 'Whether fields or views changed as well.' }),
        position: z.number(),
        more: z.boolean(),
      }),
    },
    async handle({ actor, params: { table }, query: { since } }) {
      const { grant } = await queries.open(actor, 'records.read', table);
      // A list of ids would tell of rows that a narrower right hides.
      if (grant.rowPredicate !== everyRow) throw refuse('records.read');
      if (since === undefined)
        return {
          body: { changes: [], definition: false, position: await store.position(actor.organizationId), more: false },
        };
      const commits = await store.commits(actor.organizationId, { after: since, order: 'asc', limit: pageCommits });
      // A log that was restored from a backup ends before what a client saw of it: nothing that it holds is to be
      // relied on.
      const head = await store.position(actor.organizationId);
      if (commits.length === 0 && since > head) {
        throw conflict('changes.unknown_position');
      }
      const latest = new Map<string, RecordChange>();
      let definition = false;
      for (const commit of commits) {
        for (const event of commit.events) {
          for (const change of changesOf(event, table)) {
            const before = latest.get(change.id);
            latest.set(
              change.id,
              before?.kind === 'created' && change.kind === 'changed' ? { ...change, kind: 'created' } : change,
            );
          }
          definition ||=
            'tableId' in event.value &&
            event.value.tableId === table &&
            !(event.$case in kinds) &&
            !isComment(event.$case) &&
            !event.$case.startsWith('operation');
        }
      }
      return {
        body: {
          changes: [...latest.values()],
          definition,
          position: commits.at(-1)?.position ?? since,
          // A page of heavy commits ends early.
          more: commits.length > 0 && commits.at(-1)!.position < head,
        },
      };
    },
  }),
];
