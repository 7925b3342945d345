import type { Cell, StorageKind } from '@tessera/kernel';
import { Column } from '@tessera/proto/tables/v1/values';
import { describe, expect, it } from 'vitest';
import { cellToValue, fieldFromMessage, fieldToMessage, valueToCell } from '../definitions/mapper.ts';
import { dateToDays, daysToDate, maxDays, minDays } from './dates.ts';
import { cellAt, fits, fromColumn, sameCell, toColumn, type Cells } from './mapper.ts';

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
  it('a field comes back with its default and properties', () => {
    const field = {
      id: 'f',
      name: 'N',
      type: 'number',
      props: { decimals: 2, thousands: true },
      required: true,
      unique: false,
      description: 'd',
      default: '1.5',
      generation: 2,
      number: 9,
      uniqueEpoch: 3,
      keptScale: 2,
    };
    expect(fieldFromMessage(fieldToMessage(field))).toEqual(field);
  });
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
