import { civilDate, isRejection, type Actor, type Cell } from '@tessera/kernel';
import { addsUp, changeOf, combined, isPart, ruleFor, stepsOf } from '@tessera/proto/blocks/figures';
import type { Field } from '@tessera/proto/tables/v1/events';
import { propsOf, typeOf } from '../links/questions.ts';
import type { createSharedTables, Reading } from '../links/tables.ts';
import { within, type Amount, type Ask, type Filter, type Measure } from './asked.ts';
import { bucketText, filledGaps } from './buckets.ts';

/** A number as it is and as it is read. */
type Figure = { readonly value: number | null; readonly text: string };
type Colour = string | null;

/** What a block shows. Exactly one part of it is there. */
export type BlockAnswer =
  | {
      readonly value: Figure & {
        readonly before: Figure | null;
        /** As a fraction of what was, or of parts the difference. */
        readonly change: number | null;
        readonly target: Figure | null;
        /** The colour that a rule of the block gives it, with what that means. */
        readonly rule: { readonly color: string; readonly text: string } | null;
      };
    }
  | {
      readonly rows: {
        readonly columns: readonly { readonly id: string; readonly label: string }[];
        readonly rows: readonly {
          readonly id: string;
          readonly cells: readonly string[];
          readonly lane: number | null;
        }[];
        readonly lanes: readonly { readonly label: string; readonly color: Colour }[] | null;
        readonly more: boolean;
      };
    }
  | {
      readonly series: {
        readonly points: readonly { readonly label: string; readonly color: Colour }[];
        readonly series: readonly {
          readonly label: string;
          readonly color: Colour;
          readonly values: readonly (number | null)[];
          readonly texts: readonly string[];
        }[];
        /** Whether the points follow one another in time. */
        readonly timed: boolean;
        readonly more: boolean;
      };
    }
  | { readonly error: { readonly code: string; readonly message: string } };

/**
 * As whom a table is asked, and for which rows of it beside what its right leaves: of members the filter goes with the
 * question, of links it is part of what they open.
 */
export type Reader = (
  tableId: string,
  filter: Filter | undefined,
) => { readonly actor: Actor; readonly filter: Filter | undefined };

/** Blocks that are asked for at once. */
export const atOnce = 6;

/** Runs work for each of a list, no more of it at a time than `most`. */
export const eachOf = async <T>(list: readonly T[], most: number, work: (one: T) => Promise<void>): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let one = list[next++]; one !== undefined; one = list[next++]) await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(most, list.length) }, lane));
};

/** How values of an organization are read, and which day it is there. */
export const readingOf = (
  { language, timezone, currency }: { readonly language: string; readonly timezone: string; readonly currency: string },
  now: number,
): { readonly reading: Reading; readonly today: string } => ({
  reading: { locale: language, timezone, currency },
  today: civilDate(now, timezone === '' ? 'UTC' : timezone),
});

/** The day of an organization as it is read there. */
export const dayText = (
  { language, timezone }: { readonly language: string; readonly timezone: string },
  now: number,
): string =>
  new Intl.DateTimeFormat(language || 'en', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: timezone === '' ? 'UTC' : timezone,
  }).format(now);

type Tables = ReturnType<typeof createSharedTables>;
type Asking = {
  readonly tables: Tables;
  readonly reader: Reader;
  readonly reading: Reading;
  /** In the zone of the organization. */
  readonly today: string;
  readonly search: string;
  /** Which fields may be shown; all that the reader sees where it is not said. */
  readonly shows?: (field: Field) => boolean;
};

const numberOf = (cell: Cell | null): number | null => {
  const value = typeof cell === 'string' ? Number(cell) : cell;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};
/** Numbers of no field, with as few digits as say them. */
const plainText = (value: number, { locale }: Reading): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);

/** An amount as it is read: counts as numbers, what a field comes to as the field has it. */
const amountText = (value: number | null, field: Field | undefined, measure: Measure, reading: Reading): string => {
  if (value === null) return '–';
  const type = field === undefined || measure.fieldId === undefined ? undefined : typeOf(field);
  if (
    type === undefined ||
    field === undefined ||
    ['count', 'filled', 'distinct', 'checked'].includes(measure.function)
  )
    return plainText(value, reading);
  const rounded = Number(value.toPrecision(15));
  const told = ['average', 'median'].includes(measure.function) ? Number(rounded.toFixed(2)) : rounded;
  return type.toText(String(told), propsOf(field), reading);
};

type Named = { readonly label: string; readonly color: Colour };
const optionsOf = (field: Field): ReadonlyMap<string, Named> =>
  new Map((propsOf(field).options ?? []).map(({ id, label, color }) => [id, { label, color }]));

/** What a key of a group is called; empty for nothing. */
const nameOf = (field: Field, key: unknown, bucket: string | undefined, reading: Reading): Named => {
  if (key === null || key === undefined || key === '') return { label: '', color: null };
  if (bucket !== undefined) return { label: bucketText(String(key), bucket, reading.locale), color: null };
  const option = optionsOf(field).get(String(key));
  if (option !== undefined) return option;
  const type = typeOf(field);
  try {
    const cell =
      type?.fromJson(key, propsOf(field), { locale: reading.locale, timezone: reading.timezone } as never) ?? null;
    return {
      label: cell === null || type === undefined ? '' : type.toText(cell, propsOf(field), reading),
      color: null,
    };
  } catch {
    return { label: String(key), color: null };
  }
};

const none = { error: { code: 'block_incomplete', message: 'The block asks for what is not there.' } } as const;

const valueOf = async (tableId: string, ask: Extract<Ask, { kind: 'value' }>, asking: Asking): Promise<BlockAnswer> => {
  const { tables, reader, reading, today, search } = asking;
  const { fields } = await tables.table(reader(tableId, undefined).actor, tableId);
  const fieldOf = ({ fieldId }: Measure): Field | undefined => fields.find(({ id }) => id === fieldId);
  const read = async (amount: Amount, back: 0 | 1): Promise<number | null> => {
    const { actor, filter } = reader(tableId, within(amount, ask.period, today, back));
    return numberOf(await tables.amount(actor, tableId, amount, filter, search));
  };
  const at = async (back: 0 | 1): Promise<number | null> => {
    const { second } = ask;
    const [x, y] = await Promise.all([
      read(ask.first, back),
      second === undefined ? null : 'fixed' in second ? second.fixed : read(second, back),
    ]);
    return combined(ask.operation, x, y);
  };
  const compares = ask.compare && ask.period !== undefined && ask.period.kind !== 'all';
  const [now, before] = await Promise.all([at(0), compares ? at(1) : null]);
  const part = isPart(ask.operation);
  const text = (value: number | null): string =>
    value !== null && part
      ? new Intl.NumberFormat(reading.locale, { style: 'percent', maximumFractionDigits: 1 }).format(value)
      : amountText(value, fieldOf(ask.first), ask.first, reading);
  const figure = (value: number | null): Figure => ({ value, text: text(value) });
  const rule = ruleFor(ask.colors, now, part);
  const than = rule && text(part ? rule.than / 100 : rule.than);
  const change = part ? (now === null || before === null ? undefined : now - before) : changeOf(now, before);
  return {
    value: {
      ...figure(now),
      before: compares ? figure(before) : null,
      change: compares ? (change ?? null) : null,
      target: ask.target === undefined ? null : figure(ask.target),
      rule: rule ? { color: rule.color, text: rule.label ?? `${rule.when === 'under' ? '<' : '≥'} ${than}` } : null,
    },
  };
};

const rowsOf = async (tableId: string, ask: Extract<Ask, { kind: 'rows' }>, asking: Asking): Promise<BlockAnswer> => {
  const { tables, reader, reading, search, shows = () => true } = asking;
  const { actor, filter } = reader(tableId, ask.filter);
  const { fields } = await tables.table(actor, tableId);
  const known = new Map(fields.filter(shows).map((field) => [field.id, field]));
  const named = (ask.fieldIds.length > 0 ? ask.fieldIds : [...known.keys()]).flatMap((id) => known.get(id) ?? []);
  const lane = ask.lane === undefined ? undefined : known.get(ask.lane);
  if (ask.lane !== undefined && lane === undefined) return none;
  const asked = lane === undefined || named.includes(lane) ? named : [...named, lane];
  // What a hidden field is sorted by would tell of it.
  const sort = ask.sort.filter(({ fieldId }) => known.has(fieldId));
  const found = await tables.rows(
    actor,
    tableId,
    { sort, after: '', limit: ask.limit, search, filter },
    asked,
    reading,
  );
  const columns = named.filter((field) => field !== lane);
  const options = lane === undefined ? [] : [...optionsOf(lane)];
  const lanes = [...options.map(([, option]) => option), { label: '', color: null }];
  const laneOf = (row: number): number => {
    const cell = found.cells.get(lane!.id)?.[row];
    const place = options.findIndex(([id]) => id === (Array.isArray(cell) ? cell[0] : cell));
    return place < 0 ? options.length : place;
  };
  return {
    rows: {
      columns: columns.map(({ id, name }) => ({ id, label: name })),
      rows: found.rows.map((cells, row) => ({
        id: found.ids[row] ?? '',
        cells: columns.map((field) => cells[asked.indexOf(field)] ?? ''),
        lane: lane === undefined ? null : laneOf(row),
      })),
      lanes: lane === undefined ? null : lanes,
      more: found.next !== null,
    },
  };
};

/** Values of what has no order of its own at most; those beyond are together, or left out where they do not add up. */
const mostPoints = 60;

const seriesOf = async (
  tableId: string,
  ask: Extract<Ask, { kind: 'series' }>,
  asking: Asking,
): Promise<BlockAnswer> => {
  const { tables, reader, reading, search } = asking;
  const { actor, filter } = reader(tableId, ask.filter);
  const { fields } = await tables.table(actor, tableId);
  const fieldBy = (id: string | undefined): Field | undefined => fields.find((field) => field.id === id);
  const by = fieldBy(ask.by.fieldId);
  const split = fieldBy(ask.split);
  const measured = fieldBy(ask.measure.fieldId);
  if (by === undefined || (ask.split !== undefined && split === undefined)) return none;
  if (ask.measure.fieldId !== undefined && measured === undefined) return none;
  const levels = [ask.by, ...(split === undefined ? [] : [{ fieldId: split.id }])];
  const { groups, more } = await tables.groups(actor, tableId, levels, ask.measure, filter, search);
  const measure = measured === undefined ? ({ function: 'count' } as const) : ask.measure;
  const text = (value: number | null): string => (value === null ? '' : amountText(value, measured, measure, reading));
  if (ask.steps !== undefined) {
    const options = optionsOf(by);
    const through = ask.steps.through && addsUp(measure.function);
    const steps = stepsOf([...options.keys()], ask.steps.named, groups, { measured: measured !== undefined, through });
    return {
      series: {
        points: steps.map(({ key }) => options.get(key) ?? { label: '', color: null }),
        series: [
          {
            label: '',
            color: null,
            values: steps.map(({ value }) => value),
            texts: steps.map(({ value }) => text(value)),
          },
        ],
        timed: false,
        more: false,
      },
    };
  }
  const amountOf = (group: (typeof groups)[number]): number | null =>
    measured === undefined ? group.count : numberOf(group.values[0]?.value ?? null);
  const found = [...new Set(groups.map(({ key }) => JSON.stringify(key[0] ?? null)))].map(
    (key) => JSON.parse(key) as unknown,
  );
  const { bucket } = ask.by;
  const ordered = orderOf(by, found);
  const keys = (bucket === undefined ? ordered : filledGaps(ordered, bucket)).slice(0, mostPoints);
  const parts =
    split === undefined
      ? [undefined]
      : orderOf(
          split,
          [...new Set(groups.map(({ key }) => JSON.stringify(key[1] ?? null)))].map(
            (key) => JSON.parse(key) as unknown,
          ),
        );
  const at = new Map(
    groups.map((group) => [
      JSON.stringify(split === undefined ? [group.key[0] ?? null] : [group.key[0] ?? null, group.key[1] ?? null]),
      group,
    ]),
  );
  const gap = addsUp(measure.function) ? 0 : null;
  return {
    series: {
      points: keys.map((key) => nameOf(by, key, bucket, reading)),
      series: parts.slice(0, mostPoints).map((part) => {
        const values = keys.map((key) => {
          const group = at.get(JSON.stringify(split === undefined ? [key] : [key, part]));
          return group === undefined ? gap : amountOf(group);
        });
        return {
          ...(split === undefined ? { label: '', color: null } : nameOf(split, part, undefined, reading)),
          values,
          texts: values.map(text),
        };
      }),
      timed: bucket !== undefined,
      more: more || ordered.length > keys.length,
    },
  };
};

/** Options in their own order, everything else as it came; nothing last. */
const orderOf = (field: Field, keys: readonly unknown[]): readonly unknown[] => {
  const options = [...optionsOf(field).keys()];
  const place = (key: unknown): number =>
    key === null ? Number.MAX_SAFE_INTEGER : options.length === 0 ? 0 : options.indexOf(String(key));
  return keys.toSorted((a, b) => place(a) - place(b));
};

/** What a block shows its reader. What it may not show, or what is no longer there, is an error of this block alone. */
export const answerOf = async (tableId: string, ask: Ask, asking: Asking): Promise<BlockAnswer> => {
  try {
    switch (ask.kind) {
      case 'rows':
        return await rowsOf(tableId, ask, asking);
      case 'value':
        return await valueOf(tableId, ask, asking);
      case 'series':
        return await seriesOf(tableId, ask, asking);
    }
  } catch (error) {
    if (!isRejection(error) || error.kind === 'unavailable') throw error;
    return { error: { code: error.code, message: error.message } };
  }
};
