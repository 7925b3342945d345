import { expect, it } from 'vitest';
import { fieldFromMessage, fieldToMessage } from './mapper.ts';

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
