import { isParts } from '@tessera/kernel/cells';
import type { Cell, PartsCell } from '@tessera/kernel';
import { clockText, type WireLap } from '../laps.ts';
import { emptiness, instantOperators, numberOperators } from '../operators.ts';
import { countAggregates } from '../shared.ts';
import { type Amending, FieldError, type FieldType, type ReadContext } from '../type.ts';
import { user } from '../user/type.ts';

/** A stretch of work: moments in ms, `end` and `by` null while it runs. Ids are unique within their value. */
type Lap = { readonly id: string; readonly start: number; readonly end: number | null; readonly by: string | null };
const mostLaps = 500;
const longestLine = 600;
const idShape = /^[A-Za-z0-9_-]{1,40}$/;
/** Moments are of the years 0 to 9999, which ISO 8601 writes with four digits. */
const [earliest, latest] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
const isoMoment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;
/** Stands for the end of a lap that runs. */
const open = '..';

const invalid = (): FieldError => new FieldError('timer.invalid', 'This is no list of laps');

const momentOf = (value: unknown): number => {
  if (typeof value !== 'string' || !isoMoment.test(value)) throw invalid();
  const at = Date.parse(value.replace(' ', 'T'));
  if (Number.isNaN(at) || at < earliest || at > latest) throw invalid();
  return at;
};

const wire = ({ id, start, end, by }: Lap): WireLap => ({
  id,
  started_at: new Date(start).toISOString(),
  finished_at: end === null ? null : new Date(end).toISOString(),
  finished_by: by,
});

/** The laps of a cell as they are told: the whole of it is their JSON. */
const told = (cell: Cell | null): readonly WireLap[] =>
  isParts(cell) ? (JSON.parse(cell['whole'] as string) as readonly WireLap[]) : [];
const lapsIn = (cell: Cell | null): readonly Lap[] =>
  told(cell).map(({ id, started_at: start, finished_at: end, finished_by: by }) => ({
    id,
    start: Date.parse(start),
    end: end === null ? null : Date.parse(end),
    by,
  }));

/** The whole seconds that ended laps took. */
const secondsOf = (laps: readonly Lap[]): number =>
  Math.floor(laps.reduce((sum, { start, end }) => sum + (end === null ? 0 : end - start), 0) / 1000);

/** Laps as a cell, in the order of their starts: what queries ask of them stands beside. Throws FieldError. */
const cellOf = (given: readonly Lap[]): PartsCell | null => {
  if (given.length === 0) return null;
  if (given.length > mostLaps)
    throw new FieldError('timer.too_many', `A timer has at most ${mostLaps} laps`, { limit: mostLaps });
  if (new Set(given.map(({ id }) => id)).size !== given.length) throw invalid();
  const laps = [...given].sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  const running = laps.filter(({ end }) => end === null);
  if (running.length > 1) throw new FieldError('timer.running', 'Only one lap of a timer runs at a time');
  if (laps.some(({ start, end }) => end !== null && end < start))
    throw new FieldError('timer.backwards', 'A lap ends before it starts');
  return {
    whole: JSON.stringify(laps.map(wire)),
    seconds: String(secondsOf(laps)),
    laps: String(laps.length),
    ...(running.length > 0 && { since: running[0]!.start }),
  };
};

const whoOf = (value: unknown, context: ReadContext): string | null =>
  user.fromJson(value ?? null, {}, context) as string | null;

const fromList = (value: readonly unknown[], context: ReadContext): readonly Lap[] =>
  value.map((one, at) => {
    if (typeof one !== 'object' || one === null) throw invalid();
    const {
      id = String(at + 1),
      started_at: start,
      finished_at: end = null,
      finished_by: by = null,
      ...others
    } = one as Readonly<Record<string, unknown>>;
    if (typeof id !== 'string' || !idShape.test(id) || Object.keys(others).length > 0) throw invalid();
    if (end === null && by !== null) throw invalid();
    return { id, start: momentOf(start), end: end === null ? null : momentOf(end), by: whoOf(by, context) };
  });

/** Laps after a change: a start, a stop, another time of a lap, or one less. What is done already changes nothing. */
const changed = (laps: readonly Lap[], change: unknown, { now, by, newId }: Amending): readonly Lap[] => {
  if (typeof change !== 'object' || change === null) throw invalid();
  const { start, stop, id, started_at, finished_at, removed, ...others } = change as Readonly<Record<string, unknown>>;
  if (Object.keys(others).length > 0) throw invalid();
  const given = Object.keys(change).length;
  if (start === true && given === 1)
    return laps.some(({ end }) => end === null) ? laps : [...laps, { id: newId(), start: now, end: null, by: null }];
  if (stop === true && given === 1)
    // A clock that was set back ends no lap before its start.
    return laps.map((lap) => (lap.end === null ? { ...lap, end: Math.max(now, lap.start), by: by ?? null } : lap));
  if (start !== undefined || stop !== undefined || typeof id !== 'string' || !idShape.test(id)) throw invalid();
  if (removed !== undefined) {
    if (removed !== true || given !== 2) throw invalid();
    return laps.filter((lap) => lap.id !== id);
  }
  const begins = started_at === undefined ? undefined : momentOf(started_at);
  const ends = finished_at === undefined || finished_at === null ? undefined : momentOf(finished_at);
  if (begins === undefined && ends === undefined) throw invalid();
  // A lap that somebody else took away stays away.
  return laps.map((lap) =>
    lap.id === id
      ? {
          ...lap,
          ...(begins !== undefined && { start: begins }),
          ...(ends !== undefined && { end: ends, by: lap.end === null ? (by ?? null) : lap.by }),
        }
      : lap,
  );
};

const changesIn = (value: unknown): readonly unknown[] => {
  const changes: unknown = (value as { readonly changes?: unknown }).changes;
  if (!Array.isArray(changes) || changes.length === 0 || changes.length > mostLaps) throw invalid();
  return changes as readonly unknown[];
};

/** What leads from some laps to others; undefined where only the whole says it. */
const between = (before: readonly WireLap[], after: readonly WireLap[]): readonly object[] | undefined => {
  const was = new Map(before.map((one) => [one.id, one]));
  const stays = new Set(after.map(({ id }) => id));
  const changes: object[] = before.filter(({ id }) => !stays.has(id)).map(({ id }) => ({ id, removed: true }));
  for (const { id, started_at: start, finished_at: end } of after) {
    const old = was.get(id);
    if (old === undefined) changes.push({ start: true }, ...(end === null ? [] : [{ stop: true }]));
    else if (old.finished_at === null && end !== null && old.started_at === start) changes.push({ stop: true });
    else if (old.started_at !== start || old.finished_at !== end) {
      if (end === null) return undefined;
      changes.push({ id, started_at: start, finished_at: end });
    }
  }
  return changes;
};

/** The time that a record took, lap by lap. The server's clock starts and ends them; one lap runs at a time. */
export const timer: FieldType = {
  id: 'timer',
  storage: 'parts',
  parts: {
    whole: { kind: 'text' },
    seconds: { kind: 'decimal', scale: 0 },
    laps: { kind: 'decimal', scale: 0 },
    since: { kind: 'instant' },
  },
  mainPart: 'seconds',
  partOperators: { seconds: numberOperators, laps: numberOperators, since: instantOperators },
  searchable: false,
  keyable: false,
  conversions: { group: 'other', to: ['text', 'number'] },
  format: {
    takes: `A list of laps, \`{id, started_at, finished_at, finished_by}\`, at most ${mostLaps}, of which one may run: its \`finished_at\` is null. \`{"changes": [{"start": true}]}\` starts one by the server's clock and \`{"changes": [{"stop": true}]}\` ends the one that runs; \`{id, started_at?, finished_at?}\` and \`{id, "removed": true}\` change one lap and leave what others do to the rest.`,
    example: [
      {
        id: '1',
        started_at: '2026-03-02T09:00:00.000Z',
        finished_at: '2026-03-02T09:45:10.000Z',
        finished_by: '01jd8z6v0e3k7m2n4p5q6r7s8t',
      },
    ],
  },
  properties: {},
  props: () => ({}),
  fromJson: (value, _props, context) => {
    if (value === null || value === '') return null;
    if (!Array.isArray(value)) throw invalid();
    return cellOf(fromList(value as readonly unknown[], context));
  },
  toJson: (cell) => told(cell),
  fromText: (text, _props, context) => {
    const rows = text.split(/[\r\n\u2028\u2029]+/).filter((one) => one.trim() !== '');
    if (rows.length > mostLaps) throw invalid();
    return cellOf(
      rows.map((row, at) => {
        // An ISO 8601 interval, and behind it who ended it.
        const trimmed = row.trim();
        if (trimmed.length > longestLine) throw invalid();
        const [interval = '', ...by] = trimmed.split(/\s/);
        const [start, end, ...others] = interval.split('/');
        if (end === undefined || others.length > 0) throw invalid();
        return {
          id: String(at + 1),
          start: momentOf(start),
          end: end === open ? null : momentOf(end),
          by: end === open ? null : whoOf(by.join(' ').trim(), context),
        };
      }),
    );
  },
  toText: (cell, _props, { userName }) =>
    told(cell)
      .map(({ started_at: start, finished_at: end, finished_by: by }) => {
        const who = by === null ? '' : ` ${(userName?.(by) ?? by).replace(/\s+/g, ' ')}`;
        return `${start}/${end ?? open}${who}`;
      })
      .join('\n'),
  shown: (cell) => {
    // A page knows the whole of a value, and none of what stands beside it for queries.
    const laps = lapsIn(cell);
    return `${clockText(secondsOf(laps))}${laps.some(({ end }) => end === null) ? ' …' : ''}`;
  },
  amend: {
    asks: (value) => typeof value === 'object' && value !== null && 'changes' in value,
    apply: (present, value, amending) =>
      cellOf(changesIn(value).reduce<readonly Lap[]>((laps, one) => changed(laps, one, amending), lapsIn(present))),
    between: (before, after) => {
      const lists = [before ?? [], after ?? []];
      if (!lists.every((one) => Array.isArray(one))) return undefined;
      const changes = between(lists[0] as readonly WireLap[], lists[1] as readonly WireLap[]);
      return changes === undefined || changes.length === 0 || changes.length > mostLaps ? undefined : { changes };
    },
  },
  sample: (random) => {
    let at = 1_700_000_000_000 + Math.floor(random() * 1e10);
    const laps = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, i) => {
      const start = at;
      at += 1 + Math.floor(random() * 1e7);
      return { id: String(i + 1), start, end: at, by: null };
    });
    return cellOf(random() < 0.3 ? [...laps.slice(0, -1), { ...laps.at(-1)!, end: null }] : laps)!;
  },
  operators: emptiness,
  sortable: true,
  aggregates: countAggregates,
};
