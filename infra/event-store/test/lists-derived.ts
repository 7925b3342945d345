import {
  failureColumn,
  type ColumnCells,
  type Derived,
  type ModelOp,
  type Row,
  type WriteModule,
} from '@tessera/kernel';
import { listsModule, type ListEvent, type ListState } from './service.ts';

/** What follows from an item: its cells behind the label of its list, and no value where one of them is bad. */
export const follows = (
  { label, columns }: ListState,
  { cells }: Pick<Row, 'cells'>,
): readonly [string | null, string | null] => {
  const own = columns.map((column) => (cells[column] ?? '') as string);
  return own.includes('bad') ? [null, 'bad'] : [`${label}: ${own.join(' ')}`, null];
};

/** Each label is another computation, in columns of its own. */
export const derivedColumns = ({ changes }: ListState): readonly [string, string] => {
  const column = `c9_${1 + 2 * changes}`;
  return [column, failureColumn(column)];
};

const made = new WeakMap<ListState, Derived>();
const derivedOf = (state: ListState | undefined): Derived | undefined => {
  if (state === undefined) return undefined;
  let known = made.get(state);
  if (known === undefined) {
    const [value, failure] = derivedColumns(state);
    known = {
      columns: [
        { column: value, kind: 'text', searchable: true },
        { column: failure, kind: 'text' },
      ],
      reads: new Set(state.columns),
      joins: [],
      awaits: () => [],
      affected: () => new Set([value, failure]),
      compute: (rows): readonly ColumnCells[] => {
        const all = rows.map((row) => follows(state, row));
        return [
          { column: value, cells: all.map(([cell]) => cell) },
          { column: failure, cells: all.map(([, code]) => code) },
        ];
      },
    };
    made.set(state, known);
  }
  return known;
};

const plain = listsModule('lists');
const stateOf = (state: (stream: string) => unknown, list: string) => state(`list:${list}`) as ListState | undefined;

/** The lists of the suites, with a column that follows from each item and from the label of its list. */
export const writeModule: WriteModule<ListEvent> = {
  ...plain,
  projections: plain.projections.map((one) => ({
    ...one,
    project: (event, context, state): readonly ModelOp[] => {
      const ops = one.project(event, context, state);
      if (event.type !== 'listMade' && event.type !== 'listLabelled') return ops;
      const columns = derivedOf(stateOf(state, event.list))?.columns ?? [];
      return [...ops, { op: 'table.derived', table: event.list, columns }];
    },
  })),
  derivation: {
    version: 1,
    of: (list, state) => derivedOf(stateOf(state, list)),
    dependents: () => [],
    notices: (list) => [{ topic: `table:${list}`, kind: 'changed', ids: 'many' }],
  },
};
