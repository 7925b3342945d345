import { expect, it } from 'vitest';
import { conversionsOf, convertCell, fieldType } from '../index.ts';

it('is what a select is, and becomes one without a loss', () => {
  const [radio, select] = [fieldType('radioSelect')!, fieldType('select')!];
  const options = ['Low', 'High'].map((label, at) => ({ id: `0000000000000000000000000${at}`, label, color: 'blue' }));
  expect(conversionsOf('select')).toContain('radioSelect');
  expect(conversionsOf('radioSelect')).toContain('multipleSelect');
  expect(
    convertCell(
      options[1]!.id,
      { type: select, props: { options } },
      { type: radio, props: radio.props({ options }) },
      { locale: 'en', timezone: 'UTC' },
    ),
  ).toEqual({ cell: options[1]!.id, outcome: 'fits' });
});
