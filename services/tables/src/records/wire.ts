import { decimalJson, decimalValue, systemColumns, type Cell, type Row, type StorageKind } from '@tessera/kernel';
import { maskAllows, rowAllowed, type Grant } from '@tessera/proto/rights';
import { draftColumn, draftFieldId } from '../definitions/state.ts';
import type { Schema, SchemaField } from '../definitions/schema.ts';
import { fromColumn } from './mapper.ts';
import type { EventOf } from '../events.ts';

/** A cell as JSON text, exactly as the stores write it: decimals as `decimalJson` has them, instants in ISO 8601 UTC. */
const cellJson = (cell: Cell, kind: StorageKind, asText: boolean): string => {
  switch (kind) {
    case 'decimal':
      return decimalJson(cell as string, asText);
    case 'boolean':
      return cell === true ? 'true' : 'false';
    case 'date':
      return `"${cell as string}"`;
    case 'instant':
      return `"${new Date(cell as number).toISOString()}"`;
    default:
      return JSON.stringify(cell);
  }
};

/** A cell as a JSON value, for answers that are built as objects. */
export const cellValue = (cell: Cell | null | undefined, kind: StorageKind, asText = false): unknown => {
  if (cell === null || cell === undefined) return null;
  if (kind === 'decimal') return decimalValue(cell as string, asText);
  return kind === 'instant' ? new Date(cell as number).toISOString() : cell;
};

export type FieldKey = 'id' | 'name';
/** How a caller names fields, whether every decimal comes as a text, and whether long texts come whole. */
export type Format = {
  readonly fieldKey?: FieldKey | undefined;
  readonly numbers?: 'text' | undefined;
  /** Long texts only as they begin: then the record names them in `cut`. */
  readonly texts?: 'short' | undefined;
};
/** The format in which a write asked for its answer. */
export const formatOf = ({
  key,
  numbers,
  texts,
}: {
  readonly key: FieldKey;
  readonly numbers?: Format['numbers'];
  readonly texts?: Format['texts'];
}): Format => ({ fieldKey: key, numbers, texts });
export const decimalsAsText = ({ numbers }: Pick<Format, 'numbers'>): boolean => numbers === 'text';

/** The UTF-16 units that a short text has at most. */
export const shortLength = 500;

/** A short text, never cut in the middle of a character; undefined where it is short already. */
const shortened = (text: string): string | undefined => {
  if (text.length <= shortLength) return undefined;
  const last = text.charCodeAt(shortLength - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? shortLength - 1 : shortLength);
};

/** A value for a list that shows how it begins; the caller has no use for the rest. */
export const shortValue = (value: unknown): unknown =>
  typeof value === 'string' ? (shortened(value) ?? value) : value;

type Shown = { readonly column: string; readonly kind: StorageKind; readonly label: string };

/** What a reader sees of a record, field by field. */
export const shownFields = (schema: Schema, grant: Grant, { fieldKey: key = 'id' }: Format): readonly Shown[] => [
  ...schema.fields
    .filter((f) => maskAllows(grant.fieldMask, f.id))
    .map((f) => ({ column: f.column, kind: f.kind, label: `${JSON.stringify(f[key])}:` })),
  { column: draftColumn, kind: 'boolean', label: `"${draftFieldId}":` },
];

const systemCell = (row: Row, column: string): Cell | undefined => {
  switch (column) {
    case systemColumns.createdAt:
      return row.createdAt;
    case systemColumns.createdBy:
      return row.createdBy;
    case systemColumns.updatedAt:
      return row.updatedAt;
    case systemColumns.updatedBy:
      return row.updatedBy;
    default:
      return undefined;
  }
};

let lastTime = Number.NaN;
let lastIso = '';
/** Records of a batch share their times, so the last text is mostly the next one. */
const isoOf = (time: number): string => {
  if (time !== lastTime) {
    lastIso = new Date(time).toISOString();
    lastTime = time;
  }
  return lastIso;
};

const frame = (
  id: string,
  version: number,
  fields: string,
  cut: string,
  createdAt: number,
  updatedAt: number,
): string =>
  `{"id":"${id}","version":${version},"fields":{${fields}}${cut === '' ? '' : `,"cut":[${cut}]`},"createdAt":"${isoOf(createdAt)}","updatedAt":"${isoOf(updatedAt)}"}`;

/** A record of which only the version is told. */
export const bareJson = (id: string, version: number): string => `{"id":"${id}","version":${version}}`;

/** Puts records' fields together one by one; texts come cut where the reader asks for that. */
const pieces = (count: number, format: Format) => {
  const asText = decimalsAsText(format);
  const fields = new Array<string>(count).fill('');
  const cut = new Array<string>(count).fill('');
  const add = (i: number, label: string, json: string): void => {
    fields[i] += (fields[i] === '' ? '' : ',') + label + json;
  };
  return {
    fields,
    cut,
    add,
    addCell(i: number, label: string, cell: Cell | null | undefined, kind: StorageKind): void {
      if (cell === null || cell === undefined) return;
      const short = format.texts === 'short' && kind === 'text' ? shortened(cell as string) : undefined;
      add(i, label, cellJson(short ?? cell, kind, asText));
      if (short !== undefined) cut[i] += (cut[i] === '' ? '' : ',') + label.slice(0, -1);
    },
  };
};

/**
 * Records as JSON text, from rows of the model. One that a write has just moved out of its writer's sight is answered
 * without values.
 */
export const rowsJson = (rows: readonly Row[], schema: Schema, grant: Grant, format: Format): readonly string[] => {
  const shown = shownFields(schema, grant, format);
  const { fields, cut, addCell } = pieces(rows.length, format);
  return rows.map((row, i) => {
    for (const { column, kind, label } of rowAllowed(grant, row) ? shown : [])
      addCell(i, label, systemCell(row, column) ?? row.cells[column], kind);
    return frame(row.id, row.version, fields[i]!, cut[i]!, row.createdAt, row.updatedAt);
  });
};

/** Records just created as JSON text, from their event: no read of the model. */
export const createdJson = (
  event: EventOf<'recordsCreated'>,
  time: number,
  actorId: string,
  schema: Schema,
  grant: Grant,
  format: Format,
): readonly string[] => {
  const { fieldKey: key = 'id' } = format;
  const asText = decimalsAsText(format);
  const count = event.recordIds.length;
  const { fields, cut, add, addCell } = pieces(count, format);
  const columns = new Map(event.columns.map((column) => [column.fieldId, column]));
  const addColumn = (fieldId: string, kind: StorageKind, label: string): void => {
    const column = columns.get(fieldId);
    if (column === undefined) return;
    fromColumn(column, count).forEach((cell, i) => addCell(i, label, cell, kind));
  };
  const systemJson = (field: SchemaField): string =>
    field.kind === 'instant' ? cellJson(time, 'instant', asText) : JSON.stringify(actorId);
  for (const field of schema.fields) {
    if (!maskAllows(grant.fieldMask, field.id)) continue;
    const label = `${JSON.stringify(field[key])}:`;
    if (field.system === undefined) addColumn(field.id, field.kind, label);
    else {
      const json = systemJson(field);
      for (let i = 0; i < count; i++) add(i, label, json);
    }
  }
  addColumn(draftFieldId, 'boolean', `"${draftFieldId}":`);
  return event.recordIds.map((id, i) => frame(id, 1, fields[i]!, cut[i]!, time, time));
};
