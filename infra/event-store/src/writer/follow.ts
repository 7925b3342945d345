import type { Derivation, Derived, Dependent, EventContext, Join, Linked, ModelOp, Row } from '@tessera/kernel';
import type { ModelWriter } from '@tessera/document-store';
import {
  changedBy,
  derivedOp,
  idsOf,
  idsSaid,
  linkedOf,
  lookUp,
  readOf,
  really,
  touchedBy,
  withDerived,
  type Written,
} from './derived.ts';

/** Rows of other records that are computed in the transaction of a commit; more are owed. */
const mostAtOnce = 200;
/** Rows that are owed one by one for one change; beyond it a table is computed anew as a whole. */
const mostOwed = 20_000;
/** Rows computed together, whose linked rows are in memory meanwhile. */
const together = 50;

type StateOf = (stream: string) => unknown;
type RowOp = Extract<ModelOp, { readonly op: 'rows.insert' | 'rows.update' | 'rows.delete' | 'rows.restore' }>;
/** By table and id: the columns and joins that changed, null for all. */
type Due = Map<string, Map<string, Set<string> | null>>;

const isRows = (op: ModelOp): op is RowOp =>
  op.op === 'rows.insert' || op.op === 'rows.update' || op.op === 'rows.delete' || op.op === 'rows.restore';

const add = (due: Due, table: string, id: string, changed: Iterable<string> | null): void => {
  let rows = due.get(table);
  if (rows === undefined) due.set(table, (rows = new Map()));
  const known = rows.get(id);
  if (known === null || changed === null) rows.set(id, null);
  else if (known === undefined) rows.set(id, new Set(changed));
  else for (const one of changed) known.add(one);
};

/**
 * Brings derived columns up to what changed, within the open transaction. Rows that changed themselves are computed in it
 * whatever they are; of those that only depend on others some are, and more are owed to background work, which is a part
 * of the transaction, too.
 */
export const createFollow = (derivation: Derivation, model: ModelWriter) => {
  const own: Due = new Map();
  const others: Due = new Map();
  /** Tables of which rows were written that nobody wrote himself, with their ids. */
  const touched = new Map<string, Set<string>>();

  /** Reads what stands behind joins when it is first asked for, for all rows of a call together. */
  const linkedFor = (organizationId: string, { joins }: Derived, rows: readonly Row[]): Linked => {
    const read = new Map<string, (row: Row) => readonly Row[]>();
    const open = (join: Join): ((row: Row) => readonly Row[]) => {
      const { table, column, side } = join;
      const linking =
        side === 'owning'
          ? []
          : (model.read(organizationId, { kind: 'linking', table, column, ids: rows.map(({ id }) => id) }) as readonly {
              readonly id: string;
            }[][]);
      const { lists, wanted } = linkedOf(join, rows, linking);
      const found = model.read(organizationId, { kind: 'rows', table, ids: wanted, columns: [...join.reads] });
      const byId = new Map(
        (found as readonly (Row | undefined)[]).flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])),
      );
      return (row) => lookUp(lists, byId, row);
    };
    return (name, row) => {
      let known = read.get(name);
      if (known === undefined) read.set(name, (known = open(joins.find((join) => join.name === name)!)));
      return known(row);
    };
  };

  /** What depends on rows that were written is due, or owed as a whole where it is too much to name. */
  const passOn = (organizationId: string, op: Written, state: StateOf): void => {
    for (const { table, join } of derivation.dependents(op.table, state)) {
      const { what, rows } = touchedBy(op, join);
      if (what.length === 0) continue;
      if (join.side === 'other') {
        const lists = rows
          ? (model.read(organizationId, {
              kind: 'rows',
              table: op.table,
              ids: op.ids,
              columns: [join.column],
            }) as readonly (Row | undefined)[])
          : [];
        for (const id of [...idsSaid(op, join.column), ...lists.flatMap((row) => idsOf(row?.cells[join.column]))])
          add(others, table, id, what);
      } else owning(organizationId, op, { table, join }, what, state);
    }
  };

  const owning = (
    organizationId: string,
    { ids }: Written,
    { table, join }: Dependent,
    what: readonly string[],
    state: StateOf,
  ): void => {
    let left = mostOwed;
    for (const id of ids) {
      const [rows = []] = model.read(organizationId, {
        kind: 'linking',
        table,
        column: join.column,
        ids: [id],
        deleted: true,
        limit: left + 1,
      }) as readonly { readonly id: string }[][];
      left -= rows.length;
      if (left < 0) {
        const derived = derivation.of(table, state);
        model.refill(organizationId, table, [...(derived?.affected(new Set(what)) ?? [])]);
        return;
      }
      for (const row of rows) add(others, table, row.id, what);
    }
  };

  /** Computes rows and writes what differs; `told`: others wrote what they follow from. */
  const compute = (
    organizationId: string,
    table: string,
    ids: readonly string[],
    changed: ReadonlySet<string> | undefined,
    context: EventContext,
    state: StateOf,
    told: boolean,
  ): void => {
    const derived = derivation.of(table, state);
    if (derived === undefined) return;
    const found = (
      model.read(organizationId, { kind: 'rows', table, ids, columns: readOf(derived) }) as readonly (Row | undefined)[]
    ).filter((row) => row !== undefined);
    const made = derivedOp(table, derived, found, changed, linkedFor(organizationId, derived, found));
    if (made === undefined) return;
    model.apply(organizationId, made, context);
    if (told) {
      let seen = touched.get(table);
      if (seen === undefined) touched.set(table, (seen = new Set()));
      for (const id of made.ids) seen.add(id);
    }
    passOn(
      organizationId,
      { op: 'rows.derived', table, ids: made.ids, changed: really(found, made.columns, made.ids) },
      state,
    );
  };

  /** Takes rows of one table for which the same changed; undefined where none are due. */
  const take = (
    due: Due,
    most: number,
  ): { table: string; ids: string[]; changed: Set<string> | undefined } | undefined => {
    for (const [table, rows] of due) {
      const ids: string[] = [];
      let changed: Set<string> | null | undefined;
      for (const [id, what] of rows) {
        if (ids.length === most) break;
        ids.push(id);
        rows.delete(id);
        if (changed === null || what === null) changed = null;
        else changed = new Set([...(changed ?? []), ...what]);
      }
      if (rows.size === 0) due.delete(table);
      if (ids.length > 0) return { table, ids, changed: changed ?? undefined };
    }
    return undefined;
  };

  return {
    /** Applies an op of a projection; what follows from it is computed by `settle`. */
    apply: (organizationId: string, op: ModelOp, context: EventContext, state: StateOf): void => {
      if (!isRows(op)) return model.apply(organizationId, op, context);
      const derived = derivation.of(op.table, state);
      const plain = derived === undefined || derived.joins.length === 0;
      model.apply(
        organizationId,
        op.op === 'rows.insert' && derived !== undefined && plain ? withDerived(op, derived, context) : op,
        context,
      );
      if (derived !== undefined && op.op === 'rows.insert' && !plain)
        for (const id of op.ids) add(own, op.table, id, null);
      if (derived !== undefined && op.op === 'rows.update') {
        const changed = changedBy(op);
        if ([...changed].some((column) => derived.reads.has(column)))
          for (const id of op.ids) add(own, op.table, id, changed);
      }
      passOn(organizationId, op, state);
    },
    /** All that is due after a commit; answers the rows of which something was computed because others changed. */
    settle: (
      organizationId: string,
      context: EventContext,
      state: StateOf,
      atOnce = mostAtOnce,
    ): ReadonlyMap<string, ReadonlySet<string>> => {
      touched.clear();
      for (let next = take(own, together); next !== undefined; next = take(own, together))
        compute(organizationId, next.table, next.ids, next.changed, context, state, false);
      let left = atOnce;
      for (let next = take(others, together); next !== undefined; next = take(others, together)) {
        if (left <= 0) model.owe(organizationId, next.table, next.ids);
        else compute(organizationId, next.table, next.ids, next.changed, context, state, true);
        left -= next.ids.length;
      }
      return touched;
    },
    /** Computes rows that are owed; what depends on them is owed, too. */
    owed: (
      organizationId: string,
      table: string,
      ids: readonly string[],
      context: EventContext,
      state: StateOf,
    ): void => {
      compute(organizationId, table, ids, undefined, context, state, false);
      for (let next = take(others, mostOwed); next !== undefined; next = take(others, mostOwed))
        model.owe(organizationId, next.table, next.ids);
    },
    /** What a filling of columns computes for rows, which carry all of them as they are. */
    filled: (organizationId: string, table: string, derived: Derived, rows: readonly Row[], state: StateOf) => {
      const columns = derived.compute(rows, undefined, linkedFor(organizationId, derived, rows));
      const ids = rows.map(({ id }) => id);
      passOn(organizationId, { op: 'rows.derived', table, ids, changed: really(rows, columns, ids) }, state);
      return columns;
    },
    /** What depends on filled rows is owed. */
    settleFilled: (organizationId: string): void => {
      for (let next = take(others, mostOwed); next !== undefined; next = take(others, mostOwed))
        model.owe(organizationId, next.table, next.ids);
    },
    forget: (): void => {
      own.clear();
      others.clear();
      touched.clear();
    },
  };
};
