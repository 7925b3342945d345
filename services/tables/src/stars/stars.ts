import type { Actor, Predicate } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { SchemaField } from '../definitions/schema.ts';
import { named } from '../links/named.ts';
import { holdsOf } from '../records/apart.ts';
import { invalid } from '../refusals.ts';

export const starsBucket = 'stars';
/** Records of one table that a person may star: a filter names each. */
export const mostStars = 1_000;
/** How long a star is kept that nobody looks at, in ms. */
const keptMs = 10 * 365 * 24 * 3_600_000;

type Star = { readonly at: number };

/** What the keys of one person begin with. */
export const starsPrefix = (userId: string): string => `${userId}/`;
const tablePrefix = (actor: Actor, tableId: string): string => `${starsPrefix(userOf(actor))}${tableId}/`;

/** Which records each person has starred: theirs alone, no event and no history. */
export const createStars = ({ state, clock }: Pick<ServicePorts, 'state' | 'clock'>) => {
  const listed = (actor: Actor, tableId: string) =>
    state.list<Star>(actor.organizationId, starsBucket, tablePrefix(actor, tableId), mostStars);
  return {
    /** The records of a table that somebody has starred. */
    async of(actor: Actor, tableId: string): Promise<readonly string[]> {
      const prefix = tablePrefix(actor, tableId).length;
      return (await listed(actor, tableId)).map(({ key }) => key.slice(prefix));
    },
    /** Stars a record, or takes the star away. Throws `records.too_many_starred`. */
    async set(actor: Actor, tableId: string, recordId: string, starred: boolean): Promise<void> {
      const key = `${tablePrefix(actor, tableId)}${recordId}`;
      if (!starred) return state.delete(actor.organizationId, starsBucket, key);
      const known = await listed(actor, tableId);
      if (known.some((one) => one.key === key)) return;
      if (known.length >= mostStars) throw invalid('records.too_many_starred', { limit: mostStars });
      const at = clock();
      await state.put(actor.organizationId, starsBucket, key, { at } satisfies Star, { expiresAt: at + keptMs });
    },
  };
};

export type Stars = ReturnType<typeof createStars>;

const everything: Predicate = { op: 'and', items: [] };
const nothing: Predicate = { op: 'or', items: [] };

/** A condition on the star as one on the records themselves. */
export const starCondition = async (
  stars: Pick<Stars, 'of'>,
  actor: Actor,
  tableId: string,
  { column }: SchemaField,
  condition: Predicate,
): Promise<Predicate> => {
  const starredToo = holdsOf(column, true, condition);
  const without = holdsOf(column, null, condition);
  if (starredToo === without) return starredToo ? everything : nothing;
  const ids = await stars.of(actor, tableId);
  const starred = ids.length === 0 ? nothing : named(ids);
  return starredToo ? starred : { op: 'not', item: starred };
};
