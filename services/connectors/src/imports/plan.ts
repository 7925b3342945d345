import { isText } from '@tessera/kernel/kinds';
import { fieldType, fieldTypes, readProps, storeProps, type FieldProps } from '@tessera/fields';
import { fold, newId } from '@tessera/kernel';
import type { Analysis } from '../csv/analyse.ts';
import { parserVersion, type ConvertPlan } from '../csv/convert.ts';
import { encodings, type Encoding } from '../csv/encoding.ts';
import { sources } from '../csv/reader.ts';
import type { Plan } from '../events.ts';
import type { Upload } from '../upload/handles.ts';
import type { Into } from '../access/tables.ts';
import { newOptionsOf, rulesOf, type IntoColumn } from './into.ts';
import { newField, type ProposedColumn } from './propose.ts';
import { invalid, rejection } from '../refusals.ts';

export type PlanInput = {
  readonly operationId: string;
  readonly identifier: string;
  readonly userId: string;
  readonly label: string;
  readonly upload: Upload;
  readonly analysis: Analysis;
  readonly columns: readonly ProposedColumn[];
  readonly primaryKey: string | undefined;
  readonly leaveOutTotals: boolean;
  readonly runAutomations: boolean;
  readonly timezone: string;
  readonly maxRows: number;
  /** What does not fit was refused before; it must not come up later. */
  readonly refuseMisfits: boolean;
};

const maxLabel = 45;
const textLike = (type: string): boolean => isText(fieldType(type)?.storage);

type Common = Omit<PlanInput, 'label' | 'columns' | 'primaryKey'>;

const mostLosses = 50;
const mostExamples = 5;
const longestExample = 200;

/**
 * What a finished import tells of its file later: values that it leaves empty or rounds, records that the rules of the
 * table keep out, the largest first.
 */
const lossesOf = (columns: readonly ProposedColumn[], refused: Refusals): Plan['losses'] => {
  const losses = columns.flatMap(({ name, deleted, emptied, fit, replacements }) => {
    if (deleted) return [];
    const decided = new Set(replacements.map((one) => one.value));
    const examples = fit.misfits
      .filter((one) => !decided.has(one.value))
      .slice(0, mostExamples)
      .map(({ value, row }) => ({ value: value.slice(0, longestExample).toWellFormed(), row }));
    return [
      ...(emptied > 0 ? [{ name, reason: 'misfit', count: emptied, examples }] : []),
      ...(fit.rounded > 0 ? [{ name, reason: 'rounded', count: fit.rounded, examples: [] }] : []),
      ...(fit.joined > 0 ? [{ name, reason: 'joined', count: fit.joined, examples: [] }] : []),
      ...(fit.altered > 0
        ? [
            {
              name,
              reason: 'altered',
              count: fit.altered,
              examples: fit.alterations
                .slice(0, mostExamples)
                .map(({ value, row }) => ({ value: value.slice(0, longestExample).toWellFormed(), row })),
            },
          ]
        : []),
    ];
  });
  const out = refused.map(({ name, reason, count, rows }) => ({
    name,
    reason,
    count,
    examples: rows.slice(0, mostExamples).map((row) => ({ value: '', row })),
  }));
  return [...losses, ...out].sort((a, b) => b.count - a.count).slice(0, mostLosses);
};

/** Records that the rules of a table keep out, by the name of the field. */
export type Refusals = readonly {
  readonly name: string;
  readonly reason: string;
  readonly count: number;
  readonly rows: readonly number[];
}[];
const headersOf = (columns: readonly ProposedColumn[]): string[] =>
  columns
    .filter((column) => column.deleted)
    .map((column) => (column.source.header || column.source.name).slice(0, 255));

/** Records that an import takes. Throws `imports.too_many_rows`. */
const rowsOf = ({ analysis: { layout }, leaveOutTotals, maxRows }: Common): number => {
  const rows = layout.rows - (leaveOutTotals && layout.totalsRow !== undefined ? 1 : 0);
  if (rows > maxRows)
    throw rejection(
      'too_large',
      'imports.too_many_rows',
      `An import has at most ${maxRows} rows; this file has ${rows}.`,
      { limit: maxRows, rows },
    );
  return rows;
};

/** What the table is called that a column becomes; empty where it becomes none. */
const ownTableOf = ({ asTable, name }: ProposedColumn): string => (asTable ? name.slice(0, maxLabel).trim() : '');

const readingOf = (column: ProposedColumn) => ({
  index: column.index,
  decimalComma: column.readAs.decimal === ',',
  dayFirst: column.readAs.dayFirst,
  serialDates: column.readAs.serialDates ?? false,
  replacements: column.replacements.map((one) => ({ ...one })),
});

const commonOf = (input: Common, rows: number) => {
  const { upload } = input;
  const { layout } = input.analysis;
  return {
    operationId: input.operationId,
    identifier: input.identifier,
    userId: input.userId,
    file: { handle: upload.file, name: upload.name, sha256: upload.sha256, size: upload.size },
    parserVersion,
    layout: {
      delimiter: layout.delimiter,
      encoding: layout.encoding,
      plainQuotes: layout.plainQuotes,
      escapes: layout.escapes ?? false,
      headerRow: layout.headerRow,
      columns: layout.columns,
      leaveOutTotals: input.leaveOutTotals,
      source: layout.source ?? 'csv',
      sheetIndex: layout.sheetIndex ?? 0,
      fillMerged: layout.fillMerged ?? false,
    },
    rows,
    runAutomations: input.runAutomations,
    timezone: input.timezone,
    refuseMisfits: input.refuseMisfits,
  };
};

/**
 * The plan of an import: everything checked that can be checked before a table is made. Throws `imports.*`.
 */
export const makePlan = (input: PlanInput): Plan => {
  const label = input.label.trim();
  if (label === '') throw invalid('imports.label_required');
  if (label.length > maxLabel)
    throw invalid('imports.label_too_long', `A table's name has at most ${maxLabel} characters.`, { limit: maxLabel });
  const columns = input.columns.filter((column) => !column.deleted);
  if (columns.every(({ asTable }) => asTable)) throw invalid('imports.no_fields');
  const seen = new Map<string, string>();
  for (const { name, key } of columns) {
    if (name.length > 255) throw invalid('imports.name_too_long', { key });
    const other = seen.get(fold(name));
    if (other !== undefined) throw invalid('imports.name_taken', `Two fields are named "${name}".`, { key, other });
    seen.set(fold(name), key);
  }
  const rows = rowsOf(input);
  const key = input.primaryKey === undefined ? undefined : columns.find((column) => column.key === input.primaryKey);
  if (input.primaryKey !== undefined && (key === undefined || key.asTable || !fieldType(key.type)!.keyable))
    throw invalid('imports.key', { key: input.primaryKey });

  // What names the records stands in the table itself.
  const own = columns.filter(({ asTable }) => !asTable);
  const planned = columns.map((column) => ({
    ...readingOf(column),
    newOptions: [],
    newField: false,
    ownTable: ownTableOf(column),
    field: {
      id: newId(),
      name: column.name,
      type: column.type,
      ...storeProps(column.type, column.props),
      ...newField,
      unique: column === key,
    },
  }));
  const idOf = (column: ProposedColumn | undefined): string =>
    column === undefined ? '' : planned[columns.indexOf(column)]!.field.id;
  return {
    ...commonOf(input, rows),
    label,
    columns: planned,
    labelFieldId: idOf(key ?? own.find((column) => textLike(column.type)) ?? own[0]),
    uniqueFieldId: idOf(key),
    tableId: '',
    leaveOut: false,
    losses: lossesOf(columns, []),
    leftColumns: headersOf(input.columns),
  };
};

/** The plan of an import into a table that is there. Throws `imports.*`. */
export const makeIntoPlan = (
  input: Omit<PlanInput, 'label' | 'columns' | 'primaryKey'> & {
    readonly into: Into;
    readonly columns: readonly IntoColumn[];
    readonly leaveOut: boolean;
    readonly refused: Refusals;
  },
): Plan => {
  const rows = rowsOf(input);
  return {
    ...commonOf(input, rows),
    label: input.into.label,
    columns: input.columns.flatMap((column) =>
      column.field === undefined
        ? []
        : [
            {
              ...readingOf(column),
              newOptions: newOptionsOf(column).map((one) => ({ ...one })),
              newField: column.newField,
              ownTable: ownTableOf(column),
              field: { ...column.field, ...storeProps(column.type, column.props) },
            },
          ],
    ),
    labelFieldId: '',
    uniqueFieldId: '',
    tableId: input.into.id,
    leaveOut: input.leaveOut,
    losses: lossesOf(input.columns, input.leaveOut ? input.refused : []),
    leftColumns: headersOf(input.columns),
  };
};

/** Properties of a field that links each record to one of a table. */
export const linkTo = (tableId: string): FieldProps => ({ tableId, multiple: false }) as FieldProps;

/** The type of the field that links to the table that a column becomes. */
export const linkType = fieldTypes.find(({ links, pairs }) => links === 'owning' && pairs === undefined)!.id;

/** The plan as the parser needs it. `tableOf`: the table that a column became, by its field. */
export const convertPlanOf = (plan: Plan, tableOf: (fieldId: string) => string = () => ''): ConvertPlan => {
  const layout = plan.layout!;
  const encoding: Encoding = encodings.find((known) => known === layout.encoding) ?? 'utf-8';
  return {
    dialect: {
      delimiter: layout.delimiter,
      encoding,
      plainQuotes: layout.plainQuotes,
      escapes: layout.escapes,
      source: sources.find((known) => known === layout.source),
      sheetIndex: layout.sheetIndex,
      fillMerged: layout.fillMerged,
    },
    headerRow: layout.headerRow,
    rows: plan.rows,
    timezone: plan.timezone,
    leaveOut: plan.leaveOut,
    refuseMisfits: plan.refuseMisfits,
    columns: plan.columns.map(({ index, field, ownTable, decimalComma, dayFirst, serialDates, replacements }) => ({
      index,
      fieldId: field!.id,
      generation: field!.generation,
      ...(ownTable === ''
        ? { type: field!.type, props: readProps(field!.type, field!) }
        : { type: linkType, props: fieldType(linkType)!.props(linkTo(tableOf(field!.id))) }),
      decimal: decimalComma ? ',' : '.',
      dayFirst,
      serialDates,
      replacements,
      ...(plan.tableId === '' ? {} : rulesOf(field!)),
    })),
  };
};
