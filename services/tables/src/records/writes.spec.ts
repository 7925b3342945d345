import { newId, type Cell, type ReadRequest, type Row } from '@tessera/kernel';
import { given, runLoading } from '@tessera/kernel/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeField } from '../fields/decide.ts';
import { createTable } from '../definitions/decide.ts';
import type { Definition } from '../definitions/handler.ts';
import { evolveTable } from '../definitions/evolve.ts';
import { schemaOf, uniqueKey } from '../definitions/schema.ts';
import { draftColumn, type TableState } from '../definitions/state.ts';
import type { EventOf, TablesEvent } from '../events.ts';
import { actorOf, metaOf } from '../testing/actors.ts';
import { createRecords, type CreateRecords } from './create.ts';
import { fromColumn } from '@tessera/proto/cells';
import { deleteRecords, restoreRecords } from './trash.ts';
import { updateRecords, type UpdateRecords } from './update.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const meta = metaOf(ada);
const context = {
  organizationId: organization,
  commitId: 'tables.1.1',
  position: 1,
  index: 0,
  time: 1000,
  actorId: ada.id,
  origin: 'api',
  advances: [],
};
let table: TableState;
let f: Readonly<Record<string, string>>;
let column: Readonly<Record<string, string>>;

beforeAll(() => {
  const command = {
    tableId: newId(),
    label: 'T',
    uniqueField: 'Code',
    fields: [
      { name: 'Name', type: 'singleLineText', required: true },
      { name: 'Code', type: 'singleLineText' },
      { name: 'Amount', type: 'number', default: 7 },
      { name: 'Made', type: 'criado_em' },
    ],
  };
  const [event] = given<Definition>({ version: 0, state: undefined }, { meta }).when(createTable, command).events();
  table = evolveTable(undefined, event!, context)!;
  f = Object.fromEntries(table.fields.map((field) => [field.name, field.id]));
  column = Object.fromEntries(schemaOf(table).fields.map((field) => [field.name, field.column]));
});

const row = (cells: Readonly<Record<string, Cell>>, more: Partial<Row> = {}): Row => ({
  id: newId(),
  version: 1,
  deleted: false,
  createdAt: 1,
  createdBy: ada.id,
  updatedAt: 1,
  updatedBy: ada.id,
  ...more,
  cells: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [column[name] ?? name, cell])),
});

/** A store that holds these rows, with the claims that they make. */
const holding =
  (rows: readonly Row[], state: TableState | 'absent' = table) =>
  (request: ReadRequest): unknown => {
    switch (request.kind) {
      case 'snapshot':
        return state === 'absent' ? { version: 0, state: undefined } : { version: state.version, state };
      case 'rows':
        return request.ids.map((id) => rows.find((r) => r.id === id));
      case 'claims': {
        const field = schemaOf(table).claimed.find((c) => c.claimScope === request.scope)!;
        return request.keys.map(
          (key) =>
            rows.find(
              (r) => !r.deleted && r.cells[draftColumn] !== true && uniqueKey(field, r.cells[field.column]) === key,
            )?.id,
        );
      }
      default:
        throw new Error(`nothing is held for ${request.kind}`);
    }
  };

const create = (body: object, rows: readonly Row[] = [], as = meta) => {
  const command: CreateRecords = { tableId: table.id, key: 'name', body };
  return given(runLoading(createRecords.load(command, as), holding(rows)), { meta: as }).when(createRecords, command);
};
const update = (
  body: object,
  rows: readonly Row[],
  more: Partial<UpdateRecords> = {},
  changed?: (request: Extract<ReadRequest, { kind: 'changedAfter' }>) => unknown,
) => {
  const command: UpdateRecords = { tableId: table.id, key: 'name', body, ...more };
  const held = holding(rows);
  const answers = (request: ReadRequest): unknown =>
    request.kind === 'changedAfter' && changed !== undefined ? changed(request) : held(request);
  return given(runLoading(updateRecords.load(command, meta), answers), { meta }).when(updateRecords, command);
};
const cellsOf = (event: TablesEvent | undefined, name: string): unknown => {
  const value = event?.value as EventOf<'recordsCreated'> | EventOf<'cellsChanged'>;
  const found = ('columns' in value ? value.columns : value.after).find((c) => c.fieldId === f[name]);
  return found && fromColumn(found, value.recordIds.length);
};

describe('creating records', () => {
  it('makes one columnar event with defaults, ids and claims', () => {
    const { events, claims } = create({
      records: [{ fields: { Name: 'a', Code: 'X' } }, { fields: { Name: 'b', Amount: null } }],
    }).decision();
    expect(events).toHaveLength(1);
    expect(cellsOf(events[0]!.event, 'Amount')).toEqual(['7', null]);
    expect(cellsOf(events[0]!.event, 'Code')).toEqual(['X', undefined]);
    expect(claims).toEqual([
      {
        scope: `unique:${table.id}:${f.Code}:1`,
        key: 'x',
        owner: (events[0]!.event.value as EventOf<'recordsCreated'>).recordIds[0],
      },
    ]);
  });

  it.each([
    ['a required field is empty', { fields: {} }, 'records.required'],
    ['a field is unknown', { fields: { Name: 'a', Nope: 1 } }, 'fields.not_found'],
    ['the system sets the field', { fields: { Name: 'a', Made: '2026-01-01' } }, 'records.read_only'],
    ['a value does not fit', { fields: { Name: 'a', Amount: 'x' } }, 'number.invalid'],
    ['a key is empty in an upsert', { upsert: true, records: [{ fields: { Name: 'a' } }] }, 'records.key_empty'],
    [
      'a key stands twice in an upsert',
      { upsert: true, records: [{ fields: { Name: 'a', Code: 'x' } }, { fields: { Name: 'a', Code: 'X' } }] },
      'records.key_repeated',
    ],
    [
      'two rows of one request share a unique value',
      { records: [{ fields: { Name: 'a', Code: 'x' } }, { fields: { Name: 'b', Code: 'X' } }] },
      'records.not_unique',
    ],
  ])('is refused when %s', (_why, body, code) => expect(create(body).rejection().code).toBe(code));

  it('is refused when another record has the unique value, but not when that record is in the trash', () => {
    expect(create({ fields: { Name: 'b', Code: 'X' } }, [row({ Name: 'a', Code: 'x' })]).rejection()).toMatchObject({
      code: 'records.not_unique',
      kind: 'conflict',
    });
    expect(
      create({ fields: { Name: 'b', Code: 'X' } }, [row({ Name: 'a', Code: 'x' }, { deleted: true })]).events(),
    ).toHaveLength(1);
  });

  it('makes drafts for the interface alone; they claim nothing', () => {
    const { events, claims } = create(
      { records: [{ fields: { Code: 'x' } }, { fields: { Name: 'b' } }] },
      [],
      metaOf(ada, { origin: 'interface' }),
    ).decision();
    const { columns, draft } = events[0]!.event.value as EventOf<'recordsCreated'>;
    expect(draft).toBe(false);
    expect(
      fromColumn(
        columns.find((c) => c.fieldId === 'draft_flag')!,
        2,
      ),
    ).toEqual([true, undefined]);
    expect(claims).toEqual([]);
  });

  it('upserts by the unique field: what matches is changed, the rest is made', () => {
    const known = row({ Name: 'a', Code: 'x', Amount: '1' });
    const { events } = create(
      { upsert: true, records: [{ fields: { Code: 'X', Amount: 2 } }, { fields: { Name: 'n', Code: 'y' } }] },
      [known],
    ).decision();
    expect(events.map((e) => e.event.$case)).toEqual(['recordsCreated', 'cellsChanged']);
    expect((events[1]!.event.value as EventOf<'cellsChanged'>).recordIds).toEqual([known.id]);
    expect(cellsOf(events[1]!.event, 'Amount')).toEqual(['2']);
  });

  it('is refused to who may not, and on a table that is gone', () => {
    const command: CreateRecords = { tableId: table.id, key: 'name', body: { fields: {} } };
    const load = (as: typeof meta, state: TableState | 'absent') => () =>
      runLoading(createRecords.load(command, as), holding([], state));
    expect(load(metaOf(actorOf(organization, 'admin', 'viewer')), table)).toThrow(
      expect.objectContaining({ code: 'records.create_forbidden' }),
    );
    expect(load(meta, 'absent')).toThrow(expect.objectContaining({ code: 'object_not_found' }));
    expect(load(meta, { ...table, archived: true })).toThrow(expect.objectContaining({ code: 'object_not_found' }));
  });
});

describe('changing records', () => {
  it('writes what differs, with what was there', () => {
    const [a, b] = [row({ Name: 'a', Amount: '1' }), row({ Name: 'b' }, { version: 4 })];
    const [event] = update(
      {
        records: [
          { id: a.id, fields: { Name: 'a', Amount: 2 } },
          { id: b.id, fields: { Name: 'b2' } },
        ],
      },
      [a, b],
    ).events();
    const value = event!.value as EventOf<'cellsChanged'>;
    expect([value.recordIds, value.versions]).toEqual([
      [a.id, b.id],
      [2, 5],
    ]);
    expect(cellsOf(event, 'Name')).toEqual([undefined, 'b2']);
    expect(value.before.map((c) => fromColumn(c, 2))).toEqual(
      expect.arrayContaining([
        [undefined, 'b'],
        ['1', undefined],
      ]),
    );
  });

  it('writes nothing when nothing differs', () => {
    const a = row({ Name: 'a', Amount: '1' });
    expect(update({ records: [{ id: a.id, fields: { Amount: 1, Name: 'a' } }] }, [a]).events()).toEqual([]);
  });

  it('moves a unique value from record to record in one request', () => {
    const [a, b] = [row({ Name: 'a', Code: 'x' }), row({ Name: 'b', Code: 'y' })];
    const { claims, releases } = update(
      {
        records: [
          { id: a.id, fields: { Code: 'y' } },
          { id: b.id, fields: { Code: 'x' } },
        ],
      },
      [a, b],
    ).decision();
    expect(claims?.map((c) => [c.key, c.owner])).toEqual([
      ['y', a.id],
      ['x', b.id],
    ]);
    expect(releases?.map((c) => [c.key, c.owner])).toEqual([
      ['x', a.id],
      ['y', b.id],
    ]);
  });

  it('is refused for an emptied required field, a taken value, an absent or deleted record, a repeated id', () => {
    const [a, b] = [row({ Name: 'a', Code: 'x' }), row({ Name: 'b' })];
    expect(update({ records: [{ id: b.id, fields: { Name: '' } }] }, [a, b]).rejection()).toMatchObject({
      code: 'records.required',
      kind: 'unprocessable',
    });
    expect(update({ records: [{ id: b.id, fields: { Code: 'X' } }] }, [a, b]).rejection().code).toBe(
      'records.not_unique',
    );
    expect(update({ records: [{ id: newId(), fields: {} }] }, [a]).rejection().code).toBe('records.not_found');
    expect(update({ records: [{ id: a.id, fields: {} }] }, [{ ...a, deleted: true }]).rejection().code).toBe(
      'records.not_found',
    );
    expect(() =>
      update(
        {
          records: [
            { id: a.id, fields: {} },
            { id: a.id, fields: {} },
          ],
        },
        [a],
      ),
    ).toThrow(expect.objectContaining({ code: 'records.repeated' }));
  });

  it('merges with what a record got since the version that its editor saw, or refuses by field', () => {
    const a = row({ Name: 'a', Amount: '2' }, { version: 3 });
    const body = { fields: { Amount: 5 }, version: 2 };
    const own = { recordId: a.id };
    const by = (name: string) => (request: Extract<ReadRequest, { kind: 'changedAfter' }>) => {
      expect(request.records).toEqual([{ id: a.id, after: 2, through: 3 }]);
      return [[{ column: column[name]!, position: 7 }]];
    };
    expect(update(body, [a], own, by('Name')).events()).toHaveLength(1);
    expect(update(body, [a], own, by('Amount')).rejection()).toMatchObject({
      code: 'records.conflict',
      details: { conflicts: [{ recordId: a.id, fieldId: f.Amount, yours: 5, theirs: 2, position: 7 }] },
    });
    const otherGeneration = () => [[{ column: column['Amount']!.replace(/_\d+$/, '_9'), position: 7 }]];
    expect(update(body, [a], own, otherGeneration).rejection().code).toBe('records.conflict');
    expect(update({ fields: { Amount: 2 }, version: 2 }, [a], own, by('Amount')).events()).toEqual([]);
    expect(update({ fields: { Amount: 5 } }, [a], { ...own, ifMatch: 2 }).rejection().kind).toBe('stale');
  });

  it('completes a draft when its last required field is filled, and then claims', () => {
    const draft = row({ Code: 'x', [draftColumn]: true });
    const { events, claims } = update({ records: [{ id: draft.id, fields: { Name: 'now' } }] }, [draft]).decision();
    const flag = (events[0]!.event.value as EventOf<'cellsChanged'>).after.find((c) => c.fieldId === 'draft_flag')!;
    expect(fromColumn(flag, 1)).toEqual([null]);
    expect(claims?.map((c) => c.key)).toEqual(['x']);
  });
});

describe('the trash', () => {
  const run = (handler: typeof deleteRecords, rows: readonly Row[], ids: readonly string[]) => {
    const command = { tableId: table.id, ids };
    return given(runLoading(handler.load(command, meta), holding(rows)), { meta }).when(handler, command);
  };
  it('takes each record once and releases its values', () => {
    const [a, b] = [row({ Name: 'a', Code: 'x' }), row({ Name: 'b' }, { deleted: true })];
    const { events, releases } = run(deleteRecords, [a, b], [a.id, b.id, a.id]).decision();
    expect(events[0]!.event).toEqual({
      $case: 'recordsDeleted',
      value: { tableId: table.id, recordIds: [a.id], versions: [2] },
    });
    expect(releases?.map((c) => c.key)).toEqual(['x']);
  });
  it('gives records back with their values, unless these are taken', () => {
    const a = row({ Name: 'a', Code: 'x' }, { deleted: true });
    expect(
      run(restoreRecords, [a], [a.id])
        .decision()
        .claims?.map((c) => c.key),
    ).toEqual(['x']);
    expect(run(restoreRecords, [a, row({ Name: 'b', Code: 'X' })], [a.id]).rejection().code).toBe('records.not_unique');
    expect(run(restoreRecords, [a], [newId()]).rejection().code).toBe('records.not_found');
  });
});

describe('changing a field', () => {
  const decide = (change: object, as = meta) =>
    given<Definition>({ version: table.version, state: table }, { meta: as }).when(changeField, {
      tableId: table.id,
      fieldId: f.Name!,
      ...change,
    });
  it('carries the field before and after', () => {
    const [event] = decide({ name: 'Title' }).events();
    expect([
      (event!.value as EventOf<'fieldChanged'>).before?.name,
      (event!.value as EventOf<'fieldChanged'>).after?.name,
    ]).toEqual(['Name', 'Title']);
  });
  it('is refused for a conversion, a taken name, uniqueness that was not checked, and to members', () => {
    expect(decide({ type: 'number' }).rejection().code).toBe('fields.conversion_needed');
    expect(decide({ name: ' CODE' }).rejection().code).toBe('fields.name_taken');
    expect(decide({ unique: true }).rejection().code).toBe('fields.not_unique');
    expect(decide({ name: 'x' }, metaOf(actorOf(organization, 'member'))).rejection().code).toBe(
      'fields.manage_forbidden',
    );
    expect(decide({ name: 'x' }, metaOf(actorOf(organization, 'none'))).rejection().code).toBe('unauthorized');
  });
});
