import type { RecordReader } from '@tessera/document-store';
import {
  compareDecimals,
  compareText,
  fold,
  isNumber,
  isText,
  numberFunctions,
  type Actor,
  type AggregateFunction,
  type Cell,
  type Group,
  type GroupPage,
  type GroupQuery,
  type StorageKind,
} from '@tessera/kernel';
import { invalid } from '../refusals.ts';
import type { Filter } from './filter.ts';
import type { GroupBy, Level } from './levels.ts';
import { aggregateValue, resolveAggregates, type AggregateRequest, type Queries } from './query.ts';
import { cellValue, decimalsAsText, type Format } from './wire.ts';

type GroupRequest = {
  readonly filter?: Filter | undefined;
  readonly search?: string | undefined;
  readonly groupBy: readonly GroupBy[];
  readonly under?: readonly unknown[] | undefined;
  readonly aggregates?: readonly AggregateRequest[] | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
};

/** A group as it is answered: `key` has one value a level, with those of `under` before its own. */
type GroupAnswer = {
  readonly begins: number;
  readonly key: readonly unknown[];
  readonly count: number;
  readonly values: readonly {
    readonly fieldId: string;
    readonly function: AggregateFunction;
    readonly value: string | number | null;
  }[];
};

const defaultLimit = 100;
/** Groups that are put in the order of what they come to. */
const mostOrdered = 10_000;

type Measured = { readonly of: { readonly storage: StorageKind }; readonly function: AggregateFunction };
type Read = (query: GroupQuery) => Promise<GroupPage>;

/** The key of a group down to a level, by which it is the same as another. */
const nameOf = (levels: readonly Level[], values: readonly (Cell | null)[], depth: number): string =>
  JSON.stringify(
    values
      .slice(0, depth + 1)
      .map((value, i) => (typeof value === 'string' && isText(levels[i]!.by.storage) ? fold(value) : value)),
  );

const measureOf = ({ count, aggregates }: Group, measure: 'count' | number): string | number | null =>
  measure === 'count' ? count : (aggregates[measure] ?? null);

/** What two groups come to, compared; those that come to nothing are last either way. */
const compareMeasures = (
  a: string | number | null,
  b: string | number | null,
  { measure, order }: Level,
  aggregates: readonly Measured[],
): number => {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  const asked = typeof measure === 'number' ? aggregates[measure]! : undefined;
  const numbers = asked === undefined || isNumber(asked.of.storage) || numberFunctions.has(asked.function);
  const found = numbers ? compareDecimals(String(a), String(b)) : compareText(String(a), String(b));
  return found * (order === 'asc' ? 1 : -1);
};

const placeOf = (after: string | undefined): number => {
  if (after === undefined) return 0;
  const found = /^o(\d{1,5})$/.exec(after);
  if (found === null) throw invalid('query.invalid_cursor');
  return Number(found[1]);
};

/**
 * A page of groups in the order of what they or the groups around them come to: all of them are read, and each level
 * that is ordered so by itself. Groups of as much keep the order of their keys. Throws `query.too_many_groups`.
 */
const readOrdered = async (
  read: Read,
  query: GroupQuery,
  levels: readonly Level[],
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<GroupPage> => {
  const at = placeOf(after);
  const all = async (depth: number): Promise<readonly Group[]> => {
    const { groups, next } = await read({ ...query, groups: query.groups.slice(0, depth + 1), limit: mostOrdered });
    if (next !== undefined) throw invalid('query.too_many_groups', { limit: mostOrdered });
    return groups;
  };
  const found = await Promise.all(
    levels.map(async ({ measure }, depth) =>
      depth === levels.length - 1 || measure !== undefined ? await all(depth) : [],
    ),
  );
  const groups = found.at(-1)!;
  const measures = levels.map(
    ({ measure }, depth) =>
      new Map(
        measure === undefined
          ? []
          : found[depth]!.map((group) => [nameOf(levels, group.values, depth), measureOf(group, measure)] as const),
      ),
  );
  const firsts = levels.map((_, depth) => {
    const places = new Map<string, number>();
    for (const [i, { values }] of groups.entries()) {
      const name = nameOf(levels, values, depth);
      if (!places.has(name)) places.set(name, i);
    }
    return places;
  });
  const named = groups.map((group) => ({
    group,
    names: levels.map((_, depth) => nameOf(levels, group.values, depth)),
  }));
  const sorted = named.toSorted((a, b) => {
    for (const [depth, level] of levels.entries()) {
      const [x, y] = [a.names[depth]!, b.names[depth]!];
      if (x === y) continue;
      const order =
        level.measure === undefined
          ? 0
          : compareMeasures(measures[depth]!.get(x) ?? null, measures[depth]!.get(y) ?? null, level, query.aggregates);
      return order === 0 ? firsts[depth]!.get(x)! - firsts[depth]!.get(y)! : order;
    }
    return 0;
  });
  const page = sorted.slice(at, at + limit).map(({ group, names }, i) => {
    const before = sorted[at + i - 1]?.names;
    return {
      ...group,
      begins:
        before === undefined
          ? 0
          : Math.max(
              0,
              names.findIndex((name, depth) => name !== before[depth]),
            ),
    };
  });
  return at + limit < sorted.length ? { groups: page, next: `o${at + limit}` } : { groups: page };
};

/**
 * Groups of the records that a reader may see, with their rights resolved as for any other read. Throws what a query of
 * records throws, `query.not_groupable`, `query.invalid_groups`, `query.under_invalid` and `query.too_many_groups`.
 */
export const readGroups = async (
  { queries, records }: { readonly queries: Queries; readonly records: RecordReader },
  { actor, signal }: { readonly actor: Actor; readonly signal?: AbortSignal | undefined },
  tableId: string,
  { aggregates: asked = [], limit = defaultLimit, after, under, ...request }: GroupRequest,
  format: Format,
): Promise<{ readonly groups: readonly GroupAnswer[]; readonly next?: string }> => {
  const { schema, grant, query, levels } = await queries.authorizedQuery(actor, tableId, {
    ...request,
    ...(under !== undefined && { under }),
  });
  const depth = under?.length ?? 0;
  if (depth >= levels.length)
    throw invalid('query.under_invalid', 'There is no level beneath this key.', { limit: levels.length - 1 });
  const shown = under === undefined ? levels : levels.slice(depth, depth + 1);
  const aggregates = resolveAggregates(schema, grant, asked);
  for (const { field, measure } of levels)
    if (typeof measure === 'number' && measure >= aggregates.length)
      throw invalid('query.invalid_groups', `"${field.name}" is ordered by an aggregate that was not asked for.`, {
        fieldId: field.id,
      });
  const { table, where, allow, search } = query;
  const groupQuery: GroupQuery = {
    table,
    where,
    allow,
    ...(search !== undefined && { search }),
    groups: shown.map(({ field: _field, measure: _measure, ...level }) => level),
    aggregates: aggregates.map(({ of, function: fn }) => ({ of, function: fn })),
    limit,
    ...(after !== undefined && { after }),
  };
  const read: Read = (one) =>
    records.groups(actor.organizationId, one, { asker: actor.id, ...(signal !== undefined && { signal }) });
  const { after: _after, ...unplaced } = groupQuery;
  const { groups, next } = shown.some(({ measure }) => measure !== undefined)
    ? await readOrdered(read, unplaced, shown, { limit, after })
    : await read(groupQuery);
  const asText = decimalsAsText(format);
  return {
    groups: groups.map(({ begins, values, count, aggregates: found }) => ({
      begins: begins + depth,
      key: [
        ...(under ?? []),
        // An id of a list, and the first day of a bucket, are told as they are.
        ...values.map((cell, i) =>
          shown[i]!.bucket !== undefined || (typeof cell === 'string' && !isNumber(shown[i]!.by.storage))
            ? cell
            : cellValue(cell, shown[i]!.by.storage, asText),
        ),
      ],
      count,
      values: aggregates.map(({ field, of, function: fn }, i) => ({
        fieldId: field.id,
        function: fn,
        value: aggregateValue(of.storage, fn, found[i] ?? null, asText),
      })),
    })),
    ...(next !== undefined && { next }),
  };
};
