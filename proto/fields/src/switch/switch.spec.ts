import { expect, it } from 'vitest';
import { conversionsOf, convertCell, fieldType, readContextFor } from '../index.ts';

it('is what a checkbox is, and becomes one without a loss', () => {
  const [own, checkbox] = [fieldType('switch')!, fieldType('checkbox')!];
  expect(own.fromText('sim', {}, readContextFor('pt', 'UTC'))).toBe(true);
  expect(conversionsOf('checkbox')).toContain('switch');
  expect(conversionsOf('switch')).toContain('checkbox');
  for (const cell of [true, false])
    expect(
      convertCell(cell, { type: checkbox, props: {} }, { type: own, props: {} }, { locale: 'en', timezone: 'UTC' }),
    ).toEqual({ cell, outcome: 'fits' });
});
