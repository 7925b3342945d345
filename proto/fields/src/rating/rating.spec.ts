import { expect, it } from 'vitest';
import { conversionsOf, convertCell, fieldType, readContextFor } from '../index.ts';
import { rating } from './type.ts';

const context = readContextFor('en', 'UTC');

it.each([
  ['4', '4'],
  [' 4 / 5 ', '4'],
  ['★★★☆☆', '3'],
  ['⭐ ⭐', '2'],
])('%s is %s', (text, cell) => {
  expect(rating.fromText(text, { max: 5 }, context)).toBe(cell);
});

it.each(['0', '6', '2.5', '4/10', 'good', '☆☆☆'])('%s is none of five', (text) => {
  expect(() => rating.fromText(text, { max: 5 }, context)).toThrow('from 1 to 5');
});

it('has five stars unless its field says otherwise', () => {
  expect(rating.props({})).toEqual({ max: 5, icon: 'star' });
  expect(rating.fromJson(10, { max: 10 }, context)).toBe('10');
  expect(rating.toText('3.25', {}, { locale: 'pt', timezone: 'UTC' })).toBe('3,25');
});

it('becomes a number, and texts and numbers become one as far as they fit', () => {
  const at = (id: string, props = {}) => ({ type: fieldType(id)!, props: fieldType(id)!.props(props) });
  const context = { locale: 'en', timezone: 'UTC' };
  expect(conversionsOf('number')).toContain('rating');
  expect(convertCell('4', at('rating'), at('number'), context)).toEqual({ cell: '4', outcome: 'fits' });
  expect(convertCell('4', at('number'), at('rating'), context)).toEqual({ cell: '4', outcome: 'fits' });
  expect(convertCell('12', at('number'), at('rating'), context)).toMatchObject({ cell: null, outcome: 'lost' });
  expect(convertCell('9', at('rating', { max: 10 }), at('rating'), context)).toMatchObject({
    cell: null,
    outcome: 'lost',
  });
});
