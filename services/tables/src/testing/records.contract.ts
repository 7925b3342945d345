import { newId, type Actor } from '@tessera/kernel';
import {
  RecordChanges,
  type QueryRecordsRequest,
  type RecordCondition,
  type RecordPage,
  type RecordSelection,
  type TablesServiceDefinition,
  type WriteRecordsRequest,
} from '@tessera/proto/tables/v1/service';
import type { RpcHandlers } from '@tessera/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellAt, toColumn, type Cells } from '@tessera/proto/cells';
import { actorOf } from './actors.ts';

type Tables = RpcHandlers<TablesServiceDefinition>;
export type RecordsUnderTest = {
  readonly client: Tables;
  /** Who has every right in the organization; others are made in its likeness. */
  readonly owner: Actor;
  close(): Promise<void>;
};

const viewing = { admin: false, tables_enabled: { '*': 'view' } } as const;

const field = (name: string, type: string, more: object = {}) => ({
  id: newId(),
  name,
  type,
  props: undefined,
  required: false,
  unique: false,
  description: '',
  defaultValue: undefined,
  generation: 0,
  number: 0,
  uniqueEpoch: 0,
  keptScale: undefined,
  propsJson: '',
  propsVersion: 0,
  ...more,
});

/** The calls by which other services read and write records: the same in the process and over gRPC, on each engine. */
export const recordsContract = (name: string, start: () => Promise<RecordsUnderTest>): void => {
  describe(`records for other services ${name}`, () => {
    let under: RecordsUnderTest;
    let ada: Actor;
    /** May look at every table and write nowhere. */
    let eve: Actor;
    let none: Actor;
    let tableId: string;
    let f: { readonly name: string; readonly amount: string; readonly mail: string; readonly day: string };
    let version: number;

    beforeAll(async () => {
      under = await start();
      ada = under.owner;
      const { organizationId } = ada;
      eve = actorOf(organizationId, 'member');
      eve = { ...eve, permissions: { ...eve.permissions, ...viewing } };
      none = actorOf(organizationId, 'none');
      const fields = [
        field('Name', 'singleLineText', { required: true }),
        field('Amount', 'number', { propsJson: '{"decimals":2}', propsVersion: 1 }),
        field('Mail', 'email'),
        field('Day', 'date'),
      ];
      const made = await under.client.createTable(
        {
          label: 'Stock',
          fields,
          operationId: '',
          uniqueFieldId: fields[2]!.id,
          labelFieldId: fields[0]!.id,
          idempotencyKey: newId(),
        },
        { actor: ada },
      );
      tableId = made.tableId;
      version = made.schemaVersion;
      f = { name: fields[0]!.id, amount: fields[1]!.id, mail: fields[2]!.id, day: fields[3]!.id };
    }, 300_000);
    afterAll(() => under?.close(), 60_000);

    const kinds = { name: 'text', amount: 'decimal', mail: 'text', day: 'date' } as const;
    type Sent = { readonly [K in keyof typeof kinds]?: string | null };
    type Batch = { readonly id?: string; readonly version?: number; readonly cells: Sent };
    const batchOf = (records: readonly Batch[]) => ({
      count: records.length,
      recordIds: records.flatMap(({ id }) => id ?? []),
      versions: records.every((one) => one.version === undefined) ? [] : records.map((one) => one.version ?? 0),
      columns: (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((key) => {
        const cells: Cells = records.map((one) => one.cells[key]);
        return cells.every((cell) => cell === undefined) ? [] : [toColumn(f[key], 1, kinds[key], cells)];
      }),
    });
    type Parts = {
      readonly create?: readonly Batch[];
      readonly update?: readonly Batch[];
      readonly remove?: readonly { readonly id: string; readonly version?: number }[];
    };
    const asking = (
      { create, update, remove }: Parts,
      more: Partial<WriteRecordsRequest> = {},
    ): WriteRecordsRequest => ({
      tableId,
      changes: RecordChanges.encode({
        create: create && batchOf(create),
        update: update && batchOf(update),
        delete: remove && {
          recordIds: remove.map(({ id }) => id),
          versions: remove.map((one) => one.version ?? 0),
        },
      }).finish(),
      operationId: '',
      idempotencyKey: newId(),
      runAutomations: false,
      partial: false,
      origin: 'automation',
      causationId: '',
      causationDepth: 0,
      schemaVersion: 0,
      ...more,
    });
    const write = (parts: Parts, more: Partial<WriteRecordsRequest> = {}, actor = ada) =>
      under.client.writeRecords(asking(parts, more), { actor });
    const condition = (fieldId: string, operator: string, value?: unknown): RecordCondition => ({
      fieldId,
      part: '',
      operator,
      valueJson: value === undefined ? '' : JSON.stringify(value),
    });
    const where = (...conditions: readonly RecordCondition[]): RecordSelection => ({
      search: '',
      filter: {
        filter: {
          $case: 'and',
          value: { items: conditions.map((value) => ({ filter: { $case: 'condition', value } })) },
        },
      },
    });
    const query = async (more: Partial<QueryRecordsRequest> = {}, actor = ada) => {
      const { page, total } = await under.client.queryRecords(
        { tableId, selection: undefined, sort: [], fieldIds: [], limit: 0, after: '', withTotal: false, ...more },
        { actor },
      );
      return { page: page!, total };
    };
    const values = (page: RecordPage, fieldId: string) => {
      const column = page.columns.find((one) => one.fieldId === fieldId);
      return page.recordIds.map((_, i) => (column === undefined ? null : cellAt(column, i)));
    };
    const get = async (recordIds: readonly string[], actor = ada) =>
      (await under.client.getRecords({ tableId, recordIds: [...recordIds], fieldIds: [], after: '' }, { actor })).page!;
    const codeOf = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => 'fine',
        (error: { code: string }) => error.code,
      );

    it('get numbers that nobody else gets, however many are made at once', async () => {
      const number = field('No', 'identifier', { propsJson: '{"prefix":"N-","digits":3}', propsVersion: 1 });
      const asked = { label: 'Numbered', fields: [number], operationId: '', uniqueFieldId: '', labelFieldId: '' };
      const made = await under.client.createTable({ ...asked, idempotencyKey: newId() }, { actor: ada });
      const writes = Array.from({ length: 25 }, () => {
        const changes = RecordChanges.encode({
          create: { count: 3, recordIds: [], versions: [], columns: [] },
          update: undefined,
          delete: undefined,
        }).finish();
        return under.client.writeRecords({ ...asking({}), tableId: made.tableId, changes }, { actor: ada });
      });
      const ids = (await Promise.all(writes)).flatMap(({ createdIds }) => createdIds);
      const { page } = await under.client.getRecords(
        { tableId: made.tableId, recordIds: ids, fieldIds: [], after: '' },
        { actor: ada },
      );
      const given = values(page!, number.id);
      expect(given.toSorted()).toEqual(Array.from({ length: 75 }, (_, at) => `N-${String(at + 1).padStart(3, '0')}`));
    });

    it('begin with who makes them and when, where a field says so and they do not', async () => {
      const who = field('Who', 'user', { propsJson: '{"default_current_user":true}', propsVersion: 1 });
      const day = field('Day', 'date', { propsJson: '{"default_now":true}', propsVersion: 1 });
      const asked = { label: 'Begun', fields: [who, day], operationId: '', uniqueFieldId: '', labelFieldId: '' };
      const made = await under.client.createTable({ ...asked, idempotencyKey: newId() }, { actor: ada });
      const changes = RecordChanges.encode({
        create: {
          count: 2,
          recordIds: [],
          versions: [],
          columns: [toColumn(day.id, 1, 'date', ['2026-01-02', undefined])],
        },
        update: undefined,
        delete: undefined,
      }).finish();
      const sent = { ...asking({}), tableId: made.tableId, changes };
      const { createdIds } = await under.client.writeRecords(sent, { actor: ada });
      // A repeated call writes nothing.
      const again = await under.client.writeRecords(sent, { actor: ada });
      expect(again.createdIds).toEqual(createdIds);
      const { page } = await under.client.getRecords(
        { tableId: made.tableId, recordIds: [...createdIds], fieldIds: [], after: '' },
        { actor: ada },
      );
      expect(values(page!, who.id)).toEqual([ada.id, ada.id]);
      const [given, found] = values(page!, day.id);
      expect(given).toBe('2026-01-02');
      expect(found).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      // Zones lie within a day of each other.
      expect(Math.abs(Date.parse(String(found)) - page!.createdAt[1]!)).toBeLessThan(2 * 86_400_000);
    });

    it('are made, changed and deleted in one commit, which one undo takes back', async () => {
      const { createdIds } = await write({ create: [{ cells: { name: 'Old' } }, { cells: { name: 'Gone' } }] });
      const [old, gone] = createdIds as [string, string];
      const operationId = newId();
      const done = await write(
        {
          create: [{ cells: { name: 'New', amount: '12.5', day: '2026-02-28' } }],
          update: [{ id: old, version: 1, cells: { name: 'Changed', amount: null } }],
          remove: [{ id: gone, version: 1 }],
        },
        { operationId },
      );
      expect(done).toMatchObject({
        changed: [{ recordId: old, version: 2 }],
        deleted: [{ recordId: gone, version: 2 }],
        refusals: [],
        known: false,
      });
      const made = done.createdIds[0]!;
      const page = await get([made, gone, old, newId()]);
      expect([
        page.recordIds,
        page.versions,
        values(page, f.name),
        values(page, f.amount),
        values(page, f.day),
      ]).toEqual([
        [made, old],
        [1, 2],
        ['New', 'Changed'],
        ['12.5', null],
        ['2026-02-28', null],
      ]);
      expect(page.createdAt.every((at) => Math.abs(at - Date.now()) < 600_000)).toBe(true);
      const undone = await under.client.undoOperation({ operationId, preview: false }, { actor: ada });
      expect(undone.commits).toBe(1);
      const after = await get([made, gone, old]);
      expect([after.recordIds, values(after, f.name)]).toEqual([
        [gone, old],
        ['Gone', 'Old'],
      ]);
    });

    it('are written once for a key, and another request with it is refused', async () => {
      const request = asking({ create: [{ cells: { name: 'Once' } }] });
      const first = await under.client.writeRecords(request, { actor: ada });
      const again = await under.client.writeRecords(request, { actor: ada });
      expect(again).toEqual({ ...first, known: true });
      expect((await query({ selection: where(condition(f.name, 'equals', 'Once')) })).page.recordIds).toEqual(
        first.createdIds,
      );
      const other = asking({ create: [{ cells: { name: 'Other' } }] }, { idempotencyKey: request.idempotencyKey });
      expect(await codeOf(under.client.writeRecords(other, { actor: ada }))).not.toBe('fine');
      expect(await codeOf(write({ create: [{ cells: { name: 'x' } }] }, { idempotencyKey: '' }))).toBe(
        'request.invalid',
      );
    });

    it('that are refused in the middle are left out and told, or refuse all', async () => {
      const { createdIds } = await write({
        create: [{ cells: { name: 'First', mail: 'one@x.example' } }, { cells: { name: 'Second' } }],
      });
      const [first, second] = createdIds as [string, string];
      const absent = newId();
      const parts: Parts = {
        create: [
          { cells: { name: 'Third' } },
          { cells: { name: 'Taken', mail: 'ONE@x.example' } },
          { cells: { amount: '1' } },
          { cells: { name: 'No mail', mail: 'nobody' } },
          { cells: { name: 'Fifth', mail: ' five@x.example ' } },
        ],
        update: [
          { id: second, version: 1, cells: { name: 'Second again' } },
          { id: absent, cells: { name: 'Nowhere' } },
        ],
        remove: [{ id: first, version: 7 }],
      };
      const before = (await query({ limit: 1000 })).page.recordIds;
      const refused = await under.client.writeRecords(asking(parts), { actor: ada }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ name: 'Rejection', code: 'records.invalid' });
      expect((await query({ limit: 1000 })).page.recordIds).toEqual(before);
      const done = await write(parts, { partial: true });
      expect(done.refusals.map(({ change, index, code, fieldId }) => [change, index, code, fieldId])).toEqual([
        ['update', 1, 'records.not_found', ''],
        ['create', 3, 'email.invalid', f.mail],
        ['create', 2, 'records.required', f.name],
        ['create', 1, 'records.not_unique', f.mail],
        ['delete', 0, 'records.stale', ''],
      ]);
      const page = await get([...done.createdIds, second, first]);
      expect(values(page, f.name)).toEqual(['Third', 'Fifth', 'Second again', 'First']);
      expect(values(page, f.mail)[1]).toBe('five@x.example');
    });

    it('that change together stand in no way of each other, and what depends on a refused one is refused', async () => {
      const { createdIds } = await write({
        create: ['a', 'b', 'c'].map((one) => ({ cells: { name: one, mail: `${one}@swap.example` } })),
      });
      const [a, b, c] = createdIds as [string, string, string];
      await write({
        update: [
          { id: a, cells: { mail: 'b@swap.example' } },
          { id: b, cells: { mail: 'a@swap.example' } },
        ],
      });
      expect(values(await get([a, b]), f.mail)).toEqual(['b@swap.example', 'a@swap.example']);
      // c wants what a gives up, and a is refused.
      const done = await write(
        {
          create: [{ cells: { name: 'late', mail: 'd@swap.example' } }],
          update: [
            { id: a, cells: { mail: 'e@swap.example', name: null } },
            { id: c, cells: { mail: 'b@swap.example' } },
            { id: b, cells: { mail: 'd@swap.example' } },
          ],
        },
        { partial: true },
      );
      expect(done.refusals.map(({ change, index, code }) => [change, index, code])).toEqual([
        ['update', 0, 'records.required'],
        ['update', 1, 'records.not_unique'],
        ['create', 0, 'records.not_unique'],
      ]);
      expect(values(await get([a, b, c]), f.mail)).toEqual(['b@swap.example', 'd@swap.example', 'c@swap.example']);
    });

    it('are found, sorted, counted and summed', async () => {
      const { createdIds: ids } = await write({
        create: ['10.25', '3', '7.5', null].map((amount, i) => ({
          cells: { name: 'Sum', amount, day: `2026-01-0${i + 1}` },
        })),
      });
      const selection = where(condition(f.name, 'equals', 'Sum'));
      const sort = [{ fieldId: f.amount, descending: true }];
      const { page, total } = await query({ selection, sort, limit: 3, withTotal: true, fieldIds: [f.amount] });
      expect([page.recordIds, total, values(page, f.amount)]).toEqual([
        [ids[0], ids[2], ids[1]],
        4,
        ['10.25', '7.5', '3'],
      ]);
      expect(page.columns.map(({ fieldId }) => fieldId)).toEqual([f.amount]);
      const rest = await query({ selection, sort, limit: 3, after: page.next });
      expect([rest.page.recordIds, rest.page.next]).toEqual([[ids[3]], '']);
      const { values: found } = await under.client.aggregateRecords(
        {
          tableId,
          selection,
          aggregates: [
            { fieldId: f.amount, function: 'sum' },
            { fieldId: f.amount, function: 'filled' },
            { fieldId: f.day, function: 'max' },
          ],
        },
        { actor: ada },
      );
      expect(found.map(({ value }) => [value?.$case, value?.value])).toEqual([
        ['decimal', '20.75'],
        ['decimal', '3'],
        ['date', 20457],
      ]);
      expect(await codeOf(query({ limit: 1001 }))).toBe('request.invalid');
      expect(await codeOf(query({ selection: where(condition(f.amount, 'sounds like', 1)) }))).toBe(
        'filter.operator_unknown',
      );
    });

    it('come in pages that no message is too small for', async () => {
      const long = 'x'.repeat(90_000);
      for (let n = 0; n < 3; n++)
        await write({ create: Array.from({ length: 10 }, () => ({ cells: { name: `Long ${long}` } })) });
      const selection = where(condition(f.name, 'startsWith', 'Long'));
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let after = ''; ;) {
        const { page } = await query({ selection, limit: 1000, after });
        seen.push(...page.recordIds);
        sizes.push(page.recordIds.length);
        if (page.next === '') break;
        ({ next: after } = page);
      }
      expect([seen.length, new Set(seen).size, sizes.length]).toEqual([30, 30, 2]);
      const first = await get(seen);
      expect([first.recordIds.length, first.next]).toEqual([sizes[0], String(sizes[0])]);
      const asked = { tableId, recordIds: seen, fieldIds: [], after: first.next };
      const second = (await under.client.getRecords(asked, { actor: ada })).page!;
      expect([second.recordIds.length, second.next]).toEqual([sizes[1], '']);
      expect(await codeOf(get(Array.from({ length: 1001 }, () => newId())))).toBe('records.too_many');
    });

    it('are read and written with the rights of whom the caller acts for', async () => {
      const { createdIds } = await write({ create: [{ cells: { name: 'Right' } }] });
      const id = createdIds[0]!;
      expect((await get([id], eve)).recordIds).toEqual([id]);
      expect(await codeOf(write({ create: [{ cells: { name: 'x' } }] }, {}, eve))).toBe('records.create_forbidden');
      expect(await codeOf(write({ update: [{ id, cells: { name: 'x' } }] }, {}, eve))).toBe('records.update_forbidden');
      expect(await codeOf(write({ remove: [{ id }] }, { partial: true }, eve))).toBe('records.delete_forbidden');
      const aggregates = [{ fieldId: f.amount, function: 'sum' }];
      for (const actor of [none, { ...ada, organizationId: newId() }]) {
        const codes = [
          await codeOf(get([id], actor)),
          await codeOf(query({}, actor)),
          await codeOf(under.client.aggregateRecords({ tableId, selection: undefined, aggregates }, { actor })),
          await codeOf(write({ remove: [{ id }] }, {}, actor)),
        ];
        expect(new Set(codes)).toEqual(new Set([actor === none ? 'unauthorized' : 'object_not_found']));
      }
      expect((await get([id])).recordIds).toEqual([id]);
    });

    it('of a batch that is none are refused', async () => {
      const { createdIds } = await write({ create: [{ cells: { name: 'Twice' } }] });
      const id = createdIds[0]!;
      const twice = { update: [{ id, cells: { name: 'y' } }], remove: [{ id }] };
      expect(await codeOf(write(twice))).toBe('records.repeated');
      expect(await codeOf(write({}))).toBe('records.batch_invalid');
      expect(await codeOf(write({}, { changes: new Uint8Array([255, 255, 255]) }))).toBe('records.batch_invalid');
      expect(await codeOf(write({ create: [{ cells: { name: 'x' } }] }, { origin: 'interface' }))).toBe(
        'request.invalid',
      );
      const many = Array.from({ length: 1001 }, () => ({ cells: { name: 'x' } }));
      expect(await codeOf(write({ create: many }))).toBe('records.batch_invalid');
      // What was read at the present version of the table is believed to fit its types, and is checked as a kind.
      const read = { schemaVersion: version };
      const column = toColumn(f.amount, 1, 'decimal', ['1.2345']);
      const changes = RecordChanges.encode({
        create: { count: 1, recordIds: [], versions: [], columns: [column] },
        update: undefined,
        delete: undefined,
      }).finish();
      expect(await codeOf(write({}, { ...read, changes }))).toBe('records.batch_invalid');
    });
  });
};
