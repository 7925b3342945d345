import { noLinks } from '../links/write.ts';
import { newId, systemColumns, type Actor, type Row } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '../definitions/schema.ts';
import { recordStream } from '../events.ts';
import { readBody, readCells } from '../records/parse.ts';
import { deleteRecords, restoreRecords } from '../records/trash.ts';
import { updateRecords, type UpdateState } from '../records/update.ts';
import { neutralContext } from '../records/context.ts';
import { actorOf, metaOf } from '../testing/actors.ts';
import { madeTable, organization } from '../testing/definitions.ts';
import { everyRow, narrowBy } from '@tessera/proto/rights';

const member = actorOf(organization, 'member');
const own = {
  op: 'eq',
  left: { kind: 'field', column: systemColumns.createdBy, storage: 'user' },
  value: member.id,
} as const;
/** Reads what is theirs or Cy's, writes and deletes only what is theirs. */
narrowBy((grant, actor, action) =>
  actor.id !== member.id || !grant.allow
    ? grant
    : {
        ...grant,
        rowPredicate: action === 'records.read' ? { op: 'or', items: [own, { ...own, value: 'cy' }] } : own,
      },
);

const table = madeTable({ fields: [{ name: 'Name', type: 'singleLineText' }] });
const schema = schemaOf(table);
const field = schema.fields[0]!;
const rowBy = (createdBy: string, deleted = false): Row => ({
  id: newId(),
  version: 1,
  deleted,
  createdAt: 1,
  createdBy,
  updatedAt: 1,
  updatedBy: createdBy,
  cells: { [field.column]: 'x' },
});
const env = (actor: Actor) => ({ meta: metaOf(actor), newId });

const change = (row: Row | undefined, id: string) => {
  const body = readBody({ records: [{ id, fields: { [field.id]: 'y' } }] });
  const items = body.items.map((item) => ({ ...item, id: item.id! }));
  const state: UpdateState = {
    schema,
    body,
    items,
    parsed: readCells(schema, items, 'id', neutralContext, {
      allow: true,
      rowPredicate: everyRow,
      fieldMask: 'all',
      writeMask: 'all',
    }),
    rows: [row],
    owner: () => undefined,
    links: noLinks,
    since: new Map(),
  };
  return given(state, env(member)).when(updateRecords, { tableId: table.id, key: 'id', body: {} });
};
const trash = (handler: typeof deleteRecords, row: Row | undefined, id: string) => {
  const state: Parameters<typeof deleteRecords.decide>[1] = {
    schema,
    ids: [id],
    rows: [row],
    owner: () => undefined,
    holders: new Map(),
  };
  return given(state, env(member)).when(handler, { tableId: table.id, ids: [id] });
};
const codeOf = (rejection: unknown): string => (rejection as { code: string }).code;

describe('a write of one who may see and change only some records', () => {
  const [mine, seen, hidden] = [rowBy(member.id), rowBy('cy'), rowBy('dan')];
  it('changes what is theirs', () =>
    expect(change(mine, mine.id).events()[0]).toMatchObject({
      $case: 'cellsChanged',
      value: { recordIds: [mine.id] },
    }));
  it('is forbidden for what they may only read', () =>
    expect(codeOf(change(seen, seen.id).rejection())).toBe('records.update_forbidden'));
  it('finds nothing where they may not read, as where there is nothing', () => {
    expect([codeOf(change(hidden, hidden.id).rejection()), codeOf(change(undefined, newId()).rejection())]).toEqual([
      'records.not_found',
      'records.not_found',
    ]);
  });
  it('deletes and restores by the same rule', () => {
    expect(trash(deleteRecords, mine, mine.id).decision().events[0]!.advances).toEqual([
      { stream: recordStream(table.id), ids: [mine.id], versions: [2] },
    ]);
    expect(codeOf(trash(deleteRecords, seen, seen.id).rejection())).toBe('records.delete_forbidden');
    expect(codeOf(trash(deleteRecords, hidden, hidden.id).rejection())).toBe('records.not_found');
    const [gone, theirs] = [rowBy(member.id, true), rowBy('dan', true)];
    expect(trash(restoreRecords, gone, gone.id).events()[0]).toMatchObject({ $case: 'recordsRestored' });
    expect(codeOf(trash(restoreRecords, theirs, theirs.id).rejection())).toBe('records.not_found');
  });
});
