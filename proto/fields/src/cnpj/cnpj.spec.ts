import { expect, it } from 'vitest';
import { readContextFor } from '../index.ts';
import { addValue, emptyStats, inferColumn } from '../infer.ts';
import { cnpj } from './type.ts';

const context = readContextFor('pt', 'UTC');

it.each([
  ['11.222.333/0001-81', '11222333000181'],
  ['11222333000181', '11222333000181'],
  // The example that the tax office publishes for numbers with letters.
  ['12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['12abc34501de35', '12ABC34501DE35'],
])('%s is kept as its signs', (text, kept) => {
  expect(cnpj.fromText(text, {}, context)).toBe(kept);
});

it.each([
  ['11.222.333/0001-82', 'cnpj.check_digits'],
  ['12.ABC.345/01DE-36', 'cnpj.check_digits'],
  ['00.000.000/0000-00', 'cnpj.check_digits'],
  ['12.ABC.345/01DE-3A', 'cnpj.invalid'],
  ['11.222.333/0001', 'cnpj.invalid'],
])('%s is none', (text, code) => {
  expect(() => cnpj.fromText(text, {}, context)).toThrow(expect.objectContaining({ code }));
});

it('is shown with its points', () => {
  expect(cnpj.toText('12ABC34501DE35', {}, { locale: 'pt', timezone: 'UTC' })).toBe('12.ABC.345/01DE-35');
});

it('is known to an import by its points', () => {
  const stats = emptyStats();
  ['11.222.333/0001-81', '12.ABC.345/01DE-35'].forEach((value, at) => addValue(stats, value, at + 1));
  const context = {
    name: 'Empresa',
    decimal: ',',
    dayFirst: true,
    timezone: 'UTC',
    optionId: (label: string) => label,
  } as const;
  expect(inferColumn(stats, context).type).toBe('cnpj');
});
