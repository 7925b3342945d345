import { isParts, wholePart, type Cell, type PartSpec, type PartSpecs } from '../cells.ts';
import { compareText } from './compare.ts';
import type { Kind } from './kind.ts';
import { kinds } from './list.ts';

/** Without a word of what its parts are, those that it has. */
const shown = <T>(
  cell: Cell,
  parts: PartSpecs,
  show: (cell: Cell, spec: PartSpec) => T,
): readonly (readonly [string, T])[] =>
  isParts(cell)
    ? Object.entries(parts).flatMap(([name, spec]) =>
        Object.hasOwn(cell, name) ? [[name, show(cell[name]!, spec)] as const] : [],
      )
    : [];

/** The part that is told for the whole; undefined where each part is told by its name. */
const wholeOf = (cell: Cell): string | readonly string[] | undefined =>
  isParts(cell) && Object.hasOwn(cell, wholePart) ? (cell[wholePart] as string | readonly string[]) : undefined;

/** A value that is told as a whole, of which the parts beside it are not known here. */
const asWhole = (value: unknown, { kind }: PartSpec): Cell | null => {
  const list = kinds[kind].list;
  const whole = list ? kinds[kind].read(value) : JSON.stringify(value);
  return whole === null || whole === undefined ? null : ({ [wholePart]: whole } as Cell);
};

/** A cell: an object of named parts. It is compared by its parts, each a column of its own. */
export const parts: Kind = {
  holds: 'parts',
  list: false,
  compare: (cell, value) => compareText(JSON.stringify(cell), String(value)),
  members: () => [],
  member: (value) => value,
  json: (cell, asText, specs = {}) => {
    const whole = wholeOf(cell);
    if (whole !== undefined) return typeof whole === 'string' ? whole : JSON.stringify(whole);
    return `{${shown(cell, specs, (one, { kind }) => kinds[kind].json(one, asText))
      .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
      .join(',')}}`;
  },
  read: (value, specs = {}) => {
    const told = Object.hasOwn(specs, wholePart) ? specs[wholePart] : undefined;
    if (told !== undefined) return value === null || value === undefined ? null : asWhole(value, told);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const found = Object.entries(specs).flatMap(([name, { kind }]) => {
      const one = kinds[kind].read((value as Readonly<Record<string, unknown>>)[name]);
      return one === null ? [] : [[name, one] as const];
    });
    return found.length === 0 ? null : (Object.fromEntries(found) as Cell);
  },
  value: (cell, asText, specs) => {
    const whole = wholeOf(cell);
    if (whole !== undefined) return typeof whole === 'string' ? (JSON.parse(whole) as unknown) : whole;
    return specs === undefined
      ? cell
      : Object.fromEntries(shown(cell, specs, (one, { kind }) => kinds[kind].value(one, asText)));
  },
};
