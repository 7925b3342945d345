import type { RecordReader } from '@tessera/document-store';
import { isRejection, type Actor } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { firstViewLabel } from '../definitions/decide.ts';
import { seesView } from '../definitions/wire.ts';
import type { Comparison } from '../past/compare.ts';
import type { Filter } from '../records/filter.ts';
import type { History } from '../records/history.ts';
import type { createLabels } from '../records/labels.ts';
import type { Queries } from '../records/query.ts';
import { recordNotFound } from '../records/update.ts';
import { invalid, notFound } from '../refusals.ts';
import { shownConfig } from '../views/shown.ts';
import { placeOf, type LookedAt, type Looks } from './looks.ts';

export const digestBucket = 'digest-places';
/** Places of which a digest tells one person: each is a question of its own. */
const mostPlaces = 20;
/** How long a place is kept that nobody sets again, in ms. */
const keptMs = 10 * 365 * 24 * 3_600_000;
/** Changes of one record that are counted. */
const mostCounted = 200;

type Kept = LookedAt & { readonly tableId: string; readonly at: number };
/** `id` names a place of a person to themselves. */
export type DigestPlace = Kept & { readonly id: string };

export const digestPrefix = (userId: string): string => `${userId}/`;

/** Of which places each person wants their digest to tell what changed: theirs alone, no event and no history. */
export const createDigestPlaces = ({ state, clock }: Pick<ServicePorts, 'state' | 'clock'>) => {
  const of = async (actor: Actor): Promise<readonly DigestPlace[]> => {
    const prefix = digestPrefix(userOf(actor));
    const kept = await state.list<Kept>(actor.organizationId, digestBucket, prefix, mostPlaces);
    return kept.map(({ key, value }) => ({ ...value, id: key.slice(prefix.length) })).toSorted((a, b) => a.at - b.at);
  };
  const idOf = (tableId: string, what: LookedAt): string => `${tableId}/${placeOf(what)}`;
  return {
    of,
    has: async (actor: Actor, tableId: string, what: LookedAt): Promise<boolean> =>
      (await of(actor)).some(({ id }) => id === idOf(tableId, what)),
    /** Throws `looks.too_many_in_digest`. */
    async put(actor: Actor, tableId: string, { recordId, viewId, filter }: LookedAt): Promise<void> {
      const what = { ...(recordId !== undefined && { recordId }), ...(viewId !== undefined && { viewId }) };
      const kept: Kept = { ...what, ...(filter !== undefined && { filter }), tableId, at: clock() };
      const id = idOf(tableId, kept);
      const known = await of(actor);
      if (known.some((one) => one.id === id)) return;
      if (known.length >= mostPlaces) throw invalid('looks.too_many_in_digest', { limit: mostPlaces });
      const key = `${digestPrefix(userOf(actor))}${id}`;
      await state.put(actor.organizationId, digestBucket, key, kept, { expiresAt: kept.at + keptMs });
    },
    remove: (actor: Actor, tableId: string, what: LookedAt): Promise<void> =>
      state.delete(actor.organizationId, digestBucket, `${digestPrefix(userOf(actor))}${idOf(tableId, what)}`),
  };
};
export type DigestPlaces = ReturnType<typeof createDigestPlaces>;

type Ports = {
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly looks: Looks;
  readonly comparison: Comparison;
  readonly history: History;
  readonly labels: ReturnType<typeof createLabels>;
};

/** What a place is called; empty where its reader may not see that, or where it has no name. */
export type NamedPlace = {
  readonly tableLabel: string;
  readonly viewLabel: string;
  readonly recordLabel: string;
  /** What of the table is compared, where the place is no record. */
  readonly filter: Filter | undefined;
};
/** What changed at a place since a moment, in ms; `many`: more than can be counted. */
export type ToldPlace = NamedPlace & {
  readonly changed: number;
  readonly removed: number;
  readonly added: number;
  readonly many: boolean;
  readonly since: number;
};

/** Names places and tells what changed there, by the rights of now. Throws what a reader of them would be refused with. */
export const createToldPlaces = ({ records, queries, looks, comparison, history, labels }: Ports) => {
  const opened = async (actor: Actor, { tableId, recordId, viewId, filter }: Kept) => {
    const { table, schema, grant } = await queries.open(actor, 'records.read', tableId);
    const named = { tableLabel: table.label, viewLabel: '', recordLabel: '', filter: undefined };
    if (recordId !== undefined) {
      if ((await records.one(actor.organizationId, tableId, recordId, [], grant.rowPredicate)) === undefined)
        throw recordNotFound([recordId]);
      const label = (await labels(actor, schema, grant, [recordId])).get(recordId)?.label ?? '';
      return { schema, grant, named: { ...named, recordLabel: label } };
    }
    if (filter !== undefined) return { schema, grant, named: { ...named, filter: filter as Filter } };
    if (viewId === undefined) return { schema, grant, named };
    const view = (await queries.views(actor, table)).find(({ id }) => id === viewId);
    if (view === undefined || !seesView(view, actor)) throw notFound('view_not_found', { viewId });
    const { filter: own } = shownConfig(view, table, grant) as { readonly filter?: Filter };
    const viewLabel = view.label === firstViewLabel ? '' : view.label;
    return { schema, grant, named: { ...named, viewLabel, filter: own } };
  };

  return {
    named: async (actor: Actor, place: Kept): Promise<NamedPlace> => (await opened(actor, place)).named,

    async changes(actor: Actor, place: Kept, from: number): Promise<ToldPlace> {
      const { schema, grant, named } = await opened(actor, place);
      const { tableId, recordId } = place;
      const looked = (await looks.of(actor, tableId, place)) ?? 0;
      const since = Math.max(from, looked);
      const none = { changed: 0, removed: 0, added: 0, many: false };
      if (recordId !== undefined) {
        let changed = 0;
        for (let before: number | undefined; ;) {
          const { entries, next } = await history.ofRecord(actor, schema, grant, recordId, before);
          const later = entries.filter(({ time }) => Date.parse(time) > since);
          changed += later.length;
          const goesOn = next !== undefined && later.length === entries.length;
          if (!goesOn || changed > mostCounted)
            return { ...named, ...none, changed, many: changed > mostCounted, since };
          before = Number(next);
        }
      }
      try {
        const { filter } = named;
        const request = { ...(filter !== undefined && { filter }), entered: true };
        const counts = await comparison.counts({ actor }, tableId, new Date(since).toISOString(), request, {});
        return { ...named, ...none, ...counts, since };
      } catch (error) {
        if (isRejection(error) && error.code === 'asof.too_far') return { ...named, ...none, many: true, since };
        throw error;
      }
    },
  };
};
export type ToldPlaces = ReturnType<typeof createToldPlaces>;
