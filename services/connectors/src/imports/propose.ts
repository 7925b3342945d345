import { FieldError, fieldType, maxOptions, type FieldProps } from '@tessera/fields';
import {
  fileConventions,
  fitOf,
  inferColumn,
  proposeOptions,
  type Ambiguity,
  type Fit,
  type ReadAs,
} from '@tessera/fields/infer';
import { invalid, isId, newId } from '@tessera/kernel';
import type { Analysis } from '../csv/analyse.ts';
import type { ColumnPlan } from '../csv/convert.ts';
import { columnNames, type ColumnName } from '../csv/names.ts';
import type { Facts } from '../access/directory.ts';

type Open<T> = { readonly [K in keyof T]?: T[K] | undefined };
type ChosenProps = Open<Omit<FieldProps, 'options'>> & {
  readonly options?:
    | readonly { readonly id?: string | undefined; readonly label: string; readonly color?: string | undefined }[]
    | undefined;
};

/** What a person chose for a column; what is absent is proposed. */
export type ColumnChoice = {
  readonly key: string;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly props?: ChosenProps | undefined;
  readonly readAs?: Open<ReadAs> | undefined;
  readonly deleted?: boolean | undefined;
  readonly replacements?: readonly { readonly value: string; readonly text: string }[] | undefined;
};
export type ProposedColumn = {
  readonly key: string;
  readonly index: number;
  readonly name: string;
  readonly source: ColumnName & { readonly header: string };
  readonly type: string;
  readonly props: FieldProps;
  readonly readAs: ReadAs;
  readonly deleted: boolean;
  readonly fit: Fit;
  readonly ambiguous: Ambiguity | undefined;
  readonly samples: readonly string[];
  readonly replacements: readonly { readonly value: string; readonly text: string }[];
  /** What the values alone asked for. */
  readonly proposedType: string;
};

const columnKey = (index: number): string => `c${index}`;

/** A type that a person may choose for a column. */
const importable = (id: string): boolean => {
  const type = fieldType(id);
  return type !== undefined && type.system === undefined;
};

const samplesOf = (analysis: Analysis, index: number): readonly string[] => {
  const samples: string[] = [];
  for (const row of analysis.preview) {
    const value = (row[index] ?? '').trim().slice(0, 80);
    if (value !== '' && !samples.includes(value)) samples.push(value);
    if (samples.length === 3) break;
  }
  return samples;
};

/**
 * Every column of a file with its type, how it is read and how its values fit: the choices where there are some,
 * proposals elsewhere.
 */
export const proposeColumns = (
  analysis: Analysis,
  facts: Facts,
  choices: readonly ColumnChoice[] | undefined,
): readonly ProposedColumn[] => {
  const names = columnNames(analysis.layout.header, analysis.layout.columns);
  const chosen = new Map(choices?.map((choice) => [choice.key, choice]));
  const keys = new Set(names.map((_, index) => columnKey(index)));
  for (const key of chosen.keys())
    if (!keys.has(key)) throw invalid('imports.unknown_column', 'The file has no such column.', { key });
  const optionIds = new Map<string, string>();
  const optionId = (label: string): string => {
    let id = optionIds.get(label);
    if (id === undefined) optionIds.set(label, (id = newId()));
    return id;
  };
  const conventions = fileConventions(analysis.stats, facts);
  return names.map((source, index) => {
    const key = columnKey(index);
    const stats = analysis.stats[index]!;
    const choice = chosen.get(key);
    const found = inferColumn(stats, { name: source.name, timezone: facts.timezone, ...conventions, optionId });
    const type = choice?.type ?? found.type;
    if (!importable(type)) throw invalid('imports.type', `A column cannot be imported as ${type}.`, { key, type });
    const readAs: ReadAs = { ...found.readAs, ...definedOf(choice?.readAs) };
    const props = propsFor(type, choice, found.type === type ? found.props : undefined, key, () =>
      proposeOptions(stats, type as 'select', maxOptions, optionId),
    );
    const fit = fitOf(stats, type, props, readAs, facts.timezone);
    return {
      key,
      index,
      name: choice?.name?.trim() || source.name,
      source: { ...source, header: (analysis.layout.header[index] ?? '').trim() },
      type,
      props,
      readAs,
      deleted: choice?.deleted ?? false,
      fit,
      ambiguous: type === found.type ? found.ambiguous : undefined,
      samples: samplesOf(analysis, index),
      replacements: choice?.replacements ?? [],
      proposedType: found.type,
    };
  });
};

const definedOf = (readAs: ColumnChoice['readAs']): Partial<ReadAs> =>
  Object.fromEntries(Object.entries(readAs ?? {}).filter(([, value]) => value !== undefined));

const propsFor = (
  type: string,
  choice: ColumnChoice | undefined,
  found: FieldProps | undefined,
  key: string,
  options: () => FieldProps['options'],
): FieldProps => {
  const codec = fieldType(type)!;
  const { options: given, ...rest } = choice?.props ?? found ?? {};
  const selects = codec.storage === 'option' || codec.storage === 'options';
  const listed = given?.map((option) => ({
    id: option.id !== undefined && isId(option.id) ? option.id : newId(),
    label: option.label,
    color: option.color ?? '',
  }));
  const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  try {
    return codec.props({
      ...defined,
      ...(selects ? { options: listed && listed.length > 0 ? listed : (options() ?? []) } : {}),
    });
  } catch (error) {
    if (error instanceof FieldError)
      throw invalid('imports.props', error.message, { key, reason: error.code, ...error.params });
    throw error;
  }
};

export const planOf = (column: ProposedColumn, fieldId: string): ColumnPlan => ({
  index: column.index,
  fieldId,
  generation: 1,
  type: column.type,
  props: column.props,
  decimal: column.readAs.decimal,
  dayFirst: column.readAs.dayFirst,
  serialDates: column.readAs.serialDates ?? false,
  replacements: column.replacements,
});
