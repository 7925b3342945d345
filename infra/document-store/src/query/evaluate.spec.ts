import { describe, expect, it } from 'vitest';
import type { Cell, Operand, Predicate, Row, Sort, StorageKind } from '@tessera/kernel';
import { evaluate, evaluateAggregate, satisfies } from './evaluate.ts';

const row = (n: number, cells: Row['cells']): Row => ({
  id: `r${n}`,
  version: 1,
  deleted: false,
  createdAt: n,
  createdBy: 'u',
  updatedAt: n,
  updatedBy: 'u',
  cells,
});
const of = (storage: StorageKind, scale?: number): Operand => ({
  kind: 'field',
  column: 'c1_1',
  storage,
  ...(scale === undefined ? {} : { scale }),
});
const holds = (cell: Cell | null, predicate: Predicate): boolean => satisfies(row(1, { c1_1: cell }), predicate);
const all: Predicate = { op: 'and', items: [] };
const sorted = (cells: readonly (Cell | null)[], sort: Sort): (Cell | null)[] =>
  evaluate(
    cells.map((cell, i) => row(i, { c1_1: cell })),
    { table: 't', where: all, allow: all, sort: [sort] },
  ).map(({ cells: { c1_1: cell } }) => cell ?? null);

describe('the plain evaluator', () => {
  it('compares text by folded key', () => {
    expect(holds('São Paulo', { op: 'eq', left: of('text'), value: 'sao  PAULO' })).toBe(true);
    expect(holds('São Paulo', { op: 'contains', left: of('text'), value: 'ÃO P' })).toBe(true);
    expect(holds('Beta', { op: 'gt', left: of('text'), value: 'alpha' })).toBe(true);
    expect(holds('Beta', { op: 'in', left: of('text'), values: ['gamma', 'BETA'] })).toBe(true);
  });

  it('compares decimals as decimals, not as floats or texts', () => {
    expect(holds('10', { op: 'gt', left: of('decimal', 2), value: '9' })).toBe(true);
    expect(holds('0.3', { op: 'eq', left: of('decimal', 2), value: '0.30' })).toBe(true);
    expect(holds('90071992547409.93', { op: 'eq', left: of('decimal', 2), value: '90071992547409.92' })).toBe(false);
    expect(holds('1', { op: 'lt', left: of('decimal', 2), value: '1.001' })).toBe(true);
  });

  it('takes an empty cell for nothing: only ne, hasNone, empty and negations hold', () => {
    for (const op of ['eq', 'lt', 'le', 'gt', 'ge'] as const)
      expect(holds(null, { op, left: of('decimal'), value: '0' })).toBe(false);
    expect(holds(null, { op: 'ne', left: of('decimal'), value: '0' })).toBe(true);
    expect(holds(null, { op: 'not', item: { op: 'lt', left: of('decimal'), value: '0' } })).toBe(true);
    expect(holds(null, { op: 'hasNone', left: of('options'), values: ['a'] })).toBe(true);
    expect(holds(null, { op: 'hasAny', left: of('options'), values: ['a'] })).toBe(false);
    expect(holds(null, { op: 'contains', left: of('text'), value: '' })).toBe(false);
    expect(holds(null, { op: 'empty', left: of('text') })).toBe(true);
  });

  it('knows any, all and none of a list, and of one id', () => {
    const list: Cell = ['a', 'b'];
    expect(
      [
        ['hasAny', ['b', 'c']],
        ['hasAll', ['a', 'b']],
        ['hasAll', ['a', 'c']],
        ['hasNone', ['c']],
        ['hasNone', ['a']],
        ['in', ['a']],
      ].map(([op, values]) => holds(list, { op, left: of('options'), values } as Predicate)),
    ).toEqual([true, true, false, true, false, true]);
    expect(holds('a', { op: 'hasAll', left: of('option'), values: ['a'] })).toBe(true);
    expect(holds('a', { op: 'hasAll', left: of('option'), values: ['a', 'b'] })).toBe(false);
  });

  it('of nothing, and is true and or is false', () => {
    expect(holds('x', { op: 'and', items: [] })).toBe(true);
    expect(holds('x', { op: 'or', items: [] })).toBe(false);
  });

  it('sorts empty cells last in both directions and ties by creation', () => {
    expect(sorted(['2', null, '10', '-1'], { by: of('decimal'), order: 'asc' })).toEqual(['-1', '2', '10', null]);
    expect(sorted(['2', null, '10', '-1'], { by: of('decimal'), order: 'desc' })).toEqual(['10', '2', '-1', null]);
    expect(sorted(['b', 'Á', 'a', 'B'], { by: of('text'), order: 'asc' })).toEqual(['a', 'Á', 'B', 'b']);
  });

  it('sorts the empty cells of a checkbox beside its unchecked ones, which look the same', () => {
    expect(sorted([true, null, false, true, null], { by: of('boolean'), order: 'asc' })).toEqual([
      null,
      null,
      false,
      true,
      true,
    ]);
    expect(sorted([true, null, false, true, null], { by: of('boolean'), order: 'desc' })).toEqual([
      true,
      true,
      false,
      null,
      null,
    ]);
  });

  it('sorts ids by rank, those without one after, by themselves', () => {
    expect(sorted(['z', 'y', 'x', null, 'w'], { by: of('option'), order: 'asc', rank: ['x', 'z'] })).toEqual([
      'x',
      'z',
      'w',
      'y',
      null,
    ]);
    expect(sorted([['z', 'a'], ['x'], ['z']], { by: of('options'), order: 'desc', rank: ['x', 'z'] })).toEqual([
      ['z', 'a'],
      ['z'],
      ['x'],
    ]);
  });

  it('aggregates exactly', () => {
    const rows = ['0.1', '0.2', null, '0.2'].map((cell, i) => row(i, { c1_1: cell }));
    expect(
      (
        [
          'count',
          'filled',
          'empty',
          'percentFilled',
          'distinct',
          'sum',
          'average',
          'median',
          'min',
          'max',
          'range',
        ] as const
      ).map((fn) => evaluateAggregate(rows, of('decimal', 1), fn)),
    ).toEqual([4, 3, 1, '75', 2, '0.5', '0.16667', '0.2', '0.1', '0.2', '0.1']);
    expect(evaluateAggregate(rows.slice(0, 2), of('decimal', 1), 'median')).toBe('0.15');
    expect(evaluateAggregate([], of('decimal', 1), 'percentFilled')).toBe(null);
  });
});
