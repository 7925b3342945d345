import {
  elementOf,
  fieldType,
  listValues,
  optionLabel,
  typeOfField,
  type ResultType,
  type RollupFunction,
} from '@tessera/fields';
import { failure, type Failure, type FailureCode } from '@tessera/formulas';
import { failureColumn, kinds, systemColumns, type Cell, type Row } from '@tessera/kernel';
import { linkProps } from '../definitions/schema.ts';
import { columnOf, type FieldState, type TableState } from '../definitions/state.ts';
import type { Filter } from '../records/filter.ts';

/** What fields say that are computed from linked records. */
export type LinkedProps = FieldState['props'] & {
  readonly linkFieldId?: string;
  readonly fieldId?: string;
  readonly function?: RollupFunction;
  readonly filter?: Filter;
  readonly result?: ResultType;
  readonly timezone?: string;
};
export const linkedProps = ({ props }: Pick<FieldState, 'props'>): LinkedProps => props as LinkedProps;

/** Whether a field's values follow from records that its own is linked to. */
export const isLinkedValue = ({ type }: Pick<FieldState, 'type'>): boolean => fieldType(type)?.derived === 'ofLinks';
const isComputed = ({ type }: Pick<FieldState, 'type'>): boolean => fieldType(type)?.derived === 'ofRow';

export type TableOf = (tableId: string) => TableState | undefined;

/** Where the records of a link field stand; undefined where the field or its table is gone. */
export type Link = {
  readonly field: FieldState;
  readonly other: TableState;
  readonly side: 'owning' | 'other';
  /** The column that holds the links, of the own table or of the other one. */
  readonly column: string;
};
export const linkAt = (table: TableState, linkFieldId: string, tableOf: TableOf): Link | undefined => {
  const field = table.fields.find(({ id }) => id === linkFieldId);
  const side = field === undefined ? undefined : fieldType(field.type)?.links;
  if (field === undefined || side === undefined) return undefined;
  const { tableId, ofFieldId } = linkProps(field);
  const other = tableId === table.id ? table : tableOf(tableId);
  if (other === undefined) return undefined;
  if (side === 'owning') return { field, other, side, column: columnOf(field) };
  const owning = other.fields.find(({ id }) => id === ofFieldId);
  return owning && { field, other, side, column: columnOf(owning) };
};

const systemCell: Readonly<Record<string, (row: Row) => Cell>> = {
  [systemColumns.createdAt]: (row) => row.createdAt,
  [systemColumns.updatedAt]: (row) => row.updatedAt,
};

/** The columns that a field's values are read from. */
const columnsOf = (field: FieldState): readonly string[] => {
  const type = typeOfField(field);
  if (type?.system !== undefined) return [systemColumns[type.system]];
  const column = columnOf(field);
  return type?.derived === undefined ? [column] : [column, failureColumn(column)];
};

export type Reader = {
  readonly result: ResultType;
  readonly columns: readonly string[];
  /** The values of a row; an empty one has none. */
  readonly read: (row: Row) => readonly Cell[] | Failure;
};

/** How values of a field are read of rows, one by one. */
export const readerOf = (field: FieldState): Reader | undefined => {
  const result = elementOf(field);
  const type = typeOfField(field);
  if (result === undefined || type === undefined) return undefined;
  const columns = columnsOf(field);
  const [column] = columns;
  const system = systemCell[column!];
  const listed = isLinkedValue(field) && type.parts !== undefined;
  const failed = type.derived === undefined ? undefined : failureColumn(column!);
  const { holds } = kinds[type.storage];
  const one = (cell: Cell): Cell => (holds === 'choice' ? (optionLabel(field.props, cell as string) ?? '') : cell);
  return {
    result,
    columns,
    read: (row) => {
      const code = failed === undefined ? undefined : row.cells[failed];
      if (code) return failure(code as FailureCode);
      const cell = system === undefined ? (row.cells[column!] ?? null) : system(row);
      if (listed) return listValues(result, cell);
      // An unticked box is empty or not, and says the same.
      if (cell === null) return result === 'boolean' && type.derived === undefined ? [false] : [];
      return Array.isArray(cell) ? (cell as readonly string[]).map(one).filter((text) => text !== '') : [one(cell)];
    },
  };
};

/** What a field makes of the values of linked records; undefined where it lists them. */
export const functionOf = (field: FieldState): RollupFunction | undefined => {
  const properties = fieldType(field.type)?.properties ?? {};
  if (properties['function'] !== undefined) return linkedProps(field).function ?? 'count';
  return properties['fieldId'] === undefined ? 'count' : undefined;
};

/** Whether a field's values are computed at all. */
export const isDerived = (field: FieldState): boolean => isComputed(field) || isLinkedValue(field);
