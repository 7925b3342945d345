import { describe, expect, it } from 'vitest';
import type { TablesEvent } from '../events.ts';
import type { Conflict } from './inverse.ts';
import { conflictKey, type Written, writersOf } from './writers.ts';

const conflict = (recordId: string, fieldId: string, more: Partial<Conflict> = {}): Conflict => ({
  tableId: 't',
  recordId,
  fieldId,
  fieldName: '',
  current: null,
  undoTo: null,
  ...more,
});
const event = (
  $case: 'cellsChanged' | 'recordsCreated' | 'recordsDeleted',
  recordIds: string[],
  fields: string[] = [],
) =>
  ({
    $case,
    value: { tableId: 't', recordIds, after: fields.map((fieldId) => ({ fieldId })) },
  }) as unknown as TablesEvent;
const commit = (id: string, who: string, ...events: TablesEvent[]): Written => ({
  id,
  events,
  meta: { actor: { id: who } },
});

describe('who wrote what an undo meets', () => {
  const commits = [
    commit('4', 'eve', event('recordsDeleted', ['b'])),
    commit('3', 'cat', event('cellsChanged', ['a', 'b'], ['x'])),
    commit('2', 'bob', event('cellsChanged', ['a'], ['x', 'y'])),
    commit('1', 'ann', event('recordsCreated', ['a', 'b'])),
  ];
  it('is the newest who changed the cell, made the record or deleted it', async () => {
    const asked = [
      conflict('a', 'x'),
      conflict('a', 'y'),
      conflict('a', ''),
      conflict('b', 'x', { blocked: 'record_deleted' }),
      conflict('b', 'y'),
    ];
    const writers = await writersOf(asked, async () => commits);
    expect(asked.map((one) => writers.get(conflictKey(one)))).toEqual(['cat', 'bob', 'ann', 'eve', undefined]);
  });

  it('is found in a time that grows as the conflicts do, and the records of their commits', async () => {
    // Answers that are there already: what is measured is the walk.
    const walk = (count: number): unknown => {
      const ids = Array.from({ length: count }, (_, i) => `record${i}`);
      const shared = [
        ...Array.from({ length: 20 }, (_, i) => commit(`no${i}`, 'bob', event('cellsChanged', ids, ['other']))),
        commit('last', 'ann', event('cellsChanged', ids, ['x'])),
      ];
      let looked = 0;
      const counted = shared.map((one) => ({
        ...one,
        events: one.events.map((e) => {
          const { recordIds, ...value } = e.value as unknown as { recordIds: string[] };
          const watched = new Proxy(recordIds, {
            get: (target, key) => {
              looked++;
              return Reflect.get(target, key) as unknown;
            },
          });
          return { ...e, value: { ...value, recordIds: watched } } as unknown as TablesEvent;
        }),
      }));
      return writersOf(
        ids.map((id) => conflict(id, 'x')),
        async () => counted,
      ).then(() => looked);
    };
    const [brief, twice] = [await walk(500), await walk(1000)] as [number, number];
    expect(brief).toBeGreaterThan(500);
    expect(twice / brief).toBeLessThan(3);
  });
});
