import {
  fold,
  systemColumns,
  type Cell,
  type ColumnSpec,
  type Operand,
  type SelectedColumn,
  type StorageKind,
} from '@tessera/kernel';
import { convertCell, type ConvertContext, type FieldType, type Side } from '@tessera/fields';
import { typeOf } from './types.ts';
import { columnOf, draftColumn, draftFieldId, type FieldState, type TableState } from './state.ts';

export type SchemaField = {
  readonly state: FieldState;
  readonly id: string;
  readonly name: string;
  readonly type: FieldType;
  readonly column: string;
  readonly kind: StorageKind;
  readonly scale: number | undefined;
  readonly system: FieldType['system'];
  /** The scope of its claims while it is unique or becoming so. */
  readonly claimScope: string | undefined;
  /** What it is on its way to be: its column is written together with this one's. */
  readonly next: { readonly field: SchemaField; readonly convert: (cell: Cell | null) => Cell | null } | undefined;
};

/**
 * A table's definition made ready for reading and writing records: looked up by id or folded name, by field id and
 * generation, by column.
 */
export type Schema = {
  readonly table: TableState;
  readonly fields: readonly SchemaField[];
  readonly byId: ReadonlyMap<string, SchemaField>;
  readonly byName: ReadonlyMap<string, SchemaField>;
  readonly byColumn: ReadonlyMap<string, SchemaField>;
  /** Live and deleted, for folding events and for claims of deleted records. */
  readonly all: ReadonlyMap<string, SchemaField>;
  readonly required: readonly SchemaField[];
  readonly withDefault: readonly SchemaField[];
  /**
   * Fields whose values are claimed, the deleted ones included: a record in the trash must not hold a value of a field
   * that may come back.
   */
  readonly claimed: readonly SchemaField[];
  readonly hasUsers: boolean;
};

const claimScopeOf = (tableId: string, fieldId: string, epoch: number): string =>
  `unique:${tableId}:${fieldId}:${epoch}`;

const unknownType = (id: string): FieldType => ({
  id,
  storage: 'text',
  searchable: false,
  keyable: false,
  editor: 'none',
  display: 'text',
  operators: [],
  sortable: false,
  aggregates: [],
  props: (props) => props,
  fromJson: () => null,
  toJson: (cell) => cell,
  fromText: () => null,
  toText: (cell) => String(cell),
});

const nextOf = (field: SchemaField, from: Side, { locale, timezone }: ConvertContext): SchemaField['next'] => ({
  field,
  convert: (cell) => convertCell(cell, from, { type: field.type, props: field.state.props }, { locale, timezone }).cell,
});

const compileField = (table: TableState, state: FieldState, target = false): SchemaField => {
  const type = typeOf(state.type) ?? unknownType(state.type);
  const pending = table.becomingUnique.find((b) => b.fieldId === state.id);
  const conversion = target ? undefined : (table.converting ?? []).find((c) => c.after.id === state.id);
  const epoch = pending?.epoch ?? (state.unique ? state.uniqueEpoch : undefined);
  return {
    state,
    id: state.id,
    name: state.name,
    type,
    kind: type.storage,
    system: type.system,
    column: type.system === undefined ? columnOf(state) : systemColumns[type.system],
    scale: state.keptScale,
    claimScope: epoch === undefined ? undefined : claimScopeOf(table.id, state.id, epoch),
    next:
      conversion === undefined
        ? undefined
        : nextOf(compileField(table, conversion.after, true), { type, props: state.props }, conversion),
  };
};

const compiled = new WeakMap<TableState, Schema>();

/** Compiles a definition once per state object. */
export const schemaOf = (table: TableState): Schema => {
  const known = compiled.get(table);
  if (known !== undefined) return known;
  const fields = table.fields.map((field) => compileField(table, field));
  const deleted = table.deletedFields.map((d) => compileField(table, d.field));
  const all = [...fields, ...deleted];
  const schema: Schema = {
    table,
    fields,
    byId: new Map(fields.map((f) => [f.id, f])),
    byName: new Map(fields.map((f) => [fold(f.name), f])),
    byColumn: new Map(all.map((f) => [f.column, f])),
    all: new Map(all.map((f) => [f.id, f])),
    required: fields.filter((f) => f.state.required && f.system === undefined),
    withDefault: fields.filter((f) => f.state.default !== null),
    claimed: all.filter((f) => f.claimScope !== undefined),
    hasUsers: fields.some((f) => f.system === undefined && (f.kind === 'user' || f.kind === 'users')),
  };
  compiled.set(table, schema);
  return schema;
};

/**
 * Whether values cannot be written for now: the field is being converted from or to people, who are known by name to
 * the conversion alone, so that what is written meanwhile could not go into both forms.
 */
export const unsettled = ({ kind, next }: SchemaField): boolean =>
  next !== undefined && [kind, next.field.kind].some((one) => one === 'user' || one === 'users');

export const operandOf = (field: SchemaField): Operand => ({
  kind: 'field',
  column: field.column,
  storage: field.kind,
  ...(field.scale !== undefined && { scale: field.scale }),
});

/** The column of a field in the read model; undefined for one that the system keeps. */
export const columnSpec = (field: SchemaField): ColumnSpec | undefined =>
  field.system !== undefined
    ? undefined
    : {
        column: field.column,
        kind: field.kind,
        ...(field.scale !== undefined && { scale: field.scale }),
        ...(field.type.searchable && { searchable: true }),
      };

export const draftSpec: ColumnSpec = { column: draftColumn, kind: 'boolean' };

export const selectedColumn = (field: SchemaField, key: 'id' | 'name'): SelectedColumn => ({
  column: field.column,
  storage: field.kind,
  ...(field.scale !== undefined && { scale: field.scale }),
  key: field[key],
});

export const draftSelected: SelectedColumn = { column: draftColumn, storage: 'boolean', key: draftFieldId };

/**
 * The key by which two values of a unique field are the same (EVENTS.md 11, 20); undefined where there is nothing to
 * claim.
 */
export const uniqueKey = (field: SchemaField, cell: Cell | null | undefined): string | undefined => {
  if (cell === null || cell === undefined) return undefined;
  return field.kind === 'text' ? fold(cell as string) || undefined : String(cell);
};
