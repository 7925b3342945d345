import { systemColumns, type Cell, type Row } from '@tessera/kernel';
import { can } from '@tessera/proto/rights';
import type { Column } from '@tessera/proto/tables/v1/values';
import { unsettled, type Schema, type SchemaField } from '../definitions/schema.ts';
import { draftColumn, draftFieldId } from '../definitions/state.ts';
import { recordStream, type EventOf } from '../events.ts';
import type { LinkChange } from '@tessera/proto/tables/v1/events';
import { idsOf, isLinkChange, linkCell, linksBack } from '../links/change.ts';
import { planChange } from '../records/change.ts';
import { cellAt, fromColumn, sameCell, type Cells } from '@tessera/proto/cells';
import { blockedRestores, heldClaims } from '../records/trash.ts';
import { cellValue } from '../records/wire.ts';
import {
  labelOf,
  none,
  schemaFor,
  seesField,
  writesField,
  type Conflict,
  type Inverse,
  type InverseOf,
  type UndoContext,
} from './inverse.ts';

const presentRows = (context: UndoContext, ids: readonly string[]): readonly (Row | undefined)[] =>
  ids.map((id) => context.rows.get(id));

/** The draft flag as a field of its own, for putting it back. */
const draftField = (schema: Schema): SchemaField => {
  const [some] = schema.all.values();
  return {
    ...(some as SchemaField),
    id: draftFieldId,
    name: draftFieldId,
    column: draftColumn,
    kind: 'boolean',
    scale: undefined,
    system: undefined,
    claimScope: undefined,
    state: { ...(some as SchemaField).state, id: draftFieldId, generation: 0, required: false, unique: false },
  };
};

/**
 * In the trash, and there already when the change was made: it reached the trash (an option that went), so taking it
 * back does too.
 */
const changedInTrash = (context: UndoContext, row: Row): boolean =>
  row.deleted && context.changedSince.get(row.id)?.includes('*') === false;

type Compared = {
  readonly cells: Cells;
  readonly conflicts: readonly Conflict[];
  readonly touched: ReadonlySet<number>;
  readonly count: number;
};

/**
 * Goes through one column of a change: which rows still have what the change made, which have something else by now.
 */
const compareColumn = (
  context: UndoContext,
  schema: Schema,
  field: SchemaField,
  rows: readonly (Row | undefined)[],
  before: Cells,
  after: Cells,
): Compared => {
  const cells: Cells = new Array<Cell | null | undefined>(rows.length).fill(undefined);
  const conflicts: Conflict[] = [];
  const touched = new Set<number>();
  for (let i = 0; i < rows.length; i++) {
    const undoTo = before[i];
    if (undoTo === undefined) continue;
    const row = rows[i];
    if (row === undefined) continue;
    const current = row.cells[field.column] ?? null;
    if (sameCell(current, undoTo)) continue;
    touched.add(i);
    const conflict = {
      tableId: schema.table.id,
      recordId: row.id,
      ...labelOf(context, schema, row),
      fieldId: field.id,
      fieldName: field.name,
      current: cellValue(current, field.kind),
      undoTo: cellValue(undoTo, field.kind),
    };
    if (row.deleted && !changedInTrash(context, row)) {
      conflicts.push({ ...conflict, blocked: 'record_deleted' });
      continue;
    }
    if (unsettled(field)) {
      conflicts.push({ ...conflict, blocked: 'fields.converting' });
      continue;
    }
    if (!sameCell(current, after[i])) {
      conflicts.push(conflict);
      if (!context.overwrite) continue;
    }
    cells[i] = undoTo;
  }
  return { cells, conflicts, touched, count: touched.size };
};

const fieldFor = (context: UndoContext, schema: Schema, column: Column): SchemaField | undefined => {
  if (column.fieldId === draftFieldId) return draftField(schema);
  const field = schema.byId.get(column.fieldId);
  return field !== undefined &&
    field.state.generation === column.generation &&
    field.system === undefined &&
    seesField(context, schema.table.id, field.id) &&
    writesField(context, schema.table.id, field.id)
    ? field
    : undefined;
};

/** What is shown to who undoes: nothing that is put back takes a record out of it. */
const reachOf = ({ actor }: UndoContext, schema: Schema) => can(actor, 'records.update', schema.table.id);

/** A value that another record holds by now cannot come back: its row keeps that cell. */
const withoutTaken = (
  context: UndoContext,
  schema: Schema,
  rows: readonly Row[],
  columns: Map<SchemaField, Cells>,
): readonly Conflict[] => {
  const conflicts: Conflict[] = [];
  for (let attempt = 0; attempt < 2; attempt++) {
    const plan = planChange(
      { rows, columns },
      { schema, owner: context.owner, checkRequired: false, reach: reachOf(context, schema) },
    );
    if (plan.errors.length === 0) break;
    for (const error of plan.errors) {
      const row = rows[error.index]!;
      // What concerns no field concerns the record as a whole: none of its cells comes back.
      for (const [field, cells] of columns) {
        const undoTo = cells[error.index];
        if (undoTo === undefined || (error.fieldId !== undefined && error.fieldId !== field.id)) continue;
        conflicts.push({
          tableId: schema.table.id,
          recordId: row.id,
          ...labelOf(context, schema, row),
          fieldId: field.id,
          fieldName: field.name,
          current: cellValue(row.cells[field.column], field.kind),
          undoTo: cellValue(undoTo, field.kind),
          blocked: error.code,
        });
        cells[error.index] = undefined;
      }
    }
  }
  return conflicts;
};

/**
 * Takes changes of links back: what they added goes, what they took away comes back. A record that was deleted since is a
 * conflict, and the others come back without it.
 */
const compareLinks = (
  context: UndoContext,
  schema: Schema,
  field: SchemaField,
  rows: readonly (Row | undefined)[],
  changes: readonly LinkChange[],
): Compared => {
  const cells: Cells = new Array<Cell | null | undefined>(rows.length).fill(undefined);
  const conflicts: Conflict[] = [];
  const touched = new Set<number>();
  for (const [i, row] of rows.entries()) {
    const change = changes[i];
    if (row === undefined || change === undefined || !isLinkChange(change)) continue;
    const current = idsOf(row.cells[field.column]);
    const target = field.links!.tableId;
    const gone = change.removed.filter((id) => !current.includes(id) && !context.open(target, id));
    const lost = new Set(gone);
    const undoTo = linksBack(current, change).filter((id) => !lost.has(id));
    if (gone.length === 0 && sameCell(undoTo, current)) continue;
    touched.add(i);
    const conflict = {
      tableId: schema.table.id,
      recordId: row.id,
      ...labelOf(context, schema, row),
      fieldId: field.id,
      fieldName: field.name,
    };
    if (row.deleted && !changedInTrash(context, row)) {
      conflicts.push({ ...conflict, current: null, undoTo: null, blocked: 'record_deleted' });
      continue;
    }
    // Of a record that may be hidden by now nothing but that it cannot be linked is told.
    if (gone.length > 0)
      conflicts.push({ ...conflict, current: null, undoTo: gone.length, blocked: 'links.not_found' });
    if (!sameCell(undoTo, current)) cells[i] = linkCell(undoTo);
  }
  return { cells, conflicts, touched, count: touched.size };
};

export const cellsChanged: InverseOf<'cellsChanged'> = (event, context): Inverse => {
  const schema = schemaFor(context, event.tableId, 'records.update');
  const rows = presentRows(context, event.recordIds);
  const nameOf = (column: Column): string => `${column.fieldId} ${column.generation}`;
  const afterByField = new Map(event.after.map((column) => [nameOf(column), column]));
  const columns = new Map<SchemaField, Cells>();
  const conflicts: Conflict[] = [];
  const touched = new Set<number>();
  let fields = 0;
  for (const column of event.before) {
    const field = fieldFor(context, schema, column);
    const after = afterByField.get(nameOf(column));
    if (field === undefined || after === undefined) continue;
    const compared = compareColumn(
      context,
      schema,
      field,
      rows,
      fromColumn(column, rows.length),
      fromColumn(after, rows.length),
    );
    columns.set(field, compared.cells);
    conflicts.push(...compared.conflicts);
    compared.touched.forEach((i) => touched.add(i));
    fields += compared.count;
  }
  for (const { fieldId, generation, changes } of event.links) {
    const field = schema.byId.get(fieldId);
    if (field?.links === undefined || field.state.generation !== generation) continue;
    if (!seesField(context, schema.table.id, fieldId) || !writesField(context, schema.table.id, fieldId)) continue;
    const compared = compareLinks(context, schema, field, rows, changes);
    columns.set(field, compared.cells);
    conflicts.push(...compared.conflicts);
    compared.touched.forEach((i) => touched.add(i));
    fields += compared.count;
  }
  const present = rows.flatMap((row, i) =>
    row === undefined || (row.deleted && !changedInTrash(context, row)) ? [] : [i],
  );
  const live = present.map((i) => rows[i]!);
  const kept = new Map([...columns].map(([field, cells]) => [field, present.map((i) => cells[i])]));
  conflicts.push(...withoutTaken(context, schema, live, kept));
  const plan = planChange(
    { rows: live, columns: kept },
    { schema, owner: context.owner, checkRequired: false, reach: reachOf(context, schema) },
  );
  const written = new Set(plan.event?.recordIds);
  const skipped = [...touched].filter((i) => !written.has(event.recordIds[i]!)).length;
  if (plan.event === undefined) return { ...none, conflicts, records: touched.size, fields, skipped };
  // What is in the trash holds nothing, and claims again what it had when it comes back.
  const inTrash = new Set(live.flatMap((row) => (row.deleted ? [row.id] : [])));
  return {
    events: [
      {
        event: { $case: 'cellsChanged', value: plan.event },
        advances: [{ stream: recordStream(event.tableId), ids: plan.event.recordIds, versions: plan.event.versions }],
      },
    ],
    claims: plan.claims.filter((claim) => !inTrash.has(claim.owner)),
    releases: plan.releases,
    conflicts,
    records: touched.size,
    fields,
    skipped,
  };
};

const own = new Set<string>([...Object.values(systemColumns), '*']);

/**
 * Fields of a record that somebody wrote since, and that are not as they were made: what deleting it again would hide.
 */
const editedSince = (
  context: UndoContext,
  schema: Schema,
  row: Row,
  made: (field: SchemaField) => Cell | null | undefined,
): readonly Conflict[] =>
  (context.changedSince.get(row.id) ?? [])
    .filter((column) => !own.has(column))
    .flatMap((column) => {
      const field = schema.byColumn.get(column);
      const before = field === undefined ? undefined : made(field);
      if (field === undefined || (before !== undefined && sameCell(before, row.cells[field.column]))) return [];
      const common = {
        tableId: schema.table.id,
        recordId: row.id,
        ...labelOf(context, schema, row),
        undoTo: null,
        deletes: true,
      };
      if (!seesField(context, schema.table.id, field.id))
        return [{ ...common, fieldId: '', fieldName: '', current: null }];
      return [
        {
          ...common,
          fieldId: field.id,
          fieldName: field.name,
          current: cellValue(row.cells[field.column], field.kind),
        },
      ];
    });

const remove = (event: EventOf<'recordsCreated' | 'recordsRestored'>, context: UndoContext): Inverse => {
  const schema = schemaFor(context, event.tableId, 'records.delete');
  const live = presentRows(context, event.recordIds).filter(
    (row) => row !== undefined && !row.deleted,
  ) as readonly Row[];
  const columns = new Map('columns' in event ? event.columns.map((column) => [column.fieldId, column]) : []);
  const places = new Map(event.recordIds.map((id, i) => [id, i]));
  // A creation says what each cell was; of a restoration it is only known which columns were written since.
  const made =
    (row: Row) =>
    (field: SchemaField): Cell | null | undefined => {
      if (!('columns' in event)) return undefined;
      const column = columns.get(field.id);
      return column === undefined ? null : (cellAt(column, places.get(row.id)!) ?? null);
    };
  const conflicts = live.flatMap((row) => editedSince(context, schema, row, made(row)));
  const edited = new Set(conflicts.map((c) => c.recordId));
  const rows = context.overwrite ? live : live.filter((row) => !edited.has(row.id));
  const counted = { conflicts, records: live.length, fields: 0, skipped: live.length - rows.length };
  if (rows.length === 0) return { ...none, ...counted };
  const recordIds = rows.map((row) => row.id);
  const versions = rows.map((row) => row.version + 1);
  return {
    events: [
      {
        event: { $case: 'recordsDeleted', value: { tableId: event.tableId, recordIds, versions } },
        advances: [{ stream: recordStream(event.tableId), ids: recordIds, versions }],
      },
    ],
    claims: [],
    releases: heldClaims(schema, rows, true),
    ...counted,
  };
};

export const recordsCreated: InverseOf<'recordsCreated'> = remove;
export const recordsRestored: InverseOf<'recordsRestored'> = remove;

export const recordsDeleted: InverseOf<'recordsDeleted'> = (event, context): Inverse => {
  const schema = schemaFor(context, event.tableId, 'records.delete');
  const deleted = presentRows(context, event.recordIds).filter((row) => row?.deleted === true) as readonly Row[];
  const blocked = blockedRestores(schema, deleted, context.owner);
  const conflicts = blocked.flatMap(({ recordId, fieldId }): Conflict[] => {
    const row = context.rows.get(recordId)!;
    const field = schema.all.get(fieldId)!;
    const common = {
      tableId: event.tableId,
      recordId,
      ...labelOf(context, schema, row),
      current: null,
      blocked: 'records.not_unique',
    };
    if (!seesField(context, event.tableId, fieldId)) return [{ ...common, fieldId: '', fieldName: '', undoTo: null }];
    return [{ ...common, fieldId, fieldName: field.name, undoTo: cellValue(row.cells[field.column], field.kind) }];
  });
  const held = new Set(blocked.map((b) => b.recordId));
  const rows = deleted.filter((row) => !held.has(row.id));
  const counted = { conflicts, records: deleted.length, fields: 0, skipped: deleted.length - rows.length };
  if (rows.length === 0) return { ...none, ...counted };
  const recordIds = rows.map((row) => row.id);
  const versions = rows.map((row) => row.version + 1);
  return {
    events: [
      {
        event: { $case: 'recordsRestored', value: { tableId: event.tableId, recordIds, versions } },
        advances: [{ stream: recordStream(event.tableId), ids: recordIds, versions }],
      },
    ],
    claims: heldClaims(schema, rows),
    releases: [],
    ...counted,
  };
};
