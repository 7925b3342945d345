import { describe, expect, it } from 'vitest';
import { convertCell, fieldType, readContextFor } from '../index.ts';
import { addValue, emptyStats, fitOf, inferColumn, mergeStats } from '../infer.ts';
import { seeded } from '../testing.ts';
import { cpf } from './type.ts';

const context = readContextFor('pt', 'UTC');

describe('a CPF', () => {
  it.each(['52998224725', '529.982.247-25', ' 529 982 247 25 ', '529982247-25'])(
    'is kept as its digits: %s',
    (text) => {
      expect(cpf.fromText(text, {}, context)).toBe('52998224725');
    },
  );
  it('is shown with its points, and a number is one', () => {
    expect(cpf.toText('52998224725', {}, { locale: 'pt', timezone: 'UTC' })).toBe('529.982.247-25');
    expect(cpf.fromJson(52998224725, {}, context)).toBe('52998224725');
  });
  it.each([
    ['529.982.247-26', 'cpf.check_digits'],
    ['529.982.247-15', 'cpf.check_digits'],
    ['111.111.111-11', 'cpf.check_digits'],
    ['5299822472', 'cpf.invalid'],
    ['529982247250', 'cpf.invalid'],
    ['52998224725x', 'cpf.invalid'],
  ])('is not %s', (text, code) => {
    expect(() => cpf.fromText(text, {}, context)).toThrow(expect.objectContaining({ code }));
  });
  it('is found by a part with or without points', () => {
    const left = { kind: 'field', column: 'c1_0', storage: 'text' } as const;
    const made = (id: string, value: unknown) =>
      cpf.operators
        .find((one) => one.id === id)!
        .predicate(left, value, {}, { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 0 });
    expect(made('contains', '982.247')).toEqual({ op: 'contains', left, value: '982247' });
    expect(made('startsWith', '529.9')).toEqual({ op: 'startsWith', left, value: '5299' });
    expect(made('equals', '529.982.247-25')).toEqual({ op: 'eq', left, value: '52998224725' });
    expect(made('contains', '-')).toEqual({ op: 'contains', left, value: '-' });
  });
  it('comes from texts, and what is none is told as lost', () => {
    const become = (cell: string) =>
      convertCell(
        cell,
        { type: fieldType('text')!, props: {} },
        { type: cpf, props: {} },
        { locale: 'pt', timezone: 'UTC' },
      );
    expect(become('529.982.247-25')).toEqual({ cell: '52998224725', outcome: 'fits' });
    expect(become('529.982.247-26')).toEqual({ cell: null, outcome: 'lost', reason: 'cpf.check_digits' });
  });
});

describe('an import', () => {
  const infer = (name: string, values: readonly string[]) => {
    const stats = emptyStats();
    values.forEach((value, at) => addValue(stats, value, at + 1));
    return inferColumn(stats, { name, decimal: ',', dayFirst: true, timezone: 'UTC', optionId: (label) => label }).type;
  };
  it('knows it by its points, or by the name of its column', () => {
    expect(infer('Documento', ['529.982.247-25', '111.444.777-35'])).toBe('cpf');
    expect(infer('CPF', ['52998224725', '111.444.777-35'])).toBe('cpf');
    expect(infer('Conta', ['52998224725', '11144477735'])).not.toBe('cpf');
    expect(infer('CPF', ['529.982.247-26', '111.444.777-35'])).not.toBe('cpf');
  });
  it('counts them in any number of values, also in parts', () => {
    const random = seeded(11);
    const parts = [emptyStats(), emptyStats()];
    for (let at = 0; at < 6000; at++) addValue(parts[at % 2]!, cpf.sample!(random) as string, at + 1);
    const stats = mergeStats(parts[0]!, parts[1]!);
    expect(stats.distinct).toBeUndefined();
    expect(fitOf(stats, 'cpf', {}, { decimal: ',', dayFirst: true }, 'UTC')).toMatchObject({
      matched: 6000,
      unlisted: 0,
    });
  });
});
