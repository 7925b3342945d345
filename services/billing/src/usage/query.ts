import type { ServicePorts } from '@tessera/runtime';
import { monthsBetween } from './days.ts';
import type { DayDocument } from './projection.ts';

/** Days of a month, and one more for what no calendar has. */
const mostDays = 32;

export type Runs = {
  readonly total: number;
  /** Requests with API tokens. */
  readonly calls: number;
  readonly updatedAt: number;
  /** By the automation. */
  readonly by: ReadonlyMap<string, number>;
  readonly days: readonly { readonly day: string; readonly total: number }[];
};

const sum = (all: Iterable<number>): number => [...all].reduce((total, one) => total + one, 0);

/** What ran in an organization from one day to another, both counted. */
export const runsBetween = async (
  { documents }: Pick<ServicePorts, 'documents'>,
  organizationId: string,
  first: string,
  last: string,
): Promise<Runs> => {
  const months = await Promise.all(
    monthsBetween(first, last).map((month) => documents.find<DayDocument>(organizationId, 'days', { month }, mostDays)),
  );
  const days = months.flat().filter(({ id }) => id >= first && id <= last);
  const by = new Map<string, number>();
  for (const { runs } of days) for (const [id, count] of Object.entries(runs)) by.set(id, (by.get(id) ?? 0) + count);
  return {
    total: sum(by.values()),
    calls: sum(days.map(({ calls }) => calls)),
    updatedAt: Math.max(0, ...days.map(({ updatedAt }) => updatedAt)),
    by,
    days: days
      .filter(({ runs }) => Object.keys(runs).length > 0)
      .map(({ id, runs }) => ({ day: id, total: sum(Object.values(runs)) })),
  };
};
