/** A number without the digits that sums of binary numbers leave behind what they say. */
export const plain = (value: number): number => Number(value.toPrecision(15));

/** What numbers come to together. */
export const sumOf = (values: readonly number[]): number => plain(values.reduce((sum, value) => sum + value, 0));

/** Whether the value of several groups is the sum of theirs. */
export const addsUp = (fn: string): boolean => ['count', 'sum', 'filled', 'checked'].includes(fn);

export const periods = ['all', 'today', 'week', 'month', 'quarter', 'year', 'last7', 'last30'] as const;
export type Period = (typeof periods)[number];
type Days = { readonly from: string; readonly to: string };

const dayMs = 86_400_000;
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * The days of a period that has `today` in it, or of the one before it (`back` 1); undefined for all days. Weeks begin on
 * `weekStart` (0 is Sunday).
 */
export const daysOf = (period: Period, today: string, weekStart: number, back: 0 | 1 = 0): Days | undefined => {
  const now = Date.parse(`${today}T00:00:00Z`);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  const span = (from: number, to: number): Days => ({ from: day(from), to: day(to) });
  const months = (first: number, count: number): Days => {
    const from = first - back * count;
    return span(Date.UTC(year, from, 1), Date.UTC(year, from + count, 0));
  };
  switch (period) {
    case 'all':
      return undefined;
    case 'today':
      return span(now - back * dayMs, now - back * dayMs);
    case 'last7':
      return span(now - (6 + 7 * back) * dayMs, now - 7 * back * dayMs);
    case 'last30':
      return span(now - (29 + 30 * back) * dayMs, now - 30 * back * dayMs);
    case 'week': {
      const into = (new Date(now).getUTCDay() - weekStart + 7) % 7;
      const from = now - (into + 7 * back) * dayMs;
      return span(from, from + 6 * dayMs);
    }
    case 'month':
      return months(month, 1);
    case 'quarter':
      return months(month - (month % 3), 3);
    case 'year':
      return months(0, 12);
  }
};

/** By how much a number differs from what it was, as a fraction; undefined where nothing can be said. */
export const changeOf = (now: number | null, before: number | null): number | undefined =>
  now === null || before === null || before === 0 ? undefined : (now - before) / Math.abs(before);

/** When a rule of colours is met: by numbers under one, or from one on. */
export const colorRules = ['under', 'from'] as const;
/** `label` says what the colour means; without it the number does. */
export type ColorRule = {
  readonly when: (typeof colorRules)[number];
  readonly than: number;
  readonly color: string;
  readonly label?: string;
};

/** The first rule that a number meets; of a part, its percent. Undefined where none does, or nothing is known. */
export const ruleFor = (rules: unknown, value: number | null, part = false): ColorRule | undefined => {
  if (value === null || !Array.isArray(rules)) return undefined;
  const at = part ? plain(value * 100) : value;
  return (rules as readonly ColorRule[]).find(({ when, than }) => (when === 'under' ? at < than : at >= than));
};

const operations = ['alone', 'plus', 'minus', 'share', 'part'] as const;
export type Operation = (typeof operations)[number];

export const operationOf = (value: unknown): Operation => operations.find((one) => one === value) ?? 'alone';

/** Whether what comes out is a part of a whole, and no amount. */
export const isPart = (operation: Operation): boolean => operation === 'share' || operation === 'part';

/** What two numbers come to; null where one is missing, or where it would be divided by nothing. */
export const combined = (operation: Operation, x: number | null, y: number | null): number | null => {
  if (operation === 'alone' || x === null) return x;
  if (y === null) return null;
  switch (operation) {
    case 'plus':
      return plain(x + y);
    case 'minus':
      return plain(x - y);
    case 'share':
      return y === 0 ? null : x / y;
    case 'part':
      return x + y === 0 ? null : x / (x + y);
  }
};

/** What the records of a group come to, as groups of one level are answered. */
type Grouped = {
  readonly key: readonly unknown[];
  readonly count: number;
  readonly values: readonly { readonly value: string | number | null }[];
};

/** One step of a funnel. `ofBefore`: which share of the step before it came here. */
export type Step = {
  readonly key: string;
  readonly value: number;
  readonly count: number;
  readonly ofBefore?: number;
};

/**
 * The steps of a funnel: the options that are named and there, else all of them, each with what its records come to.
 * `through`: what is at a step has come through those before it, so that each counts those beyond it.
 */
export const stepsOf = (
  options: readonly string[],
  named: readonly string[],
  groups: readonly Grouped[],
  { measured, through }: { readonly measured: boolean; readonly through: boolean },
): readonly Step[] => {
  const byKey = new Map(groups.map((group) => [group.key[0], group]));
  const known = named.filter((key) => options.includes(key));
  const own = (known.length > 0 ? known : options).map((key) => {
    const group = byKey.get(key);
    const count = group?.count ?? 0;
    return { key, count, value: measured ? Number(group?.values[0]?.value ?? 0) : count };
  });
  const reached = through
    ? own.map(({ key }, at) => {
        const beyond = own.slice(at);
        return {
          key,
          count: beyond.reduce((sum, { count }) => sum + count, 0),
          value: sumOf(beyond.map(({ value }) => value)),
        };
      })
    : own;
  return reached.map((step, at) => {
    const before = reached[at - 1];
    return before === undefined || before.value <= 0 ? step : { ...step, ofBefore: step.value / before.value };
  });
};
