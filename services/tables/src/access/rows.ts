import { bounded, type Actor, type Cell, type Predicate, type Row, type RowRule } from '@tessera/kernel';
import type { FilterContext } from '@tessera/fields';
import { can, currentUserOf, everyRow, resolveRowsBy, rowAllowed, userOf, type Grant } from '@tessera/proto/rights';
import type { Cells } from '@tessera/proto/cells';
import { schemaOf, type Schema, type SchemaField } from '../definitions/schema.ts';
import { draftColumn, type TableState } from '../definitions/state.ts';
import { isFilterGroup, looksAway, toPredicate, type Filter } from '../records/filter.ts';

const mostTables = 2000;
/** The definitions that this thread saw last: rules of roles name their fields. */
const definitions = bounded<string, TableState>(mostTables);
const keyOf = (tableId: string, organizationId: string): string => `${organizationId}\0${tableId}`;

/** Tells rules for rows what columns a table has: whoever reads a definition tells it before it asks for rights. */
export const learnTable = (table: TableState | undefined, organizationId: string): void => {
  if (table === undefined) return;
  const key = keyOf(table.id, organizationId);
  definitions.delete(key);
  definitions.set(key, table);
};

/** Whether a rule can be told of a row alone. One that follows links, or asks of what has no column, cannot. */
const ofRow = (schema: Schema, rule: Filter): boolean =>
  isFilterGroup(rule)
    ? ('and' in rule ? rule.and : rule.or).every((one) => ofRow(schema, one))
    : !looksAway(schema, rule) && schema.byId.has(rule.fieldId);

/** What needs the day or the zone of its organization is not known here: a rule that asks for it shows no row. */
const unknown = (): never => {
  throw new Error('a rule for rows has no day and no zone');
};
const contextFor = (currentUserId: string): FilterContext => ({
  currentUserId,
  get now() {
    return unknown();
  },
  get today() {
    return unknown();
  },
  get timezone() {
    return unknown();
  },
  get weekStart() {
    return unknown();
  },
});

const everyField: Grant = { allow: true, fieldMask: 'all', writeMask: 'all', rowPredicate: everyRow };
const told = new WeakMap<RowRule, { readonly table: TableState; readonly user: string; readonly rows: Predicate }>();

/** A rule may ask of fields that its role does not show. Throws where it cannot be told. */
const rowsOf = (rule: RowRule, table: TableState, user: string): Predicate => {
  const known = told.get(rule);
  if (known !== undefined && known.table === table && known.user === user) return known.rows;
  const schema = schemaOf(table);
  if (!ofRow(schema, rule as Filter)) throw new Error('a rule for rows asks of more than the row');
  const rows = toPredicate(schema, everyField, rule as Filter, contextFor(user));
  told.set(rule, { table, user, rows });
  return rows;
};

resolveRowsBy((rule, tableId, actor) => {
  const table = definitions.get(keyOf(tableId, actor.organizationId));
  if (table === undefined) throw new Error('a table that was not looked at');
  return rowsOf(rule, table, currentUserOf(actor));
});

type Made = {
  readonly schema: Schema;
  readonly count: number;
  readonly cellsOf: (field: SchemaField) => Cells | undefined;
  readonly drafts?: ReadonlySet<number>;
  readonly now: number;
};

/** The columns that a predicate asks of, without the parts of their values. */
const columnsIn = (predicate: Predicate): readonly string[] => {
  switch (predicate.op) {
    case 'and':
    case 'or':
      return predicate.items.flatMap(columnsIn);
    case 'not':
      return columnsIn(predicate.item);
    default:
      return [predicate.left.column];
  }
};

/** The places of new records that their maker's role would not show: they are not made. */
export const outOfReach = (actor: Actor, { schema, count, cellsOf, drafts, now }: Made): readonly number[] => {
  const grant = can(actor, 'records.create', schema.table.id);
  if (grant.rowPredicate === everyRow) return [];
  const asked = new Set(columnsIn(grant.rowPredicate));
  // A part of a value has a column of its own name, that begins with its field's.
  const columns = schema.fields.flatMap((field): [string, Cells][] => {
    const named = [...asked].some((one) => one === field.column || one.startsWith(field.column));
    const cells = named ? cellsOf(field) : undefined;
    return cells === undefined ? [] : [[field.column, cells]];
  });
  const by = userOf(actor);
  const made = (place: number): Row => {
    const cells: Record<string, Cell> = {};
    for (const [column, list] of columns) {
      const cell = list[place];
      if (cell !== null && cell !== undefined) cells[column] = cell;
    }
    if (drafts?.has(place) === true) cells[draftColumn] = true;
    const system = { createdAt: now, createdBy: by, updatedAt: now, updatedBy: by };
    return { id: '', version: 1, deleted: false, ...system, cells };
  };
  return Array.from({ length: count }, (_, place) => place).filter((place) => !rowAllowed(grant, made(place)));
};
