import type { Claim, ColumnSpec, ModelOp, Row, WriteModule } from '@tessera/kernel';
import { snapshotCollection, type ModelContents } from '@tessera/document-store';
import type { SalvagedStep } from '../log/salvaged.ts';

/** What one step of a salvage brings, with the claims that come and go with it. */
export type Difference = {
  readonly organizationId: string;
  readonly step?: SalvagedStep;
  readonly claims?: readonly Claim[];
  readonly releases?: readonly Claim[];
};

/** Rows that one step takes at most. */
const rowsAtOnce = 200;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const cellsOf = (columns: readonly string[], rows: readonly Row[]) =>
  columns.map((column) => ({ column, cells: rows.map((row) => row.cells[column] ?? null) }));

const made = (row: Row) => ({ time: row.createdAt, actorId: row.createdBy });
const changed = (row: Row) => ({ time: row.updatedAt, actorId: row.updatedBy });

/** What makes a row that is not there yet: as it was made, and where it was changed since, as it is. */
const insertion = (table: string, columns: readonly string[], rows: readonly Row[]): SalvagedStep[] => {
  const ids = rows.map(({ id }) => id);
  const [first] = rows;
  const steps: SalvagedStep[] = [
    { op: { op: 'rows.insert', table, ids, columns: cellsOf(columns, rows) }, ...made(first!) },
  ];
  for (const row of rows) {
    if (row.version === 1) continue;
    const [id, versions] = [[row.id], [row.version]];
    const op: ModelOp = row.deleted
      ? { op: 'rows.delete', table, ids: id, versions }
      : { op: 'rows.update', table, ids: id, versions, columns: cellsOf(columns, [row]) };
    steps.push({ op, ...changed(row) });
  }
  return steps;
};

/** What makes one state of a row of another. */
const alteration = (table: string, columns: readonly string[], before: Row, after: Row): SalvagedStep[] => {
  const differing = columns.filter((column) => !same(before.cells[column] ?? null, after.cells[column] ?? null));
  const flagged = before.deleted !== after.deleted;
  const flag = (version: number): SalvagedStep => ({
    op: { op: after.deleted ? 'rows.delete' : 'rows.restore', table, ids: [after.id], versions: [version] },
    ...changed(after),
  });
  const update = (version: number, names: readonly string[]): SalvagedStep => ({
    op: { op: 'rows.update', table, ids: [after.id], versions: [version], columns: cellsOf(names, [after]) },
    ...changed(after),
  });
  if (!flagged) return [update(after.version, differing.length === 0 ? columns : differing)];
  if (differing.length === 0) return [flag(after.version)];
  return after.deleted
    ? [update(after.version - 1, differing), flag(after.version)]
    : [flag(after.version - 1), update(after.version, differing)];
};

/**
 * What the read model `kept` has beyond `base`, as changes that bring `base` to it, and the claims that its contents hold
 * and `owner` does not know. Both are read as the iteration goes on, in the order in which the changes must be applied.
 */
export function* differences(
  module: WriteModule<unknown>,
  base: ModelContents,
  kept: ModelContents,
  owner: (organizationId: string, claim: Claim) => string | undefined,
): Iterable<Difference> {
  const statesOf = (contents: ModelContents, organizationId: string) => {
    const states = new Map<string, unknown>();
    return (stream: string): unknown => {
      if (!states.has(stream))
        states.set(
          stream,
          (contents.document(organizationId, snapshotCollection, stream) as { state?: unknown } | undefined)?.state,
        );
      return states.get(stream);
    };
  };
  const unclaimed = (organizationId: string, claims: readonly Claim[]): readonly Claim[] =>
    claims.filter((claim) => owner(organizationId, claim) !== claim.owner);
  const known = new Map([...base.tables()].map((one) => [`${one.organizationId}\0${one.table}`, one]));

  for (const { organizationId, table, columns, indexes } of kept.tables()) {
    const present = known.get(`${organizationId}\0${table}`);
    const add: readonly ColumnSpec[] = columns.filter(
      ({ column }) => present?.columns.some((one) => one.column === column) !== true,
    );
    if (present === undefined) yield { organizationId, step: { op: { op: 'table.create', table, columns } } };
    else if (add.length > 0) yield { organizationId, step: { op: { op: 'table.columns', table, add } } };
    if (!same(present?.indexes ?? [], indexes))
      yield { organizationId, step: { op: { op: 'table.indexes', table, indexes } } };

    const names = columns.map(({ column }) => column);
    const [statesNow, statesBefore] = [statesOf(kept, organizationId), statesOf(base, organizationId)];
    const heldBy = (row: Row, states: (stream: string) => unknown): readonly Claim[] =>
      row.deleted ? [] : (module.holds?.rows?.(table, [row], states) ?? []);
    let missing: Row[] = [];
    const insert = function* (): Iterable<Difference> {
      for (const step of missing.length === 0 ? [] : insertion(table, names, missing)) yield { organizationId, step };
      missing = [];
    };
    for (const row of kept.rows(organizationId, table)) {
      const before = base.row(organizationId, table, row.id);
      const held = heldBy(row, statesNow);
      const claims = unclaimed(organizationId, held);
      const stays = new Set(held.map(({ scope, key }) => `${scope}\0${key}`));
      const releases =
        before === undefined || same(before, row)
          ? []
          : heldBy(before, statesBefore).filter(({ scope, key }) => !stays.has(`${scope}\0${key}`));
      if (claims.length > 0 || releases.length > 0) yield { organizationId, claims, releases };
      if (before === undefined) {
        const last = missing.at(-1);
        if (last !== undefined && (missing.length >= rowsAtOnce || !same(made(last), made(row)))) yield* insert();
        missing.push(row);
      } else if (!same(before, row)) {
        yield* insert();
        for (const step of alteration(table, names, before, row)) yield { organizationId, step };
      }
    }
    yield* insert();
    // Rows that a purge took out of the model after the commits that are left.
    for (const row of present === undefined ? [] : base.rows(organizationId, table))
      if (kept.row(organizationId, table, row.id) === undefined)
        yield {
          organizationId,
          step: { op: { op: 'rows.erase', table, ids: [row.id] } },
          releases: heldBy(row, statesBefore),
        };
  }

  for (const { organizationId, collection, id, document } of kept.documents()) {
    const before = base.document(organizationId, collection, id);
    const held = module.holds?.document?.(collection, id, document) ?? [];
    const claims = unclaimed(organizationId, held);
    if (claims.length > 0) yield { organizationId, claims };
    if (!same(before, document))
      yield { organizationId, step: { op: { op: 'document.put', collection, id, document } } };
  }
  for (const { organizationId, collection, id, document } of base.documents())
    if (kept.document(organizationId, collection, id) === undefined)
      yield {
        organizationId,
        step: { op: { op: 'document.delete', collection, id } },
        releases: module.holds?.document?.(collection, id, document) ?? [],
      };
}
