import { isRejection, type ReadRequest } from '@tessera/kernel';
import { given, runLoading } from '@tessera/kernel/testing';
import { ColumnBatch } from '@tessera/proto/tables/v1/service';
import type { Column } from '@tessera/proto/tables/v1/values';
import { describe, expect, it } from 'vitest';
import { actorOf, metaOf } from '../testing/actors.ts';
import { ada, madeTable, organization } from '../testing/definitions.ts';
import type { EventOf } from '../events.ts';
import { appendRecords, type AppendRecords } from './append.ts';
import { fromColumn, toColumn } from '@tessera/proto/cells';

const table = madeTable({
  uniqueField: 'Code',
  fields: [
    { name: 'Code', type: 'singleLineText' },
    { name: 'Amount', type: 'number', props: { decimals: 2 } },
    { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }] } },
    { name: 'Due', type: 'date' },
    { name: 'Owner', type: 'user' },
    { name: 'Made', type: 'criado_em' },
    { name: 'Kind', type: 'text', default: 'plain' },
  ],
});
const [code, amount, stage, due, owner, made, kind] = table.fields.map((f) => f.id) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
const open = table.fields[2]!.props.options![0]!.id;
const all = new Uint8Array(0);

const when = (
  columns: readonly Column[],
  count: number,
  options: {
    readonly taken?: string;
    readonly actor?: typeof ada;
    readonly batch?: string;
    readonly leaveOut?: boolean;
  } = {},
) => {
  const command: AppendRecords = {
    tableId: table.id,
    count,
    ...(options.leaveOut === undefined ? {} : { leaveOut: options.leaveOut }),
    batch: options.batch ?? Buffer.from(ColumnBatch.encode({ columns: [...columns] }).finish()).toString('base64'),
  };
  const meta = metaOf(options.actor ?? ada);
  const answers = (request: ReadRequest): unknown =>
    request.kind === 'snapshot'
      ? { version: 1, state: table }
      : request.kind === 'claims'
        ? request.keys.map((key) => (key === options.taken ? 'other' : undefined))
        : undefined;
  const run = () =>
    given(runLoading(appendRecords.load(command, meta), answers), { meta })
      .when(appendRecords, command)
      .decision();
  return {
    run,
    refusal: (): string => {
      try {
        run();
      } catch (error) {
        if (isRejection(error)) return error.code;
        throw error;
      }
      return 'accepted';
    },
  };
};
const text = (fieldId: string, ...values: string[]): Column => ({
  fieldId,
  generation: 1,
  states: all,
  cells: { $case: 'text', value: { values } },
});
const decimal = (...values: string[]): Column => ({
  fieldId: amount,
  generation: 1,
  states: all,
  cells: { $case: 'decimal', value: { values } },
});

describe('appending a batch', () => {
  it('makes one event of its columns as they came, with defaults and claims', () => {
    const { events, claims } = when([text(code, 'X', 'y'), decimal('1.5', '-2')], 2).run();
    const value = events[0]!.event.value as EventOf<'recordsCreated'>;
    expect(value.recordIds).toHaveLength(2);
    expect(value.columns.find((c) => c.fieldId === amount)).toEqual(decimal('1.5', '-2'));
    expect(
      fromColumn(
        value.columns.find((c) => c.fieldId === kind)!,
        2,
      ),
    ).toEqual(['plain', 'plain']);
    expect(claims?.map((c) => [c.key, c.owner])).toEqual([
      ['x', value.recordIds[0]],
      ['y', value.recordIds[1]],
    ]);
  });

  it('takes cells that are set, empty or left to the default', () => {
    const column = toColumn(kind, 1, 'text', ['a', null, undefined]);
    const value = when([column], 3).run().events[0]!.event.value as EventOf<'recordsCreated'>;
    expect(
      fromColumn(
        value.columns.find((c) => c.fieldId === kind)!,
        3,
      ),
    ).toEqual(['a', null, 'plain']);
  });

  it.each<[string, readonly Column[], number, string]>([
    ['a column is shorter than the batch', [text(code, 'a')], 2, 'records.batch_invalid'],
    [
      'states speak of other records',
      [{ ...text(code, 'a'), states: Uint8Array.of(0, 1) }],
      1,
      'records.batch_invalid',
    ],
    ['a field is gone', [text('gone', 'a')], 1, 'records.schema_changed'],
    ['a field has another generation', [{ ...text(code, 'a'), generation: 2 }], 1, 'records.schema_changed'],
    ['a field stands twice', [text(code, 'a'), text(code, 'a')], 1, 'records.batch_invalid'],
    ['a column holds another kind', [text(amount, '1')], 1, 'records.batch_invalid'],
    [
      'the system sets the field',
      [{ fieldId: made, generation: 1, states: all, cells: { $case: 'instant', value: { values: [1] } } }],
      1,
      'records.batch_invalid',
    ],
    [
      'an option is not of the field',
      [{ fieldId: stage, generation: 1, states: all, cells: { $case: 'option', value: { values: [code] } } }],
      1,
      'records.batch_invalid',
    ],
    [
      'a user is not an id',
      [{ fieldId: owner, generation: 1, states: all, cells: { $case: 'user', value: { values: ['ada'] } } }],
      1,
      'records.batch_invalid',
    ],
    [
      'a date is of no calendar',
      [{ fieldId: due, generation: 1, states: all, cells: { $case: 'date', value: { values: [9_999_999] } } }],
      1,
      'records.batch_invalid',
    ],
    ['a text is empty', [text(code, '')], 1, 'records.batch_invalid'],
    ['a cell is over 100 kB', [text(code, 'é'.repeat(60_000))], 1, 'records.cell_too_large'],
    ['the batch is empty', [], 0, 'records.batch_invalid'],
    ['the batch has more than 1,000 records', [], 1001, 'records.batch_invalid'],
    ['a unique value stands twice', [text(code, 'a', 'A ')], 2, 'records.not_unique'],
  ])('is refused when %s', (_why, columns, count, code) => expect(when(columns, count).refusal()).toBe(code));

  it.each(['1.0', '01', '1e3', '-0', '1.005', '+1', '.5', '', '99999999999999999', 'NaN'])(
    'is refused for the decimal %s',
    (value) => expect(when([decimal(value)], 1).refusal()).toBe('records.batch_invalid'),
  );
  it.each(['0', '-0.01', '9999999999999999', '1.25'])('takes the decimal %s', (value) =>
    expect(when([decimal(value)], 1).refusal()).toBe('accepted'),
  );

  it('is refused for what is no batch, a taken value, and who may not create', () => {
    expect(when([], 1, { batch: Buffer.from([255, 255]).toString('base64') }).refusal()).toBe('records.batch_invalid');
    expect(when([text(code, 'a')], 1, { taken: 'a' }).refusal()).toBe('records.not_unique');
    expect(when([], 1, { actor: actorOf(organization, 'admin', 'viewer') }).refusal()).toBe('records.create_forbidden');
  });

  it('leaves out what required and unique fields refuse where it was asked to, and refuses nothing for it', () => {
    const columns = [text(code, 'a', 'taken', 'A', 'b'), decimal('1', '2', '3', '4')];
    const { events, claims } = when(columns, 4, { taken: 'taken', leaveOut: true }).run();
    const value = events[0]!.event.value as EventOf<'recordsCreated'>;
    expect(value.recordIds).toHaveLength(2);
    const left = (id: string) =>
      fromColumn(
        value.columns.find((column) => column.fieldId === id)!,
        2,
      );
    expect([left(code), left(amount), left(kind)]).toEqual([
      ['a', 'b'],
      ['1', '4'],
      ['plain', 'plain'],
    ]);
    expect(claims?.map((claim) => claim.key)).toEqual(['a', 'b']);
    expect(when([text(code, 'taken')], 1, { taken: 'taken', leaveOut: true }).run().events).toEqual([]);
    // What is wrong with the batch itself is no row's fault.
    expect(when([text('gone', 'a')], 1, { leaveOut: true }).refusal()).toBe('records.schema_changed');
  });

  it('takes the option that is of the field', () =>
    expect(
      when(
        [{ fieldId: stage, generation: 1, states: all, cells: { $case: 'option', value: { values: [open] } } }],
        1,
      ).refusal(),
    ).toBe('accepted'));
});
