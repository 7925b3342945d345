import type { RecordReader } from '@tessera/document-store';
import { compileFormula, maxFormulaLength, valueJson, type FormulaContext } from '@tessera/formulas';
import type { Clock } from '@tessera/kernel';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { selectedColumns } from '../definitions/schema.ts';
import { numbersQuery, refSchema, tableParams } from '../http.ts';
import type { Queries } from '../records/query.ts';
import { decimalsAsText } from '../records/wire.ts';
import { formulaFields, type AnsweredFields } from './fields.ts';
import { ofQuery, refuses } from '../refusals.ts';

const tag = 'Formulas';
/** Records that a formula is tried on at once. */
const mostTried = 50;
/** What all of them together may take: some 100 ms of the process that answers everybody. */
const mostSteps = 10_000_000;

const previewBody = z.strictObject({
  formula: z
    .string()
    .max(maxFormulaLength)
    .meta({ description: 'Such as `{Price} * {Quantity}`. Fields are named by their names or ids.' }),
  recordIds: z.array(refSchema).max(mostTried).default([]),
});
const valueType = z.string().meta({
  description: 'number, text, boolean, date, dateTime, duration, a list of one of them (`text[]`), or blank.',
});
const previewAnswer = z.strictObject({
  type: valueType.nullable().meta({ description: 'What the formula answers; null where it is wrong.' }),
  values: z.array(z.unknown()).meta({
    description:
      'A value for each record, in their order: durations in seconds, null for blank, `{error, message}` for one that cannot be computed.',
  }),
  errors: z
    .array(
      z.strictObject({
        from: z.number().meta({ description: 'The first character that is wrong, from 0, in UTF-16 units.' }),
        to: z.number().meta({ description: 'The character after the last one.' }),
        code: z.string(),
        message: z.string(),
        params: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .meta({ description: 'What the message names: of which function, which kinds of values.' }),
      }),
    )
    .meta({ description: 'What is wrong with the formula, each at its place.' }),
});

export type FormulaPorts = {
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
  readonly clock: Clock;
};

/** Formulas tried before they are kept. */
export const formulaRoutes = ({ records, queries, directory, clock }: FormulaPorts): RouteSet => [
  route({
    method: 'post',
    path: '/v3/tables/{table}/formulas/preview',
    summary: 'What a formula answers for some records',
    description:
      'Nothing is kept. The formula sees the fields that its caller sees. One that is wrong is answered with its errors and without values.',
    tag,
    access: 'api',
    allows: 'records.read',
    whenViewing: true,
    params: tableParams,
    query: numbersQuery,
    body: previewBody,
    refuses: [...ofQuery, ...refuses('records.not_found')],
    responses: { 200: previewAnswer },
    async handle({ actor, params, query: format, body: { formula: text, recordIds } }) {
      const { schema, grant } = await queries.open(actor, 'records.read', params.table);
      const compiled = compileFormula(text, formulaFields(schema, grant));
      if ('problems' in compiled) {
        const errors = compiled.problems.map((problem) => ({ ...problem, params: { ...problem.params } }));
        return { body: { type: null, values: [], errors } };
      }
      const { formula } = compiled;
      const select = schema.fields
        .filter(({ id }) => formula.reads.has(id))
        .flatMap((field) => selectedColumns(field, 'id').map((column) => ({ ...column, asText: true })));
      const { timezone, language } = await directory.facts(actor);
      const now = clock();
      const budget = { left: mostSteps };
      const context = (recordId: string): FormulaContext => ({ now, timezone, locale: language, recordId, budget });
      const read = await Promise.all(
        recordIds.map((id) => records.one(actor.organizationId, params.table, id, select, grant.rowPredicate)),
      );
      const values = read.map((json, i) => {
        if (json === undefined) return { error: 'no_such_record', message: 'There is no such record' };
        const { fields } = JSON.parse(json) as { readonly fields: AnsweredFields };
        return valueJson(formula.compute(fields, context(recordIds[i]!)), formula.type, decimalsAsText(format));
      });
      return { body: { type: formula.type, values, errors: [] } };
    },
  }),
];
