import { propsAnswer, propsInput } from '@tessera/fields/schema';
import { z } from 'zod';
import { encodings } from '../csv/encoding.ts';
import { sources } from '../csv/reader.ts';
import { isId } from '@tessera/kernel';

export const id = z.string().refine(isId, 'not an id');
export const connectorId = z
  .string()
  .min(1)
  .max(60)
  .describe(`What reads the file: ${sources.join(', ')}.`);
const filePath = z.string().min(1).max(4000);

const option = z.strictObject({
  id: z.string().max(40).optional(),
  label: z.string().max(1000),
  color: z.string().max(20).optional(),
});
const props = propsInput(option).meta({ id: 'ImportFieldPropsInput' });
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
  field: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe(
      'Of import_only: the id or the name of the field that the column fills; null for none, absent for its header.',
    ),
  newField: z
    .boolean()
    .optional()
    .describe(
      'Of import_only, for who may change the table: the column becomes a new field, with name, type and props as in a new table. Undoing the import deletes the field, unless other records have values in it by then.',
    ),
  asTable: z
    .boolean()
    .optional()
    .describe(
      'The column becomes a table of its own, with one record for each of its values, and a field that links to them. Undoing the import takes both tables away.',
    ),
  createOptions: z.boolean().optional().describe('Of import_only: labels without an option become options.'),
});
const into = {
  type: z.enum(['import_create_structure', 'import_only']),
  object: id.nullish().describe('Of import_only: the table that gets the records.'),
};
const layoutWishes = {
  checklist: z
    .strictObject({ organized: z.literal(true), formatted: z.literal(true), supported: z.literal(true) })
    .optional()
    .describe('What the caller looked at before: the screen sets all three with one tick.'),
  delimiter: z
    .string()
    .length(1)
    .refine((text) => text !== '"' && text !== '\n' && text !== '\r', 'not a delimiter')
    .optional(),
  encoding: z.enum(encodings).optional(),
  plainQuotes: z.boolean().optional(),
  headerRow: z.number().int().min(0).max(100).optional(),
  sheetIndex: z
    .number()
    .int()
    .min(0)
    .max(10_000)
    .nullish()
    .describe('Of a workbook: the sheet, from 0; absent for the first that is shown and has rows.'),
  fillMerged: z
    .boolean()
    .optional()
    .describe('Of a workbook: the value of merged cells stands in all of their rows that have others.'),
  leaveOutTotals: z.boolean().optional(),
  onMisfit: z
    .enum(['error', 'text', 'empty'])
    .optional()
    .describe(
      'What happens to values that do not fit their field, that it would round or alter, or whose lines it would join: the import is refused before it writes anything (error, the default), their column becomes text (not of import_only: its fields are there), or they are left empty, rounded, altered and joined (empty). Words that say that there is none ("n/a", "-") are no such values, nor are those with a replacement.',
    ),
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
    type: into.type.optional(),
    object: into.object,
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
          object: into.object,
          isRunAutomations: z.boolean().optional(),
          type: into.type,
          leaveOut: z
            .boolean()
            .optional()
            .describe(
              'Of import_only: records that required and unique fields refuse are left out, not the whole file.',
            ),
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
export const configAnswer = z.strictObject({
  sheets: z
    .array(
      z.strictObject({
        index: z.number(),
        name: z.string(),
        hidden: z.boolean(),
        rows: z.number().describe('Records, without the header and a row of totals; 0 of a chart or an empty sheet.'),
      }),
    )
    .describe('Of a workbook: all of its sheets.'),
  layout: z.strictObject({
    source: z.enum(sources),
    sheetIndex: z.number().nullable().describe('Of a workbook: the sheet that was read.'),
    formulas: z.number().describe('Cells of the sheet whose value a formula made: the value is taken.'),
    unsaid: z.number().describe('Of those, how many the file has no value of. They stay empty.'),
    merged: z.number().describe('Areas of merged cells: their value stands in the first.'),
    tall: z.number().describe('Of those, how many take several rows.'),
    fillMerged: z.boolean(),
    delimiter: z.string(),
    encoding: z.enum(encodings),
    plainQuotes: z.boolean(),
    escapes: z.boolean().describe('Quotation marks within cells are written as \\".'),
    headerRow: z.number(),
    header: z
      .enum(['sure', 'unsure'])
      .describe(
        'Whether the header row, or that there is none, is beyond doubt or was chosen; else it is to be asked.',
      ),
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
      props: propsAnswer,
      readAs: z.strictObject({
        decimal: z.enum(['.', ',']),
        dayFirst: z.boolean(),
        serialDates: z.boolean().optional(),
      }),
      deleted: z.boolean(),
      hidden: z
        .boolean()
        .describe('The sheet of a workbook does not show the column: it is left out unless it is chosen.'),
      fit: z.strictObject({
        total: z.number(),
        empty: z.number(),
        matched: z.number(),
        unlisted: z.number(),
        rounded: z.number(),
        joined: z
          .number()
          .describe('Texts of several lines, or with tabs, that the field keeps as one line. They match.'),
        altered: z
          .number()
          .describe(
            'Values that match and whose cell says something else: "007" as the number 7, a time that the clocks of the time zone skip, one that is finer than a millisecond.',
          ),
        alterations: z.array(misfit.extend({ becomes: z.string().describe('What stands for it in the cell.') })),
        meantEmpty: z.number().describe('Values that say that there is none ("n/a", "-"): they are no misfits.'),
        words: z.array(z.strictObject({ value: z.string(), count: z.number() })),
        misfits: z.array(misfit),
      }),
      ambiguous: z
        .strictObject({
          kind: z.enum(['decimal', 'dayOrder', 'serial']),
          count: z.number(),
          example: z.string(),
          mixed: z.boolean(),
        })
        .nullable(),
      staysText: z
        .strictObject({
          why: z.enum(['misfits', 'digits', 'codes', 'units', 'skipped', 'finer']),
          type: z.string(),
          count: z.number(),
          example: z.string(),
        })
        .nullable()
        .describe('Why a column that looks like another type stays text, with a value that says so.'),
      emptied: z
        .number()
        .describe('Values that would be left empty although the file has them, and that no replacement decides about.'),
      samples: z.array(z.string()),
      replacements: z.array(z.strictObject({ value: z.string(), text: z.string() })),
      field: z.string().nullable().describe('The field of the table that the column fills.'),
      newField: z.boolean().describe('The column becomes a new field of the table.'),
      asTable: z.boolean().describe('The column becomes a table of its own that is linked.'),
      repeats: z
        .number()
        .nullable()
        .describe(
          'How many different texts a column has whose values repeat, so that they may be a table of their own.',
        ),
      createOptions: z.boolean(),
      missingOptions: z.array(z.string()).describe('Labels that the field has no option for: the first hundred.'),
      missingCount: z.number(),
    }),
  ),
  changed: z
    .strictObject({ emptied: z.number(), rounded: z.number(), joined: z.number(), altered: z.number() })
    .describe(
      'Values of all columns that are imported which would be left empty, rounded, say something else, or whose lines would be joined: what onMisfit is about.',
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
  object_id: z.string().nullable(),
  table: z
    .strictObject({
      id: z.string(),
      label: z.string(),
      fields: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          type: z.string(),
          required: z.boolean(),
          unique: z.boolean(),
        }),
      ),
      mayAddOptions: z.boolean(),
      mayAddFields: z.boolean(),
      unfilled: z.array(z.string()).describe('Required fields that no column fills.'),
      refused: z
        .array(
          z.strictObject({
            field: z.string(),
            reason: z.enum(['required', 'repeated', 'taken']),
            count: z.number(),
            rows: z.array(z.number()),
          }),
        )
        .describe('What keeps records out, with the numbers of the first of them.'),
      leftOut: z.number().describe('Records that are kept out, each once.'),
      unchecked: z.boolean().describe('The file has more values of a unique field than are compared beforehand.'),
    })
    .nullable(),
});
export const importAnswer = z.strictObject({
  operationId: z.string(),
  identifier: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  done: z.number(),
  total: z.number(),
  misfits: z.number(),
  leftOut: z.number().describe('Records that the required and unique fields of the table kept out.'),
  into: z.boolean().describe('The records went into a table that was there.'),
  fields: z.number(),
  tableId: z.string(),
  label: z.string(),
  fileName: z.string(),
  userId: z.string().describe('Who imported it.'),
  mayStop: z.boolean().describe('Whether the caller may stop it: its maker and administrators may.'),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  tableGone: z.boolean().describe('The table that it made was taken away since, by an undo or otherwise.'),
});
export const importReport = importAnswer.extend({
  report: z
    .strictObject({
      losses: z.array(
        z.strictObject({
          name: z.string(),
          reason: z
            .string()
            .describe(
              'misfit (left empty), rounded, joined (their lines), altered (007 as 7); or why records were kept out: required, repeated, taken.',
            ),
          count: z.number(),
          examples: z.array(z.strictObject({ value: z.string(), row: z.number() })),
        }),
      ),
      leftColumns: z.array(z.string()),
      newFields: z.array(z.string()).describe('Names of the fields that it added to a table that was there.'),
      totalsLeftOut: z.boolean(),
    })
    .describe(
      'What of the file did not land as it stood there, as it was known when the import began. It is kept. Who is neither its maker nor an administrator gets the counts, without values and headers of the file.',
    ),
});
