import { filesIn } from '@tessera/kernel/kinds';
import type { Cell } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import {
  conversionsOf,
  convertCell,
  countLabels,
  fieldType,
  fieldTypes,
  optionsFor,
  type ConvertContext,
  type FieldProps,
  type Side,
} from './index.ts';
import { sampleCell, seeded } from './testing.ts';

const en: ConvertContext = { locale: 'en', timezone: 'America/Sao_Paulo' };
const pt: ConvertContext = { ...en, locale: 'pt' };
const options = ['Open', 'Won', '12', 'Yes'].map((label, i) => ({
  id: `0000000000000000000000000${i}`,
  label,
  color: 'blue',
}));
const side = (id: string, props: Partial<FieldProps> = {}): Side => {
  const type = fieldType(id)!;
  return { type, props: type.props({ ...(id.toLowerCase().includes('select') && { options }), ...props }) };
};
const [open, won, twelve] = options.map((o) => o.id) as [string, string, string];

describe('a value of one type as one of another', () => {
  it.each<[string, Cell, string, Cell | null, string, (Partial<FieldProps> | undefined)?]>([
    ['singleLineText', '1,234.5', 'number', '1234.5', 'fits'],
    ['text', ' 12 ', 'number', '12', 'fits'],
    ['text', 'twelve', 'number', null, 'lost'],
    ['text', '007', 'number', '7', 'changed'],
    ['text', '+5', 'number', '5', 'fits'],
    ['text', '2018-11-04 00:30', 'dateTime', Date.UTC(2018, 10, 4, 3, 30), 'changed'],
    ['text', '2018-11-04 02:30', 'dateTime', Date.UTC(2018, 10, 4, 4, 30), 'fits'],
    ['text', '2018-11-05 10:00:00.123456', 'dateTime', Date.UTC(2018, 10, 5, 12, 0, 0, 123), 'changed'],
    ['date', '2018-11-04', 'dateTime', Date.UTC(2018, 10, 4, 3), 'changed'],
    ['date', '2018-11-05', 'dateTime', Date.UTC(2018, 10, 5, 2), 'fits'],
    ['text', '1.239', 'number', '1.24', 'changed', { decimals: 2 }],
    ['text', '12%', 'percent', '12', 'fits'],
    ['text', '9'.repeat(18), 'number', null, 'lost'],
    ['text', '2026-12-31', 'date', '2026-12-31', 'fits'],
    ['text', '2026-12-31 10:30', 'date', '2026-12-31', 'changed'],
    ['text', 'soon', 'date', null, 'lost'],
    ['text', 'yes', 'checkbox', true, 'fits'],
    ['text', 'maybe', 'checkbox', null, 'lost'],
    ['text', 'won', 'select', won, 'fits'],
    ['text', 'new', 'select', null, 'lost'],
    ['text', 'open; won', 'multipleSelect', [open, won], 'fits'],
    ['text', 'open, new', 'multipleSelect', [open], 'changed'],
    ['text', 'a@b.co', 'email', 'a@b.co', 'fits'],
    ['text', 'nobody', 'email', null, 'lost'],
    ['text', 'two\nlines', 'singleLineText', 'two lines', 'changed'],
    ['number', '12.345', 'currency', '12.35', 'changed', { decimals: 2 }],
    ['number', '12', 'percent', '12', 'fits'],
    ['number', '0', 'checkbox', false, 'fits'],
    ['number', '7', 'checkbox', true, 'changed'],
    ['number', '12', 'select', twelve, 'fits'],
    ['number', '1.5', 'text', '1.5', 'fits'],
    ['select', won, 'multipleSelect', [won], 'fits'],
    ['multipleSelect', [won], 'select', won, 'fits'],
    ['multipleSelect', [won, open], 'select', won, 'changed'],
    ['multipleSelect', [won, open], 'text', 'Won, Open', 'fits'],
    ['select', won, 'text', 'Won', 'fits'],
    ['select', twelve, 'number', '12', 'fits'],
    ['select', won, 'number', null, 'lost'],
    ['date', '2026-01-02', 'dateTime', Date.parse('2026-01-02T03:00:00Z'), 'fits'],
    ['dateTime', Date.parse('2026-01-02T02:59:00Z'), 'date', '2026-01-01', 'changed'],
    ['dateTime', Date.parse('2026-01-02T03:00:00Z'), 'date', '2026-01-02', 'fits'],
    ['checkbox', true, 'number', '1', 'fits'],
    ['checkbox', true, 'text', 'Yes', 'fits'],
    ['link', 'https://a.co', 'text', 'https://a.co', 'fits'],
  ])('%s %j as %s is %j (%s)', (from, cell, to, expected, outcome, props) => {
    expect(convertCell(cell, side(from), side(to, props), en)).toMatchObject({ cell: expected, outcome });
  });

  it('is read and written as the organization does', () => {
    expect(convertCell('1.234,5', side('text'), side('number'), pt).cell).toBe('1234.5');
    expect(convertCell('03/04/2026', side('text'), side('date'), pt).cell).toBe('2026-04-03');
    expect(convertCell('03/04/2026', side('text'), side('date'), en).cell).toBe('2026-03-04');
    expect(convertCell('1234.5', side('number'), side('text'), pt).cell).toBe('1234,5');
    const people: ConvertContext = {
      ...en,
      findUser: (text) => (text === 'Ana' ? 'u1' : undefined),
      userName: (id) => (id === 'u1' ? 'Ana' : id),
    };
    expect(convertCell('Ana', side('text'), side('user'), people)).toMatchObject({ cell: 'u1' });
    expect(convertCell('u1', side('user'), side('text'), people)).toMatchObject({ cell: 'Ana' });
    expect(convertCell('Bo', side('text'), side('user'), people)).toMatchObject({ cell: null, outcome: 'lost' });
  });

  it('never throws, gives cells that the type takes, and keeps empty cells empty, for every pair', () => {
    const random = seeded(7);
    for (const from of fieldTypes)
      for (const id of conversionsOf(from.id)) {
        const [a, b] = [side(from.id), side(id)];
        expect(convertCell(null, a, b, en)).toEqual({ cell: null, outcome: 'fits' });
        for (let i = 0; i < 40; i++) {
          const { cell, outcome } = convertCell(sampleCell(a.type, a.props, random), a, b, pt);
          if (cell === null) expect(outcome).not.toBe('changed');
          else
            expect(
              b.type.fromJson(b.type.toJson(cell, b.props), b.props, {
                decimal: '.',
                dayFirst: false,
                timezone: 'UTC',
                findFile: (file) => filesIn(cell).find((one) => one.id === file),
              }),
              `${from.id} ${id}`,
            ).toEqual(cell);
        }
      }
  });

  it('has no rule for what the system sets, nor where none makes sense', () => {
    expect(conversionsOf('criado_em')).toEqual([]);
    expect(
      fieldTypes
        .filter((type) => type.system !== undefined)
        .some((type) => fieldTypes.some((from) => conversionsOf(from.id).includes(type.id))),
    ).toBe(false);
    expect(conversionsOf('date')).not.toContain('number');
    for (const type of fieldTypes.filter((one) => one.conversions !== null))
      expect(conversionsOf(type.id)).toContain('text'.replace(type.id, 'singleLineText'));
  });
});

it('options of a field that becomes a select are its values, the most frequent first, equal ones once', () => {
  const counts = new Map<string, number>();
  for (const text of ['b', 'a', 'a', 'B', 'b', 'b', 'Óla', 'ola', ''])
    countLabels(counts, text, side('text'), side('select'), en);
  let n = 0;
  expect(optionsFor(counts, [options[0]!], () => `n${n++}`).map((o) => o.label)).toEqual([
    'Open',
    'b',
    'a',
    'B',
    'ola',
    'Óla',
  ]);
  expect(optionsFor(new Map(Array.from({ length: 1500 }, (_, i) => [`v${i}`, 1])), [], () => `n${n++}`)).toHaveLength(
    1000,
  );
});
