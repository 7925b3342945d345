import { decimalValue, newId, type Cell, type Row } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { can, everyRow } from '@tessera/proto/rights';
import { schemaOf } from '../definitions/schema.ts';
import { ada, madeTable } from '../testing/definitions.ts';
import { toColumn } from '@tessera/proto/cells';
import { cellValue, createdJson, rowsJson } from './wire.ts';

const table = madeTable({
  fields: [
    { name: 'Text "x"', type: 'text' },
    { name: 'Amount', type: 'number', props: { decimals: 8 } },
    { name: 'Tags', type: 'multipleSelect', props: { options: [{ label: 'a' }] } },
    { name: 'Done', type: 'checkbox' },
    { name: 'Due', type: 'date' },
    { name: 'At', type: 'dateTime' },
    { name: 'Made', type: 'criado_em' },
    { name: 'By', type: 'criado_por' },
  ],
});
const schema = schemaOf(table);
const grant = can(ada, 'records.read', table.id);
const cells: readonly (Cell | null)[] = [
  'a\n"b"\u2028',
  '90071992547.40993',
  [newId()],
  true,
  '2026-02-28',
  1_700_000_000_123,
];
const own = schema.fields.filter((f) => f.system === undefined);
const row: Row = {
  id: newId(),
  version: 1,
  deleted: false,
  createdAt: 5000,
  createdBy: ada.id,
  updatedAt: 5000,
  updatedBy: ada.id,
  cells: Object.fromEntries(own.map((f, i) => [f.column, cells[i]!])),
};
const event = {
  tableId: table.id,
  schemaVersion: 1,
  recordIds: [row.id],
  draft: false,
  columns: own.map((f, i) => toColumn(f.id, 1, f.kind, [cells[i]!])),
};

describe('a record as JSON', () => {
  it.each(['id', 'name'] as const)('is the same from its event and from its row, by field %s', (key) => {
    const [made] = createdJson(event, 5000, ada.id, schema, grant, { fieldKey: key });
    expect(made).toBe(rowsJson([row], schema, grant, { fieldKey: key })[0]);
    const { fields } = JSON.parse(made!) as { fields: Record<string, unknown> };
    expect(fields[schema.fields[0]![key]]).toBe(cells[0]);
    expect(fields[schema.fields[7]![key]]).toBe(ada.id);
  });
  it('writes decimals digit by digit: a number up to 15 digits, a text beyond, a text always if asked', () => {
    const amount = (cell: string, numbers?: 'text') =>
      /"Amount":([^,}]+)/.exec(
        rowsJson([{ ...row, cells: { [schema.fields[1]!.column]: cell } }], schema, grant, {
          fieldKey: 'name',
          numbers,
        })[0]!,
      )?.[1];
    expect(amount('90071992547.4099')).toBe('90071992547.4099');
    expect(amount('90071992547.40993')).toBe('"90071992547.40993"');
    expect(amount('-0.00000001')).toBe('-0.00000001');
    expect(amount('12.5', 'text')).toBe('"12.5"');
  });
  it('leaves out empty cells and hidden fields', () => {
    const [json] = rowsJson(
      [{ ...row, cells: { [schema.fields[1]!.column]: '1' } }],
      schema,
      { allow: true, rowPredicate: everyRow, fieldMask: new Set([schema.fields[1]!.id]), writeMask: 'all' },
      { fieldKey: 'name' },
    );
    expect(JSON.parse(json!)).toMatchObject({ fields: { Amount: 1 } });
    expect(Object.keys((JSON.parse(json!) as { fields: object }).fields)).toEqual(['Amount']);
  });
});

describe('a value in history and conflicts', () => {
  it('is a number only where every reader of numbers keeps it', () =>
    expect(['0.1', '-12.5', '12345678901234567', '0.00000001'].map((text) => decimalValue(text))).toEqual([
      0.1,
      -12.5,
      '12345678901234567',
      1e-8,
    ]));
  it('is ISO for moments and null for nothing', () =>
    expect([cellValue(0, 'instant'), cellValue(undefined, 'text'), cellValue(['a'], 'options')]).toEqual([
      '1970-01-01T00:00:00.000Z',
      null,
      ['a'],
    ]));
});
