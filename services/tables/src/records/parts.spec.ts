import { linkChange, linksMessage } from '../links/change.ts';
import { describe, expect, it } from 'vitest';
import { decodeEvent, encodeEvent, type TablesEvent } from '../events.ts';
import { fromColumn, toColumn, type Cells } from '@tessera/proto/cells';
import { eraseFromEvent, focusEvent } from './parts.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const columns: readonly { readonly kind: Parameters<typeof toColumn>[2]; readonly cells: Cells }[] = [
  { kind: 'text', cells: ['one', null, 'three', undefined, 'five'] },
  { kind: 'decimal', cells: ['1', '2', '3', '4', '5'] },
  { kind: 'boolean', cells: [true, false, null, null, true] },
  { kind: 'date', cells: [undefined, '2026-01-02', undefined, '2026-01-04', null] },
  { kind: 'instant', cells: [1, null, 3, null, 5] },
  { kind: 'options', cells: [['x'], ['y', 'z'], null, undefined, ['x']] },
  { kind: 'user', cells: [null, null, null, null, null] },
  { kind: 'parts', cells: [{ city: 'x' }, null, { city: 'y', at: 3 }, undefined, { done: true, ids: ['a', 'b'] }] },
];
const made = columns.map(({ kind, cells }, i) => toColumn(`f${i}`, 1, kind, [...cells]));
const cellsOf = (event: TablesEvent | undefined): Cells[] => {
  if (event?.$case === 'recordsCreated')
    return event.value.columns.map((column) => fromColumn(column, event.value.recordIds.length));
  if (event?.$case === 'cellsChanged')
    return event.value.after.map((column) => fromColumn(column, event.value.recordIds.length));
  return [];
};
const created: TablesEvent = {
  $case: 'recordsCreated',
  value: { tableId: 't', schemaVersion: 1, recordIds: ids, columns: made, draft: false },
};
const changed: TablesEvent = {
  $case: 'cellsChanged',
  value: {
    tableId: 't',
    schemaVersion: 1,
    recordIds: ids,
    versions: [2, 3, 4, 5, 6],
    before: made,
    after: made,
    links: [
      linksMessage(
        'linked',
        1,
        ids.map((id, place) => (place === 1 ? undefined : linkChange([], [id]))),
      ),
    ],
  },
};
/** As it is read back from the log. */
const stored = (event: TablesEvent | undefined): TablesEvent | undefined => {
  if (event === undefined) return undefined;
  const { type, bytes } = encodeEvent(event);
  return decodeEvent(type, bytes);
};

describe('a part of an event of many records', () => {
  it('has the cells of one record, set, emptied and untouched, as the whole has them', () => {
    for (const event of [created, changed]) {
      ids.forEach((id, place) => {
        const part = stored(focusEvent(event, id))!;
        expect(part.value).toMatchObject({ recordIds: [id] });
        if (part.$case === 'cellsChanged') {
          expect(part.value.versions).toEqual([place + 2]);
          expect(part.value.links[0]!.changes.map(({ added }) => added)).toEqual([place === 1 ? [] : [id]]);
        }
        expect(cellsOf(part)).toEqual(columns.map(({ cells }) => [cells[place]]));
      });
    }
  });

  it('is the whole without erased records, whichever they are', () => {
    for (let mask = 1; mask < 1 << ids.length; mask++) {
      const gone = new Set(ids.filter((_, i) => mask & (1 << i)));
      const left = ids.flatMap((id, i) => (gone.has(id) ? [] : [i]));
      for (const event of [created, changed]) {
        const rest = stored(eraseFromEvent(event, 'record:t', gone));
        if (left.length === 0) expect(rest).toBeUndefined();
        else {
          expect(rest!.value).toMatchObject({ recordIds: left.map((i) => ids[i]!), tableId: 't' });
          expect(cellsOf(rest)).toEqual(columns.map(({ cells }) => left.map((i) => cells[i])));
        }
      }
    }
    const deleted: TablesEvent = {
      $case: 'recordsDeleted',
      value: { tableId: 't', recordIds: ['a', 'b'], versions: [4, 7] },
    };
    expect(eraseFromEvent(deleted, 'record:t', new Set(['a']))).toEqual({
      $case: 'recordsDeleted',
      value: { tableId: 't', recordIds: ['b'], versions: [7] },
    });
    expect(focusEvent({ $case: 'recordsRestored', value: deleted.value }, 'b').value).toEqual({
      tableId: 't',
      recordIds: ['b'],
      versions: [7],
    });
  });

  it('leaves events of other tables and of no records alone', () => {
    expect(eraseFromEvent(created, 'record:other', new Set(ids))).toBe(created);
    const archived: TablesEvent = { $case: 'tableArchived', value: { tableId: 't' } };
    expect(eraseFromEvent(archived, 'record:t', new Set(ids))).toBe(archived);
    expect(focusEvent(archived, 'a')).toBe(archived);
    expect(focusEvent(created, 'unknown')).toBe(created);
  });
});
