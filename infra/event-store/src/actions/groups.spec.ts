import { describe, expect, it } from 'vitest';
import type { CommitHeader } from '../port.ts';
import { groupingBy, stackOf, undoneIds, type ActionGroup } from './groups.ts';

describe('actions', () => {
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

  it('are of the person who began an operation, also where the product ended it', () => {
    const header = (id: string, origin: CommitHeader['origin'], actorKind: string, actorId: string) =>
      ({
        id,
        operationId: 'op',
        time: 0,
        position: 0,
        origin,
        actorKind,
        actorId,
        events: [{ type: 'done', items: 1 }],
      }) as unknown as CommitHeader;
    const told = groupingBy({})([
      header('end', 'system', 'service', 'apps'),
      header('plan', 'interface', 'user', 'maren'),
    ]);
    expect(told).toMatchObject([{ actor: { kind: 'user', id: 'maren' }, origin: 'interface', commitId: 'end' }]);
    expect(groupingBy({})([header('end', 'system', 'service', 'apps')])).toMatchObject([
      { actor: { kind: 'service' } },
    ]);
  });
});
