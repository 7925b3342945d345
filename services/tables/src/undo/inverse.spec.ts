import { describe, expect, it } from 'vitest';
import { TablesEvent } from '@tessera/proto/tables/v1/events';
import { eventTypes, isEffect } from '../events.ts';
import { inverses } from './decide.ts';
import { groupHeaders } from './kinds.ts';

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
  it('that keeps books, or is of a conversation, is no effect', () =>
    expect(eventTypes.filter((type) => !isEffect(type))).toEqual([
      'uniquenessStarted',
      'fieldConversionStarted',
      'tableGuarded',
      'numbersGiven',
      'limitReached',
      'operationStarted',
      'operationAdvanced',
      'operationEnded',
      'commentWritten',
      'commentChanged',
      'commentDeleted',
      'commentRestored',
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
});
