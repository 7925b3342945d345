import type {
  AggregateFunction,
  Cell,
  ColumnSpec,
  GroupQuery,
  Operand,
  PageQuery,
  Predicate,
  Sort,
} from '@tessera/kernel';
import { bucketUnits, fileText, isDated, isMoment, partColumnsOf } from '@tessera/kernel';
import { searchWords } from '../query/check.ts';
import type { Random } from './random.ts';

/** Columns of every storage kind; two texts and two decimals, so that queries mix them. */
export const columns: readonly ColumnSpec[] = [
  { column: 'c1_1', kind: 'text', searchable: true },
  { column: 'c2_1', kind: 'decimal', scale: 2 },
  { column: 'c3_1', kind: 'boolean' },
  { column: 'c4_1', kind: 'date' },
  { column: 'c5_1', kind: 'instant' },
  { column: 'c6_1', kind: 'option' },
  { column: 'c7_1', kind: 'options' },
  { column: 'c8_1', kind: 'user' },
  { column: 'c9_1', kind: 'users' },
  { column: 'c15_1', kind: 'links', links: 'linked' },
  { column: 'c10_2', kind: 'text', searchable: true },
  { column: 'c11_1', kind: 'decimal', scale: 8 },
  { column: 'c12_1', kind: 'text' },
  { column: 'c13_1', kind: 'decimal', scale: 2 },
  {
    column: 'c14_1',
    kind: 'parts',
    parts: {
      city: { kind: 'text', searchable: true },
      amount: { kind: 'decimal', scale: 2 },
      done: { kind: 'boolean' },
      day: { kind: 'date' },
      at: { kind: 'instant' },
      stage: { kind: 'option' },
      tags: { kind: 'options' },
      owner: { kind: 'user' },
      team: { kind: 'users' },
    },
  },
  { column: 'c16_1', kind: 'files' },
];

/** Of which only whether a cell is empty is asked. */
const whole = columns.filter(({ kind }) => kind === 'parts' || kind === 'files');
/** What queries filter, sort and group by: of a structured column its parts. */
const queried = columns.flatMap((spec) => (whole.includes(spec) ? partColumnsOf(spec) : [spec]));

/** Columns whose numbers all fit into 53 bits, as most do; the other decimals go to the ends of 64. */
const modest = new Set(['c13_1']);

const system: readonly ColumnSpec[] = [
  { column: '_created_at', kind: 'instant' },
  { column: '_created_by', kind: 'user' },
  { column: '_updated_at', kind: 'instant' },
  { column: '_updated_by', kind: 'user' },
];

const words = [
  'alpha',
  'Alpha',
  'ÁLPHA',
  'beta',
  'Beta Gamma',
  'gamma',
  'Straße',
  'São Paulo',
  'sao paulo',
  'İstanbul',
  'ﬁne',
  '日本語テキスト',
  '😀 emoji',
  '50%',
  'a_b',
  'x*y',
  '"quoted"',
  "O'Brien",
  '\u{1d49c}math',
  '  spaced   out ',
  'back\\slash',
  'zz',
];
const numbers = [
  '0',
  '1',
  '-1',
  '0.01',
  '-0.01',
  '12.5',
  '12.05',
  '99999999.99',
  '-99999999.99',
  '3.14',
  '100',
  '92233720368547758.07',
  '-92233720368547758.07',
  '90071992547409.93',
];
const smallNumbers = ['0', '0.00000001', '-0.00000001', '1.5', '92233720368.54775807', '-3', '2.71828182', '0.1'];
const dates = [
  '1969-12-31',
  '1970-01-01',
  '2000-02-29',
  '2024-02-29',
  '2025-12-31',
  '2026-01-01',
  '0001-01-01',
  '9999-12-31',
];
const instants = [0, -1, 1_700_000_000_000, 1_700_000_000_001, 1_699_999_999_999, 253_402_300_799_999];
const ids = [
  '01hoptionaaaaaaaaaaaaaaaaa',
  '01hoptionbbbbbbbbbbbbbbbbb',
  '01hoptioncccccccccccccccccc',
  '01hoptionddddddddddddddddd',
];

/** A text of a few words. */
const text = (r: Random): string =>
  Array.from({ length: 1 + r.int(3) }, () => r.pick(words)).join(r.pick([' ', '  ', '-', '']));

/** A cell that fits a column; null for empty. */
export const cell = (r: Random, spec: ColumnSpec): Cell | null => {
  const { column, kind, scale, parts = {} } = spec;
  if (r.chance(0.2)) return null;
  switch (kind) {
    case 'text':
      return text(r);
    case 'decimal':
      if (modest.has(column)) return r.pick(numbers.slice(0, 11));
      return r.chance(0.5) ? r.pick(scale === 8 ? smallNumbers : numbers) : String(r.int(40) - 20);
    case 'boolean':
      return r.chance(0.5);
    case 'date':
      return r.pick(dates);
    case 'instant':
      return r.pick(instants);
    case 'option':
    case 'user':
      return r.pick(ids);
    case 'options':
    case 'users':
    case 'links': {
      const list = [...new Set(r.some(ids, 3))];
      return list.length === 0 ? null : list;
    }
    case 'files':
      return Array.from({ length: 1 + r.int(2) }, () =>
        fileText({ id: r.pick(ids), name: text(r), size: r.int(1_000_000), type: 'image/png' }),
      );
    case 'parts': {
      const found = Object.entries(parts).flatMap(([name, part]) => {
        const one = cell(r, { column: `${column}.${name}`, ...part });
        return one === null ? [] : [[name, one] as const];
      });
      // A part of a later release is kept.
      if (r.chance(0.2)) found.push(['later', r.pick(words)]);
      return found.length === 0 ? null : (Object.fromEntries(found) as Cell);
    }
  }
};

const operand = ({ column, kind, scale }: ColumnSpec): Operand =>
  scale === undefined ? { kind: 'field', column, storage: kind } : { kind: 'field', column, storage: kind, scale };

const compared = (r: Random, spec: ColumnSpec): string | number | boolean => {
  switch (spec.kind) {
    case 'text':
      return r.chance(0.5) ? r.pick(words) : text(r);
    case 'decimal':
      return r.pick([
        ...numbers,
        ...smallNumbers,
        '0.005',
        '12.049',
        '-12.051',
        '99999999999999999999',
        '-99999999999999999999',
        '7',
      ]);
    case 'boolean':
      return r.chance(0.5);
    case 'date':
      return r.pick(dates);
    case 'instant':
      return r.pick(instants);
    default:
      return r.pick(ids);
  }
};

const leaf = (r: Random): Predicate => {
  if (r.chance(0.03)) return { op: r.pick(['empty', 'notEmpty']), left: operand(r.pick(whole)) };
  const spec = r.pick(r.chance(0.1) ? system : queried);
  const left = operand(spec);
  if (r.chance(0.15)) return { op: r.pick(['empty', 'notEmpty']), left };
  const list = spec.kind === 'options' || spec.kind === 'users' || spec.kind === 'links';
  const single = spec.kind === 'option' || spec.kind === 'user';
  if (list || (single && r.chance(0.4)))
    return { op: r.pick(['in', 'hasAny', 'hasAll', 'hasNone']), left, values: r.some([...ids, 'nobody'], 3) };
  if (spec.kind === 'text' && r.chance(0.6)) {
    if (r.chance(0.3)) return { op: 'in', left, values: r.some(words, 4) };
    const whole = r.pick(words).trim();
    const letters = [...whole];
    const from = r.int(letters.length);
    return {
      op: r.pick(['contains', 'startsWith', 'endsWith']),
      left,
      value: r.chance(0.1) ? '' : letters.slice(r.chance(0.5) ? 0 : from, from + 1 + r.int(4)).join(''),
    };
  }
  return { op: r.pick(['eq', 'ne', 'lt', 'le', 'gt', 'ge']), left, value: compared(r, spec) };
};

/** A filter tree, at most `depth` deep. */
const predicate = (r: Random, depth: number): Predicate => {
  if (depth === 0 || r.chance(0.5)) return leaf(r);
  if (r.chance(0.2)) return { op: 'not', item: predicate(r, depth - 1) };
  return { op: r.pick(['and', 'or']), items: Array.from({ length: r.int(4) }, () => predicate(r, depth - 1)) };
};

const everyone: Predicate = { op: 'and', items: [] };

const sorts = (r: Random): Sort[] =>
  Array.from({ length: r.pick([0, 1, 1, 2, 3]) }, () => {
    const spec = r.pick(r.chance(0.1) ? system : queried);
    const sort: Sort = { by: operand(spec), order: r.pick(['asc', 'desc']) };
    return r.chance(0.4) ? { ...sort, rank: [...new Set(r.some(ids, 3))] } : sort;
  });

/** A query over `columns`, with a page size that makes several pages. */
export const query = (r: Random, table: string): PageQuery => ({
  table,
  select: columns
    .filter(() => r.chance(0.3))
    .map(({ column, kind, scale, parts }) => ({
      column,
      storage: kind,
      ...(parts === undefined ? {} : { parts }),
      key: `k ${column}"`,
      ...(scale === undefined ? {} : { scale }),
    })),
  where: r.chance(0.2) ? everyone : predicate(r, 3),
  allow: r.chance(0.8) ? everyone : predicate(r, 1),
  sort: sorts(r),
  limit: 1 + r.int(40),
  ...(r.chance(0.1) ? { deleted: true } : {}),
  ...(r.chance(0.25) ? { search: search(r) } : {}),
});

/** Before, behind and far behind UTC, two of them with summer time. */
const zones = ['UTC', 'America/Sao_Paulo', 'Europe/Madrid', 'Pacific/Auckland', 'Pacific/Kiritimati'];

/** A query for groups by one to three columns, with a page size that makes several pages. */
export const groupQuery = (r: Random, asked: PageQuery): GroupQuery => {
  const { table, where, allow, search: searched, deleted } = asked;
  const dated = queried.filter(({ kind }) => isDated(kind));
  const specs = new Set(
    Array.from({ length: 1 + r.int(3) }, () => r.pick(r.chance(0.1) ? system : r.chance(0.2) ? dated : queried)),
  );
  const bucketOf = ({ kind }: ColumnSpec) =>
    isDated(kind) && (isMoment(kind) ? r.chance(0.8) : r.chance(0.5))
      ? { bucket: { unit: r.pick(bucketUnits), weekStart: r.pick([0, 1, 6]), timezone: r.pick(zones) } }
      : {};
  return {
    table,
    where,
    allow,
    ...(searched !== undefined && { search: searched }),
    ...(deleted !== undefined && { deleted }),
    groups: [...specs].map((spec) => ({
      by: operand(spec),
      order: r.pick(['asc', 'desc'] as const),
      ...(r.chance(0.4) && { rank: [...new Set(r.some(ids, 3))] }),
      ...bucketOf(spec),
    })),
    aggregates: r.some(aggregates(), 4),
    limit: 1 + r.int(30),
  };
};

const search = (r: Random): NonNullable<PageQuery['search']> => {
  const searched = queried.filter(
    ({ column, kind }) => kind === 'text' && (column !== 'c12_1' || r.chance(0.2)) && r.chance(0.8),
  );
  const parts = Array.from({ length: 1 + r.int(2) }, () => {
    const letters = [...r.pick(words).trim()];
    const from = r.int(letters.length);
    return letters.slice(r.chance(0.6) ? 0 : from, from + 1 + r.int(6)).join('');
  });
  const also = r.chance(0.5)
    ? searchWords(parts.join(' '))
        .filter(() => r.chance(0.6))
        .map((word) => ({ word, or: Array.from({ length: 1 + r.int(2) }, () => predicate(r, 1)) }))
    : undefined;
  return { text: parts.join(' '), columns: searched.map(operand), ...(also === undefined ? {} : { also }) };
};

/** Every aggregate that fits a column. */
export const aggregates = (): { readonly of: Operand; readonly function: AggregateFunction }[] =>
  [...columns, ...queried.filter((spec) => !columns.includes(spec)), ...system].flatMap((spec) => {
    const of = operand(spec);
    const fits: AggregateFunction[] = ['count', 'filled', 'empty', 'percentFilled', 'distinct'];
    if (spec.kind === 'decimal') fits.push('sum', 'average', 'median');
    if (spec.kind === 'decimal' || spec.kind === 'date' || spec.kind === 'instant') fits.push('min', 'max', 'range');
    if (spec.kind === 'text') fits.push('min', 'max');
    if (spec.kind === 'boolean') fits.push('checked');
    return fits.map((fn) => ({ of, function: fn }));
  });
