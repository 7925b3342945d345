import { readContextFor } from '@tessera/fields';
import type { Field } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { readText } from '../data/values.ts';
import { pastedCells, planPaste, readPaste } from './paste.ts';

const field = (id: string, type: string, props: Field['props'] = {}): Field => ({
  id,
  name: id,
  type,
  props,
  required: false,
  unique: false,
  description: '',
});
const fields = [
  field('name', 'singleLineText'),
  field('amount', 'number', { decimals: 2 }),
  field('made', 'criado_em'),
  field('stage', 'select', { options: [{ id: 'o1', label: 'Won', color: 'green' }] }),
];
const block = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });
const at = (row: number) => ({ id: `r${row}`, version: 1 });
const reader = (canAddOptions = true) => {
  let n = 0;
  return {
    read: (one: Field, text: string, onNewOption: (label: string) => string) =>
      readText(one, text, { ...readContextFor('en-US', 'UTC'), ...(canAddOptions ? { onNewOption } : {}) }),
    decimal: '.',
    canAddOptions,
    newId: () => `new${++n}`,
    colorFor: (options: readonly unknown[]) => `color${options.length}`,
  };
};

describe('paste', () => {
  it('lands at the corner and grows the table', () => {
    const plan = planPaste(
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ],
      { block: block(9, 0), rows: 10, fields, canCreate: true },
    );
    expect(plan.existing.map(({ row }) => row)).toEqual([9]);
    expect(plan.fresh.length).toBe(2);
    expect(plan.area).toEqual(block(9, 0, 11, 1));
  });

  it('spreads one value over the selection and repeats a block that fits into it', () => {
    const one = planPaste([['x']], { block: block(0, 0, 3, 1), rows: 10, fields, canCreate: true });
    expect(one.existing.length).toBe(4);
    expect(one.existing[3]?.cells.map(({ text }) => text)).toEqual(['x', 'x']);
    const twice = planPaste([['x'], ['y']], { block: block(0, 0, 3, 0), rows: 10, fields, canCreate: true });
    expect(twice.existing.map(({ cells }) => cells[0]?.text)).toEqual(['x', 'y', 'x', 'y']);
    const odd = planPaste([['x'], ['y']], { block: block(0, 0, 2, 0), rows: 10, fields, canCreate: true });
    expect(odd.existing.length).toBe(2);
  });

  it('skips columns that cannot be written, and counts them', () => {
    const plan = planPaste([['a', '1', 'later', 'Won', 'over']], {
      block: block(0, 0),
      rows: 10,
      fields,
      canCreate: true,
    });
    expect(plan.existing[0]?.cells.map(({ col }) => col)).toEqual([0, 1, 3]);
    expect([plan.skippedCells, plan.skippedColumns]).toEqual([2, 2]);
  });

  it('lays a ragged block over the fields alone, and empties the cells behind the end of a short row', () => {
    const ragged = [Array.from({ length: 10_000 }, () => 'x'), ...Array.from({ length: 9_999 }, () => ['y'])];
    const target = { block: block(0, 0), rows: 10_000, fields, canCreate: true };
    expect(pastedCells(ragged, target)).toBe(40_000);
    const plan = planPaste(ragged, target);
    expect(plan.existing.reduce((sum, { cells }) => sum + cells.length, 0)).toBe(30_000);
    expect(plan.existing[1]?.cells.map(({ text }) => text)).toEqual(['y', '', '']);
    expect([plan.skippedCells, plan.skippedColumns]).toEqual([9_996 + 10_000, 9_996 + 1]);
    expect(plan.area).toEqual(block(0, 0, 9_999, 3));
  });

  it('makes no records for who may not', () => {
    const plan = planPaste([['a'], ['b'], ['c']], { block: block(1, 0), rows: 2, fields, canCreate: false });
    expect([plan.existing.length, plan.fresh.length, plan.skippedRows]).toEqual([1, 0, 2]);
  });

  it('reads values and keeps what does not fit as marked text', () => {
    const plan = planPaste(
      [
        ['a', '1,234.50'],
        ['b', 'many'],
      ],
      { block: block(0, 0), rows: 10, fields, canCreate: true },
    );
    const result = readPaste(plan, fields, at, reader());
    expect(result.updates).toEqual([
      { id: 'r0', fields: { name: 'a', amount: 1234.5 } },
      { id: 'r1', fields: { name: 'b' } },
    ]);
    expect(result.marks).toMatchObject([{ recordId: 'r1', fieldId: 'amount', text: 'many' }]);
    expect(result.cells).toBe(4);
  });

  it('makes an option once for all its cells, when allowed', () => {
    const plan = planPaste([['Won'], ['Lost'], ['lost'], ['Open']], {
      block: block(0, 3),
      rows: 10,
      fields,
      canCreate: true,
    });
    const result = readPaste(plan, fields, at, reader());
    expect(result.options).toEqual([
      {
        fieldId: 'stage',
        added: [
          { id: 'new1', label: 'Lost', color: 'color1' },
          { id: 'new2', label: 'Open', color: 'color2' },
        ],
      },
    ]);
    expect(result.updates.map((write) => write.fields['stage'])).toEqual(['o1', 'new1', 'new1', 'new2']);
    const refused = readPaste(plan, fields, at, reader(false));
    expect([refused.options.length, refused.unknownOptions, refused.marks.length]).toEqual([0, 3, 3]);
  });

  it('takes the number behind a text for what the text means: of another language, a percentage, a day', () => {
    const own = [
      field('amount', 'number', { decimals: 3 }),
      field('share', 'percent', { decimals: 1 }),
      field('due', 'date'),
      field('when', 'dateTime'),
      field('code', 'singleLineText'),
      field('year', 'number'),
    ];
    const plan = planPaste(
      [['1.234', '5,5%', '02/03/2026', '02/03/2026 18:30', '007', '2026']],
      { block: block(0, 0), rows: 1, fields: own, canCreate: true },
      [['1.234e3', '0.055', '46083', '46083.770833333336', '7', '2026']],
    );
    expect(readPaste(plan, own, at, reader()).updates[0]?.fields).toEqual({
      amount: 1234,
      share: 5.5,
      due: '2026-03-02',
      when: '2026-03-02T18:30:00.000Z',
      code: '007',
      year: 2026,
    });
  });

  it('counts what keeps less than its text: decimals, zeros, times and lines', () => {
    const own = [
      field('amount', 'currency', { decimals: 2 }),
      field('share', 'percent', { decimals: 1 }),
      field('due', 'date'),
      field('name', 'singleLineText'),
      field('note', 'text'),
    ];
    const lessOf = (rows: readonly (readonly string[])[]) =>
      Object.fromEntries(
        readPaste(planPaste(rows, { block: block(0, 0), rows: 9, fields: own, canCreate: true }), own, at, reader())
          .less,
      );
    expect(
      lessOf([
        ['12.345', '5.55%', '2026-03-02 18:30', 'two\nlines', 'two\nlines'],
        ['$0.005', '007', '2026-03-02 00:10', 'one', ''],
      ]),
    ).toEqual({ rounded: 3, untimed: 2, joined: 1, zeros: 1 });
    expect(
      lessOf([
        ['$1,234.50', '5.50%', '2026-03-02 00:00:00', '  blanks ', 'x'],
        ['0.10', '0', '', '', ''],
      ]),
    ).toEqual({});
  });

  it('leaves empty cells out of new records', () => {
    const plan = planPaste([['', '5']], { block: block(10, 0), rows: 10, fields, canCreate: true });
    expect(readPaste(plan, fields, at, reader()).creates).toEqual([{ id: 'new1', fields: { amount: 5 } }]);
  });
});
