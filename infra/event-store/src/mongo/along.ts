import type { ColumnCells, Dependent, Derivation, Derived, EventContext, ModelOp, Notice, Row } from '@tessera/kernel';
import type { MongoModel } from '@tessera/document-store';
import { behindOf, changedBy, idsOf, idsSaid, linkedOf, lookUp } from '../writer/derived.ts';

/** Rows that one change computes at once; beyond it the columns are computed anew as a whole, by whoever fills. */
const mostAtOnce = 1_000;
/** Rows computed together, whose linked rows are in memory meanwhile. */
const together = 50;

type StateOf = (stream: string) => unknown;
type State = { readonly version: number; readonly state: unknown };

/** An op on rows of which something follows along links. */
export type Along = {
  readonly op: Extract<ModelOp, { readonly op: 'rows.insert' | 'rows.update' | 'rows.delete' | 'rows.restore' }>;
  readonly context: EventContext;
  /** What follows from the rows themselves, where that reads others. */
  readonly own: Derived | undefined;
  /** All that follows from the own row, where anything does. */
  readonly derived: Derived | undefined;
  readonly dependents: readonly Dependent[];
  /** Throws an error with `streams` for states that it lacks. */
  readonly state: StateOf;
  readonly resolve?: (streams: readonly string[]) => Promise<State[]>;
  readonly tell?: (notices: readonly Notice[]) => void;
};

type Lacking = { readonly streams: readonly string[] };
const isLacking = (error: unknown): error is Lacking =>
  error instanceof Error && Array.isArray((error as Partial<Lacking>).streams);

/** What follows from rows and from those behind their links, as they are by now. */
export const computeLinked = async (
  model: Pick<MongoModel, 'read'>,
  organizationId: string,
  derived: Derived,
  rows: readonly Row[],
  changed?: ReadonlySet<string>,
): Promise<readonly ColumnCells[]> => {
  const ids = rows.map(({ id }) => id);
  const read = new Map(
    await Promise.all(
      derived.joins.map(async (join) => {
        const { table, column, side } = join;
        const linking =
          side === 'owning'
            ? []
            : ((await model.read(organizationId, { kind: 'linking', table, column, ids })) as readonly {
                readonly id: string;
              }[][]);
        const { lists, wanted } = linkedOf(join, rows, linking);
        const found = (await model.read(organizationId, {
          kind: 'rows',
          table,
          ids: wanted,
          columns: [...join.reads],
        })) as readonly (Row | undefined)[];
        const byId = new Map(found.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
        return [join.name, (row: Row) => lookUp(lists, byId, row)] as const;
      }),
    ),
  );
  return derived.compute(rows, changed, (join, row) => read.get(join)?.(row) ?? []);
};

/**
 * Brings what follows along links up to commits that are applied, before they are told as such: whoever ends in between
 * leaves them to be applied again. What depends on a column that may have changed is computed, whether it did or not: the
 * second time nobody could tell any more that it did.
 */
export const createAlong = (derivation: Derivation | undefined, model: MongoModel) => {
  type Due = {
    readonly table: string;
    readonly ids: Set<string>;
    readonly changed: Set<string>;
    whole: boolean;
    all: boolean;
  };

  const one = async (along: Along): Promise<void> => {
    const { op, context, own, resolve } = along;
    const { organizationId, position } = context;
    const due = new Map<string, Due>();
    const more = new Map<string, unknown>();
    const state: StateOf = (stream) => (more.has(stream) ? more.get(stream) : along.state(stream));
    const asking = async <T>(ask: () => T): Promise<T> => {
      for (;;) {
        try {
          return ask();
        } catch (error) {
          if (!isLacking(error) || resolve === undefined) throw error;
          (await resolve(error.streams)).forEach((found, i) => more.set(error.streams[i]!, found.state));
        }
      }
    };
    const dueOf = (table: string): Due => {
      let found = due.get(table);
      if (found === undefined)
        due.set(table, (found = { table, ids: new Set(), changed: new Set(), whole: false, all: false }));
      return found;
    };
    /** What depends on rows some columns of which may have changed; undefined: that come or go. */
    const passOn = async (
      dependents: readonly Dependent[],
      table: string,
      ids: readonly string[],
      changed: ReadonlySet<string> | undefined,
      said: (column: string) => readonly string[] = () => [],
      whole = false,
    ): Promise<void> => {
      for (const { table: other, join } of dependents) {
        const named = join.side === 'other' ? said(join.column) : [];
        const columns = changed === undefined ? [join.name] : behindOf(join, changed);
        const reads = columns.length > 0;
        if (!reads && named.length === 0) continue;
        const next = dueOf(other);
        for (const what of columns) next.changed.add(what);
        if (named.length > 0) next.changed.add(join.name);
        if (whole && reads) {
          next.whole = true;
          continue;
        }
        for (const id of named) next.ids.add(id);
        if (!reads) continue;
        if (join.side === 'other') {
          const rows = (await model.read(organizationId, {
            kind: 'rows',
            table,
            ids,
            columns: [join.column],
          })) as readonly (Row | undefined)[];
          for (const row of rows) for (const id of idsOf(row?.cells[join.column])) next.ids.add(id);
        } else {
          const found = (await model.read(organizationId, {
            kind: 'linking',
            table: other,
            column: join.column,
            ids,
            deleted: true,
            limit: mostAtOnce + 1,
          })) as readonly { readonly id: string }[][];
          for (const row of found.flat()) next.ids.add(row.id);
        }
        if (next.ids.size > mostAtOnce) next.whole = true;
      }
    };
    const columns = op.op === 'rows.update' ? changedBy(op) : undefined;
    const affected = columns && along.derived?.affected(columns);
    await passOn(
      // Nobody links to a row before it is there.
      op.op === 'rows.insert' ? along.dependents.filter(({ join }) => join.side === 'other') : along.dependents,
      op.table,
      op.ids,
      columns && new Set([...columns, ...(affected ?? [])]),
      (column) => idsSaid(op, column),
    );
    if (own !== undefined) {
      const next = dueOf(op.table);
      next.all = true;
      for (const id of op.ids) next.ids.add(id);
    }
    for (let at = due.values().next().value; at !== undefined; at = due.values().next().value) {
      const { table, changed, whole, all } = at;
      due.delete(table);
      const ids = [...at.ids];
      const derived = await asking(() => derivation!.of(table, state));
      if (derived === undefined) continue;
      const touched = all ? new Set(derived.columns.map(({ column }) => column)) : derived.affected(changed);
      if (touched.size === 0) continue;
      if (whole) await model.refill(organizationId, table, [...touched], position);
      for (let from = 0; from < (whole && !all ? 0 : ids.length); from += together)
        await model.derive(organizationId, table, ids.slice(from, from + together), derived, (rows) =>
          computeLinked(model, organizationId, derived, rows),
        );
      if (table !== op.table || !all) along.tell?.(derivation!.notices(table, whole ? undefined : ids));
      await passOn(await asking(() => derivation!.dependents(table, state)), table, ids, touched, undefined, whole);
    }
  };

  return async (all: readonly Along[]): Promise<void> => {
    for (const along of all) await one(along);
  };
};
