import { z } from 'zod';
import { formatQuery, idSchema, refSchema, timeSchema } from '../http.ts';
import { aggregateFunction, filterSchema, sortSchema } from '../views/config.ts';

const fields = z.record(z.string(), z.unknown()).meta({
  description:
    'Values by field id, or by field name with ?fieldKey=name. null empties a cell. Decimals are taken as numbers or as texts ("100000000000000.01"), which are read digit by digit. A text holds at most 100 kB, and a record 4 MB of values (records.record_too_large).',
});
const version = z
  .number()
  .int()
  .min(1)
  .optional()
  .meta({ description: 'The version that you saw: other fields merge, the same field answers 409 with both values.' });

/** What the documentation says of a record's values. */
const answeredFields =
  'Values by field id or name; empty ones are absent. A decimal is a number up to 15 digits and a text beyond, which loses nothing in a reader of floats; with ?numbers=text it is always a text.';

export const recordSchema = z
  .strictObject({
    id: z.string(),
    version: z.number(),
    fields: z.record(z.string(), z.unknown()).meta({ description: answeredFields }),
    cut: z
      .array(z.string())
      .optional()
      .meta({ description: 'With texts=short: the fields whose texts are longer than what came.' }),
    createdAt: timeSchema,
    updatedAt: timeSchema,
  })
  .meta({ id: 'Record' });

/** Of a write that touched more than its answer holds. */
const bareRecord = z
  .strictObject({ id: z.string(), version: z.number() })
  .meta({ id: 'RecordVersion', description: 'Instead of whole records, all of them, where these would pass 4 MB.' });
const writtenRecords = z.union([z.array(recordSchema), z.array(bareRecord)]);

const rowError = z.strictObject({
  index: z.number(),
  code: z.string(),
  message: z.string(),
  fieldId: z.string().optional(),
  params: z.unknown().optional(),
});

/**
 * Checked in depth where the text is parsed (records/parse.ts): here only the outline, so that a large body is not
 * walked twice.
 */
export const createBody = z.union([
  z.strictObject({
    records: z.array(z.unknown()).meta({ description: 'At most 1,000 of {id?, fields}' }),
    upsert: z.boolean().optional(),
    partial: z.boolean().optional(),
  }),
  z.strictObject({ id: idSchema.optional(), fields }),
]);
export const createAnswer = z.union([
  recordSchema,
  z.strictObject({ records: writtenRecords, errors: z.array(rowError).optional() }),
]);
export const updateBody = z.strictObject({
  records: z.array(z.unknown()).meta({ description: 'At most 1,000 of {id, fields, version?}' }),
});
export const updateOneBody = z.strictObject({ fields, version });
export const recordsAnswer = z.strictObject({ records: writtenRecords });
export const idsBody = z.strictObject({ ids: z.array(refSchema).min(1).max(1000) });

const selection = { filter: filterSchema.optional(), search: z.string().max(200).optional() };

export const queryBody = z.strictObject({
  ...selection,
  sort: sortSchema.optional(),
  limit: z.number().int().min(1).max(1000).optional(),
  after: z.string().max(4000).optional(),
  offset: z.number().int().min(0).max(10_000_000).optional(),
  total: z.boolean().optional(),
  fields: z.array(refSchema).max(500).optional(),
  deleted: z.boolean().optional(),
  ids: z.array(refSchema).max(1000).optional().meta({
    description:
      'Just these records, in this order; other conditions do not apply. With a `next`, ask again for the same list with `after`.',
  }),
});
export const pageAnswer = z.strictObject({
  records: z.array(recordSchema),
  next: z.string().optional().meta({
    description:
      'There is more: pass it as `after`. A page ends with the record that passes 4 MB, also before `limit`.',
  }),
  total: z.number().optional(),
});
export const countBody = z.strictObject({ ...selection, deleted: z.boolean().optional() });
export const aggregateBody = z.strictObject({
  ...selection,
  aggregates: z
    .array(z.strictObject({ fieldId: refSchema, function: aggregateFunction }))
    .min(1)
    .max(100),
});
export const aggregateAnswer = z.strictObject({
  values: z.array(
    z.strictObject({ fieldId: z.string(), function: z.string(), value: z.union([z.number(), z.string(), z.null()]) }),
  ),
});
export const placeBody = z.strictObject({ recordId: refSchema, ...selection, sort: sortSchema.optional() });
export const bulkBody = z.strictObject({
  action: z.enum(['update', 'delete', 'restore']),
  ...selection,
  ids: z.array(refSchema).max(25_000).optional(),
  except: z.array(refSchema).max(10_000).optional(),
  fields: fields.optional(),
  mode: z.enum(['set', 'clear', 'append']).optional(),
});

/** The words of a query string, for the plain list. */
export const listQuery = formatQuery.extend({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  after: z.string().max(4000).optional(),
});
