import {
  failureColumn,
  isLinks,
  isMoment,
  isText,
  kinds,
  systemColumns,
  type Cell,
  type PartSpecs,
  type Row,
  type StorageKind,
} from '@tessera/kernel';
import { maskAllows, rowAllowed, type Grant } from '@tessera/proto/rights';
import { draftColumn, draftFieldId } from '../definitions/state.ts';
import { isJoined, type Schema, type SchemaField } from '../definitions/schema.ts';
import { fromColumn } from '@tessera/proto/cells';
import type { EventOf } from '../events.ts';
import { derivedOf } from '../formulas/derived.ts';

/**
 * A cell as a JSON value, for answers that are built as objects. Of links only how many they are: which of them a reader may
 * see is known where they are read (links/shown.ts).
 */
export const cellValue = (
  cell: Cell | null | undefined,
  kind: StorageKind,
  asText = false,
  parts?: PartSpecs,
): unknown =>
  cell === null || cell === undefined
    ? null
    : isLinks(kind)
      ? { count: (cell as readonly string[]).length }
      : kinds[kind].value(cell, asText, parts);

export type FieldKey = 'id' | 'name';
/** How a caller names fields, whether every decimal comes as a text, and whether long texts come whole. */
export type Format = {
  readonly fieldKey?: FieldKey | undefined;
  readonly numbers?: 'text' | undefined;
  /** Long texts only as they begin: then the record names them in `cut`. */
  readonly texts?: 'short' | undefined;
  /** Links with their labels. */
  readonly expand?: 'labels' | undefined;
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

type Shown = {
  readonly column: string;
  readonly kind: StorageKind;
  readonly parts?: PartSpecs | undefined;
  readonly label: string;
  /** It holds why a computed field has no value. */
  readonly failure?: true;
};

/** What a reader sees of a record, field by field. */
export const shownFields = (schema: Schema, grant: Grant, { fieldKey: key = 'id' }: Format): readonly Shown[] => [
  ...schema.fields
    .filter((f) => !isJoined(f) && maskAllows(grant.fieldMask, f.id))
    .flatMap((f) => {
      const label = `${JSON.stringify(f[key])}:`;
      const own: Shown = { column: f.column, kind: f.kind, parts: f.parts, label };
      return f.derived
        ? [own, { column: failureColumn(f.column), kind: 'text', label, failure: true } as const]
        : [own];
    }),
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
    addFailure(i: number, label: string, code: Cell | null | undefined): void {
      if (code !== null && code !== undefined) add(i, label, `{"error":${JSON.stringify(code)}}`);
    },
    addCell(i: number, label: string, cell: Cell | null | undefined, kind: StorageKind, parts?: PartSpecs): void {
      if (cell === null || cell === undefined) return;
      const short = format.texts === 'short' && isText(kind) ? shortened(cell as string) : undefined;
      add(i, label, kinds[kind].json(short ?? cell, asText, parts));
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
  const { fields, cut, addCell, addFailure } = pieces(rows.length, format);
  return rows.map((row, i) => {
    for (const { column, kind, parts, label, failure } of rowAllowed(grant, row) ? shown : [])
      if (failure === true) addFailure(i, label, row.cells[column]);
      else addCell(i, label, systemCell(row, column) ?? row.cells[column], kind, parts);
    return frame(row.id, row.version, fields[i]!, cut[i]!, row.createdAt, row.updatedAt);
  });
};

/** What follows from records just created, by column. */
const computedCells = (
  event: EventOf<'recordsCreated'>,
  time: number,
  actorId: string,
  schema: Schema,
): ReadonlyMap<string, readonly (Cell | null | undefined)[]> => {
  // What follows from other records is read where there is any (records/create.ts).
  const derived = derivedOf(schema.table, () => undefined);
  if (derived === undefined) return new Map();
  const count = event.recordIds.length;
  const given = event.columns.flatMap((column) => {
    const field = schema.byId.get(column.fieldId);
    return field === undefined ? [] : [{ column: field.column, cells: fromColumn(column, count) }];
  });
  const rows = event.recordIds.map((id, i): Row => {
    const cells: Record<string, Cell | null> = {};
    for (const { column, cells: all } of given) cells[column] = all[i] ?? null;
    return {
      id,
      version: 1,
      deleted: false,
      createdAt: time,
      createdBy: actorId,
      updatedAt: time,
      updatedBy: actorId,
      cells,
    };
  });
  return new Map(derived.compute(rows).map(({ column, cells }) => [column, cells]));
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
  const { fields, cut, add, addCell, addFailure } = pieces(count, format);
  const computed = computedCells(event, time, actorId, schema);
  const columns = new Map(event.columns.map((column) => [column.fieldId, column]));
  const addColumn = (fieldId: string, kind: StorageKind, label: string, parts?: PartSpecs): void => {
    const column = columns.get(fieldId);
    if (column === undefined) return;
    fromColumn(column, count).forEach((cell, i) => addCell(i, label, cell, kind, parts));
  };
  const systemJson = (field: SchemaField): string =>
    kinds[field.kind].json(isMoment(field.kind) ? time : actorId, asText);
  for (const field of schema.fields) {
    if (isJoined(field) || !maskAllows(grant.fieldMask, field.id)) continue;
    const label = `${JSON.stringify(field[key])}:`;
    if (field.derived) {
      const [values, failures] = [computed.get(field.column), computed.get(failureColumn(field.column))];
      for (let i = 0; i < count; i++) {
        addCell(i, label, values?.[i], field.kind, field.parts);
        addFailure(i, label, failures?.[i]);
      }
    } else if (field.system === undefined) addColumn(field.id, field.kind, label, field.parts);
    else {
      const json = systemJson(field);
      for (let i = 0; i < count; i++) add(i, label, json);
    }
  }
  addColumn(draftFieldId, 'boolean', `"${draftFieldId}":`);
  return event.recordIds.map((id, i) => frame(id, 1, fields[i]!, cut[i]!, time, time));
};
