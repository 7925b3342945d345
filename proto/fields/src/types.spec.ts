import { filesIn } from '@tessera/kernel/kinds';
import { describe, expect, it } from 'vitest';
import { fieldType, fieldTypes, isWritten, readContextFor, type FieldProps, type FieldType } from './index.ts';
import { sampleCell, seeded } from './testing.ts';

const options = ['To do', 'Done, late', 'Say "hi"; now', 'Não é'].map((label, i) => ({
  id: `0000000000000000000000000${i + 1}`,
  label,
  color: 'blue',
}));
const propsOf = (type: FieldType, variant: number): FieldProps =>
  type.props({
    ...(type.storage === 'option' || type.storage === 'options' ? { options } : {}),
    ...(type.storage === 'decimal' && variant > 0 ? { decimals: variant * 2, thousands: variant === 2 } : {}),
    ...(type.id === 'currency' && variant > 0 ? { currency_symbol: ['R$', '€', 'USD'][variant % 3]! } : {}),
    ...('date_format' in type.properties && variant > 0
      ? { date_format: ['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd'][variant % 3]! }
      : {}),
  });
const names = new Map<string, string>(
  Array.from({ length: 10 }, (_, i) => [`0000000000000000000000000${i}`, `Person ${i}`] as const),
);
const ids = new Map<string, string>([...names].map(([id, name]) => [name, id] as const));

const writable = fieldTypes.filter(isWritten);

describe.each(writable.map((type) => [type.id, type] as const))('%s', (_id, type) => {
  it.each(['en', 'pt-BR', 'es', 'de', 'fr', 'en-GB'])(
    'reads back what it shows in %s, for generated cells',
    (locale) => {
      const random = seeded(type.id.length * 7919 + locale.length);
      for (let n = 0; n < 400; n++) {
        const props = propsOf(type, n % 4);
        // Zones without a repeated hour: in one, a shown time has two readings.
        const timezone = ['UTC', 'America/Sao_Paulo', 'Asia/Kolkata'][n % 3]!;
        const context = {
          ...readContextFor(locale, timezone),
          findUser: (text: string) => ids.get(text) ?? (names.has(text) ? text : undefined),
        };
        let cell = sampleCell(type, props, random);
        if (type.storage === 'instant') cell = 1_600_000_000_000 + ((cell as number) % 300_000_000_000);
        const shown = type.toText(cell, props, { locale, timezone, userName: (id) => names.get(id) ?? id });
        if (type.unwritten === undefined)
          expect(
            type.fromText(shown, props, context),
            `${shown} of ${String(cell)} with ${JSON.stringify(props)}`,
          ).toEqual(cell);
        else expect(() => type.fromText(shown, props, context)).toThrow();
        const json: unknown = JSON.parse(JSON.stringify(type.toJson(cell, props)));
        const findFile = (id: string) => filesIn(cell).find((one) => one.id === id);
        expect(type.fromJson(json, props, { ...context, findFile })).toEqual(cell);
      }
    },
  );

  it('takes null, and texts of blanks, as empty', () => {
    const context = readContextFor('en', 'UTC');
    expect(type.fromJson(null, propsOf(type, 0), context)).toBeNull();
    expect(type.fromText('  ', propsOf(type, 0), context)).toBeNull();
    expect(type.fromText('', propsOf(type, 0), context)).toBeNull();
  });

  it('has operators and aggregates with distinct ids', () => {
    const operators = type.operators.map((operator) => operator.id);
    expect(new Set(operators).size).toBe(operators.length);
    expect(type.aggregates).toContain('count');
  });
});

// Of one that is numbered the table refuses them: it reads its texts as any type of text.
describe('types that the system sets', () => {
  it.each(
    fieldTypes
      .filter((type) => !isWritten(type) && type.numbered === undefined)
      .map((type) => [type.id, type] as const),
  )('%s refuses values', (_id, type) => {
    expect(() => type.fromJson('x', {}, readContextFor('en', 'UTC'))).toThrow(
      expect.objectContaining({ code: 'field.read_only' }),
    );
  });
});

it('no two types share an id', () => {
  expect(new Set(fieldTypes.map((type) => type.id)).size).toBe(fieldTypes.length);
});

it('whole texts are compared as their type keeps them, and what is none of it as it stands', () => {
  const left = { kind: 'field', column: 'c', storage: 'text' } as const;
  const context = { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 0 } as const;
  const made = (type: string, operator: string, value: unknown) =>
    fieldType(type)!
      .operators.find((one) => one.id === operator)!
      .predicate(left, value, {}, context);
  expect(made('link', 'equals', 'example.com/x')).toEqual({ op: 'eq', left, value: 'https://example.com/x' });
  expect(made('link', 'isNoneOf', [' example.com', 'no address'])).toEqual({
    op: 'not',
    item: { op: 'in', left, values: ['https://example.com', 'no address'] },
  });
  expect(made('phone', 'notEquals', 'tel:+49  30 123456')).toEqual({ op: 'ne', left, value: '+49 30 123456' });
  expect(made('link', 'contains', 'example.com')).toEqual({ op: 'contains', left, value: 'example.com' });
});

it('a computed number is shown as money where its field says so', () => {
  const shown = (type: string, props: FieldProps, currency?: string) => {
    const given = { result: 'number', ...props } as FieldProps;
    const made = fieldType(type)!.of!(given);
    return made.toText('63775.5', given, {
      locale: 'en',
      timezone: 'UTC',
      ...(currency !== undefined && { currency }),
    });
  };
  expect(shown('rollup', {})).toBe('63775.5');
  expect(shown('rollup', { number_format: 'currency', currency_symbol: 'R$' })).toBe('R$63,775.50');
  expect(shown('formula', { number_format: 'currency', decimals: 1, thousands: false }, '€')).toBe('€63775.5');
  expect(shown('formula', { number_format: 'currency', currency_symbol: '' }, '€')).toBe('63,775.50');
  expect(() => fieldType('formula')!.props({ currency_symbol: '12' })).toThrow(
    expect.objectContaining({ code: 'props.currency_symbol' }),
  );
});
