import type { RecordReader } from '@tessera/document-store';
import type { ShowContext } from '@tessera/fields';
import type { Actor, Clock } from '@tessera/kernel';
import { maskAllows } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { dispositionName, route, type RouteAnswer, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { SchemaField } from '../definitions/schema.ts';
import { refSchema, tableParams } from '../http.ts';
import type { LinkReader } from '../links/shown.ts';
import { everybody } from '../records/people.ts';
import type { Queries, QueryRequest } from '../records/query.ts';
import { queryBody } from '../records/schemas.ts';
import { shownConfig } from '../views/shown.ts';
import { invalid, notFound, ofQuery, refuses } from '../refusals.ts';
import { csvRow, neutral } from './csv.ts';
import { exportedPages, safeTextOf, sheetCellOf, type ExportedRecord } from './rows.ts';
import { workbook } from './xlsx.ts';

/** Records of one file. */
const mostRecords = 10_000;
const delimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;
const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type Format = keyof typeof types;

const body = z
  .strictObject({
    viewId: refSchema
      .optional()
      .meta({ description: 'The filter, the order and the visible fields of a view; `query` goes before it.' }),
    query: queryBody
      .pick({ filter: true, search: true, sort: true, fields: true, groupBy: true, under: true })
      .optional()
      .meta({ description: 'What is exported; `fields` in the order of the columns.' }),
    format: z.enum(['csv', 'xlsx', 'json']),
    delimiter: z.enum(['comma', 'semicolon', 'tab']).optional().meta({
      description:
        'Of a CSV file. Without it, a comma where decimals have a point in the language of the organization, else a semicolon.',
    }),
  })
  .meta({ id: 'Export' });

type Ports = {
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
  readonly links: LinkReader;
  readonly clock: Clock;
};
type Columns = readonly SchemaField[];
type Pages = AsyncGenerator<readonly ExportedRecord[]>;

async function* csvOf(
  columns: Columns,
  pages: Pages,
  show: ShowContext,
  delimiter: string,
): AsyncGenerator<Uint8Array> {
  // Excel reads UTF-8 where the file says that it is.
  yield Buffer.from(
    `\uFEFF${csvRow(
      columns.map(({ name }) => neutral(name)),
      delimiter,
    )}`,
  );
  for await (const page of pages)
    yield Buffer.from(
      page
        .map(({ fields }) =>
          csvRow(
            columns.map((field) => safeTextOf(field, fields[field.id], show)),
            delimiter,
          ),
        )
        .join(''),
    );
}

/** Values as they are, for programs: by the names of their fields. */
async function* jsonOf(columns: Columns, pages: Pages): AsyncGenerator<Uint8Array> {
  let before = '[';
  for await (const page of pages) {
    const texts = page.map(({ id, createdAt, updatedAt, fields }) =>
      JSON.stringify({
        id,
        createdAt,
        updatedAt,
        fields: Object.fromEntries(columns.map((field) => [field.name, fields[field.id] ?? null])),
      }),
    );
    if (texts.length === 0) continue;
    yield Buffer.from(`${before}\n${texts.join(',\n')}`);
    before = ',';
  }
  yield Buffer.from(before === '[' ? '[]\n' : '\n]\n');
}

async function* sheetOf(columns: Columns, pages: Pages, show: ShowContext) {
  for await (const page of pages)
    yield page.map(({ fields }) => columns.map((field) => sheetCellOf(field, fields[field.id], show)));
}

/** What a view shows, as a query asks for it. */
const queryOfView = (config: Readonly<Record<string, unknown>>): QueryRequest => {
  const { filter, sort } = config as Pick<QueryRequest, 'filter' | 'sort'>;
  return { ...(filter !== undefined && { filter }), ...(sort !== undefined && { sort }) };
};
type Shown = { readonly fieldId: string; readonly hidden?: boolean };

/** The records of a view or a query as a file, with the rights of whom it is for. */
export const exportRoutes = ({ records, queries, directory, links, clock }: Ports): RouteSet => {
  const exported = async (
    actor: Actor,
    tableId: string,
    asked: z.output<typeof body>,
    signal: AbortSignal | undefined,
  ): Promise<RouteAnswer> => {
    const { table, schema, grant } = await queries.open(actor, 'records.read', tableId);
    const view =
      asked.viewId === undefined
        ? undefined
        : (await queries.views(actor, table)).find(({ id }) => id === asked.viewId);
    if (asked.viewId !== undefined && view === undefined) throw notFound('view_not_found', { viewId: asked.viewId });
    const config = view === undefined ? {} : (shownConfig(view, table, grant) as Readonly<Record<string, unknown>>);
    const request: QueryRequest = { ...queryOfView(config), ...asked.query };
    const own = schema.fields.filter(({ id }) => maskAllows(grant.fieldMask, id));
    const placed = (config['fields'] as readonly Shown[] | undefined) ?? [];
    const places = new Map(placed.map(({ fieldId }, i) => [fieldId, i]));
    const hidden = new Set(placed.flatMap((one) => (one.hidden === true ? [one.fieldId] : [])));
    const named = new Map([
      ...own.map((field) => [field.name, field] as const),
      ...own.map((field) => [field.id, field] as const),
    ]);
    const columns =
      asked.query?.fields === undefined
        ? own
            .filter(({ id, system }) => !hidden.has(id) && (system === undefined || places.has(id)))
            .toSorted((a, b) => (places.get(a.id) ?? placed.length) - (places.get(b.id) ?? placed.length))
        : [...new Set(asked.query.fields)].flatMap((name) => named.get(name) ?? []);
    const fieldIds = columns.map(({ id }) => id);
    const { query } = await queries.authorizedQuery(
      actor,
      tableId,
      { ...request, fields: asked.query?.fields ?? fieldIds },
      { fieldKey: 'id', numbers: 'text' },
    );
    const { select: _select, limit: _limit, after: _after, offset: _offset, ...counted } = query;
    const options = { asker: actor.id, ...(signal !== undefined && { signal }) };
    if ((await records.count(actor.organizationId, counted, options)) > mostRecords)
      throw invalid('export.too_many', { limit: mostRecords });
    const facts = await directory.facts(actor);
    const show: ShowContext = {
      locale: facts.language,
      timezone: facts.timezone,
      now: clock(),
      currency: facts.currency,
      userName: everybody(facts).userName,
    };
    const inMemory = asked.format === 'xlsx';
    const pages = exportedPages({ records, links }, { actor, signal, query, fieldIds, inMemory });
    const format: Format = asked.format;
    const name = view === undefined || table.views.length < 2 ? table.label : `${table.label} - ${view.label}`;
    const headers = {
      'content-type': types[format],
      'content-disposition': `attachment; ${dispositionName(`${name.replaceAll(/[/\\]/g, '-')}.${format}`)}`,
      'cache-control': 'private, no-store',
    };
    if (format === 'json') return { headers, stream: jsonOf(columns, pages) };
    if (format === 'csv') {
      const usual = facts.language === 'en' ? 'comma' : 'semicolon';
      return { headers, stream: csvOf(columns, pages, show, delimiters[asked.delimiter ?? usual]) };
    }
    const head = columns.map(({ name: title }) => title);
    const file = await workbook(table.label, head, sheetOf(columns, pages, show));
    return {
      headers: { ...headers, 'content-length': String(file.length) },
      stream: (async function* () {
        yield file;
      })(),
    };
  };

  const refusals = [...ofQuery, ...refuses('view_not_found', 'export.too_many', 'export.too_large')];
  return [
    route({
      method: 'post',
      path: '/v3/tables/{table}/export',
      tag: 'Records',
      summary: 'Records as a file',
      description:
        'CSV and Excel have values as people read them, in the language and the time zone of the organization: names of people, labels of options and of linked records. A text that a spreadsheet would take for a formula begins with an apostrophe in a CSV file. JSON has the values of the API by the names of their fields, decimals as texts. At most 10,000 records.',
      access: 'api',
      allows: 'records.read',
      whenBlocked: true,
      params: tableParams,
      body,
      refuses: refusals,
      responses: { 200: z.any() },
      handle: ({ actor, params, body: asked, signal }) => exported(actor, params.table, asked, signal),
    }),
    route({
      method: 'post',
      path: '/v3/tab/{table}/csv-export',
      tag: 'Records',
      summary: 'Records as a CSV file',
      description: 'The same as `POST /v3/tables/{table}/export` with the format `csv`.',
      access: 'api',
      allows: 'records.read',
      whenBlocked: true,
      params: tableParams,
      body: z.strictObject({ filters: queryBody.shape.filter }),
      refuses: refusals,
      responses: { 200: z.any() },
      handle: ({ actor, params, body: { filters: filter }, signal }) =>
        exported(actor, params.table, { format: 'csv', query: filter === undefined ? {} : { filter } }, signal),
    }),
  ];
};
