import { expect, it } from 'vitest';
import { readContextFor } from '../index.ts';
import { addValue, emptyStats, inferColumn } from '../infer.ts';
import { carPlate } from './type.ts';

const context = readContextFor('pt', 'UTC');
const show = { locale: 'pt', timezone: 'UTC' };

it.each([
  ['abc-1234', 'ABC1234', 'ABC-1234'],
  ['ABC 1234', 'ABC1234', 'ABC-1234'],
  ['abc1d23', 'ABC1D23', 'ABC1D23'],
  ['ABC-1D23', 'ABC1D23', 'ABC1D23'],
])('%s is kept as %s and shown as %s', (text, kept, shown) => {
  expect(carPlate.fromText(text, {}, context)).toBe(kept);
  expect(carPlate.toText(kept, {}, show)).toBe(shown);
});

it.each(['AB-1234', 'ABC12345', 'ABCD123', '1234ABC', 'ABC12D3'])('%s is none', (text) => {
  expect(() => carPlate.fromText(text, {}, context)).toThrow(expect.objectContaining({ code: 'carPlate.invalid' }));
});

it('is proposed by an import only where the name of the column says so', () => {
  const infer = (name: string) => {
    const stats = emptyStats();
    ['ABC-1234', 'BRA2E19'].forEach((value, at) => addValue(stats, value, at + 1));
    return inferColumn(stats, { name, decimal: ',', dayFirst: true, timezone: 'UTC', optionId: (label) => label }).type;
  };
  expect(infer('Placa do veículo')).toBe('carPlate');
  expect(infer('SKU')).not.toBe('carPlate');
});
