import type { Operand } from '@tessera/kernel';
import { expect, it } from 'vitest';
import { readContextFor } from '../index.ts';
import { address } from './type.ts';

const context = readContextFor('en', 'UTC');
const read = (line: string) => address.fromText(line, {}, context);
const show = { locale: 'en', timezone: 'UTC' };

it.each([
  [
    'Av. Paulista, 1578 - Sala 4 - Bela Vista, São Paulo - SP, 01310-200',
    {
      street: 'Av. Paulista',
      number: '1578',
      complement: 'Sala 4',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      zip: '01310-200',
    },
  ],
  [
    'Rua A, s/n, Centro, Recife/PE, 50010000, Brasil',
    {
      street: 'Rua A',
      number: 's/n',
      district: 'Centro',
      city: 'Recife',
      state: 'PE',
      zip: '50010000',
      country: 'Brasil',
    },
  ],
  [
    '350 Fifth Avenue, New York, NY, 10118',
    { street: '350 Fifth Avenue', city: 'New York', state: 'NY', zip: '10118' },
  ],
  ['Curitiba - PR', { city: 'Curitiba', state: 'PR' }],
  ['Calle Mayor', { street: 'Calle Mayor' }],
  [',,,,Berlin,,,Deutschland', { city: 'Berlin', country: 'Deutschland' }],
])('a line is read by its parts: %s', (line, parts) => {
  expect(read(line)).toEqual(parts);
});

it('is written as people write it, and so that it reads back where that would say something else', () => {
  const written = (parts: object) => address.toText(address.fromJson(parts, {}, context)!, {}, show);
  expect(written({ street: 'Rua das Flores', number: '12', district: 'Centro', city: 'Curitiba', state: 'PR' })).toBe(
    'Rua das Flores, 12, Centro, Curitiba - PR',
  );
  expect(address.shown!({ city: 'Berlin', country: 'Deutschland' }, {}, show)).toBe('Berlin, Deutschland');
  for (const parts of [
    { city: 'Berlin', country: 'Deutschland' },
    { zip: '12345' },
    { street: 'a, "b"', complement: '7', state: 'x - y' },
    { country: 'SP', number: '5' },
  ])
    expect(read(written(parts)), written(parts)).toEqual(parts);
});

it('takes its parts and no others', () => {
  expect(address.fromJson({ street: ' Rua  A ', number: null }, {}, context)).toEqual({ street: 'Rua A' });
  expect(address.fromJson({}, {}, context)).toBeNull();
  expect(address.fromJson('Rua A, 5', {}, context)).toEqual({ street: 'Rua A', number: '5' });
  for (const wrong of [{ road: 'x' }, { street: 5 }, ['Rua A'], 7])
    expect(() => address.fromJson(wrong, {}, context), JSON.stringify(wrong)).toThrow('no address');
  expect(() => address.fromJson({ street: 'x'.repeat(201) }, {}, context)).toThrow('at most 200');
});

it('is found by what stands in any of its parts', () => {
  const left: Operand = { kind: 'field', column: 'c1_0', storage: 'parts' };
  const asking = { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 0 } as const;
  const made = address.operators.find(({ id }) => id === 'contains')!.predicate(left, 'Paulo, SP', {}, asking);
  expect(made).toMatchObject({ op: 'and', items: [{ op: 'or' }, { op: 'or' }] });
  expect(JSON.stringify(made)).toContain('"c1_0_city"');
  expect(address.partOperators!['city']!.map(({ id }) => id)).toContain('equals');
});
