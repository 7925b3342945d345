import { fileText, keepOthers, type Cell, type PartSpecs, type StorageKind } from '@tessera/kernel';
import { Column } from '@tessera/proto/tables/v1/values';
import { describe, expect, it } from 'vitest';
import { dateToDays, daysToDate, maxDays, minDays } from './days.ts';
import {
  cellAt,
  cellToValue,
  fits,
  fromColumn,
  sameCell,
  toColumn,
  valueToCell,
  wrongCells,
  type Cells,
} from './index.ts';

const samples: Readonly<Record<StorageKind, readonly Cell[]>> = {
  text: ['', 'a', 'Zoë 🦊\n"quoted"', 'x'.repeat(5000)].filter((s) => s !== ''),
  decimal: ['0', '-0.00000001', '92233720368.54775807', '12.5', '-3'],
  boolean: [true, false],
  date: ['0001-01-01', '1969-12-31', '1970-01-01', '2000-02-29', '2026-11-21', '9999-12-31'],
  instant: [0, -1, 1_700_000_000_000, 8_640_000_000_000],
  option: ['01m7z37vjf1wpsx91d6yxjr3sa'],
  options: [['01m7z37vjf1wpsx91d6yxjr3sa'], ['a', 'b', 'c']],
  user: ['01m7z37vjf1wpsx91d6yxjr3sa'],
  users: [['u1', 'u2']],
  links: [['01m7z37vjf1wpsx91d6yxjr3sa'], ['a', 'b', 'c']],
  parts: [{ city: 'Zoë', at: 0 }, { city: 'b', done: false }, { ids: ['a', 'b'] }],
  files: [
    [fileText({ id: '01m7z37vjf1wpsx91d6yxjr3sa', name: '../Zoë\t"🦊"\n', size: 0, type: 'image/png' })],
    [fileText({ id: 'a', name: 'b', size: 2 ** 40, type: '' }), fileText({ id: 'c', name: 'd', size: 1, type: 'x/y' })],
  ],
};
const kinds = Object.keys(samples) as StorageKind[];

/** Deterministic pseudo-random numbers. */
const random = (seed: number) => () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff;
const overTheWire = (column: Column): Column => Column.decode(Column.encode(column).finish());

describe('cells as columns', () => {
  it.each(kinds)(
    '%s comes back from the wire as it was, set, empty and untouched, all at once and one by one',
    (kind) => {
      const next = random(kinds.indexOf(kind) + 7);
      for (let round = 0; round < 200; round++) {
        const mix = next();
        const cells: Cells = Array.from({ length: Math.floor(next() * 40) }, () =>
          next() < mix ? samples[kind][Math.floor(next() * samples[kind].length)]! : next() < 0.5 ? null : undefined,
        );
        const column = overTheWire(toColumn('f', 3, kind, cells));
        expect(fromColumn(column, cells.length)).toEqual(cells);
        expect(cells.map((_, i) => cellAt(column, i))).toEqual(cells);
        expect(fits(column, cells.length)).toBe(true);
        expect(fits(column, cells.length + 1)).toBe(false);
        expect([column.fieldId, column.generation]).toEqual(['f', 3]);
      }
    },
  );

  it('say nothing of states when every cell is set', () =>
    expect(toColumn('f', 1, 'text', ['a', 'b']).states).toHaveLength(0));

  it('carry parts of a later release through a release that does not know them', () => {
    const later = { start: '2026-03-01', seats: '12', until: 5, sure: true, with: ['a'] };
    const known = { start: { kind: 'date' } } as const;
    const written = overTheWire(toColumn('f', 1, 'parts', [later, { start: '2026-03-02' }, null], known));
    expect(fromColumn(written, 3)).toEqual([later, { start: '2026-03-02' }, null]);
    expect(fromColumn(overTheWire(toColumn('f', 1, 'parts', fromColumn(written, 3), known)), 3)[0]).toEqual(later);
    expect(keepOthers(later, { start: '2026-04-01' }, known)).toEqual({ ...later, start: '2026-04-01' });
    expect(keepOthers(later, null, known)).toBeNull();
  });

  it('are refused where they are no parts of their field', () => {
    const wrong = (cells: Cells, parts: PartSpecs) =>
      wrongCells(toColumn('f', 1, 'parts', cells).cells!, { scale: 0, isOption: () => true, parts });
    const specs = { city: { kind: 'text' } } as const;
    expect(wrong([{ city: 'x' }], specs)).toBeUndefined();
    expect(wrong([{ town: 'x' }], specs)).toEqual({ reason: 'a part is not of the field' });
    expect(wrong([{ city: true }], specs)).toEqual({ reason: 'a part is not as its field has it' });
    expect(wrong([{}], specs)).toEqual({ reason: 'a value without parts is an empty cell' });
  });

  it('are read without an error however malformed', () => {
    const broken: Column = {
      fieldId: 'f',
      generation: 1,
      states: Uint8Array.of(0, 7, 0),
      cells: { $case: 'text', value: { values: ['a'] } },
    };
    expect(fromColumn(broken, 5)).toEqual(['a', undefined, null, undefined, undefined]);
    expect(fits(broken, 3)).toBe(false);
    expect(fromColumn({ ...broken, cells: undefined }, 2)).toEqual([null, undefined]);
  });
});

describe('single values', () => {
  it.each(kinds)('%s comes back', (kind) => {
    for (const cell of samples[kind]) expect(valueToCell(cellToValue(cell, kind))).toEqual(cell);
  });
  it('nothing is null', () =>
    expect([valueToCell(undefined), valueToCell({ value: { $case: 'empty', value: {} } })]).toEqual([null, null]));
});

describe('days', () => {
  it('count as the calendar does', () => {
    for (let days = minDays; days <= maxDays; days += 997) {
      const date = daysToDate(days);
      expect(dateToDays(date)).toBe(days);
      expect(new Date(days * 86_400_000).toISOString().slice(0, 10)).toBe(date);
    }
  });
});

describe('sameness', () => {
  it('holds for equal lists and for every kind of empty', () => {
    expect(sameCell(['a', 'b'], ['a', 'b'])).toBe(true);
    expect(sameCell(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(sameCell(null, undefined)).toBe(true);
    expect(sameCell('', null)).toBe(false);
  });
});
