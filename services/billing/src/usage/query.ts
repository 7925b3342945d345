import type { ServicePorts } from '@tessera/runtime';
import { monthsBetween } from './days.ts';
import type { FunctionUse } from './evolve.ts';
import type { DayDocument } from './projection.ts';

/** Days of a month, and one more for what no calendar has. */
const mostDays = 32;

export type Used = {
  readonly total: number;
  /** Requests with API tokens. */
  readonly calls: number;
  /** What functions took, in millionths of GB*s. */
  readonly micro: number;
  readonly credits: number;
  readonly updatedAt: number;
  /** Runs by the automation. */
  readonly by: ReadonlyMap<string, number>;
  readonly functions: ReadonlyMap<string, FunctionUse>;
  readonly days: readonly { readonly day: string; readonly total: number }[];
};

const sum = (all: Iterable<number>): number => [...all].reduce((total, one) => total + one, 0);

/** What an organization used from one day to another, both counted. */
export const usedBetween = async (
  { documents }: Pick<ServicePorts, 'documents'>,
  organizationId: string,
  first: string,
  last: string,
): Promise<Used> => {
  const months = await Promise.all(
    monthsBetween(first, last).map((month) => documents.find<DayDocument>(organizationId, 'days', { month }, mostDays)),
  );
  const days = months.flat().filter(({ id }) => id >= first && id <= last);
  const by = new Map<string, number>();
  const functions = new Map<string, FunctionUse>();
  for (const one of days) {
    for (const [id, count] of Object.entries(one.runs)) by.set(id, (by.get(id) ?? 0) + count);
    for (const [id, { calls, micro }] of Object.entries(one.functions)) {
      const before = functions.get(id) ?? { calls: 0, micro: 0 };
      functions.set(id, { calls: before.calls + calls, micro: before.micro + micro });
    }
  }
  return {
    total: sum(by.values()),
    calls: sum(days.map(({ calls }) => calls)),
    micro: sum([...functions.values()].map(({ micro }) => micro)),
    credits: sum(days.map(({ credits }) => credits)),
    updatedAt: Math.max(0, ...days.map(({ updatedAt }) => updatedAt)),
    by,
    functions,
    days: days
      .filter(({ runs }) => Object.keys(runs).length > 0)
      .map(({ id, runs }) => ({ day: id, total: sum(Object.values(runs)) })),
  };
};

/** GB*s with three decimal places. */
export const unitsOf = (micro: number): number => Math.round(micro / 1_000) / 1_000;
