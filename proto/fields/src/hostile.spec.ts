import type { Operand } from '@tessera/kernel';
import { fold } from '@tessera/kernel/cells';
import { describe, expect, it } from 'vitest';
import { convertCell } from './convert.ts';
import { growth, hostileTexts, stretch } from './hostile.ts';
import { fitOf, inferColumn, proposeOptions } from './infer/decide.ts';
import { addValue, emptyStats } from './infer/stats.ts';
import { readContextFor } from './locale.ts';
import { splitLabels } from './options.ts';
import { fieldType, fieldTypes, isWritten, type FieldProps, type FieldType } from './index.ts';

// Every reader of a text that people wrote, over texts on which patterns that go back take long. A cell's own limit
// hides what takes long beyond it, so that both sides of it are tried.
const casesOf = (length: number) => {
  const longer = hostileTexts(length * stretch);
  return hostileTexts(length).map((text, i) => [text, longer[i]!] as const);
};
const withinCells = casesOf(3_500);
const cases = [...withinCells, ...casesOf(30_000)];
const slow = (call: (text: string) => unknown, among = cases): string[] =>
  among.flatMap(([short, long]) => {
    const found = growth(call, short, long);
    return found < 3 ? [] : [`${found.toFixed(1)} times for ${long.length} of ${JSON.stringify(long.slice(0, 24))}`];
  });

const options = ['one', 'two'].map((label, i) => ({ id: `o${i}`, label, color: 'blue' }));
const propsOf = (type: FieldType): FieldProps =>
  type.props(type.storage === 'option' || type.storage === 'options' ? { options } : {});
const writable = fieldTypes.filter(isWritten);
const read = { ...readContextFor('pt-BR', 'America/Sao_Paulo'), findUser: () => undefined };
const now = { now: 0, today: '2026-01-01', timezone: 'America/Sao_Paulo', weekStart: 1 } as const;

describe('at twice the length of a hostile text it takes less than three times as long', { timeout: 120_000 }, () => {
  it.each(writable.map((type) => [type.id, type] as const))('to read %s', (_id, type) => {
    const props = propsOf(type);
    expect(slow((text) => type.fromJson(text, props, read))).toEqual([]);
    expect(slow((text) => type.fromText(text, props, read))).toEqual([]);
    expect(slow((text) => type.fromText(text, props, { ...read, strict: true, serialDates: true }))).toEqual([]);
    if (type.storage === 'options') expect(slow((text) => type.fromJson([text, text], props, read))).toEqual([]);
  });

  it.each(fieldTypes.map((type) => [type.id, type] as const))('to filter by %s', (_id, type) => {
    const props = type.system === undefined ? propsOf(type) : {};
    const left: Operand = { kind: 'field', column: 'c1_1', storage: type.storage, scale: 2 };
    const compared = (operator: FieldType['operators'][number]) => (text: string) => {
      const value = operator.value.endsWith('s') ? [text] : operator.value === 'range' ? [text, text] : text;
      const predicate = operator.predicate(left, value, props, now);
      // What a store does with it first.
      if ('value' in predicate && typeof predicate.value === 'string') fold(predicate.value);
      if ('values' in predicate) predicate.values.forEach(fold);
    };
    for (const operator of type.operators.filter(({ value }) => value !== 'none')) {
      const among = operator.id === 'equals' || operator.id === 'contains' ? cases : withinCells;
      expect(slow(compared(operator), among), operator.id).toEqual([]);
    }
  });

  it('to fold, to split into labels and to take apart for a search', () => {
    expect(slow(fold)).toEqual([]);
    expect(slow((text) => splitLabels(text), withinCells)).toEqual([]);
  });

  it('to recognise a column', () => {
    const context = {
      name: '',
      decimal: ',',
      dayFirst: true,
      timezone: 'UTC',
      optionId: (label: string) => label,
    } as const;
    const recognise = (text: string): void => {
      const stats = emptyStats();
      for (let row = 1; row < 3; row++) addValue(stats, row === 1 ? text : `${text.slice(0, -1)}${row}`, row);
      const { type, props, readAs } = inferColumn(stats, context);
      fitOf(stats, type, props, readAs, 'UTC');
      proposeOptions(stats, 'multipleSelect', 1000, (label) => label);
    };
    expect(slow(recognise)).toEqual([]);
  });

  it('to convert a text to other types', () => {
    const from = { type: fieldType('text')!, props: {} };
    for (const type of ['multipleSelect', 'singleLineText', 'number'].map((id) => fieldType(id)!))
      expect(
        slow(
          (text) => convertCell(text, from, { type, props: propsOf(type) }, { locale: 'pt-BR', timezone: 'UTC' }),
          withinCells,
        ),
        type.id,
      ).toEqual([]);
  });
});

describe('what was made linear', () => {
  it('folds as it did: marks are taken out, whatever their order', () => {
    const before = (text: string): string =>
      text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/\s+/g, ' ')
        .trim();
    const other: number[] = [];
    for (let code = 0x80; code <= 0xffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `a\u0301${String.fromCodePoint(code)}\u0316\u0301b`;
      if (fold(text) !== before(text)) other.push(code);
    }
    expect(other).toEqual([]);
  });
  it('reads lines, labels and moments as it did', () => {
    const line = fieldType('singleLineText')!;
    expect(line.fromText(' a \r\n\t b\u2028\u2029c  d ', {}, read)).toBe('a b c  d');
    expect(line.fromText(' \n\t ', {}, read)).toBeNull();
    expect(splitLabels('a; "b, ""c"";" ,"" "d";  e"f"')).toEqual(['a', 'b, "c";', 'd', 'e"f"']);
    expect(fieldType('dateTime')!.fromJson('2026-01-01T00:00:00.000000000+02:00', {}, read)).toBe(
      Date.parse('2025-12-31T22:00:00Z'),
    );
  });
});
