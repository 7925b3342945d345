import type { RecordReader } from '@tessera/document-store';
import type { FilterContext } from '@tessera/fields';
import { fold, type Actor, type PageQuery, type Predicate } from '@tessera/kernel';
import { everyRow } from '@tessera/proto/rights';
import { commentCondition } from '../comments/counts.ts';
import { linkProps, operandOf, type SchemaField } from '../definitions/schema.ts';
import {
  isFilterGroup,
  leafPredicate,
  looksAway,
  visibleField,
  type Filter,
  type FilterLeaf,
  type Linked,
} from '../records/filter.ts';
import type { OpenedTable } from '../records/query.ts';
import { invalid } from '../refusals.ts';
import { stayCondition } from '../stays/times.ts';
import { starCondition, type Stars } from '../stars/stars.ts';
import { named } from './named.ts';

/** Records that a condition at the end of links may match. */
const most = 10_000;
/** Links of one path. */
const mostHops = 3;

export type LinkPorts = {
  readonly records: RecordReader;
  readonly stars: Pick<Stars, 'of'>;
  readonly open: (actor: Actor, tableId: string) => Promise<OpenedTable>;
};

const leavesOf = (filter: Filter | undefined): readonly FilterLeaf[] =>
  filter === undefined
    ? []
    : isFilterGroup(filter)
      ? ('and' in filter ? filter.and : filter.or).flatMap(leavesOf)
      : [filter];

const rowsOf = async (
  { records }: LinkPorts,
  actor: Actor,
  tableId: string,
  where: Predicate,
  allow: Predicate,
  select: PageQuery['select'],
) => {
  const { rows, next } = await records.rows(
    actor.organizationId,
    { table: tableId, where, allow, select, sort: [], limit: most },
    { asker: actor.id },
  );
  if (next !== undefined) throw invalid('filter.too_many_linked', { limit: most });
  return rows;
};

/**
 * Records of a table that are linked by one of its fields, of either side, to some at the other end that match, of those
 * that the actor may read there. Throws `filter.too_many_linked` beyond ten thousand.
 */
export const linksTo = async (
  ports: LinkPorts,
  actor: Actor,
  field: SchemaField,
  end: OpenedTable,
  matching: Predicate,
): Promise<Predicate> => {
  const { tableId } = field.links!;
  const allow = end.grant.rowPredicate;
  if (field.links!.side === 'owning') {
    const rows = await rowsOf(ports, actor, tableId, matching, allow, []);
    return { op: 'hasAny', left: operandOf(field), values: rows.map(({ id }) => id) };
  }
  const owning = end.schema.byId.get(linkProps(field.state).ofFieldId!);
  if (owning === undefined) return { op: 'or', items: [] };
  const left = operandOf(owning);
  const where: Predicate = { op: 'and', items: [{ op: 'notEmpty', left }, matching] };
  const rows = await rowsOf(ports, actor, tableId, where, allow, [{ ...left, key: owning.id }]);
  const ids = new Set(rows.flatMap(({ cells }) => (cells[owning.column] ?? []) as readonly string[]));
  if (ids.size > most) throw invalid('filter.too_many_linked', { limit: most });
  return named([...ids]);
};

/** Operators that name records by their ids. */
const naming = new Set(['hasAnyOf', 'hasAllOf', 'hasNoneOf']);

/**
 * Finds out what conditions through links come to in the table itself: which records at their ends match is asked first,
 * by the right of who asks, so that nothing of a hidden one shows. Throws `filter.too_many_linked` beyond ten thousand.
 */
export const linkedConditions = async (
  ports: LinkPorts,
  actor: Actor,
  table: OpenedTable,
  filter: Filter | undefined,
  context: FilterContext,
): Promise<Linked> => {
  const { open } = ports;
  const linkedTo = (field: SchemaField, end: OpenedTable, matching: Predicate): Promise<Predicate> =>
    linksTo(ports, actor, field, end, matching);

  /** A condition that names records, of those that its reader may open: by the others nobody finds out who links to them. */
  const ownSide = async (from: OpenedTable, field: SchemaField, condition: FilterLeaf): Promise<Predicate> => {
    const ids = (Array.isArray(condition.value) ? condition.value : [condition.value]).filter(
      (one): one is string => typeof one === 'string',
    );
    const values = await openAmong(field.links!.tableId, ids);
    if (condition.operator === 'hasAllOf' && values.length < new Set(ids).size) return { op: 'or', items: [] };
    return leafPredicate(
      from.schema,
      from.grant,
      { ...condition, path: undefined, fieldId: field.id, value: values },
      context,
    );
  };
  const openAmong = async (tableId: string, ids: readonly string[]): Promise<readonly string[]> => {
    let end: OpenedTable;
    try {
      end = await open(actor, tableId);
    } catch {
      return [];
    }
    if (end.grant.rowPredicate === everyRow) return [...new Set(ids)];
    return (await rowsOf(ports, actor, tableId, named(ids), end.grant.rowPredicate, [])).map(({ id }) => id);
  };

  const along = async (from: OpenedTable, path: readonly string[], condition: FilterLeaf): Promise<Predicate> => {
    const field = visibleField(from.schema, from.grant, path[0]!);
    if (path.length === 1 && field.links?.side === 'owning' && naming.has(condition.operator))
      return ownSide(from, field, condition);
    if (field.apart !== undefined && path.length === 1) {
      const leaf = { ...condition, fieldId: field.id, path: undefined };
      const wanted = leafPredicate(from.schema, from.grant, leaf, context);
      const tableId = from.schema.table.id;
      if (field.apart === 'stays') return stayCondition(ports.records, { actor, ...from }, field, wanted, context.now);
      return field.apart === 'starred'
        ? starCondition(ports.stars, actor, tableId, field, wanted)
        : commentCondition(ports.records, actor, tableId, field, wanted);
    }
    if (path.length === 1)
      return looksAway(from.schema, { ...condition, path: undefined, fieldId: field.id })
        ? otherSide(field, condition)
        : leafPredicate(from.schema, from.grant, { ...condition, fieldId: field.id, path: undefined }, context);
    if (field.links === undefined) throw invalid('filter.not_a_link', { fieldId: field.id });
    const end = await open(actor, field.links.tableId);
    const inner = await along(end, path.slice(1), condition);
    const any = await linkedTo(field, end, inner);
    const match = condition.match ?? 'any';
    if (match === 'any') return any;
    if (match === 'none') return { op: 'not', item: any };
    const others = await linkedTo(field, end, { op: 'not', item: inner });
    return { op: 'and', items: [any, { op: 'not', item: others }] };
  };

  /** What may be asked of the other side itself: whether there is a link, and to which records. */
  const otherSide = async (field: SchemaField, { operator, value }: FilterLeaf): Promise<Predicate> => {
    const end = await open(actor, field.links!.tableId);
    const everything: Predicate = { op: 'and', items: [] };
    const ids = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
    switch (operator) {
      case 'isEmpty':
        return { op: 'not', item: await linkedTo(field, end, everything) };
      case 'isNotEmpty':
        return linkedTo(field, end, everything);
      case 'hasAnyOf':
        return linkedTo(field, end, named(ids));
      case 'hasNoneOf':
        return { op: 'not', item: await linkedTo(field, end, named(ids)) };
      case 'hasAllOf':
        return { op: 'and', items: await Promise.all(ids.map((id) => linkedTo(field, end, named([id])))) };
      default:
        throw invalid('filter.operator_unknown', {
          fieldId: field.id,
          operators: field.type.operators.map(({ id }) => id),
        });
    }
  };

  const found = new Map<FilterLeaf, Predicate>();
  for (const leaf of leavesOf(filter)) {
    if (!looksAway(table.schema, leaf)) {
      const own = table.schema.byId.get(leaf.fieldId) ?? table.schema.byName.get(fold(leaf.fieldId));
      if (own?.links?.side !== 'owning' || !naming.has(leaf.operator)) continue;
    }
    const path = leaf.path ?? [leaf.fieldId];
    if (path.length > mostHops + 1) throw invalid('filter.too_deep', { limit: mostHops });
    found.set(leaf, await along(table, path, leaf));
  }
  return found;
};
