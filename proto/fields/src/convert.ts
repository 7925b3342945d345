import type { Cell } from '@tessera/kernel';
import { fold } from '@tessera/kernel/cells';
import { roundDecimal } from './decimal.ts';
import { readContextFor } from './locale.ts';
import { findOption, maxOptions, optionColor } from './options.ts';
import { splitLabels } from './multipleSelect/type.ts';
import { FieldError, type FieldProps, type FieldType, type SelectOption } from './type.ts';
import { instantOf, wallOf } from './zones.ts';

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

const texts = ['singleLineText', 'text'];
const numbers = ['number', 'percent', 'currency'];
const selects = ['select', 'multipleSelect'];
const contacts = ['link', 'phone', 'email'];
const everything = [...texts, ...numbers, ...selects, 'date', 'dateTime', 'checkbox', ...contacts, 'user'];
const ofNumber = [...texts, ...numbers, ...selects, 'checkbox'];
const ofContact = [...texts, ...selects, ...contacts];

/** From each type, the types that it can become by a rule. What the system sets is never converted. */
const targets: Readonly<Record<string, readonly string[]>> = {
  singleLineText: everything,
  text: everything,
  select: everything,
  number: ofNumber,
  percent: ofNumber,
  currency: ofNumber,
  multipleSelect: [...texts, ...selects],
  date: [...texts, ...selects, 'dateTime'],
  dateTime: [...texts, ...selects, 'date'],
  checkbox: [...texts, ...numbers, ...selects],
  link: ofContact,
  phone: ofContact,
  email: [...ofContact, 'user'],
  user: [...texts, ...selects],
};

/**
 * The types that a field of type `from` can become, by id; its own among them where a property may need it (more
 * decimal places).
 */
export const conversionsOf = (from: string): readonly string[] =>
  Object.hasOwn(targets, from) ? targets[from]!.filter((to) => to !== from || numbers.includes(to)) : [];

const fits = (cell: Cell | null): Conversion => ({ cell, outcome: 'fits' });
const changed = (cell: Cell, reason: string): Conversion => ({ cell, outcome: 'changed', reason });
const lost = (reason: string): Conversion => ({ cell: null, outcome: 'lost', reason });

/** A decimal in the places of its new column, which holds 18 digits. */
const inScale = (decimal: string, { type, props }: Side): Conversion => {
  const scale = type.scale?.(props) ?? 0;
  const rounded = roundDecimal(decimal, scale);
  const whole = rounded.replace('-', '').split('.')[0]!.length;
  if (whole + scale > 18) return lost('number.too_large');
  return rounded === decimal ? fits(decimal) : changed(rounded, 'number.rounded');
};

const exact: FieldProps = { decimals: 8 };

/** Reads a text as a cell of the new type, and says whether all of it is there. */
const fromText = (text: string, to: Side, context: ConvertContext): Conversion => {
  const { type, props } = to;
  const read = {
    ...readContextFor(context.locale, context.timezone),
    ...(context.findUser !== undefined && { findUser: context.findUser }),
  };
  if (type.storage === 'option') {
    const id = findOption(props, text.trim());
    return text.trim() === '' ? fits(null) : id === undefined ? lost('select.unknown') : fits(id);
  }
  if (type.storage === 'options') {
    const whole = findOption(props, text.trim());
    const labels = whole === undefined ? splitLabels(text) : [text];
    const ids = [...new Set(labels.flatMap((label) => findOption(props, label.trim()) ?? []))];
    if (ids.length === 0) return text.trim() === '' ? fits(null) : lost('select.unknown');
    return ids.length < new Set(labels).size ? changed(ids, 'select.unknown') : fits(ids);
  }
  // Numbers are read with all their places first, so that rounding is told.
  const cell = type.fromText(text, type.storage === 'decimal' ? { ...props, ...exact } : props, read);
  if (cell === null) return fits(null);
  if (type.storage === 'decimal') return inScale(cell as string, to);
  if (type.id === 'date' && /\d[T ]\d{1,2}:\d{2}/.test(text)) return changed(cell, 'date.time_dropped');
  if (type.id === 'singleLineText' && cell !== text.trim()) return changed(cell, 'text.lines_joined');
  return fits(cell);
};

const direct = (cell: Cell, from: Side, to: Side, { timezone }: ConvertContext): Conversion | undefined => {
  switch (`${from.type.storage} ${to.type.storage}`) {
    case 'decimal decimal':
      return inScale(cell as string, to);
    case 'decimal boolean':
      return cell === '0' || cell === '1' ? fits(cell === '1') : changed(true, 'checkbox.from_number');
    case 'boolean decimal':
      return fits(cell === true ? '1' : '0');
    case 'date instant':
      return fits(instantOf(cell as string, 0, timezone));
    case 'instant date': {
      const { date, time } = wallOf(cell as number, timezone);
      return time === 0 ? fits(date) : changed(date, 'date.time_dropped');
    }
    default:
      return undefined;
  }
};

const labelsOf = (cell: Cell, { props }: Side): readonly string[] => {
  const ids = typeof cell === 'object' ? cell : [cell as string];
  return ids.flatMap((id) => props.options?.find((option) => option.id === id)?.label ?? []);
};

/** Options to options: by their id where it stays, otherwise by label. */
const betweenOptions = (cell: Cell, from: Side, to: Side): Conversion => {
  const ids = typeof cell === 'object' ? cell : [cell as string];
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
  if (to.type.storage === 'options') return found.length < ids.length ? changed(found, 'select.unknown') : fits(found);
  return ids.length > 1 ? changed(found[0]!, 'select.first_only') : fits(found[0]!);
};

const isOptions = ({ type }: Side): boolean => type.storage === 'option' || type.storage === 'options';

/** The text that stands for a cell on its way to another type: plain labels, otherwise as a person reads it. */
const textFor = (cell: Cell, from: Side, context: ConvertContext): string =>
  from.type.storage === 'option' ? labelsOf(cell, from).join('') : from.type.toText(cell, from.props, context);

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
  for (const one of to.type.storage === 'options' ? splitLabels(text) : [text.replace(/\s+/g, ' ')]) {
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
  const taken = new Set(options.map((option) => fold(option.label)));
  const wanted = new Map<string, { readonly label: string; count: number }>();
  for (const [label, count] of counts) {
    const known = wanted.get(fold(label));
    if (known === undefined) wanted.set(fold(label), { label, count });
    else known.count += count;
  }
  for (const [key, { label }] of [...wanted].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1))) {
    if (options.length >= maxOptions) break;
    if (taken.has(key)) continue;
    options.push({ id: newId(), label, color: optionColor(options.length) });
  }
  return options;
};
