import { civilDate, newId, type Predicate } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { can, everyRow, type Grant } from '@tessera/proto/rights';
import { schemaOf } from '../definitions/schema.ts';
import { ada, madeTable } from '../testing/definitions.ts';
import { viewConfig } from '../views/config.ts';
import { toPredicate, type Filter } from './filter.ts';

const table = madeTable({
  fields: [
    { name: 'Name', type: 'singleLineText' },
    { name: 'Amount', type: 'number' },
    { name: 'Owner', type: 'user' },
    { name: 'Made', type: 'criado_em' },
  ],
});
const schema = schemaOf(table);
const [name, amount, owner, made] = table.fields.map((f) => f.id) as [string, string, string, string];
const context = {
  now: Date.parse('2026-03-04T12:00:00Z'),
  today: '2026-03-04',
  timezone: 'UTC',
  weekStart: 1 as const,
  currentUserId: ada.id,
};
const read = (filter: Filter | undefined, grant: Grant = can(ada, 'records.read', table.id)): Predicate =>
  toPredicate(schema, grant, filter, context);
const text = { kind: 'field', column: 'c1_1', storage: 'text' };

describe('a filter', () => {
  it('becomes a tree of columns; without one every row matches', () => {
    expect(read(undefined)).toEqual(everyRow);
    expect(
      read({
        or: [
          { fieldId: name, operator: 'contains', value: 'x' },
          { and: [{ fieldId: 'Amount', operator: 'isEmpty' }] },
        ],
      }),
    ).toEqual({
      op: 'or',
      items: [
        { op: 'contains', left: text, value: 'x' },
        {
          op: 'and',
          items: [{ op: 'empty', left: expect.objectContaining({ column: 'c2_1', storage: 'decimal', scale: 6 }) }],
        },
      ],
    });
  });
  it('knows the current user and the columns that the system keeps', () => {
    expect(read({ fieldId: owner, operator: 'equals', value: { currentUser: true } })).toMatchObject({
      op: 'eq',
      value: ada.id,
    });
    expect(JSON.stringify(read({ fieldId: made, operator: 'isWithin', value: { relative: 'today' } }))).toContain(
      '_created_at',
    );
  });
  it('of an empty group matches everything, and so does an empty "or"', () =>
    expect([read({ and: [] }), read({ or: [] })]).toEqual([everyRow, everyRow]));
  it('is refused for what is not there or not seen, alike', () => {
    const absent = newId();
    const hidden: Grant = { allow: true, rowPredicate: everyRow, fieldMask: new Set([name]), writeMask: 'all' };
    const message = (fieldId: string, grant: Grant): string => {
      try {
        read({ fieldId, operator: 'isEmpty' }, grant);
      } catch (error) {
        return (error as Error).message.replace(fieldId, '…');
      }
      return 'accepted';
    };
    expect(message(amount, hidden)).toBe(message(absent, hidden));
    expect(message(name, hidden)).toBe('accepted');
  });
  it('is bounded in depth and in conditions', () => {
    const condition: Filter = { fieldId: name, operator: 'isEmpty' };
    const nested = (depth: number): Filter => (depth === 1 ? condition : { and: [nested(depth - 1)] });
    expect(() => read(nested(5))).not.toThrow();
    expect(() => read(nested(6))).toThrow(expect.objectContaining({ code: 'filter.too_deep' }));
    expect(() => read({ or: Array.from({ length: 101 }, () => condition) })).toThrow(
      expect.objectContaining({ code: 'filter.too_large' }),
    );
    expect(viewConfig.safeParse({ fields: [], filter: nested(5) }).success).toBe(true);
    expect(viewConfig.safeParse({ fields: [], filter: nested(6) }).success).toBe(false);
  });
});

describe('the civil date', () => {
  it('is that of the zone', () =>
    expect([
      civilDate(Date.parse('2026-01-01T01:00:00Z'), 'America/Sao_Paulo'),
      civilDate(Date.parse('2026-01-01T01:00:00Z'), 'Asia/Tokyo'),
    ]).toEqual(['2025-12-31', '2026-01-01']));
});
