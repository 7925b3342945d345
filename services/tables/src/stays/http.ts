import type { RecordReader } from '@tessera/document-store';
import type { Actor, Clock } from '@tessera/kernel';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import type { Directory, OrganizationFacts } from '@tessera/runtime/directory';
import { dispositionName, route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Schema, SchemaField } from '../definitions/schema.ts';
import { csvRow, neutral } from '../export/csv.ts';
import { withUsers } from '../fields/convert.ts';
import { refSchema, timeSchema } from '../http.ts';
import { visibleField } from '../records/filter.ts';
import { everybody } from '../records/people.ts';
import type { Queries } from '../records/query.ts';
import { invalid, ofTable, refuses } from '../refusals.ts';
import { limitsOf, limitTimes, type Limit } from './limit.ts';
import { createStayReader, labelField, type FoundStay, type Place, type Reader, type StayWish } from './query.ts';
import { holdsOneOption } from './stage.ts';
import { summarize } from './summary.ts';

/** Characters of a record's name. */
const longestTitle = 200;

const person = z.strictObject({ id: z.string(), name: z.string().optional() });
const stay = z
  .strictObject({
    id: z.string(),
    created_by: person.meta({ description: 'Who put the record into the option.' }),
    field_key: z.string(),
    name: z.string().meta({ description: 'The name of the field.' }),
    option_id: z.string(),
    field_value: z.string().meta({ description: 'The label of the option; empty for one that is no more.' }),
    record_reference: z.string(),
    record_title: z.string().nullable(),
    started_at: timeSchema,
    finished_at: timeSchema.nullable().meta({ description: 'null: the stay goes on.' }),
    updated_by: person.nullable().meta({ description: 'Who ended it.' }),
    warn_at: timeSchema.nullable().meta({
      description:
        'When it is worth a warning, as a field that tells the time in this option says; null where none does.',
    }),
    late_at: timeSchema.nullable().meta({ description: 'When it is late.' }),
  })
  .meta({ id: 'Stay' });

const place = z.partialRecord(
  z.enum(['moved', 'live', 'trash']),
  z
    .strictObject({
      after: z.string().optional(),
      told: z.strictObject({ at: z.number(), stayId: z.string() }).optional(),
    })
    .nullable(),
);

const placeOf = (text: string | undefined): Place | undefined => {
  if (text === undefined) return undefined;
  try {
    return place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw invalid('request.invalid', {
      issues: [{ path: 'query.before', message: 'expected the `next` of an earlier page' }],
    });
  }
};

/** The choices that are asked for: one by its id or name, or all that the reader may see. */
const fieldsOf = (schema: Schema, isSeen: (field: SchemaField) => boolean): readonly SchemaField[] =>
  schema.fields.filter((field) => holdsOneOption(field.kind) && isSeen(field));

/** Options by id or label; labels of several fields may be the same. */
const optionsOf = (fields: readonly SchemaField[], value: string): readonly string[] => [
  value,
  ...fields.flatMap(({ state }) =>
    ((state.props.options ?? []) as readonly { readonly id: string; readonly label: string }[])
      .filter(({ label }) => label === value)
      .map(({ id }) => id),
  ),
];

const wire = (label: SchemaField | undefined, facts: OrganizationFacts, limits: ReadonlyMap<string, Limit>) => {
  const moment = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
  const { names } = facts;
  const context = withUsers({ locale: facts.language, timezone: facts.timezone }, everybody(facts));
  const who = (id: string) => ({ id, ...(names.has(id) && { name: names.get(id)! }) });
  return ({ stay: { id, option, startedAt, startedBy, finishedAt, finishedBy }, field, row }: FoundStay) => {
    const title = label === undefined ? null : (row.cells[label.column] ?? null);
    const limit = limits.get(`${field.id} ${option}`);
    const { warnAt, lateAt } = limit === undefined ? {} : limitTimes(limit, startedAt, facts);
    return {
      id,
      created_by: who(startedBy),
      field_key: field.id,
      name: field.name,
      option_id: option,
      field_value: field.type.toText(option, field.state.props, context),
      record_reference: row.id,
      record_title:
        title === null ? null : label!.type.toText(title, label!.state.props, context).slice(0, longestTitle),
      started_at: new Date(startedAt).toISOString(),
      finished_at: finishedAt === null ? null : new Date(finishedAt).toISOString(),
      updated_by: finishedBy === null ? null : who(finishedBy),
      warn_at: moment(warnAt),
      late_at: moment(lateAt),
    };
  };
};

const limitsFor = (schema: Schema, grant: Grant) => limitsOf(schema, ({ id }) => maskAllows(grant.fieldMask, id));

type Ports = {
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
  readonly clock: Clock;
};

/** Stays of one summary or file: the latest ones. */
const mostStays = 10_000;
/** Each with the name of its record, which may be long. */
const aPage = 200;
/** Pages that are read for them: some have few that are asked for, or none. */
const mostPages = 100;

const stage = z
  .strictObject({
    field_key: z.string(),
    name: z.string().meta({ description: 'The name of the field.' }),
    option_id: z.string(),
    field_value: z.string().meta({ description: 'The label of the option; empty for one that is no more.' }),
    ended: z.number().meta({ description: 'Stays that ended.' }),
    running: z.number().meta({ description: 'Stays that go on.' }),
    median: z.number().nullable().meta({ description: 'Seconds, of those that ended: half were shorter.' }),
    ninth: z.number().nullable().meta({ description: 'Seconds, of those that ended: nine of ten were shorter.' }),
  })
  .meta({ id: 'StageTime' });

const heads = {
  en: [
    'Started by',
    'Field',
    'Stage',
    'Record',
    'Record ID',
    'Started at',
    'Finished at',
    'Finished by',
    'Elapsed (s)',
  ],
  pt: [
    'Iniciada por',
    'Campo',
    'Etapa',
    'Registro',
    'ID do registro',
    'Início',
    'Fim',
    'Encerrada por',
    'Decorrido (s)',
  ],
  es: [
    'Iniciada por',
    'Campo',
    'Etapa',
    'Registro',
    'ID del registro',
    'Inicio',
    'Fin',
    'Terminada por',
    'Transcurrido (s)',
  ],
} as const;
const headOf = (language: string): readonly string[] => heads[language as keyof typeof heads] ?? heads.en;

/** How long records were in the options of their choices, from the history of these. */
export const stayRoutes = ({ records, queries, directory, clock }: Ports): RouteSet => {
  const stays = createStayReader(records);

  /** The choices that are asked for, of those that the reader may see. */
  const opened = async (actor: Actor, tableId: string, key: string | undefined) => {
    const { table, schema, grant } = await queries.open(actor, 'records.read', tableId);
    const asked = key === undefined ? undefined : visibleField(schema, grant, key);
    const fields = fieldsOf(
      schema,
      ({ id }) => maskAllows(grant.fieldMask, id) && (asked === undefined || asked.id === id),
    );
    return { table, schema, grant, fields };
  };
  /** Stays page by page, the latest ones up to the most of one answer. */
  async function* latest(reader: Reader, wish: Omit<StayWish, 'limit' | 'before'>) {
    let told = 0;
    let before: StayWish['before'];
    for (let pages = 0; pages < mostPages && told < mostStays; pages++) {
      const { stays: found, next } = await stays.page(reader, {
        ...wish,
        limit: Math.min(aPage, mostStays - told),
        before,
      });
      told += found.length;
      yield { found, isLast: next === undefined };
      if (next === undefined) return;
      before = next;
    }
  }

  return [
    route({
      method: 'get',
      path: '/v4/sla-metrics/summary',
      summary: 'How long records were in each option: how many stays ended and go on, and their median',
      description: `Of the latest ${mostStays} stays; \`complete\` is false where there are more.`,
      tag: 'History',
      access: 'api',
      allows: 'records.read',
      cost: 5,
      query: z.strictObject({
        object_type: refSchema.meta({ description: 'The table.' }),
        field_key: refSchema.optional().meta({ description: 'The field, by id or name. Without it: all choices.' }),
      }),
      refuses: [...ofTable, ...refuses('object_not_found', 'fields.not_found')],
      responses: { 200: z.strictObject({ stages: z.array(stage), complete: z.boolean() }) },
      async handle({ actor, query, signal }) {
        const { schema, grant, fields } = await opened(actor, query.object_type, query.field_key);
        if (fields.length === 0) return { body: { stages: [], complete: true } };
        const all: Pick<FoundStay, 'stay' | 'field'>[] = [];
        let complete = false;
        for await (const { found, isLast } of latest({ actor, schema, grant, signal }, { fields, order: 'desc' })) {
          all.push(...found.map(({ stay, field }) => ({ stay, field })));
          complete = isLast;
        }
        const facts = await directory.facts(actor);
        const context = withUsers({ locale: facts.language, timezone: facts.timezone }, everybody(facts));
        const stages = summarize(all).flatMap(({ fieldId, option, ...counted }) => {
          const field = schema.byId.get(fieldId);
          if (field === undefined) return [];
          const field_value = field.type.toText(option, field.state.props, context);
          return [{ field_key: field.id, name: field.name, option_id: option, field_value, ...counted }];
        });
        return { body: { stages, complete } };
      },
    }),
    route({
      method: 'post',
      path: '/v4/sla-metrics/export',
      summary: 'The stays of the records of a table as a CSV file',
      description: `The latest ${mostStays}. Times in UTC, the time elapsed in seconds; of stays that go on, until now.`,
      tag: 'History',
      access: 'api',
      allows: 'records.read',
      whenBlocked: true,
      cost: 5,
      body: z.strictObject({
        object_type: refSchema.meta({ description: 'The table.' }),
        field_key: refSchema.optional(),
        field_value: z.string().min(1).max(500).optional(),
        record_reference: refSchema.optional(),
      }),
      refuses: [...ofTable, ...refuses('object_not_found', 'fields.not_found')],
      responses: { 200: z.any() },
      async handle({ actor, body, signal }) {
        const { table, schema, grant, fields } = await opened(actor, body.object_type, body.field_key);
        const facts = await directory.facts(actor);
        const told = wire(labelField(schema, grant)?.[0], facts, limitsFor(schema, grant));
        const delimiter = facts.language === 'en' ? ',' : ';';
        const row = (cells: readonly string[]): string => csvRow(cells.map(neutral), delimiter);
        const wish = {
          fields,
          options: body.field_value === undefined ? undefined : optionsOf(fields, body.field_value),
          recordId: body.record_reference,
          order: 'desc' as const,
        };
        const now = clock();
        const lineOf = (one: FoundStay): string => {
          const shown = told(one);
          const until = shown.finished_at === null ? now : Date.parse(shown.finished_at);
          return row([
            shown.created_by.name ?? shown.created_by.id,
            shown.name,
            shown.field_value,
            shown.record_title ?? '',
            shown.record_reference,
            shown.started_at,
            shown.finished_at ?? '',
            shown.updated_by === null ? '' : (shown.updated_by.name ?? shown.updated_by.id),
            String(Math.floor(Math.max(0, until - Date.parse(shown.started_at)) / 1000)),
          ]);
        };
        const name = `${table.label.replaceAll(/[/\\]/g, '-')} - SLA.csv`;
        return {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; ${dispositionName(name)}`,
            'cache-control': 'private, no-store',
          },
          stream: (async function* () {
            // Excel reads UTF-8 where the file says that it is.
            yield Buffer.from(`\uFEFF${row(headOf(facts.language))}`);
            if (fields.length > 0)
              for await (const { found } of latest({ actor, schema, grant, signal }, wish))
                yield Buffer.from(found.map(lineOf).join(''));
          })(),
        };
      },
    }),
    route({
      method: 'get',
      path: '/v4/sla-metrics/audit',
      summary: 'The stays of the records of a table in the options of its choices, the latest first',
      description:
        'Told from the history, whenever it is asked for. The time elapsed is `finished_at` less `started_at`, or up to now. A page may have few stays, or none, and go on: pass `next` as `before`. Records in the trash are told to who may see every record; their stays ended when they went there.',
      tag: 'History',
      access: 'api',
      allows: 'records.read',
      query: z.strictObject({
        object_type: refSchema.meta({ description: 'The table.' }),
        field_key: refSchema.optional().meta({ description: 'The field, by id or name. Without it: all choices.' }),
        field_value: z.string().min(1).max(500).optional().meta({ description: 'An option, by id or label.' }),
        record_reference: refSchema.optional().meta({ description: 'The stays of this record alone.' }),
        order_key: z.enum(['started_at']).optional(),
        order_direction: z.enum(['asc', 'desc']).optional().meta({ description: 'desc: the latest first.' }),
        limit: z.coerce.number().int().min(1).max(100).optional().meta({ description: 'Up to 100, which is usual.' }),
        before: z.string().max(8_000).optional().meta({ description: 'The `next` of an earlier page.' }),
      }),
      refuses: [...ofTable, ...refuses('object_not_found', 'fields.not_found', 'request.invalid')],
      responses: { 200: z.strictObject({ audit: z.array(stay), next: z.string().optional() }) },
      async handle({ actor, query, signal }) {
        const { schema, grant, fields } = await opened(actor, query.object_type, query.field_key);
        if (fields.length === 0) return { body: { audit: [] } };
        const { stays: found, next } = await stays.page(
          { actor, schema, grant, signal },
          {
            fields,
            options: query.field_value === undefined ? undefined : optionsOf(fields, query.field_value),
            recordId: query.record_reference,
            order: query.order_direction ?? 'desc',
            limit: query.limit ?? 100,
            before: placeOf(query.before),
          },
        );
        const told = wire(labelField(schema, grant)?.[0], await directory.facts(actor), limitsFor(schema, grant));
        return {
          body: {
            audit: found.map(told),
            ...(next !== undefined && { next: Buffer.from(JSON.stringify(next)).toString('base64url') }),
          },
        };
      },
    }),
  ];
};
