import { z } from 'zod';
import { encodings } from '../csv/encoding.ts';
import { isId } from '@tessera/kernel';

export const id = z.string().refine(isId, 'not an id');
export const connectorId = z.string().min(1).max(60);
const filePath = z.string().min(1).max(4000);

const option = z.strictObject({
  id: z.string().max(40).optional(),
  label: z.string().max(1000),
  color: z.string().max(20).optional(),
});
const props = z.strictObject({
  options: z.array(option).max(1000).optional(),
  decimals: z.number().int().min(0).max(8).optional(),
  currency_symbol: z.string().max(20).optional(),
  date_format: z.string().max(20).optional(),
  thousands: z.boolean().optional(),
  minimum_options: z.number().int().min(0).max(100).optional(),
  notify: z.boolean().optional(),
});
const readAs = z.strictObject({
  decimal: z.enum(['.', ',']).optional(),
  dayFirst: z.boolean().optional(),
  serialDates: z.boolean().optional(),
});
export const column = z.strictObject({
  key: z.string().max(10),
  name: z.string().max(300).optional(),
  type: z.string().max(40).optional(),
  props: props.optional(),
  readAs: readAs.optional(),
  deleted: z.boolean().optional(),
  replacements: z
    .array(z.strictObject({ value: z.string().max(100_000), text: z.string().max(1000) }))
    .max(1000)
    .optional(),
});
const layoutWishes = {
  delimiter: z
    .string()
    .length(1)
    .refine((text) => text !== '"' && text !== '\n' && text !== '\r', 'not a delimiter')
    .optional(),
  encoding: z.enum(encodings as [string, ...string[]]).optional(),
  plainQuotes: z.boolean().optional(),
  headerRow: z.number().int().min(0).max(100).optional(),
  leaveOutTotals: z.boolean().optional(),
};
export const configBody = z.strictObject({
  connector_id: connectorId,
  identifier: id,
  config: z.strictObject({
    filePath,
    ...layoutWishes,
    label: z.string().max(200).optional(),
    primaryKey: z.string().max(10).nullish(),
    fields: z.array(column).max(500).optional(),
  }),
});
export const importBody = z.strictObject({
  connector_id: connectorId,
  identifier: id,
  table_import_configs: z
    .array(
      z.strictObject({
        label: z.string().max(200),
        fields: z.array(column).min(1).max(500),
        config: z.strictObject({
          filePath,
          ...layoutWishes,
          object: z.string().max(200).nullish(),
          sheetIndex: z.number().int().nullish(),
          isRunAutomations: z.boolean().optional(),
          type: z.literal('import_create_structure'),
          primaryKey: z.string().max(10).nullish(),
        }),
      }),
    )
    .length(1),
});
export type ConfigBody = z.output<typeof configBody>;

const misfit = z.strictObject({
  row: z.number(),
  value: z.string(),
  count: z.number(),
  reason: z.string(),
  message: z.string(),
});
const shownProps = z.looseObject({});
export const configAnswer = z.strictObject({
  layout: z.strictObject({
    delimiter: z.string(),
    encoding: z.string(),
    plainQuotes: z.boolean(),
    headerRow: z.number(),
    top: z.array(z.array(z.string())),
    rows: z.number(),
    columns: z.number(),
    blankRows: z.number(),
    blankColumns: z.number(),
    shortRows: z.number(),
    longRows: z.number(),
    totalsRow: z.number().nullable(),
  }),
  fields: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      header: z.string(),
      nameProblem: z.enum(['blank', 'duplicate']).nullable(),
      type: z.string(),
      proposedType: z.string(),
      props: shownProps,
      readAs: z.strictObject({ decimal: z.string(), dayFirst: z.boolean(), serialDates: z.boolean().optional() }),
      deleted: z.boolean(),
      fit: z.strictObject({
        total: z.number(),
        empty: z.number(),
        matched: z.number(),
        unlisted: z.number(),
        rounded: z.number(),
        misfits: z.array(misfit),
      }),
      ambiguous: z
        .strictObject({ kind: z.string(), count: z.number(), example: z.string(), mixed: z.boolean() })
        .nullable(),
      samples: z.array(z.string()),
      replacements: z.array(z.strictObject({ value: z.string(), text: z.string() })),
    }),
  ),
  records: z.array(z.strictObject({ fields: z.record(z.string(), z.unknown()), misfits: z.array(z.string()) })),
  key: z
    .strictObject({
      key: z.string(),
      repeated: z.number(),
      empty: z.number(),
      values: z.array(z.strictObject({ value: z.string(), count: z.number(), rows: z.array(z.number()) })),
    })
    .nullable()
    .meta({
      description:
        'For the column that tells records apart (primaryKey): values that stand more than once, with the numbers of their first records. Such a file is refused as it is.',
    }),
  warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  label: z.string(),
  object_id: z.null(),
});
export const importAnswer = z.strictObject({
  operationId: z.string(),
  identifier: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  done: z.number(),
  total: z.number(),
  misfits: z.number(),
  fields: z.number(),
  tableId: z.string(),
  label: z.string(),
  fileName: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  tableGone: z.boolean().describe('The table that it made was taken away since, by an undo or otherwise.'),
});
