import type { CommitHeader, ServiceStore } from '../port.ts';
import { describe, expect, it } from 'vitest';
import { groupingBy } from './groups.ts';
import { readActions, readHeaders } from './read.ts';

const grouped = groupingBy({});

const header = (position: number, operationId?: string): CommitHeader => ({
  id: `tables.1.${position}`,
  position,
  time: position,
  commandType: 'x',
  actorKind: 'user',
  actorId: 'a',
  origin: 'api',
  events: [{ type: 'cellsChanged', items: 10 }],
  ...(operationId !== undefined && { operationId }),
});

/** A log of headers, read as the store's contract says. */
const logOf = (all: readonly CommitHeader[]): ServiceStore => {
  const newest = [...all].sort((a, b) => b.position - a.position);
  const headers: ServiceStore['headers'] = async (_organization, by) =>
    newest
      .filter(
        (h) =>
          (by.operationId === undefined || h.operationId === by.operationId) &&
          (by.before === undefined || h.position < by.before),
      )
      .slice(0, by.limit);
  return { headers } as ServiceStore;
};

describe('actions of a table, page by page', () => {
  // Ten edits, an import of 1,200 commits with an edit in its midst, ten edits.
  const log = logOf([
    ...Array.from({ length: 10 }, (_, i) => header(i + 1)),
    ...Array.from({ length: 1200 }, (_, i) => header(11 + i, i === 600 ? undefined : 'import')),
    ...Array.from({ length: 10 }, (_, i) => header(1211 + i)),
  ]);

  it('show an operation once, where its newest commit is, with all of its records', async () => {
    const seen: string[] = [];
    let before: number | undefined;
    for (let page = 0; page < 20; page++) {
      const { groups, next } = await readActions(log, grouped, 'o', { root: 'table:t' }, 5, before);
      for (const group of groups) {
        seen.push(group.id);
        if (group.id === 'import') expect(group.records).toBe(11_990);
      }
      if (next === undefined) break;
      before = next;
    }
    expect(seen).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `tables.1.${1220 - i}`),
      'import',
      'tables.1.611',
      ...Array.from({ length: 10 }, (_, i) => `tables.1.${10 - i}`),
    ]);
  });

  it('are looked for beyond an operation of many commits', async () => {
    const { headers, more } = await readHeaders(log, grouped, 'o', { root: 'table:t' }, 20);
    expect([headers.length, more]).toEqual([1220, false]);
    expect((await readHeaders(log, grouped, 'o', { root: 'table:t' }, 5)).more).toBe(true);
  });
});
