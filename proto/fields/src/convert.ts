import { fileOf, holds, isChoice, isList, isText } from '@tessera/kernel/kinds';
import type { Cell } from '@tessera/kernel';
import { idsIn, isParts } from '@tessera/kernel/cells';
import { fitsScale, roundDecimal } from '@tessera/kernel/decimal';
import { fieldType, fieldTypes } from './list.ts';
import { readContextFor } from './locale.ts';
import { findOption, labelKey, labelText, maxOptions, meantOptions, nextColor, splitLabels } from './options.ts';
import {
  FieldError,
  type Conversions,
  type FieldProps,
  type FieldType,
  type ReadContext,
  type SelectOption,
} from './type.ts';
import { instantOf, skips, wallOf } from './zones.ts';

/** One end of a conversion. */
export type Side = { readonly type: FieldType; readonly props: FieldProps };

/** How texts are read and written on the way: the organization's language and time zone, and its people. */
export type ConvertContext = {
  readonly locale: string;
  readonly timezone: string;
  readonly findUser?: (text: string) => string | undefined;
  readonly userName?: (id: string) => string;
};

/**
 * What became of a value: whole, in part (rounded, without its time, without further options), or nothing, with the
 * code of the reason.
 */
export type Conversion = {
  readonly cell: Cell | null;
  readonly outcome: 'fits' | 'changed' | 'lost';
  readonly reason?: string;
};

/** No text is a file. */
const isRead = (group: Conversions['group']): boolean => group !== 'files';
const takes = (to: Exclude<Conversions['to'], 'all'>, into: Conversions, group: Conversions['group']): boolean =>
  to.includes(into.group) || into.from?.includes(group) === true;

/**
 * The types that a field of type `from` can become, by id; its own among them where a property may need it (more
 * decimal places).
 */
export const conversionsOf = (from: string): readonly string[] => {
  const type = fieldType(from);
  if (!type?.conversions) return [];
  const { to, group } = type.conversions;
  return fieldTypes
    .filter(
      ({ id, scale, conversions }) =>
        conversions !== null &&
        (conversions.closed !== true || id === from) &&
        (to === 'all' ? isRead(conversions.group) : takes(to, conversions, group)) &&
        (id !== from || scale !== undefined),
    )
    .map(({ id }) => id);
};

const fits = (cell: Cell | null): Conversion => ({ cell, outcome: 'fits' });
const changed = (cell: Cell, reason: string): Conversion => ({ cell, outcome: 'changed', reason });
const lost = (reason: string): Conversion => ({ cell: null, outcome: 'lost', reason });

/** A decimal in the places of its new column, which holds 64 bits. */
const inScale = (decimal: string, { type, props }: Side): Conversion => {
  const scale = type.scale?.(props) ?? 0;
  const rounded = roundDecimal(decimal, scale);
  if (!fitsScale(rounded, scale)) return lost('number.too_large');
  return rounded === decimal ? fits(decimal) : changed(rounded, 'number.rounded');
};

/** Reads a text as a cell of the new type, and says whether all of it is there. */
const fromText = (text: string, to: Side, context: ConvertContext): Conversion => {
  const { type, props } = to;
  const read = {
    ...readContextFor(context.locale, context.timezone),
    ...(context.findUser !== undefined && { findUser: context.findUser }),
  };
  if (isChoice(type.storage) && !isList(type.storage)) {
    if (text.trim() === '') return fits(null);
    const ids = meantOptions(props, text);
    return ids.length === 1 ? fits(ids[0]!) : lost(ids.length === 0 ? 'select.unknown' : 'select.ambiguous');
  }
  if (isChoice(type.storage)) {
    const whole = findOption(props, text.trim());
    const labels = whole === undefined ? splitLabels(text) : [text];
    const ids = [...new Set(labels.flatMap((label) => findOption(props, label.trim()) ?? []))];
    if (ids.length === 0) return text.trim() === '' ? fits(null) : lost('select.unknown');
    return ids.length < new Set(labels).size ? changed(ids, 'select.unknown') : fits(ids);
  }
  // Numbers are read with all their places first, so that rounding is told.
  if (type.exactly) {
    const decimal = type.exactly(text, props, read);
    return decimal === null ? fits(null) : inPart(inScale(decimal, to), text, to, read);
  }
  const cell = type.fromText(text, props, read);
  if (cell === null) return fits(null);
  if (holds(type.storage) === 'day' && /\d[T ]\d{1,2}:\d{2}/.test(text)) return changed(cell, 'date.time_dropped');
  if (type.anyText === 'line' && cell !== text.trim()) return changed(cell, 'text.lines_joined');
  return inPart(fits(cell), text, to, read);
};

/** What reads whole may still say something else: the zeros of "007", a time that the clocks skip. */
const inPart = (whole: Conversion, text: string, { type, props }: Side, read: ReadContext): Conversion => {
  const altered = whole.outcome === 'fits' && whole.cell !== null ? type.alters?.(text, props, read) : undefined;
  return altered === undefined ? whole : changed(whole.cell!, altered.code);
};

const direct = (cell: Cell, from: Side, to: Side, { timezone }: ConvertContext): Conversion | undefined => {
  switch (`${holds(from.type.storage)} ${holds(to.type.storage)}`) {
    case 'number number': {
      const whole = inScale(cell as string, to);
      // A type that does not take every number says so, as it does to those who write one.
      if (whole.cell !== null && !to.type.exactly)
        to.type.fromJson(to.type.toJson(whole.cell, to.props), to.props, readContextFor('en', timezone));
      return whole;
    }
    case 'person person': {
      const [first, ...others] = isList(from.type.storage) ? (cell as readonly string[]) : [cell as string];
      if (isList(to.type.storage)) return fits([first!, ...others]);
      return others.length > 0 ? changed(first!, 'select.first_only') : fits(first!);
    }
    case 'files files': {
      const all = cell as readonly string[];
      const kept = all.filter((one) => to.type.takesFile?.(fileOf(one)) !== false);
      if (kept.length === all.length) return fits(cell);
      return kept.length === 0 ? lost('image.not_picture') : changed(kept, 'image.not_picture');
    }
    case 'number tick':
      return cell === '0' || cell === '1' ? fits(cell === '1') : changed(true, 'checkbox.from_number');
    case 'tick number':
      return fits(cell === true ? '1' : '0');
    case 'day moment': {
      const at = instantOf(cell as string, 0, timezone);
      return skips(cell as string, 0, timezone) ? changed(at, 'dateTime.skipped_hour') : fits(at);
    }
    case 'moment day': {
      const { date, time } = wallOf(cell as number, timezone);
      return time === 0 ? fits(date) : changed(date, 'date.time_dropped');
    }
    default:
      return isText(to.type.storage) ? undefined : firstPart(cell, from, to);
  }
};

/** A structured value becomes what its first part is; the others are told as lost. */
const firstPart = (cell: Cell, { type }: Side, to: Side): Conversion | undefined => {
  const { mainPart, parts = {} } = type;
  if (mainPart === undefined || !isParts(cell) || parts[mainPart]?.kind !== to.type.storage) return undefined;
  const first = cell[mainPart];
  if (first === undefined) return lost(`${type.id}.${mainPart}_only`);
  const whole = Object.values(cell).every((part) => part === first);
  return whole ? fits(first) : changed(first, `${type.id}.${mainPart}_only`);
};

const labelsOf = (cell: Cell, { props }: Side): readonly string[] => {
  const ids = idsIn(cell);
  return ids.flatMap((id) => props.options?.find((option) => option.id === id)?.label ?? []);
};

/** Options to options: by their id where it stays, otherwise by label. */
const betweenOptions = (cell: Cell, from: Side, to: Side): Conversion => {
  const ids = idsIn(cell);
  const found = [
    ...new Set(
      ids.flatMap((id) =>
        to.props.options?.some((option) => option.id === id)
          ? id
          : labelsOf(id, from).flatMap((label) => findOption(to.props, label) ?? []),
      ),
    ),
  ];
  if (found.length === 0) return lost('select.unknown');
  if (isList(to.type.storage)) return found.length < ids.length ? changed(found, 'select.unknown') : fits(found);
  return ids.length > 1 ? changed(found[0]!, 'select.first_only') : fits(found[0]!);
};

const isOptions = ({ type }: Side): boolean => isChoice(type.storage);

/** The text that stands for a cell on its way to another type: plain labels, otherwise as a person reads it. */
const textFor = (cell: Cell, from: Side, context: ConvertContext): string =>
  isOptions(from) && !isList(from.type.storage)
    ? labelsOf(cell, from).join('')
    : from.type.toText(cell, from.props, context);

/**
 * Turns a cell of one type into one of another; an empty one stays empty. Pure, and the same for preview and deed.
 * Never throws for a value.
 */
export const convertCell = (cell: Cell | null, from: Side, to: Side, context: ConvertContext): Conversion => {
  if (cell === null) return fits(null);
  try {
    const straight = direct(cell, from, to, context);
    if (straight !== undefined) return straight;
    if (isOptions(from) && isOptions(to)) return betweenOptions(cell, from, to);
    return fromText(textFor(cell, from, context), to, context);
  } catch (error) {
    if (error instanceof Error && error.name === 'FieldError') return lost((error as FieldError).code);
    throw error;
  }
};

const maxLabel = 200;

/**
 * Counts, over the cells of a field that becomes a select, the labels that its options would have. `counts` is changed.
 */
export const countLabels = (
  counts: Map<string, number>,
  cell: Cell | null,
  from: Side,
  to: Side,
  context: ConvertContext,
): void => {
  if (cell === null) return;
  const text = textFor(cell, from, context).trim();
  for (const one of isList(to.type.storage) ? splitLabels(text) : [labelText(text)]) {
    if (one === '' || one.length > maxLabel) continue;
    const known = counts.get(one);
    // Far more different values than options there may be: the most frequent of those seen so far are as good as any.
    if (known !== undefined || counts.size < maxOptions * 20) counts.set(one, (known ?? 0) + 1);
  }
};

/**
 * Options for counted labels: those that are there already first, then the most frequent, up to the most that a field
 * may have.
 */
export const optionsFor = (
  counts: ReadonlyMap<string, number>,
  given: readonly SelectOption[],
  newId: () => string,
): readonly SelectOption[] => {
  const options = [...given];
  const taken = new Set(options.map((option) => labelKey(option.label)));
  const wanted = new Map<string, { readonly label: string; count: number }>();
  for (const [label, count] of counts) {
    const known = wanted.get(labelKey(label));
    if (known === undefined) wanted.set(labelKey(label), { label, count });
    else known.count += count;
  }
  for (const [key, { label }] of [...wanted].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1))) {
    if (options.length >= maxOptions) break;
    if (taken.has(key)) continue;
    options.push({ id: newId(), label, color: nextColor(options) });
  }
  return options;
};
