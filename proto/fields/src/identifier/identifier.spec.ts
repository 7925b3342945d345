import { expect, it } from 'vitest';
import { conversionsOf, fieldTypes, isWritten } from '../index.ts';
import { identifier } from './type.ts';

it('is a prefix and a number with its zeros, more digits where the number has them', () => {
  const props = identifier.props({ prefix: 'INV-', digits: 3 });
  expect([1, 42, 999, 1000].map((number) => identifier.numbered!(number, props))).toEqual([
    'INV-001',
    'INV-042',
    'INV-999',
    'INV-1000',
  ]);
  expect(identifier.numbered!(7, identifier.props({}))).toBe('0007');
  expect(() => identifier.props({ prefix: 'x'.repeat(21) })).toThrow('at most 20');
});

it('is given by the server: nothing becomes one, and one becomes a text', () => {
  expect(isWritten(identifier)).toBe(false);
  expect(fieldTypes.filter(({ id }) => conversionsOf(id).includes('identifier'))).toEqual([]);
  expect(conversionsOf('identifier')).toContain('singleLineText');
});
