import {
  behind,
  sameCell,
  systemColumns,
  type Cell,
  type ColumnCells,
  type Derived,
  type EventContext,
  type Join,
  type Linked,
  type ModelOp,
  type Row,
} from '@tessera/kernel';

type Op<K extends ModelOp['op']> = Extract<ModelOp, { readonly op: K }>;

/** The columns that an op changes in its rows; every change of a row is one of who changed it, and when. */
export const changedBy = ({ columns, links = [] }: Op<'rows.update'>): ReadonlySet<string> =>
  new Set([
    ...columns.map(({ column }) => column),
    ...links.map(({ column }) => column),
    systemColumns.updatedAt,
    systemColumns.updatedBy,
  ]);

/** What must be read of a row to compute what follows, and to see whether that differs from what is there. */
export const readOf = ({ columns, reads }: Derived): readonly string[] => [
  ...new Set([...reads, ...columns.map(({ column }) => column)]),
];

/** New rows with what follows from them: all that they have stands in the op. */
export const withDerived = (op: Op<'rows.insert'>, derived: Derived, context: EventContext): Op<'rows.insert'> => {
  const rows = op.ids.map((id, i): Row => {
    const cells: Record<string, Cell | null> = {};
    for (const { column, cells: given } of op.columns) cells[column] = given[i] ?? null;
    return {
      id,
      version: 1,
      deleted: false,
      createdAt: context.time,
      createdBy: context.actorId,
      updatedAt: context.time,
      updatedBy: context.actorId,
      cells,
    };
  });
  return { ...op, columns: [...op.columns, ...derived.compute(rows)] };
};

/** What follows from rows as they are; undefined where all of it is there already. */
export const derivedOp = (
  table: string,
  derived: Derived,
  found: readonly (Row | undefined)[],
  changed?: ReadonlySet<string>,
  linked?: Linked,
): Op<'rows.derive'> | undefined => {
  const rows = found.filter((row) => row !== undefined);
  const columns = derived.compute(rows, changed, linked);
  const differs = rows.map((row, i) => columns.some(({ column, cells }) => !sameCell(row.cells[column], cells[i])));
  if (!differs.includes(true)) return undefined;
  const keep = <T>(list: readonly T[]): readonly T[] => list.filter((_, i) => differs[i]);
  return {
    op: 'rows.derive',
    table,
    ids: keep(rows.map(({ id }) => id)),
    versions: keep(rows.map(({ version }) => version)),
    columns: columns.map(({ column, cells }): ColumnCells => ({ column, cells: keep(cells) })),
  };
};

/** The columns of an op of which a cell of one of these rows is another than before. */
export const really = (
  rows: readonly (Row | undefined)[],
  columns: readonly ColumnCells[],
  ids: readonly string[],
): ReadonlySet<string> => {
  const before = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
  return new Set(
    columns.flatMap(({ column, cells }) =>
      ids.some((id, i) => !sameCell(before.get(id)?.cells[column], cells[i])) ? [column] : [],
    ),
  );
};

/** The ids that stand in columns of links. */
export const idsOf = (cell: Cell | null | undefined): readonly string[] =>
  Array.isArray(cell) ? (cell as readonly string[]) : [];

/** The records behind a join for each row, and the rows that are to be read for them. */
export const linkedOf = (
  join: Join,
  rows: readonly Row[],
  linking: readonly (readonly { readonly id: string }[])[],
): { readonly lists: ReadonlyMap<string, readonly string[]>; readonly wanted: readonly string[] } => {
  const lists = new Map(
    rows.map((row, i) => [
      row.id,
      join.side === 'owning' ? idsOf(row.cells[join.column]) : linking[i]!.map(({ id }) => id),
    ]),
  );
  return { lists, wanted: [...new Set([...lists.values()].flat())] };
};

/** Looks linked rows up that were read. */
export const lookUp = (
  lists: ReadonlyMap<string, readonly string[]>,
  rows: ReadonlyMap<string, Row>,
  row: Row,
): readonly Row[] =>
  (lists.get(row.id) ?? []).flatMap((id) => {
    const one = rows.get(id);
    return one === undefined || one.deleted ? [] : [one];
  });

/** Rows of which a commit changed something: all columns of theirs, or some. */
export type Written =
  | Op<'rows.insert' | 'rows.update' | 'rows.delete' | 'rows.restore'>
  | {
      readonly op: 'rows.derived';
      readonly table: string;
      readonly ids: readonly string[];
      readonly changed: ReadonlySet<string>;
    };

/** What of a join's rows changes of some columns concern, as `affected` takes it. */
export const behindOf = (join: Join, changed: ReadonlySet<string>): readonly string[] =>
  [...join.reads].flatMap((column) => (changed.has(column) ? [behind(join.name, column)] : []));

/**
 * What of a join's other rows an op touched, as `affected` takes it, and whether that concerns all whom the rows are
 * linked to (`rows`), or only those whom the op names.
 */
export const touchedBy = (op: Written, join: Join): { readonly what: readonly string[]; readonly rows: boolean } => {
  switch (op.op) {
    case 'rows.insert':
      // Nobody links to a row before it is there.
      return { what: join.side === 'other' ? [join.name] : [], rows: false };
    case 'rows.delete':
    case 'rows.restore':
      return { what: [join.name], rows: true };
    case 'rows.derived':
      return { what: behindOf(join, op.changed), rows: true };
    case 'rows.update': {
      const columns = behindOf(join, changedBy(op));
      const linked = join.side === 'other' && (op.links ?? []).some(({ column }) => column === join.column);
      return { what: linked ? [join.name, ...columns] : columns, rows: columns.length > 0 };
    }
  }
};

/** The ids that an op says of a column of links itself: those of new rows, and what was added or taken away. */
export const idsSaid = (op: Written, column: string): readonly string[] =>
  op.op === 'rows.insert'
    ? op.columns.flatMap((one) => (one.column === column ? one.cells.flatMap(idsOf) : []))
    : op.op === 'rows.update'
      ? (op.links ?? []).flatMap((one) =>
          one.column === column
            ? one.changes.flatMap((change) => [...(change?.added ?? []), ...(change?.removed ?? [])])
            : [],
        )
      : [];
