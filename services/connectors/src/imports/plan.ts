import { fieldType } from '@tessera/fields';
import { fold, invalid, newId, Rejection } from '@tessera/kernel';
import type { Analysis } from '../csv/analyse.ts';
import { parserVersion, type ConvertPlan } from '../csv/convert.ts';
import { encodings, type Encoding } from '../csv/encoding.ts';
import type { Plan } from '../events.ts';
import type { Upload } from '../upload/handles.ts';
import { propsFromMessage, propsToMessage } from './fields.ts';
import type { ProposedColumn } from './propose.ts';

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
};

const maxLabel = 45;
const textLike = (type: string): boolean => ['singleLineText', 'text', 'email', 'phone', 'link'].includes(type);

/**
 * The plan of an import (building 5): everything checked that can be checked before a table is made. Throws
 * `imports.*`.
 */
export const makePlan = (input: PlanInput): Plan => {
  const label = input.label.trim();
  if (label === '') throw invalid('imports.label_required', 'A table needs a name.');
  if (label.length > maxLabel)
    throw invalid('imports.label_too_long', `A table's name has at most ${maxLabel} characters.`, { limit: maxLabel });
  const columns = input.columns.filter((column) => !column.deleted);
  if (columns.length === 0) throw invalid('imports.no_fields', 'At least one field is imported.');
  const seen = new Map<string, string>();
  for (const { name, key } of columns) {
    if (name.length > 255)
      throw invalid('imports.name_too_long', 'The name of a field has at most 255 characters.', { key });
    const other = seen.get(fold(name));
    if (other !== undefined) throw invalid('imports.name_taken', `Two fields are named "${name}".`, { key, other });
    seen.set(fold(name), key);
  }
  const { layout } = input.analysis;
  const rows = layout.rows - (input.leaveOutTotals && layout.totalsRow !== undefined ? 1 : 0);
  if (rows > input.maxRows)
    throw new Rejection(
      'too_large',
      'imports.too_many_rows',
      `An import has at most ${input.maxRows} rows; this file has ${rows}.`,
      { limit: input.maxRows, rows },
    );
  const key = input.primaryKey === undefined ? undefined : columns.find((column) => column.key === input.primaryKey);
  if (input.primaryKey !== undefined && (key === undefined || !fieldType(key.type)!.keyable))
    throw invalid('imports.key', 'This column cannot be the key.', { key: input.primaryKey });

  const planned = columns.map((column) => ({
    index: column.index,
    decimalComma: column.readAs.decimal === ',',
    dayFirst: column.readAs.dayFirst,
    serialDates: column.readAs.serialDates ?? false,
    replacements: column.replacements.map((one) => ({ ...one })),
    field: {
      id: newId(),
      name: column.name,
      type: column.type,
      props: propsToMessage(column.props),
      required: false,
      unique: column === key,
      description: '',
      defaultValue: undefined,
      generation: 1,
      number: 0,
      uniqueEpoch: 0,
      keptScale: undefined,
    },
  }));
  const idOf = (column: ProposedColumn | undefined): string =>
    column === undefined ? '' : planned[columns.indexOf(column)]!.field.id;
  return {
    operationId: input.operationId,
    identifier: input.identifier,
    userId: input.userId,
    label,
    file: { handle: input.upload.file, name: input.upload.name, sha256: input.upload.sha256, size: input.upload.size },
    parserVersion,
    layout: {
      delimiter: layout.delimiter,
      encoding: layout.encoding,
      plainQuotes: layout.plainQuotes,
      headerRow: layout.headerRow,
      columns: layout.columns,
      leaveOutTotals: input.leaveOutTotals,
    },
    columns: planned,
    labelFieldId: idOf(key ?? columns.find((column) => textLike(column.type)) ?? columns[0]),
    uniqueFieldId: idOf(key),
    rows,
    runAutomations: input.runAutomations,
    timezone: input.timezone,
  };
};

/** The plan as the parser needs it. */
export const convertPlanOf = (plan: Plan): ConvertPlan => {
  const layout = plan.layout!;
  const encoding: Encoding = encodings.find((known) => known === layout.encoding) ?? 'utf-8';
  return {
    dialect: { delimiter: layout.delimiter, encoding, plainQuotes: layout.plainQuotes },
    headerRow: layout.headerRow,
    rows: plan.rows,
    timezone: plan.timezone,
    columns: plan.columns.map(({ index, field, decimalComma, dayFirst, serialDates, replacements }) => ({
      index,
      fieldId: field!.id,
      generation: 1,
      type: field!.type,
      props: propsFromMessage(field!.props),
      decimal: decimalComma ? ',' : '.',
      dayFirst,
      serialDates,
      replacements,
    })),
  };
};
