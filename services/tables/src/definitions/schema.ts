import {
  failureColumn,
  fold,
  isPerson,
  isText,
  partColumn,
  systemColumns,
  wholePart,
  type Cell,
  type ColumnSpec,
  type Operand,
  type PartSpecs,
  type SelectedColumn,
  type StorageKind,
} from '@tessera/kernel';
import {
  computedDefaultOf,
  convertCell,
  typeOfField,
  type ConvertContext,
  type FieldType,
  type Side,
} from '@tessera/fields';
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
  /** Of a structured field: its parts. */
  readonly parts: PartSpecs | undefined;
  readonly system: FieldType['system'];
  /** Of links: on which side it stands, and the table at the other end. */
  readonly links: { readonly side: 'owning' | 'other'; readonly tableId: string } | undefined;
  /** What it tells is kept beside the records, and joined when they are read (comments/counts.ts). */
  readonly apart: FieldType['apart'];
  /** Its values are computed: nobody writes them, and why there is none stands in a column beside (`failureColumn`). */
  readonly derived: boolean;
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
  /** Of those: the default of some is found out for each record. */
  readonly computesDefaults: boolean;
  /**
   * Fields whose values are claimed, the deleted ones included: a record in the trash must not hold a value of a field
   * that may come back.
   */
  readonly claimed: readonly SchemaField[];
  readonly hasUsers: boolean;
  /** Fields of links, of either side. */
  readonly links: readonly SchemaField[];
  /** Some of its fields are computed from linked records. */
  readonly looksAlong: boolean;
  /** Fields that tell what is kept beside the records. */
  readonly apart: readonly SchemaField[];
  /** Live fields whose values are numbers that the server gives. */
  readonly numbered: readonly SchemaField[];
};

const claimScopeOf = (tableId: string, fieldId: string, epoch: number): string =>
  `unique:${tableId}:${fieldId}:${epoch}`;

const unknownType = (id: string): FieldType => ({
  id,
  storage: 'text',
  searchable: false,
  keyable: false,
  conversions: null,
  format: { takes: '', example: null },
  operators: [],
  sortable: false,
  aggregates: [],
  properties: {},
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

/** What links say of themselves in their properties. */
export type LinkProps = {
  readonly tableId: string;
  readonly multiple: boolean;
  readonly referenceFieldId?: string;
  readonly other?: { readonly multiple?: boolean; readonly shown?: boolean; readonly writable?: boolean };
  readonly ofFieldId?: string;
  readonly shown?: boolean;
  readonly writable?: boolean;
  readonly pickerFields?: readonly string[];
};
export const linkProps = ({ type, props }: Pick<FieldState, 'type' | 'props'>): LinkProps => {
  const said = props as unknown as LinkProps;
  return typeOf(type)?.pairs === true ? { ...said, multiple: false, other: { ...said.other, multiple: false } } : said;
};

/** Whether a field is the other side of a link and not to be seen: it is there to be shown one day. */
export const isHidden = (field: FieldState): boolean =>
  typeOf(field.type)?.links === 'other' && linkProps(field).shown === false;

/** The scope in which a link claims its target: where a record may be linked once alone, who links first has it. */
const linkScope = (tableId: string, field: FieldState): string | undefined =>
  typeOf(field.type)?.links === 'owning' && linkProps(field).other?.multiple === false
    ? `link:${tableId}:${field.id}`
    : undefined;

export const compileField = (
  table: Pick<TableState, 'id' | 'becomingUnique' | 'converting'>,
  state: FieldState,
  target = false,
): SchemaField => {
  const type = typeOfField(state) ?? unknownType(state.type);
  const pending = table.becomingUnique.find((b) => b.fieldId === state.id);
  const conversion = target ? undefined : (table.converting ?? []).find((c) => c.after.id === state.id);
  const epoch = pending?.epoch ?? (state.unique ? state.uniqueEpoch : undefined);
  return {
    state,
    id: state.id,
    name: state.name,
    type,
    kind: type.storage,
    parts: type.parts,
    system: type.system,
    apart: type.apart,
    derived: type.derived !== undefined,
    column: type.system === undefined ? columnOf(state) : systemColumns[type.system],
    scale: state.keptScale,
    links: type.links && { side: type.links, tableId: linkProps(state).tableId },
    claimScope: epoch === undefined ? linkScope(table.id, state) : claimScopeOf(table.id, state.id, epoch),
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
  const live = table.fields.map((field) => compileField(table, field));
  const fields = live.filter(({ state }) => !isHidden(state));
  const deleted = table.deletedFields.map((d) => compileField(table, d.field));
  const all = [...live, ...deleted];
  const schema: Schema = {
    table,
    fields,
    byId: new Map(fields.map((f) => [f.id, f])),
    byName: new Map(fields.map((f) => [fold(f.name), f])),
    byColumn: new Map(all.map((f) => [f.column, f])),
    all: new Map(all.map((f) => [f.id, f])),
    required: fields.filter((f) => f.state.required && f.system === undefined && !f.derived && !f.apart),
    withDefault: fields.filter((f) => f.state.default !== null || computedDefaultOf(f.state) !== undefined),
    computesDefaults: fields.some((f) => computedDefaultOf(f.state) !== undefined),
    claimed: all.filter((f) => f.claimScope !== undefined),
    links: fields.filter((f) => f.links !== undefined),
    apart: fields.filter((f) => f.apart !== undefined && f.apart !== 'nothing'),
    hasUsers: fields.some((f) => f.system === undefined && isPerson(f.kind)),
    looksAlong: live.some((f) => f.type.derived === 'ofLinks'),
    numbered: fields.filter((f) => f.type.numbered !== undefined),
  };
  compiled.set(table, schema);
  return schema;
};

/**
 * Whether values cannot be written for now: the field is being converted from or to people, who are known by name to
 * the conversion alone, so that what is written meanwhile could not go into both forms.
 */
export const unsettled = ({ kind, next }: SchemaField): boolean =>
  next !== undefined && [kind, next.field.kind].some(isPerson);

export const operandOf = (field: SchemaField): Operand => ({
  kind: 'field',
  column: field.column,
  storage: field.kind,
  ...(field.scale !== undefined && { scale: field.scale }),
});

/** A part of a structured field as a query names it; undefined where the field has no such part. */
export const partOperand = ({ column, parts }: SchemaField, part: string): Operand | undefined => {
  const spec = parts !== undefined && part !== wholePart && Object.hasOwn(parts, part) ? parts[part] : undefined;
  return spec === undefined
    ? undefined
    : {
        kind: 'field',
        column: partColumn(column, part),
        storage: spec.kind,
        ...(spec.scale !== undefined && { scale: spec.scale }),
      };
};

/** What records are ordered and grouped by: of a structured field its first part. */
export const orderOperand = (field: SchemaField): Operand =>
  (field.type.mainPart === undefined ? undefined : partOperand(field, field.type.mainPart)) ?? operandOf(field);

/** What a search looks into: of a structured field those of its parts that are searched. */
export const searchOperands = (field: SchemaField): readonly Operand[] =>
  field.parts === undefined
    ? field.type.searchable
      ? [operandOf(field)]
      : []
    : Object.entries(field.parts).flatMap(([part, { searchable }]) =>
        searchable === true ? [partOperand(field, part)!] : [],
      );

/** Whether a field has a column of its own among those of its table. */
export const hasColumn = ({ links, apart }: SchemaField): boolean => links?.side !== 'other' && apart === undefined;

/** Whether what a reader gets of a field is joined to its record once that is read, and is no cell of its row. */
export const isJoined = ({ links, apart }: SchemaField): boolean => links !== undefined || apart !== undefined;

/**
 * The column of a field in the read model; undefined for one that the system keeps or that is computed, and for the other
 * side of links.
 */
export const columnSpec = (field: SchemaField): ColumnSpec | undefined =>
  field.system !== undefined || field.derived || !hasColumn(field)
    ? undefined
    : {
        column: field.column,
        kind: field.kind,
        ...(field.scale !== undefined && { scale: field.scale }),
        ...(field.parts !== undefined && { parts: field.parts }),
        ...(field.links !== undefined && { links: field.links.tableId }),
        ...(field.type.searchable && field.parts === undefined && { searchable: true }),
      };

export const draftSpec: ColumnSpec = { column: draftColumn, kind: 'boolean' };

export const selectedColumn = (field: SchemaField, key: 'id' | 'name'): SelectedColumn => ({
  column: field.column,
  storage: field.kind,
  ...(field.scale !== undefined && { scale: field.scale }),
  ...(field.parts !== undefined && { parts: field.parts }),
  key: field[key],
});

/** What a reader gets of a field: its value, and of a computed one what came in its place. */
export const selectedColumns = (field: SchemaField, key: 'id' | 'name'): readonly SelectedColumn[] =>
  field.derived
    ? [
        selectedColumn(field, key),
        { column: failureColumn(field.column), storage: 'text', key: field[key], failure: true },
      ]
    : [selectedColumn(field, key)];

export const draftSelected: SelectedColumn = { column: draftColumn, storage: 'boolean', key: draftFieldId };

/** The keys that a value claims: one of a unique value, one a record of links; none where there is nothing to claim. */
export const claimKeys = (field: SchemaField, cell: Cell | null | undefined): readonly string[] => {
  if (field.links !== undefined) return (cell ?? []) as readonly string[];
  const key = uniqueKey(field, cell);
  return key === undefined ? [] : [key];
};

/**
 * The key by which two values of a unique field are the same (docs/events.md 11, 20); undefined where there is nothing
 * to claim.
 */
export const uniqueKey = (field: SchemaField, cell: Cell | null | undefined): string | undefined => {
  if (cell === null || cell === undefined) return undefined;
  return isText(field.kind) ? fold(cell as string) || undefined : String(cell);
};
