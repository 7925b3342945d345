/** From when on it is told what changed. */
export const spans = ['last', 'day', 'week', 'month'] as const;
export type Span = (typeof spans)[number];

const dayMs = 86_400_000;
const days = { day: 1, week: 7, month: 30 } as const;

/** The span that an address asks for, where it can be: who never looked sees the last week. */
export const spanOf = (asked: string | null, looked: string | null): Span => {
  const span = spans.find((one) => one === asked) ?? 'last';
  return span === 'last' && looked === null ? 'week' : span;
};

/** The moment that a span begins. */
export const beginOf = (span: Span, looked: string | null, now: string): string =>
  span === 'last' ? (looked ?? now) : new Date(Date.parse(now) - days[span] * dayMs).toISOString();
