import type { RecordReader } from '@tessera/document-store';
import { quoteName, type ShowContext } from '@tessera/fields';
import { isDated, isMoment, isNumber, kinds, type Actor, type Cell, type PageQuery } from '@tessera/kernel';
import type { SchemaField } from '../definitions/schema.ts';
import type { LinkReader } from '../links/shown.ts';
import { rejection } from '../refusals.ts';
import { neutral } from './csv.ts';
import type { SheetCell } from './xlsx.ts';

/** Records that are read at a time; a page of long texts ends sooner. */
const pageRows = 500;
/** What the records of a workbook may come to as JSON: it is made in memory. */
const mostBytes = 64 * 1024 * 1024;

/** A value that is to be exported, as it was read. */
type Value = unknown;
export type ExportedRecord = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly fields: Readonly<Record<string, Value>>;
};
export type ReadPorts = { readonly records: RecordReader; readonly links: LinkReader };
type Asked = {
  readonly actor: Actor;
  readonly signal?: AbortSignal | undefined;
  readonly query: PageQuery;
  readonly fieldIds: readonly string[];
  /** Throws `export.too_large` where all of it would be more than is held at once. */
  readonly inMemory?: boolean;
};

/** Records of a query from its first to its last, a page at a time; links have the names that the reader may see. */
export async function* exportedPages(
  { records, links }: ReadPorts,
  { actor, signal, query, fieldIds, inMemory = false }: Asked,
): AsyncGenerator<readonly ExportedRecord[]> {
  const format = { fieldKey: 'id', numbers: 'text', expand: 'labels' } as const;
  const options = { asker: actor.id, ...(signal !== undefined && { signal }) };
  let bytes = 0;
  for (let after: string | undefined; ;) {
    const page = { ...query, limit: pageRows, ...(after !== undefined && { after }) };
    const text = await records.page(actor.organizationId, page, options);
    bytes += text.length;
    if (inMemory && bytes > mostBytes) throw rejection('too_large', 'export.too_large');
    const filled = await links.intoAnswer({ actor, signal }, query.table, text, format, fieldIds);
    const answer = JSON.parse(filled) as { readonly records: readonly ExportedRecord[]; readonly next?: string };
    yield answer.records;
    if (answer.next === undefined) return;
    after = answer.next;
  }
}

const failed = (value: Value): value is { readonly error: string } =>
  typeof value === 'object' && value !== null && typeof (value as { error?: unknown }).error === 'string';

const cellOf = (field: SchemaField, value: Value): Cell | null =>
  value === undefined || value === null || failed(value) ? null : kinds[field.kind].read(value, field.parts);

/** A value as a person reads it, and as an import of this product reads it again. */
export const textOf = (field: SchemaField, value: Value, show: ShowContext): string => {
  if (failed(value)) return '';
  if (field.links !== undefined)
    return Array.isArray(value)
      ? (value as readonly { readonly label?: string }[]).map(({ label = '' }) => quoteName(label)).join(', ')
      : '';
  const cell = cellOf(field, value);
  return cell === null ? '' : field.type.toText(cell, field.state.props, show);
};

/** The same for a file in which a text could be taken for a formula; what is a number or a day is none. */
export const safeTextOf = (field: SchemaField, value: Value, show: ShowContext): string => {
  const text = textOf(field, value, show);
  return isNumber(field.kind) || isDated(field.kind) ? text : neutral(text);
};

const dayMs = 86_400_000;
/** The day 0 of spreadsheets, 1899-12-30. */
const firstDay = Date.UTC(1899, 11, 30) / dayMs;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Days of spreadsheets at a moment, by the clock on the wall in a zone. */
const wallDays = (ms: number, timeZone: string): number => {
  let clock = clocks.get(timeZone);
  if (clock === undefined)
    clocks.set(
      timeZone,
      (clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })),
    );
  return Date.parse(`${clock.format(ms).replace(' ', 'T')}Z`) / dayMs - firstDay;
};

/** A value as a spreadsheet keeps it: numbers, days and ticks as such, all else as a text. */
export const sheetCellOf = (field: SchemaField, value: Value, show: ShowContext): SheetCell => {
  const text = textOf(field, value, show);
  const cell = field.links === undefined ? cellOf(field, value) : null;
  if (cell === null) return text === '' ? undefined : { kind: 'text', text };
  if (typeof cell === 'boolean') return { kind: 'boolean', value: cell };
  if (isDated(field.kind) && !isMoment(field.kind) && typeof cell === 'string') {
    const days = Date.parse(cell) / dayMs - firstDay;
    // Before March 1900 their calendars disagree.
    return days > 60 ? { kind: 'date', days } : { kind: 'text', text };
  }
  if (isMoment(field.kind) && typeof cell === 'number' && !field.type.countsBack) {
    const days = wallDays(cell, show.timezone);
    return days > 60 ? { kind: 'time', days } : { kind: 'text', text };
  }
  // A number of more digits than they keep, and a length of time, which is shown in hours and minutes, stay texts.
  if (isNumber(field.kind) && typeof cell === 'string' && cell.replace(/\D/g, '').length <= 15 && !text.includes(':'))
    return { kind: 'number', text: cell };
  return text === '' ? undefined : { kind: 'text', text };
};
