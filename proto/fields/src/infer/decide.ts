import { isChoice, isDated, isList, isMoment, isNumber, isText } from '@tessera/kernel/kinds';
import { anyLine, anyText, fieldType, fieldTypes, hasOptions } from '../list.ts';
import { findOption, labelKey, labelText, meantOptions, splitLabels, withColors } from '../options.ts';
import { keptApart, sameCurrency } from '../shapes.ts';
import { lineBreaks, maxDecimals } from '../shared.ts';
import {
  FieldError,
  type CellFormat,
  type FieldProps,
  type FieldType,
  type ReadContext,
  type TextShape,
} from '../type.ts';
import { digitsOf, has, numbersAlike, proposedNumber, signOf } from './amounts.ts';
import { isBroken, showBroken } from './broken.ts';
import { currencyIn, kind, meansEmpty, placesIn, roomIn } from './kinds.ts';
import { knownIn, type ColumnStats, type KindCount } from './stats.ts';

/** How a column's texts are read: decided per column, shown, and changed by the person who imports. */
export type ReadAs = { readonly decimal: '.' | ','; readonly dayFirst: boolean; readonly serialDates?: boolean };

export type Misfit = {
  /** The record's number in the file, from 1, of the first such value. */
  readonly row: number;
  readonly value: string;
  readonly count: number;
  /** Code and sentence of the FieldError that reading it gives. */
  readonly reason: string;
  readonly message: string;
};
/**
 * `matched + meantEmpty + misfit values = total - empty`. `misfits` holds the commonest kinds; `unlisted` counts values
 * beyond them.
 */
export type Fit = {
  readonly total: number;
  readonly empty: number;
  readonly matched: number;
  readonly misfits: readonly Misfit[];
  readonly unlisted: number;
  /** Of those that match, numbers with more places than the field keeps: they are rounded. */
  readonly rounded: number;
  /** Of those that match, texts of several lines, or with tabs, that the field keeps as one line. */
  readonly joined: number;
  /**
   * Of those that match, texts whose cell says something else or less: "007" as the number 7, a time that the clocks
   * skip. `alterations` holds the commonest, with what each becomes.
   */
  readonly altered: number;
  readonly alterations: readonly (Misfit & { readonly becomes: string })[];
  /** Values that say that there is none ("n/a", "-"), where the type has no other use for them; `words` names them. */
  readonly meantEmpty: number;
  readonly words: readonly { readonly value: string; readonly count: number }[];
};
/** A decision that the values leave open. `mixed`: some values prove one way and some the other. */
export type Ambiguity = {
  readonly kind: 'decimal' | 'dayOrder' | 'serial';
  readonly count: number;
  readonly example: string;
  readonly mixed: boolean;
};

/**
 * Why a column stays text that looks like another type: some values do not fit it (`misfits`), no field keeps all
 * their digits (`digits`), numbers that begin with a zero or that are codes (`codes`), values of several units
 * (`units`), times that the clocks of the zone skip (`skipped`) or that are finer than a millisecond (`finer`).
 */
export type StaysText = {
  readonly why: 'misfits' | 'digits' | 'codes' | 'units' | 'skipped' | 'finer';
  /** The type that most values ask for. */
  readonly type: string;
  readonly count: number;
  readonly example: string;
};

export type Inference = {
  readonly type: string;
  readonly props: FieldProps;
  readonly readAs: ReadAs;
  readonly fit: Fit;
  readonly ambiguous?: Ambiguity;
  readonly staysText?: StaysText;
};

/**
 * What is known beside the values: the column's name and the reader's own conventions. Ids of new options come from
 * `optionId`.
 */
export type InferContext = {
  readonly name: string;
  readonly decimal: '.' | ',';
  readonly dayFirst: boolean;
  readonly timezone: string;
  readonly optionId: (label: string) => string;
  /** Where on the circle of colours the options begin: neighbouring columns differ in it. */
  readonly firstColor?: number;
  /**
   * Whether `dayFirst` is what other columns of the same file prove, and `decimal` how the file writes numbers: then
   * they are not asked again.
   */
  readonly proven?: { readonly dayOrder: boolean; readonly decimal?: boolean };
  /** What the number format of all cells says, of a column of a workbook. */
  readonly format?: CellFormat | undefined;
};

const count = (stats: ColumnStats, test: (bits: number) => boolean): number => {
  let sum = 0;
  for (const one of stats.kinds.values()) if (test(one.bits)) sum += one.count;
  return sum;
};
/** Characters of an option's label. */
const longestLabel = 200;
/** Where a type is not proposed, it is named when at least so much of the column asks for it. */
const most = 0.7;

/** Whether a field of this type keeps a text on one line, and its text has more. */
const onOneLine = (id: string): boolean => {
  const type = fieldType(id);
  return (isChoice(type?.storage) && !isList(type?.storage)) || (isText(type?.storage) && type?.anyText !== 'lines');
};
export const joinsLines = (type: string, text: string): boolean => onOneLine(type) && text.search(lineBreaks) >= 0;

/** The type that is proposed for texts of a shape: the first that has it. */
const proposed = (shape: TextShape): string => fieldTypes.find((type) => type.shape === shape)!.id;
const optionsType = (list: boolean): string =>
  fieldTypes.find((type) => hasOptions(type.id) && isList(type.storage) === list)!.id;
const isMultiple = (type: string): boolean => isList(fieldType(type)?.storage);

/** Whether values of a kind land in a field of this type, read so. */
const fits = (stats: ColumnStats, of: KindCount, id: string, readAs: ReadAs, props: FieldProps): boolean => {
  const { bits } = of;
  if (has(bits, kind.unkept)) return false;
  const type = fieldType(id);
  const serial = readAs.serialDates === true && has(bits, kind.serial);
  const date = has(bits, readAs.dayFirst ? kind.dmy : kind.mdy) || serial;
  switch (type?.shape) {
    case 'number':
      return (
        has(bits, readAs.decimal === ',' ? kind.numberComma : kind.numberDot) &&
        roomIn(digitsOf(of, readAs)) >= (type.scale?.(props) ?? 0) &&
        (!has(bits, kind.percent) || type.beside?.percent === true) &&
        (currencyIn(bits) === 0 || type.beside?.sign?.(signOf(stats, bits), props) === true)
      );
    case 'day':
      return date && !has(bits, serial ? kind.serialTime : kind.time);
    case 'moment':
      return date;
    case 'tick':
      return has(bits, kind.tick);
    case 'email':
      return has(bits, kind.email);
    case 'link':
      return has(bits, kind.link);
    case 'phone':
      return has(bits, kind.phone);
    case 'person':
      return has(bits, kind.user);
    default:
      return true;
  }
};

/** Whether the cells of a kind say something else than its texts in a field of this type. */
const alters = (bits: number, type: FieldType | undefined, readAs: ReadAs): boolean =>
  isNumber(type?.storage)
    ? has(bits, kind.leadingZero)
    : isMoment(type?.storage) && has(bits, readAs.dayFirst ? kind.alteredDmy : kind.alteredMdy);

/** How a column's values fit any type, without reading the file again; nothing else is decided. */
export const fitOf = (stats: ColumnStats, type: string, props: FieldProps, readAs: ReadAs, timezone: string): Fit => {
  if (isTried(type)) return triedFit(stats, type, props, contextOf(readAs, timezone));
  const bad: KindCount[] = [];
  const none: KindCount[] = [];
  let matched = 0;
  let rounded = 0;
  let joined = 0;
  const changed: KindCount[] = [];
  const codec = fieldType(type);
  const scale = codec?.scale?.(props);
  for (const one of stats.kinds.values()) {
    if (fits(stats, one, type, readAs, props)) {
      matched += one.count;
      if (scale !== undefined && placesIn(digitsOf(one, readAs)) > scale) rounded += one.count;
      if (has(one.bits, kind.lines) && onOneLine(type)) joined += one.count;
      if (alters(one.bits, codec, readAs)) changed.push(one);
    } else (has(one.bits, kind.errorValue) ? none : bad).push(one);
  }
  const context = contextOf(readAs, timezone);
  const shown = (kinds: readonly KindCount[]) =>
    kinds
      .flatMap((of) => [...of.samples].map(([value, sample]) => ({ value, ...sample })))
      .sort((a, b) => b.count - a.count || a.row - b.row);
  const listed = shown(bad).slice(0, 100);
  const alterations = shown(changed).flatMap(({ value, row, count: times }) => {
    const found = codec?.alters?.(value, props, context);
    return found === undefined
      ? []
      : [{ row, value, count: times, reason: found.code, message: found.message, becomes: found.becomes }];
  });
  const misfits = listed.map(({ value, row, count: times }) => ({
    row,
    value: showBroken(value),
    count: times,
    ...reasonOf(type, props, value, context),
  }));
  const values = stats.total - stats.empty;
  const meantEmpty = none.reduce((sum, of) => sum + of.count, 0);
  return {
    total: stats.total,
    empty: stats.empty,
    matched,
    misfits,
    unlisted: values - matched - meantEmpty - listed.reduce((sum, one) => sum + one.count, 0),
    rounded,
    joined,
    altered: changed.reduce((sum, of) => sum + of.count, 0),
    alterations: alterations.slice(0, 20),
    meantEmpty,
    words: none
      .flatMap((of) => [...of.samples].map(([value, sample]) => ({ value, count: sample.count })))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  };
};

/**
 * How many values of a column would be left empty although the file has them: its misfits without those that a person
 * decided about. `decided`: the texts, as `misfits` show them, that another text or an empty cell stands in for. One that
 * is neither listed nor known by name counts as undecided.
 */
export const emptiedOf = (
  stats: ColumnStats,
  type: string,
  props: FieldProps,
  readAs: ReadAs,
  fit: Pick<Fit, 'misfits' | 'unlisted'>,
  decided: Iterable<string>,
): number => {
  const listed = new Map(fit.misfits.map((one) => [one.value, one.count]));
  let open = fit.unlisted + fit.misfits.reduce((sum, one) => sum + one.count, 0);
  const tried = isTried(type);
  const context = contextOf(readAs, 'UTC');
  for (const value of new Set(decided)) {
    const count = listed.get(value);
    const known = count === undefined && fit.unlisted > 0 ? stats.distinct?.get(value) : undefined;
    if (count !== undefined) open -= count;
    else if (known !== undefined) {
      const bad = tried
        ? !fitsTried(type, props, value, context) && !meansEmpty(value)
        : !fits(stats, stats.kinds.get(known.kind)!, type, readAs, props) && !meansEmpty(value);
      if (bad) open -= known.count;
    }
  }
  return open;
};

const contextOf = (readAs: ReadAs, timezone: string): ReadContext => ({
  ...readAs,
  timezone,
  strict: true,
  findUser: () => undefined,
});

/** Whether the texts of a column are tried one by one: their shape does not say whether they are values of the type. */
const isTried = (type: string): boolean => fieldType(type) !== undefined && fieldType(type)?.shape === undefined;

/** Whether a text is a value of such a type, all of it; of one with options, of those that its field has. */
const fitsTried = (type: string, props: FieldProps, value: string, context: ReadContext): boolean => {
  if (hasOptions(type))
    return (
      findOption(props, value) !== undefined ||
      (isMultiple(type) && splitLabels(value).every((label) => findOption(props, label) !== undefined))
    );
  return !isBroken(value) && refusalOf(type, props, value, context) === undefined;
};

/**
 * How values fit such a type; beyond the values that are known by name they count as fitting nowhere, save where the type
 * is known by its texts.
 */
const triedFit = (stats: ColumnStats, type: string, props: FieldProps, context: ReadContext): Fit => {
  const known = stats.distinct ?? new Map([...stats.kinds.values()].flatMap((of) => [...of.samples]));
  let matched = 0;
  let joined = 0;
  const bad: { value: string; count: number; row: number }[] = [];
  const none: { value: string; count: number }[] = [];
  for (const [value, seen] of known) {
    if (fitsTried(type, props, value, context)) {
      matched += seen.count;
      if (joinsLines(type, value)) joined += seen.count;
    } else if (meansEmpty(value)) none.push({ value, count: seen.count });
    else bad.push({ value, count: seen.count, row: seen.row });
  }
  // Of a type that is known by its texts all values were looked at.
  matched = Math.max(matched, stats.known?.[type]?.reads ?? 0);
  const listed = bad.sort((a, b) => b.count - a.count || a.row - b.row).slice(0, 100);
  const values = stats.total - stats.empty;
  const meantEmpty = none.reduce((sum, one) => sum + one.count, 0);
  return {
    total: stats.total,
    empty: stats.empty,
    matched,
    rounded: 0,
    joined,
    altered: 0,
    alterations: [],
    meantEmpty,
    words: none.sort((a, b) => b.count - a.count),
    unlisted: values - matched - meantEmpty - listed.reduce((sum, one) => sum + one.count, 0),
    misfits: listed.map(({ value, row, count: times }) => ({
      row,
      value: showBroken(value),
      count: times,
      ...(isBroken(value)
        ? unreadable
        : !hasOptions(type)
          ? reasonOf(type, props, value, context)
          : meantOptions(props, value).length > 1
            ? { reason: 'select.ambiguous', message: `"${value}" may be several of the options` }
            : { reason: 'select.unknown', message: `"${value}" is not one of the options` }),
    })),
  };
};

const unreadable = { reason: 'text.broken', message: 'Some bytes are no text in the encoding of the file' } as const;

type Why = { readonly reason: string; readonly message: string };

/** Why a type does not read a text; undefined where it does. */
const refusalOf = (type: string, props: FieldProps, value: string, context: ReadContext): Why | undefined => {
  try {
    fieldType(type)?.fromText(value, props, context);
    return undefined;
  } catch (error) {
    if (error instanceof FieldError) return { reason: error.code, message: error.message };
    throw error;
  }
};

const reasonOf = (type: string, props: FieldProps, value: string, context: ReadContext): Why =>
  isBroken(value)
    ? unreadable
    : (refusalOf(type, props, value, context) ?? { reason: `${type}.invalid`, message: 'This value does not fit' });

/** The first sampled value of kinds that pass a test. */
const example = (stats: ColumnStats, test: (bits: number) => boolean): string => {
  for (const one of stats.kinds.values()) if (test(one.bits)) for (const value of one.samples.keys()) return value;
  return '';
};

/** Which of two conventions the values prove; the reader's own where they prove neither. */
const settle = (
  stats: ColumnStats,
  first: number,
  second: number,
  open: number,
  preferFirst: boolean,
  proven: boolean,
): { readonly first: boolean; readonly ambiguity: Omit<Ambiguity, 'kind'> | undefined } => {
  const onlyFirst = count(stats, (bits) => has(bits, first) && !has(bits, second));
  const onlySecond = count(stats, (bits) => has(bits, second) && !has(bits, first));
  const undecided = count(stats, (bits) => has(bits, open));
  const mixed = onlyFirst > 0 && onlySecond > 0;
  const chosen = onlyFirst === onlySecond ? preferFirst : onlyFirst > onlySecond;
  const asks = undecided > 0 && (mixed || (onlyFirst + onlySecond === 0 && !proven));
  return {
    first: chosen,
    ambiguity:
      asks || mixed
        ? {
            count: undecided,
            example: example(stats, (bits) => has(bits, asks ? open : chosen ? second : first)),
            mixed,
          }
        : undefined,
  };
};

type Conventions = Pick<InferContext, 'decimal' | 'dayFirst' | 'proven'>;
// What other columns show prefills the decimal sign and never decides it: amounts and weights of one file differ.
const decimalsOf = (stats: ColumnStats, { decimal, proven }: Conventions): ReturnType<typeof settle> =>
  proven?.decimal === true
    ? { first: decimal === '.', ambiguity: undefined }
    : settle(stats, kind.numberDot, kind.numberComma, kind.numberAmbiguous, decimal === '.', false);
const dayOrderOf = (stats: ColumnStats, { dayFirst, proven }: Conventions) =>
  settle(stats, kind.dmy, kind.mdy, kind.dateAmbiguous, dayFirst, proven?.dayOrder === true);

/** Whether all values of a column, words that mean "none" aside, read as numbers and none as a name. */
const isNumbers = (stats: ColumnStats): boolean => {
  const values = stats.total - stats.empty - count(stats, (bits) => has(bits, kind.errorValue));
  return (
    values > 0 &&
    count(
      stats,
      (bits) => has(bits, kind.numberDot | kind.numberComma) && !has(bits, kind.identifier | kind.phoneLike),
    ) === values
  );
};

/**
 * What the columns of a file prove together: a column of numbers that shows 1.5 and never 1,5 writes points, and so do
 * the others, most likely; one IP address says nothing. `fallback` stands where they prove nothing or contradict each
 * other.
 */
export const fileConventions = (
  columns: readonly ColumnStats[],
  fallback: { readonly decimal: '.' | ','; readonly dayFirst: boolean },
): Pick<InferContext, 'decimal' | 'dayFirst'> & {
  readonly proven: { readonly dayOrder: boolean };
} => {
  const some = (among: readonly ColumnStats[], yes: number, no: number): boolean =>
    among.some((stats) => count(stats, (bits) => has(bits, yes) && !has(bits, no) && !has(bits, kind.phoneLike)) > 0);
  const numbers = columns.filter(isNumbers);
  const [dot, comma, dmy, mdy] = [
    some(numbers, kind.numberDot, kind.numberComma),
    some(numbers, kind.numberComma, kind.numberDot),
    some(columns, kind.dmy, kind.mdy),
    some(columns, kind.mdy, kind.dmy),
  ];
  return {
    decimal: dot === comma ? fallback.decimal : dot ? '.' : ',',
    dayFirst: dmy === mdy ? fallback.dayFirst : dmy,
    proven: { dayOrder: dmy !== mdy },
  };
};

const dateName =
  /(^|[^a-z])(date|data|fecha|dia|day|when|created|updated|due|deadline|prazo|vencimento|nascimento|birth)/i;
const phoneName = /phone|fone|tel[eé]?f|celular|mobile|m[oó]vil|whats/i;
const codeName =
  /(^|[^\p{L}])(id|ids|code|codes|c[oó]digo|cod|zip|cep|postal|postcode|sku|isbn|ean|gtin|upc|ssn|cpf|cnpj|nif|no|n[oº°]|num|number|n[uú]mero|ref|serial|barcode|account|conta|cuenta|matr[ií]cula)([^\p{L}]|$)/iu;
/** Numbers with parts: 1.10 comes after 1.9. */
const partedName =
  /(^|[^\p{L}])(version|vers[aã]o|versi[oó]n|ver|release|rev|revision|revis[aã]o|revisi[oó]n|section|se[cç][aã]o|secci[oó]n|chapter|cap[ií]tulo|clause|cl[aá]usula|paragraph|par[aá]grafo|p[aá]rrafo|article|artigo|art[ií]culo|heading|outline)([^\p{L}]|$)/iu;

/**
 * The type that a column's values ask for. All must fit, words that mean "none" aside; what would lose something stays
 * text, and `staysText` says why.
 */
export const inferColumn = (stats: ColumnStats, context: InferContext): Inference => {
  const none = count(stats, (bits) => has(bits, kind.errorValue));
  const values = stats.total - stats.empty - none;
  const all = (test: (bits: number) => boolean): boolean => values > 0 && count(stats, test) === values;
  const decimal = decimalsOf(stats, context);
  const order = dayOrderOf(stats, context);
  const readAs: ReadAs = { decimal: decimal.first ? '.' : ',', dayFirst: order.first };
  const done = (type: string, props: FieldProps = {}, ambiguous?: Ambiguity, as: ReadAs = readAs): Inference => ({
    type,
    props,
    readAs: as,
    fit: fitOf(stats, type, props, as, context.timezone),
    ...(ambiguous ? { ambiguous } : {}),
  });

  if (values > 0) {
    const known = knownIn(stats);
    // What the name of the column says goes before what its texts look like.
    const found =
      fieldTypes.find(({ id, known: by }) => known[id]?.reads === values && by?.names.test(context.name)) ??
      fieldTypes.find(({ id }) => known[id]?.surely === values);
    if (found) return done(found.id);
  }
  const formatted = context.format && fieldTypes.find((type) => type.formatted === context.format);
  if (formatted && values > 0) {
    const as = done(formatted.id);
    if (as.fit.matched === values && as.fit.altered + as.fit.rounded === 0) return as;
  }
  const ticks = count(stats, (bits) => has(bits, kind.tick));
  // An "n/a" among yes and no is a third answer.
  if (
    none === 0 &&
    all((bits) => has(bits, kind.tick)) &&
    ticks > count(stats, (bits) => has(bits, kind.tickDigit)) &&
    keptApart([...stats.kinds.values()].flatMap((of) => [...of.samples.keys()]))
  )
    return done(proposed('tick'));
  for (const [shape, bit] of [
    ['person', kind.user],
    ['email', kind.email],
    ['link', kind.link],
  ] as const)
    if (all((bits) => has(bits, bit))) return done(proposed(shape));
  const phones = count(stats, (bits) => has(bits, kind.phoneLike));
  if (
    all((bits) => has(bits, kind.phone)) &&
    (phones >= values * 0.9 || (phoneName.test(context.name) && (phones > 0 || !codeName.test(context.name))))
  )
    return done(proposed('phone'));
  if (all((bits) => has(bits, order.first ? kind.dmy : kind.mdy))) {
    const ambiguous = order.ambiguity && { kind: 'dayOrder' as const, ...order.ambiguity };
    if (count(stats, (bits) => has(bits, kind.time)) === 0) return done(proposed('day'), {}, ambiguous);
    const moments = done(proposed('moment'), {}, ambiguous);
    return moments.fit.altered === 0 ? moments : { ...done(textTypeOf(stats)), staysText: staysAltered(moments) };
  }
  const numbers = decimal.first ? kind.numberDot : kind.numberComma;
  const number = all((bits) => has(bits, numbers)) ? numberType(stats, numbers, readAs, context.name) : undefined;
  if (number && 'props' in number) {
    if (dateName.test(context.name) && all((bits) => has(bits, kind.serial))) {
      return done(
        count(stats, (bits) => has(bits, kind.serialTime)) > 0 ? proposed('moment') : proposed('day'),
        {},
        { kind: 'serial', count: values, example: example(stats, (bits) => has(bits, kind.serial)), mixed: false },
        { ...readAs, serialDates: true },
      );
    }
    return done(number.type, number.props, decimalQuestion(stats, decimal.ambiguity));
  }
  const staysText =
    number && 'why' in number ? number : almost(stats, values, numbers, order.first ? kind.dmy : kind.mdy);
  const options = staysText && staysText.why !== 'codes' ? undefined : optionsOf(stats, values, context);
  if (options) return done(options.type, { options: options.options });
  const text = done(textTypeOf(stats));
  return staysText ? { ...text, staysText } : text;
};

const staysAltered = ({ type, fit: { altered, alterations } }: Inference): StaysText => ({
  why: alterations[0]?.reason === 'dateTime.fraction' ? 'finer' : 'skipped',
  type,
  count: altered,
  example: alterations[0]?.value ?? '',
});

/** The type of text that keeps every value of a column. */
export const textTypeOf = (stats: ColumnStats): string =>
  count(stats, (bits) => has(bits, kind.lines | kind.longText)) > 0 ? anyText : anyLine;

/**
 * What the values of a column leave open for a type that somebody chose for it; undefined where they are read in one
 * way alone.
 */
export const ambiguityOf = (stats: ColumnStats, type: string, context: Conventions): Ambiguity | undefined => {
  const storage = fieldType(type)?.storage;
  if (isNumber(storage)) return decimalQuestion(stats, decimalsOf(stats, context).ambiguity);
  if (!isDated(storage)) return undefined;
  const { ambiguity } = dayOrderOf(stats, context);
  return ambiguity && { kind: 'dayOrder', ...ambiguity };
};

/** "1.000.000" alone may be a number or not; beside other numbers it is one. */
const decimalQuestion = (stats: ColumnStats, open: Omit<Ambiguity, 'kind'> | undefined): Ambiguity | undefined => {
  if (open) return { kind: 'decimal', ...open };
  const grouped = count(stats, (bits) => has(bits, kind.groups));
  const plain = count(stats, (bits) => has(bits, kind.numberDot | kind.numberComma) && !has(bits, kind.groups));
  return grouped > 0 && plain === 0
    ? { kind: 'decimal', count: grouped, example: example(stats, (bits) => has(bits, kind.groups)), mixed: false }
    : undefined;
};

/** The type that most values of a text column ask for, with the first that does not fit it. */
const almost = (stats: ColumnStats, values: number, numbers: number, dates: number): StaysText | undefined => {
  if (values < 3) return undefined;
  const candidates: readonly (readonly [TextShape, number])[] = [
    ['email', kind.email],
    ['link', kind.link],
    ['phone', kind.phoneLike],
    ['day', dates],
    ['number', numbers],
  ];
  for (const [shape, bit] of candidates) {
    const fitting = count(stats, (bits) => has(bits, bit) && !(shape === 'number' && has(bits, kind.identifier)));
    if (fitting < values * most || fitting === values) continue;
    const type = shape === 'number' ? numbersAlike(stats, bit) : proposed(shape);
    if (type === undefined) return undefined;
    return {
      why: 'misfits',
      type,
      count: values - fitting,
      example: example(stats, (bits) => !has(bits, bit | kind.errorValue)),
    };
  }
  return undefined;
};

/** A type of numbers, with the decimals that the values have; or why none of them keeps every value. */
const numberType = (
  stats: ColumnStats,
  numbers: number,
  readAs: ReadAs,
  name: string,
): { readonly type: string; readonly props: FieldProps } | StaysText => {
  const kinds = [...stats.kinds.values()].filter((of) => has(of.bits, numbers));
  const stays = (why: StaysText['why'], test: (of: KindCount) => boolean): StaysText => {
    const those = kinds.filter(test);
    return {
      why,
      type: proposedNumber(null),
      count: those.reduce((sum, of) => sum + of.count, 0),
      example: those[0]?.samples.keys().next().value ?? '',
    };
  };
  const coded = ({ bits }: KindCount): boolean => has(bits, kind.leadingZero | kind.long | kind.identifier);
  if (kinds.some(coded)) return stays('codes', coded);
  if (isCode(stats, kinds, name)) return stays('codes', () => true);
  const percents = kinds.filter(({ bits }) => has(bits, kind.percent));
  // 0.14 beside 14 %: nobody can say whether they are the same share.
  if (percents.length > 0 && percents.length < kinds.length)
    return stays('units', ({ bits }) => has(bits, kind.percent));
  const signs = [...new Set(kinds.map(({ bits }) => signOf(stats, bits)))].filter((sign) => sign !== '');
  const longest = signs.toSorted((a, b) => b.length - a.length)[0];
  if (longest !== undefined && !signs.every((sign) => sameCurrency(sign, longest)))
    return stays('units', ({ bits }) => !sameCurrency(signOf(stats, bits) || longest, longest));
  if (longest !== undefined && percents.length > 0) return stays('units', ({ bits }) => has(bits, kind.percent));

  const needed = Math.max(...kinds.map((of) => placesIn(digitsOf(of, readAs))));
  const room = Math.min(...kinds.map((of) => roomIn(digitsOf(of, readAs))));
  if (needed > Math.min(maxDecimals, room))
    return stays(
      'digits',
      (of) =>
        placesIn(digitsOf(of, readAs)) > Math.min(maxDecimals, room) ||
        roomIn(digitsOf(of, readAs)) < Math.min(needed, maxDecimals),
    );
  const { places } = stats;
  const [least, written] = readAs.decimal === '.' ? [places.dotMin, places.dotMax] : [places.commaMin, places.commaMax];
  const shown = Math.max(needed, Math.min(written, maxDecimals, room));
  if (percents.length > 0)
    return { type: proposedNumber('percent'), props: needed > 4 || room < 4 ? { decimals: shown } : {} };
  if (longest !== undefined)
    return {
      type: proposedNumber('sign'),
      props: { decimals: Math.min(Math.max(2, shown), room), currency_symbol: longest, thousands: true },
    };
  // Left open, a field keeps six places and shows those that a value has: whole numbers may get decimals later.
  if (shown > 6 || room < 6) return { type: proposedNumber(null), props: { decimals: shown } };
  return { type: proposedNumber(null), props: shown > 0 && least === written ? { decimals: shown } : {} };
};

/**
 * Under the name of a code, whole numbers of one width, of five digits or more, are codes; years and counters are none.
 * Under one of numbers with parts, those with a decimal sign are (1.10 is not 1.1).
 */
const isCode = (stats: ColumnStats, kinds: readonly KindCount[], name: string): boolean => {
  if (partedName.test(name) && Math.max(stats.places.dotMax, stats.places.commaMax) > 0) return true;
  if (!codeName.test(name)) return false;
  const widths = new Set<number>();
  for (const { samples } of kinds) {
    for (const value of samples.keys()) {
      if (!/^\d+$/.test(value)) return false;
      widths.add(value.length);
    }
  }
  return stats.longest >= 5 && widths.size === 1;
};

/**
 * The labels of a column whose values are lists with commas, with their uses and whether they change places; undefined
 * where a value would not be written back as it was, or there are more than `mostLabels`. "Porto, Portugal" has its
 * parts in places of their own: in lists, half of the labels that stand later also stand first.
 */
const commaParts = (
  stats: ColumnStats,
  mostLabels: number,
): { readonly uses: ReadonlyMap<string, number>; readonly mixed: boolean } | undefined => {
  const uses = new Map<string, number>();
  const first = new Set<string>();
  const later = new Set<string>();
  let values = 0;
  let lists = 0;
  for (const [value, { count: times, kind: key }] of stats.distinct ?? []) {
    if (has(stats.kinds.get(key)!.bits, kind.errorValue)) continue;
    if (/[";\n]/.test(value)) return undefined;
    const labels = value.split(', ');
    if (labels.some((label) => label !== labelText(label) || label === '' || label.length > 60 || label.includes(',')))
      return undefined;
    if (new Set(labels).size < labels.length) return undefined;
    values += times;
    if (labels.length > 1) lists += times;
    for (const [place, label] of labels.entries()) {
      uses.set(label, (uses.get(label) ?? 0) + times);
      (place === 0 ? first : later).add(label);
    }
    if (uses.size > mostLabels) return undefined;
  }
  if (lists === 0 || lists * 4 < values) return undefined;
  return { uses, mixed: [...later].filter((label) => first.has(label)).length * 2 >= later.size };
};

const optionsOf = (
  stats: ColumnStats,
  values: number,
  context: InferContext,
): { readonly type: string; readonly options: readonly { id: string; label: string; color: string }[] } | undefined => {
  const make = (labels: Iterable<string>) => {
    const seen = new Set<string>();
    const options: { id: string; label: string }[] = [];
    for (const raw of labels) {
      const label = labelKey(raw);
      if (seen.has(label)) continue;
      seen.add(label);
      options.push({ id: context.optionId(label), label });
    }
    return withColors(options, context.firstColor);
  };
  if (values < 6 || count(stats, (bits) => has(bits, kind.longText)) > 0) return undefined;
  const lists = count(stats, (bits) => has(bits, kind.list));
  if (lists * 4 >= values && stats.parts && stats.parts.size <= 60) {
    // Values without a semicolon are lists of one.
    const labels = new Map(stats.parts);
    for (const one of stats.kinds.values())
      if (!has(one.bits, kind.list | kind.errorValue))
        for (const [value, sample] of one.samples) labels.set(value, (labels.get(value) ?? 0) + sample.count);
    const uses = [...labels.values()].reduce((sum, one) => sum + one, 0);
    if (labels.size <= 60 && uses >= labels.size * 3 && [...labels.keys()].every((label) => label.length <= 60))
      return { type: optionsType(true), options: make(labels.keys()) };
  }
  if (count(stats, (bits) => has(bits, kind.lines)) > 0) return undefined;
  const parts = commaParts(stats, 60);
  if (parts?.mixed === true && [...parts.uses.values()].reduce((sum, one) => sum + one, 0) >= parts.uses.size * 3)
    return { type: optionsType(true), options: make(parts.uses.keys()) };
  if (!stats.distinct || stats.longest > 60) return undefined;
  const few = stats.distinct.size;
  if (few > 100 || few * 3 > values) return undefined;
  return { type: optionsType(false), options: make([...stats.distinct.keys()].filter((value) => !isBroken(value))) };
};

/**
 * Options for a column that a person made a select: every distinct value (or part), at most `limit`, commonest first
 * when there are more.
 */
export const proposeOptions = (
  stats: ColumnStats,
  type: string,
  limit: number,
  optionId: (label: string) => string,
  firstColor = 0,
): readonly { id: string; label: string; color: string }[] => {
  const counts = new Map<string, number>();
  const add = (label: string, times: number) => counts.set(label, (counts.get(label) ?? 0) + times);
  const commas = isMultiple(type) ? commaParts(stats, limit)?.uses : undefined;
  for (const [label, times] of commas ?? []) add(label, times);
  for (const one of commas ? [] : stats.kinds.values()) {
    for (const [value, sample] of one.samples)
      if (!(isMultiple(type) && has(one.bits, kind.list))) add(value, sample.count);
  }
  if (stats.distinct && !commas)
    for (const [value, seen] of stats.distinct)
      if (!counts.has(value) && !(isMultiple(type) && has(stats.kinds.get(seen.kind)!.bits, kind.list)))
        add(value, seen.count);
  if (isMultiple(type) && stats.parts) for (const [label, times] of stats.parts) add(label, times);
  const seen = new Set<string>();
  const labels = [...counts].filter(([label]) => {
    if (label.length > longestLabel || isBroken(label)) return false;
    const key = labelKey(label);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const kept = labels.length > limit ? labels.sort((a, b) => b[1] - a[1]).slice(0, limit) : labels;
  return withColors(
    kept.map(([label]) => ({ id: optionId(label), label: labelKey(label) })),
    firstColor,
  );
};

/**
 * The labels of a column that a field has no option for, as new options in the order in which the file has them; of a
 * column with too many different values, those that are known by name.
 */
export const missingOptions = (
  stats: ColumnStats,
  type: string,
  props: FieldProps,
  optionId: (label: string) => string,
): readonly { id: string; label: string; color: string }[] => {
  const known = stats.distinct ?? new Map([...stats.kinds.values()].flatMap((of) => [...of.samples]));
  const labels = new Set<string>();
  for (const value of known.keys()) {
    if (findOption(props, value) !== undefined || meansEmpty(value) || isBroken(value)) continue;
    for (const raw of isMultiple(type) ? splitLabels(value) : [value]) {
      if (raw.length > longestLabel) continue;
      const label = labelKey(raw);
      if (label !== '' && meantOptions(props, label).length === 0) labels.add(label);
    }
  }
  const there = props.options ?? [];
  const added = [...labels].map((label) => ({ id: optionId(label), label, color: '' }));
  return withColors([...there, ...added]).slice(there.length);
};
