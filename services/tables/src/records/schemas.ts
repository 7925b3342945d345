import { bucketUnits } from '@tessera/kernel';
import { z } from 'zod';
import { formatQuery, idSchema, jsonValue, refSchema, timeSchema } from '../http.ts';
import { aggregateFunction, queryFilterSchema, sortSchema } from '../views/config.ts';

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
    links: z
      .record(
        z.string(),
        z.strictObject({
          more: z.number().optional(),
          hidden: z.number().optional(),
          tableInTrash: z.literal(true).optional(),
        }),
      )
      .optional()
      .meta({
        description:
          'By field: how many links there are beyond the first 500 (`more`), how many of those that you cannot open (`hidden`), and whether the table of its records is in the trash (`tableInTrash`).',
      }),
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

/** Tells what an item is without walking it: the writer checks it in depth. */
const outlined = (shape: z.ZodType, more: { readonly description: string }): z.ZodArray<z.ZodUnknown> =>
  z
    .array(z.unknown().meta(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>))
    .meta(more);

/**
 * Checked in depth where the text is parsed (records/parse.ts): here only the outline, so that a large body is not
 * walked twice.
 */
export const createBody = z.union([
  z.strictObject({
    records: outlined(z.strictObject({ id: idSchema.optional(), fields }), { description: 'At most 1,000' }),
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
  records: outlined(z.strictObject({ id: refSchema, fields, version }), { description: 'At most 1,000' }),
});
export const updateOneBody = z.strictObject({ fields, version });
export const recordsAnswer = z.strictObject({ records: writtenRecords });
export const idsBody = z.strictObject({ ids: z.array(refSchema).min(1).max(1000) });

export const selection = { filter: queryFilterSchema.optional(), search: z.string().max(200).optional() };

const level = z.strictObject({
  fieldId: refSchema,
  order: z.enum(['asc', 'desc']).optional(),
  by: z
    .union([z.enum(['key', 'count']), z.number().int().min(0).max(19)])
    .optional()
    .meta({
      description:
        'What the groups of this level are ordered by: their key, how many records they have, or one of `aggregates` by its place. Groups of as much stand by their keys.',
    }),
  bucket: z.enum(bucketUnits).optional().meta({
    description:
      'Of a date or a time: the days that are one group, in the time zone and from the first day of the week of the organization.',
  }),
});
const groupBy = z.array(level).min(1).max(3).meta({
  description: 'The outermost level first; `asc` where nothing is said.',
});
const under = z.array(jsonValue).max(3).meta({
  description: 'The key of a group, a value for each level of `groupBy` from the outermost on, as it was answered.',
});

export const asOf = z.string().min(1).max(100).optional().meta({
  description:
    'The table as it was: a moment (ISO 8601, with its zone) or the id of a commit, after which it is. Filter and sort are judged on the values of then, rights are those of now. Computed and linked fields, and those that were added or converted since, are absent, as how they were is not known.',
});

export const queryBody = z.strictObject({
  ...selection,
  asOf,
  groupBy: groupBy.optional().meta({ description: 'With `under`: the levels that its values belong to.' }),
  under: under.optional().meta({ description: 'Only records beneath this key of a group.' }),
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
  stale: z.literal(true).optional().meta({
    description:
      'Computed fields of the table are being brought up to a change of many records: some values are those of before.',
  }),
});
export const countBody = z.strictObject({ ...selection, asOf, deleted: z.boolean().optional() });
export const aggregateBody = z.strictObject({
  ...selection,
  aggregates: z
    .array(z.strictObject({ fieldId: refSchema, function: aggregateFunction }))
    .min(1)
    .max(100),
});
export const aggregateAnswer = z.strictObject({
  values: z.array(
    z.strictObject({
      fieldId: z.string(),
      fieldName: z.string(),
      function: aggregateFunction,
      value: z.union([z.number(), z.string(), z.null()]),
    }),
  ),
});
export const groupsBody = z.strictObject({
  ...selection,
  groupBy,
  under: under.optional().meta({
    description:
      'Only the groups of the next level beneath this key, `[]` for those of the outermost one. Without it, the groups of the innermost level.',
  }),
  aggregates: z
    .array(z.strictObject({ fieldId: refSchema, function: aggregateFunction }))
    .max(20)
    .optional(),
  limit: z.number().int().min(1).max(1000).optional().meta({ description: 'Groups of a page; 100 by default.' }),
  after: z.string().max(4000).optional(),
});
export const groupsAnswer = z.strictObject({
  groups: z.array(
    z
      .strictObject({
        begins: z.number().meta({
          description:
            'The outermost level of which a new value begins here: 0, or higher within the group before. With `under` that of the key.',
        }),
        key: z.array(jsonValue).meta({
          description:
            'One value a level, as records have them; null for empty. Of a list one of its values, of a bucket its first day. Texts are the same whatever their case and accents: one of them stands here.',
        }),
        count: z.number().meta({
          description:
            'Records of the group; there is at least one. A record whose field has several values is in the group of each.',
        }),
        values: z.array(
          z.strictObject({
            fieldId: z.string(),
            function: aggregateFunction,
            value: z.union([z.number(), z.string(), z.null()]),
          }),
        ),
      })
      .meta({ id: 'RecordGroup' }),
  ),
  next: z.string().optional().meta({
    description: 'There is more: pass it as `after`. A page ends with the group that passes 4 MB, also before `limit`.',
  }),
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
export const createQuery = formatQuery.extend({
  form: idSchema.optional().meta({
    description: 'The form view whose answer it is: automations that wait for answers of the form start.',
  }),
});
export const listQuery = formatQuery.extend({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  after: z.string().max(4000).optional(),
});
