import { expect, it } from 'vitest';
import { shownOf } from './record-fields.ts';

it('a record in a page has its name and the first three fields that a line can say', () => {
  const fields = [
    { id: 'name', type: 'singleLineText' },
    { id: 'stage', type: 'select', props: { options: [{ id: 'o1', label: 'Won' }] } },
    { id: 'tick', type: 'checkbox' },
    { id: 'amount', type: 'number' },
    { id: 'day', type: 'date' },
    { id: 'note', type: 'text' },
  ];
  const values = { name: 'Pier', stage: 'o1', tick: true, amount: 3, day: '2026-12-18', note: 'late' };
  const formats = { date: (at: string) => `on ${at}`, number: (n: number) => `${n}.00` };
  expect(shownOf({ labelFieldId: 'name', fields }, values, formats)).toEqual({
    label: 'Pier',
    fields: [
      { id: 'stage', text: 'Won' },
      { id: 'amount', text: '3.00' },
      { id: 'day', text: 'on 2026-12-18' },
    ],
  });
  expect(shownOf({ labelFieldId: null, fields: [] }, values, formats)).toEqual({ label: '', fields: [] });
});
