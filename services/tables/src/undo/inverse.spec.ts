import { describe, expect, it } from 'vitest';
import { TablesEvent } from '@tessera/proto/tables/v1/events';
import { eventTypes } from '../events.ts';
import { inverses, isEffect } from './decide.ts';
import { groupHeaders, stackOf, undoneIds, type ActionGroup } from './groups.ts';

describe('every event', () => {
  it('can be taken back, or says why not', () => {
    expect(Object.keys(inverses).sort()).toEqual([...eventTypes].sort());
    for (const type of eventTypes) expect(inverses[type], type).toBeTypeOf('function');
  });
  it('of the contract is known to the service', () => {
    // Field numbers of the union that decode to a case: each must be one of ours.
    const known = new Set<string>(eventTypes);
    const decoded = Array.from({ length: 100 }, (_, i) => i + 1).flatMap((field) => {
      const tag = (field << 3) | 2;
      const bytes = tag < 128 ? Uint8Array.of(tag, 0) : Uint8Array.of((tag & 127) | 128, tag >> 7, 0);
      return TablesEvent.decode(bytes).event?.$case ?? [];
    });
    expect(decoded).toHaveLength(eventTypes.length);
    expect(decoded.filter((type) => !known.has(type))).toEqual([]);
  });
  it('that keeps the books of an operation is no effect', () =>
    expect(eventTypes.filter((type) => !isEffect(type))).toEqual([
      'uniquenessStarted',
      'fieldConversionStarted',
      'operationStarted',
      'operationAdvanced',
      'operationEnded',
    ]));
});

const header = (position: number, type: string, more: object = {}) => ({
  id: `tables.1.${position}`,
  position,
  time: position,
  commandType: 'x',
  actorKind: 'user',
  actorId: 'a',
  origin: 'api',
  events: [{ type, items: 1 }],
  ...more,
});

describe('actions', () => {
  it('are operations or single commits; books do not show', () => {
    const groups = groupHeaders([
      header(5, 'operationEnded', { operationId: 'o' }),
      header(4, 'cellsChanged', { operationId: 'o' }),
      header(3, 'cellsChanged', { operationId: 'o' }),
      header(2, 'recordsCreated'),
      header(1, 'operationStarted', { operationId: 'p' }),
    ]);
    expect(groups.map((g) => [g.id, g.kind, g.records])).toEqual([
      ['o', 'cellsChanged', 2],
      ['tables.1.2', 'recordsCreated', 1],
    ]);
  });

  const group = (id: string, undoes?: string): ActionGroup => ({
    id,
    commitId: id,
    operationId: undefined,
    time: 0,
    position: 0,
    actor: { kind: 'user', id: 'a', userId: undefined },
    origin: 'api',
    kind: 'x',
    records: 1,
    undoes,
  });
  const ids = (groups: readonly ActionGroup[]) => groups.map((g) => g.id);

  it('are undone unless their undo was undone', () => {
    expect([...undoneIds([group('u', 'a'), group('a')])]).toEqual(['a']);
    expect([...undoneIds([group('r', 'u'), group('u', 'a'), group('a')])]).toEqual(['u']);
    expect([...undoneIds([group('u2', 'a'), group('r', 'u'), group('u', 'a'), group('a')])].sort()).toEqual(['a', 'u']);
  });

  it('stack for undo and redo, newest first, and a new one empties the redo', () => {
    const history = [group('ub', 'b'), group('uc', 'c'), group('c'), group('b'), group('a')];
    expect([ids(stackOf(history).undo), ids(stackOf(history).redo)]).toEqual([['a'], ['ub', 'uc']]);
    const redone = [group('rb', 'ub'), ...history];
    expect([ids(stackOf(redone).undo), ids(stackOf(redone).redo)]).toEqual([['b', 'a'], ['uc']]);
    const fresh = [group('d'), ...history];
    expect([ids(stackOf(fresh).undo), ids(stackOf(fresh).redo)]).toEqual([['d', 'a'], []]);
  });
});
