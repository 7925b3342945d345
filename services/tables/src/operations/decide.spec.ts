import { newId, type ReadRequest, type Row } from '@tessera/kernel';
import { given, runLoading } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '../definitions/schema.ts';
import type { EventOf, TablesEvent } from '../events.ts';
import { fromColumn } from '@tessera/proto/cells';
import { actorOf, metaOf } from '../testing/actors.ts';
import { ada, madeTable, organization } from '../testing/definitions.ts';
import { endOperation, operationChunk, startOperation, type StartOperation } from './decide.ts';
import { evolveOperation, type OperationState } from './state.ts';

const table = madeTable({
  fields: [
    { name: 'Name', type: 'singleLineText', required: true },
    { name: 'Amount', type: 'number' },
  ],
});
const [name, amount] = table.fields.map((f) => f.id) as [string, string];
const [nameColumn] = schemaOf(table).fields.map((f) => f.column);
const context = {
  organizationId: organization,
  commitId: 'c',
  position: 1,
  index: 0,
  time: 5,
  actorId: ada.id,
  origin: 'api',
  advances: [],
};
const selection = { where: { op: 'and', items: [] }, deleted: false, except: [] };
const bulk = (plan: object): StartOperation => ({
  operationId: newId(),
  kind: 'bulk',
  tableId: table.id,
  plan: { action: 'update', mode: 'set', fields: {}, selection, ...plan },
  total: 2,
});
const row = (more: Partial<Row> = {}): Row => ({
  id: newId(),
  version: 1,
  deleted: false,
  createdAt: 1,
  createdBy: 'a',
  updatedAt: 1,
  updatedBy: 'a',
  cells: { [nameColumn!]: 'a' },
  ...more,
});

const facts =
  (operation: OperationState | undefined, version: number, rows: readonly Row[] = []) =>
  (request: ReadRequest): unknown => {
    if (request.kind === 'snapshot')
      return request.stream.startsWith('operation:')
        ? { version, state: operation }
        : { version: table.version, state: table };
    if (request.kind === 'rows') return request.ids.map((id) => rows.find((r) => r.id === id));
    return request.kind === 'claims' ? request.keys.map(() => undefined) : undefined;
  };
const start = (command: StartOperation, actor = ada) =>
  given(runLoading(startOperation.load(command, metaOf(actor)), facts(undefined, 0)), { meta: metaOf(actor) }).when(
    startOperation,
    command,
  );
const started = (command: StartOperation): OperationState =>
  start(command)
    .events()
    .reduce<OperationState | undefined>((state, event) => evolveOperation(state, event, context), undefined)!;
const chunk = (operation: OperationState, rows: readonly Row[], at = 0) => {
  const command = { operationId: operation.id, chunk: at, ids: rows.map((r) => r.id), cursor: 'next' };
  return given(runLoading(operationChunk.load(command, metaOf(ada)), facts(operation, 1, rows)), {
    meta: metaOf(ada),
  }).when(operationChunk, command);
};

describe('beginning an operation', () => {
  it('logs the whole plan', () => {
    const command = bulk({ fields: { [amount]: 5 } });
    expect(started(command)).toMatchObject({
      id: command.operationId,
      kind: 'bulk',
      state: 'running',
      total: 2,
      done: 0,
      chunk: 0,
      planJson: JSON.stringify({
        ...command.plan,
        asked: { [amount]: { type: 'number', props: table.fields[1]!.props, generation: 1, cell: '5' } },
      }),
    });
  });
  it('on another version of the definition than it was asked for, is refused in the write itself', () => {
    const unique = { ...bulk({}), kind: 'unique', plan: { fieldId: name, selection } } as const;
    expect(start({ ...unique, ifMatch: table.version - 1 }).rejection()).toMatchObject({
      kind: 'stale',
      code: 'tables.stale',
      details: { version: table.version },
    });
    expect(
      start({ ...unique, ifMatch: table.version })
        .events()
        .map((event) => event.$case),
    ).toEqual(['operationStarted', 'uniquenessStarted']);
  });
  it('is refused for values that do not fit, before anything is done, and for who may not', () => {
    expect(start(bulk({ fields: { [amount]: 'many' } })).rejection().code).toBe('number.invalid');
    expect(start(bulk({ fields: { [newId()]: 1 } })).rejection().code).toBe('fields.not_found');
    expect(start(bulk({ mode: 'append', fields: { [amount]: 1 } })).rejection().code).toBe('bulk.mode_refused');
    expect(start(bulk({ fields: { [amount]: 1 } }), actorOf(organization, 'admin', 'viewer')).rejection().code).toBe(
      'records.update_forbidden',
    );
    expect(
      start(
        { ...bulk({}), kind: 'unique', plan: { fieldId: name, epoch: 1, selection } },
        actorOf(organization, 'member'),
      ).rejection().code,
    ).toBe('fields.manage_forbidden');
  });
});

describe('a chunk', () => {
  it('changes its rows and says in the same commit where the next one begins', () => {
    const operation = started(bulk({ fields: { [amount]: 5 } }));
    const rows = [row(), row({ deleted: true })];
    const [changed, advanced] = chunk(operation, rows).events() as [TablesEvent, TablesEvent];
    const value = changed.value as EventOf<'cellsChanged'>;
    expect([value.recordIds, fromColumn(value.after[0]!, 1)]).toEqual([[rows[0]!.id], ['5']]);
    expect(advanced.value).toEqual({ operationId: operation.id, chunk: 0, done: 1, skipped: 1, cursor: 'next' });
    expect(evolveOperation(operation, advanced, context)).toMatchObject({
      done: 1,
      skipped: 1,
      chunk: 1,
      cursor: 'next',
    });
  });
  it('leaves out rows that a rule stands against', () => {
    const operation = started(bulk({ mode: 'clear', fields: { [name]: null } }));
    expect(
      chunk(operation, [row()])
        .events()
        .map((e) => e.$case),
    ).toEqual(['operationAdvanced']);
  });
  it('writes what its value became where the field became of another type meanwhile, or ends where nothing of it is left', () => {
    const mia = { id: newId(), name: 'Mia', email: 'mia@example.com' };
    const people = madeTable({ fields: [{ name: 'Who', type: 'user' }] });
    const [who] = people.fields;
    const command: StartOperation = {
      ...bulk({ fields: { [who!.id]: 'mia@example.com' } }),
      tableId: people.id,
      people: { ids: { [mia.email]: mia.id } },
    };
    const began = given(
      runLoading(startOperation.load(command, metaOf(ada)), (request) =>
        request.kind === 'snapshot' && request.stream.startsWith('table:')
          ? { version: people.version, state: people }
          : { version: 0 },
      ),
      { meta: metaOf(ada) },
    ).when(startOperation, command);
    const operation = began
      .events()
      .reduce<OperationState | undefined>((state, event) => evolveOperation(state, event, context), undefined)!;
    const later = (type: string, props: object, naming?: object) => {
      const now = { ...people, fields: [{ ...who!, type, props, generation: 2 }] };
      const rows = [row({ cells: {} })];
      const next = {
        operationId: operation.id,
        chunk: 0,
        ids: [rows[0]!.id],
        cursor: '',
        ...(naming !== undefined && {
          naming: { locale: 'en', timezone: 'UTC' },
          people: { ids: { [mia.email]: mia.id }, names: { [mia.id]: mia.name } },
        }),
      };
      const found = (request: ReadRequest): unknown =>
        request.kind === 'snapshot'
          ? request.stream.startsWith('table:')
            ? { version: now.version, state: now }
            : { version: 1, state: operation }
          : request.kind === 'rows'
            ? rows
            : [];
      return () =>
        given(runLoading(operationChunk.load(next, metaOf(ada)), found), { meta: metaOf(ada) }).when(
          operationChunk,
          next,
        );
    };
    const [changed] = later('text', {}, {})().events() as [TablesEvent];
    expect(fromColumn((changed.value as EventOf<'cellsChanged'>).after[0]!, 1)).toEqual(['Mia']);
    expect(later('select', { options: [{ id: newId(), label: 'Ada', color: 'blue' }] }, {})).toThrow(
      expect.objectContaining({ code: 'bulk.value_unfit' }),
    );
    // Without the names, which a runner that has not heard of the conversion does not send, it is tried again.
    expect(later('text', {})).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });
  it('is refused when it is not the next, or the operation has ended', () => {
    const operation = started(bulk({ fields: { [amount]: 5 } }));
    expect(chunk(operation, [], 3).rejection().code).toBe('operations.chunk');
    expect(() => chunk({ ...operation, state: 'cancelled' }, [])).toThrow(
      expect.objectContaining({ code: 'operations.ended' }),
    );
  });
  it('deletes and restores', () => {
    const rows = [row(), row({ deleted: true })];
    expect(chunk(started(bulk({ action: 'delete' })), rows).events()[0]).toMatchObject({
      $case: 'recordsDeleted',
      value: { recordIds: [rows[0]!.id], versions: [2] },
    });
    expect(chunk(started(bulk({ action: 'restore' })), rows).events()[0]).toMatchObject({
      $case: 'recordsRestored',
      value: { recordIds: [rows[1]!.id] },
    });
  });
});

describe('ending an operation', () => {
  const end = (operation: OperationState | undefined, state: 'done' | 'cancelled', actor = ada) => {
    const command = { operationId: operation?.id ?? newId(), state };
    return given(
      runLoading(endOperation.load(command, metaOf(actor)), facts(operation, operation === undefined ? 0 : 2)),
      { meta: metaOf(actor) },
    ).when(endOperation, command);
  };
  it('happens once', () => {
    const operation = started(bulk({}));
    const [ended] = end(operation, 'cancelled').events();
    expect(evolveOperation(operation, ended!, context)!.state).toBe('cancelled');
    expect(end({ ...operation, state: 'done' }, 'cancelled').events()).toEqual([]);
    expect(end(undefined, 'done').rejection().code).toBe('operations.not_found');
  });
  it('is for who may start one like it, and for who began it even without the right', () => {
    const operation = started(bulk({}));
    const none = (id: string) => actorOf(organization, 'none', 'builder', id);
    expect(end(operation, 'cancelled', none(ada.id)).events()).toHaveLength(1);
    expect(end(operation, 'done', none(ada.id)).rejection().code).toBe('unauthorized');
    expect(end(operation, 'cancelled', none(newId())).rejection().code).toBe('unauthorized');
    expect(end(operation, 'cancelled', actorOf(organization, 'member')).events()).toHaveLength(1);
  });
  it('settles whether a field is unique', () => {
    const operation = started({ ...bulk({}), kind: 'unique', plan: { fieldId: name, selection } });
    const unique = (state: 'done' | 'cancelled') =>
      (end(operation, state).events()[1]!.value as EventOf<'uniquenessEnded'>).unique;
    expect([unique('done'), unique('cancelled')]).toEqual([true, false]);
  });
  it('of a check that holds to a version is refused once anybody else changed the definition', () => {
    const since = (ifMatch: number) =>
      end(started({ ...bulk({}), kind: 'unique', plan: { fieldId: name, selection, ifMatch } }), 'done');
    expect(
      since(table.version - 1)
        .events()
        .map((event) => event.$case),
    ).toEqual(['operationEnded', 'uniquenessEnded']);
    expect(since(table.version - 2).rejection()).toMatchObject({ kind: 'stale', code: 'tables.stale' });
  });
  it('makes a field unique together with what was asked besides, and begins only where that can be', () => {
    const asking = (change: object) =>
      ({
        ...bulk({}),
        kind: 'unique',
        plan: {
          fieldId: name,
          selection,
          with: { of: 'field', change: { tableId: table.id, fieldId: name, ...change } },
        },
      }) as const;
    const events = end(started(asking({ unique: true, name: 'Code' })), 'done').events();
    expect(events.map((event) => event.$case)).toEqual(['operationEnded', 'uniquenessEnded', 'fieldChanged']);
    const { before, after } = events[2]!.value as EventOf<'fieldChanged'>;
    expect([before, after]).toMatchObject([
      { name: 'Name', unique: true, uniqueEpoch: 1 },
      { name: 'Code', unique: true, uniqueEpoch: 1 },
    ]);
    expect(
      end(started(asking({ unique: true, name: 'Code' })), 'cancelled')
        .events()
        .map((event) => event.$case),
    ).toEqual(['operationEnded', 'uniquenessEnded']);
    expect(start(asking({ unique: true, name: 'Amount' })).rejection().code).toBe('fields.name_taken');
  });
});
