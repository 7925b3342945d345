import { expect, it } from 'vitest';
import { percent } from '../percent/type.ts';
import { currency } from './type.ts';

const context = { decimal: ',', dayFirst: true, timezone: 'UTC' } as const;
const brl = currency.props({ currency_symbol: 'R$' });

it.each([
  ['R$ 1.234,56', '1234.56'],
  ['-R$ 1.234,56', '-1234.56'],
  ['R$ -1', '-1'],
  ['(R$ 3,10)', '-3.1'],
  ['1.234,56 BRL', '1234.56'],
  ['1234,5', '1234.5'],
])('reads %s', (text, expected) => {
  expect(currency.fromText(text, brl, context)).toBe(expected);
});
it('does not take another currency in an import', () => {
  expect(() => currency.fromText('€ 5', brl, { ...context, strict: true })).toThrow(
    expect.objectContaining({ code: 'number.currency' }),
  );
  expect(currency.fromText('$ 5', brl, { ...context, strict: true })).toBe('5');
});
it('shows the sign where the locale puts it', () => {
  expect(currency.toText('-1234.5', brl, { locale: 'pt-BR', timezone: 'UTC' })).toBe('-R$ 1.234,50');
  expect(currency.toText('1234.5', currency.props({ currency_symbol: '$' }), { locale: 'en', timezone: 'UTC' })).toBe(
    '$1,234.50',
  );
  expect(currency.toText('1234.5', currency.props({ currency_symbol: '€' }), { locale: 'es', timezone: 'UTC' })).toBe(
    '1.234,50 €',
  );
  expect(currency.toText('5', currency.props({}), { locale: 'en', timezone: 'UTC', currency: '£' })).toBe('£5.00');
});
it('refuses signs that read as numbers', () => {
  for (const sign of ['1', '123456789', '-', '%'])
    expect(() => currency.props({ currency_symbol: sign })).toThrow(
      expect.objectContaining({ code: 'props.currency_symbol' }),
    );
});
it('keeps a percentage as it is spoken', () => {
  expect(percent.fromText('12,5%', {}, context)).toBe('12.5');
  expect(percent.fromText('12', {}, context)).toBe('12');
  expect(percent.toText('12', {}, { locale: 'en', timezone: 'UTC' })).toBe('12%');
  expect(percent.fromJson(12, {}, context)).toBe('12');
});

it('takes no word for a currency', () => {
  for (const text of ['Row 5', 'lot 12', 'day 3', '6 ft', 'ABC 1'])
    expect(() => currency.fromText(text, {}, context), text).toThrow();
  for (const text of ['USD 5', '5 eur', 'Kč 5', 'kr. 5', 'Rs.5', '5 zł', 'US$5'])
    expect(currency.fromText(text, {}, context), text).toBe('5');
});
