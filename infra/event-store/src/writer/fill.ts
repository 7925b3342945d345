import type { ModelWriter } from '@tessera/document-store';
import type { createApplier } from './applier.ts';
import { readOf } from './derived.ts';

/** Rows filled between two looks at the clock. */
const rowsAtOnce = 200;
/** The same of rows that are owed, each of which may have thousands behind it. */
const owedAtOnce = 20;
const nothing: ReadonlySet<string> = new Set();

/** A table of which something was computed by background work. */
export type Filled = { readonly organizationId: string; readonly table: string };
type Applier = Pick<
  ReturnType<typeof createApplier<unknown>>,
  'derived' | 'filled' | 'forget' | 'payOff' | 'settleFilled'
>;

/** A column of a table is filled when those that it is computed from are. */
const readyColumns = (
  model: ModelWriter,
  applier: Applier,
): (Filled & { readonly columns: readonly string[] }) | undefined => {
  const all = model.unfilled();
  const [first] = all;
  if (first === undefined) return undefined;
  const known = new Set(all.map(({ organizationId, table, column }) => `${organizationId}\n${table}\n${column}`));
  const tables = Map.groupBy(all, ({ organizationId, table }) => `${organizationId}\n${table}`);
  for (const own of tables.values()) {
    const { organizationId, table } = own[0]!;
    const derived = applier.derived(organizationId, table);
    const columns = own
      .map(({ column }) => column)
      .filter((column) =>
        (derived?.awaits(column) ?? []).every(
          (other) => !known.has(`${organizationId}\n${other.table}\n${other.column}`),
        ),
      );
    if (columns.length > 0) return { organizationId, table, columns };
  }
  return { ...first, columns: [first.column] };
};

const fillSome = (model: ModelWriter, applier: Applier, until: number): Filled | undefined => {
  const ready = readyColumns(model, applier);
  if (ready === undefined) return undefined;
  const { organizationId, table, columns } = ready;
  const derived = applier.derived(organizationId, table);
  const joined = derived !== undefined && derived.joins.length > 0;
  for (
    let next = model.nextFill(organizationId, table, columns);
    next !== undefined;
    next = performance.now() < until ? model.nextFill(organizationId, table, columns) : undefined
  ) {
    const reads = derived === undefined ? nothing : joined ? new Set(readOf(derived)) : derived.reads;
    model.fill(next, reads, joined ? owedAtOnce : rowsAtOnce, (rows) =>
      derived === undefined
        ? []
        : joined
          ? applier.filled(organizationId, table, derived, rows)
          : derived.compute(rows),
    );
  }
  applier.settleFilled(organizationId);
  return { organizationId, table };
};

const payOff = (model: ModelWriter, applier: Applier, until: number): Filled | undefined => {
  let paid: Filled | undefined;
  for (
    let owed = model.owed(owedAtOnce);
    owed !== undefined;
    owed = performance.now() < until ? model.owed(owedAtOnce) : undefined
  ) {
    // What changes ends with the table that it began with: people are told of one at a time.
    if (paid !== undefined && (paid.table !== owed.table || paid.organizationId !== owed.organizationId)) break;
    applier.payOff(owed);
    model.paid(owed);
    paid = owed;
  }
  return paid;
};

/**
 * Computes rows that are owed, or else fills derived columns of one table, for about so many ms, in a transaction of its
 * own; answers what table that was, undefined where nothing was to do. A table of which nothing follows any more has
 * nothing to fill.
 */
export const fillSlice = (model: ModelWriter, applier: Applier, budgetMs: number): Filled | undefined => {
  if (!isBehind(model)) return undefined;
  const until = performance.now() + budgetMs;
  model.begin();
  try {
    const made = payOff(model, applier, until) ?? fillSome(model, applier, until);
    model.commit();
    return made;
  } catch (error) {
    model.rollback();
    applier.forget();
    throw error;
  }
};

/** Whether derived columns lack what follows from the rows. */
export const isBehind = (model: ModelWriter): boolean => model.owed(1) !== undefined || model.unfilled().length > 0;
