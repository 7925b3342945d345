import { isChoice, isList } from '@tessera/kernel/kinds';
import { anyLine, FieldError, fieldType, isWritten, maxOptions, withColors, type FieldProps } from '@tessera/fields';
import {
  ambiguityOf,
  emptiedOf,
  fileConventions,
  fitOf,
  inferColumn,
  keptProps,
  proposeOptions,
  showBroken,
  textTypeOf,
  type Ambiguity,
  type Fit,
  type InferContext,
  type ReadAs,
  type StaysText,
} from '@tessera/fields/infer';
import { fold, isId, newId } from '@tessera/kernel';
import type { Analysis } from '../csv/analyse.ts';
import { misfit, reader, type ColumnPlan } from '../csv/convert.ts';
import { columnNames, type ColumnName } from '../csv/names.ts';
import type { Facts } from '../access/directory.ts';
import { invalid } from '../refusals.ts';

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
  /** Of a table that is there: the field that the column fills, null for none; absent where the header decides. */
  readonly field?: string | null | undefined;
  /** Of a table that is there: the column becomes a new field of it. */
  readonly newField?: boolean | undefined;
  /** The column becomes a table of its own that is linked. */
  readonly asTable?: boolean | undefined;
  /** Whether labels that the field has no option for become options. */
  readonly createOptions?: boolean | undefined;
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
  /** The sheet of a workbook does not show it: it is left out unless somebody chooses it. */
  readonly hidden: boolean;
  readonly fit: Fit;
  /** Values that would be left empty although the file has them, and that nobody decided about. */
  readonly emptied: number;
  readonly ambiguous: Ambiguity | undefined;
  readonly staysText: StaysText | undefined;
  readonly samples: readonly string[];
  readonly replacements: readonly { readonly value: string; readonly text: string }[];
  /** What the values alone asked for. */
  readonly proposedType: string;
  readonly asTable: boolean;
  /** Different texts of a column whose values repeat; undefined of others. */
  readonly repeats: number | undefined;
};

export const columnKey = (index: number): string => `c${index}`;

/** What a field that an import makes is beside its name, type and properties. */
export const newField = {
  required: false,
  unique: false,
  description: '',
  defaultValue: undefined,
  generation: 1,
  number: 0,
  uniqueEpoch: 0,
  keptScale: undefined,
} as const;

/** A type that a person may choose for a column. */
const importable = (id: string): boolean => {
  const type = fieldType(id);
  return type !== undefined && isWritten(type);
};

export const samplesOf = (analysis: Analysis, index: number): readonly string[] => {
  const samples: string[] = [];
  for (const row of analysis.preview) {
    const value = showBroken((row[index] ?? '').trim().slice(0, 80));
    if (value !== '' && !samples.includes(value)) samples.push(value);
    if (samples.length === 3) break;
  }
  return samples;
};

/** Choices by the key of their column. Throws `imports.unknown_column` for one that the file has not. */
export const choicesByKey = (
  choices: readonly ColumnChoice[] | undefined,
  columns: number,
): ReadonlyMap<string, ColumnChoice> => {
  const chosen = new Map(choices?.map((choice) => [choice.key, choice]));
  const keys = new Set(Array.from({ length: columns }, (_, index) => columnKey(index)));
  for (const key of chosen.keys()) if (!keys.has(key)) throw invalid('imports.unknown_column', { key });
  return chosen;
};

export const isHidden = ({ book }: Analysis, index: number): boolean => book?.cells[index]?.hidden === true;

/** How a column's values are read: as the file's texts are, and the numbers of a workbook with a point. */
export const readingIn =
  ({ book }: Analysis, conventions: ReturnType<typeof fileConventions>) =>
  (index: number): ReturnType<typeof fileConventions> & Pick<InferContext, 'format' | 'proven'> => {
    const cells = book?.cells[index];
    if (cells === undefined) return conventions;
    return {
      ...conventions,
      ...(cells.numbers ? { decimal: '.', proven: { ...conventions.proven, decimal: true } } : {}),
      format: cells.format,
    };
  };

/** What happens to values that do not fit: the import is refused, their column is kept as text, or they are left empty. */
export type OnMisfit = 'error' | 'text' | 'empty';

/**
 * Every column of a file with its type, how it is read and how its values fit: the choices where there are some,
 * proposals elsewhere. With `text`, a column that would change a value is text instead.
 */
export const proposeColumns = (
  analysis: Analysis,
  facts: Facts,
  choices: readonly ColumnChoice[] | undefined,
  leaveOutTotals = false,
  onMisfit: OnMisfit = 'error',
): readonly ProposedColumn[] => {
  const names = columnNames(analysis.layout.header, analysis.layout.columns);
  const chosen = choicesByKey(choices, names.length);
  const optionIds = new Map<string, string>();
  const optionId = (label: string): string => {
    let id = optionIds.get(label);
    if (id === undefined) optionIds.set(label, (id = newId()));
    return id;
  };
  // The words of a last row of totals say nothing of what stands above; where it is taken, it must fit as the others do.
  const telling = analysis.withoutTotals ?? analysis.stats;
  const taken = leaveOutTotals ? telling : analysis.stats;
  const read = readingIn(analysis, fileConventions(telling, facts));
  let selects = 0;
  return names.map((source, index) => {
    const key = columnKey(index);
    const stats = taken[index]!;
    const choice = chosen.get(key);
    const conventions = read(index);
    const found = inferColumn(telling[index]!, {
      name: source.name,
      timezone: facts.timezone,
      ...conventions,
      optionId,
      firstColor: selects,
    });
    const asTable = choice?.asTable === true;
    const type = asTable ? nameType : (choice?.type ?? found.type);
    if (!importable(type)) throw invalid('imports.type', `A column cannot be imported as ${type}.`, { key, type });
    const readAs: ReadAs = { ...found.readAs, ...definedOf(choice?.readAs) };
    const props = propsFor(
      type,
      choice,
      found.type === type ? found.props : keptProps(stats, type, readAs),
      key,
      selects,
      () => proposeOptions(stats, type, maxOptions, optionId, selects),
    );
    if (isSelect(type) && choice?.deleted !== true) selects++;
    const replacements = choice?.replacements ?? [];
    const landsAs = (as: { readonly type: string; readonly props: FieldProps }) => {
      const fit = fitOf(stats, as.type, as.props, readAs, facts.timezone);
      const decided = decidedIn({ ...as, readAs, replacements }, facts);
      return { ...as, fit, emptied: emptiedOf(stats, as.type, as.props, readAs, fit, decided) };
    };
    let lands = landsAs({ type, props });
    if (onMisfit === 'text' && changes(lands) > 0) lands = landsAs({ type: textTypeOf(stats), props: {} });
    return {
      key,
      index,
      name: choice?.name?.trim() || source.name,
      source: { ...source, header: (analysis.layout.header[index] ?? '').trim() },
      ...lands,
      readAs,
      deleted: choice?.deleted ?? (choice === undefined && isHidden(analysis, index)),
      hidden: isHidden(analysis, index),
      ambiguous: lands.type === found.type ? found.ambiguous : ambiguityOf(telling[index]!, lands.type, conventions),
      staysText: lands.type === found.type ? found.staysText : undefined,
      samples: samplesOf(analysis, index),
      replacements,
      proposedType: found.type,
      asTable,
      repeats: repeatsIn(telling[index]!, found.type),
    };
  });
};

/** The type of what names the records of a table that a column becomes. */
export const nameType = anyLine;
/** Different values from which on they are more than options, and how often each must stand at the least, on average. */
const fewestValues = 10;
const leastUses = 2;

/** Different texts of a column that may be a table of its own: names that repeat, more than one would choose among. */
const repeatsIn = ({ distinct, total, empty, longest }: Analysis['stats'][number], type: string): number | undefined =>
  distinct !== undefined &&
  (type === nameType || isSelect(type)) &&
  !isList(fieldType(type)?.storage) &&
  longest <= 100 &&
  distinct.size >= fewestValues &&
  total - empty >= leastUses * distinct.size
    ? distinct.size
    : undefined;

/** How many values of a column would not land as the file has them: left empty, rounded, their lines joined, or altered. */
export const changes = ({ emptied, fit }: Pick<ProposedColumn, 'emptied' | 'fit'>): number =>
  emptied + fit.rounded + fit.joined + fit.altered;

/** The texts that a column's replacements decide about: those whose own text can be kept, or that leave the cell empty. */
export const decidedIn = (
  column: Pick<ProposedColumn, 'type' | 'props' | 'readAs' | 'replacements'>,
  { timezone, users }: Facts,
): readonly string[] => {
  if (column.replacements.length === 0) return [];
  const known = new Map(users);
  const plain = planOf({ ...column, index: 0, replacements: [] }, '');
  const read = reader(plain, timezone, (text) => known.get(fold(text)));
  return column.replacements.flatMap(({ value, text }) => (text === '' || read(text) !== misfit ? value : []));
};

export const definedOf = (readAs: ColumnChoice['readAs']): Partial<ReadAs> =>
  Object.fromEntries(Object.entries(readAs ?? {}).filter(([, value]) => value !== undefined));

export const isSelect = (type: string): boolean => isChoice(fieldType(type)?.storage);

const propsFor = (
  type: string,
  choice: ColumnChoice | undefined,
  found: FieldProps | undefined,
  key: string,
  firstColor: number,
  options: () => FieldProps['options'],
): FieldProps => {
  const codec = fieldType(type)!;
  const { options: given, ...rest } = choice?.props ?? found ?? {};
  const listed =
    given &&
    withColors(
      given.map(({ id, label, color }) => ({ id: id !== undefined && isId(id) ? id : newId(), label, color })),
      firstColor,
    );
  const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  try {
    return codec.props({
      ...defined,
      ...(isSelect(type) ? { options: listed && listed.length > 0 ? listed : (options() ?? []) } : {}),
    });
  } catch (error) {
    if (error instanceof FieldError)
      throw invalid('imports.props', error.message, { key, reason: error.code, ...error.params });
    throw error;
  }
};

export const planOf = (
  column: Pick<ProposedColumn, 'index' | 'type' | 'props' | 'readAs' | 'replacements'>,
  fieldId: string,
): ColumnPlan => ({
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
