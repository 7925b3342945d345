import { optionColors, readContextFor } from '@tessera/fields';
import { optionColor, type Field } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { displayText, editText, type Habits, isEmpty, readText, sameValue, textOf } from './values.ts';

const field = (type: string, props: Field['props'] = {}): Field => ({
  id: 'f',
  name: 'F',
  type,
  props,
  required: false,
  unique: false,
  description: '',
});
const habits = (locale: string): Habits => ({ show: { locale, timezone: 'UTC' }, read: readContextFor(locale, 'UTC') });
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('values', () => {
  it('are shown as the person reads them and edited plain', () => {
    const money = field('currency', { currency_symbol: '$', decimals: 2, thousands: true });
    expect(plain(textOf(money, 1234.5, habits('en-US').show))).toBe('$1,234.50');
    expect(editText(money, 1234.5, habits('en-US'))).toBe('1234.5');
    expect(editText(money, 1234.5, habits('pt-BR'))).toBe('1234,5');
  });

  it('read what was typed into the JSON of the API', () => {
    expect(readText(field('number', { decimals: 2 }), '1.234,56', habits('pt-BR').read)).toEqual({
      ok: true,
      value: 1234.56,
    });
    expect(readText(field('checkbox'), 'sim', habits('pt-BR').read)).toEqual({ ok: true, value: true });
    expect(readText(field('singleLineText'), '', habits('en-US').read)).toEqual({ ok: true, value: null });
    expect(readText(field('number'), 'abc', habits('en-US').read)).toMatchObject({ ok: false });
    const inNewYork = { ...habits('en-US').read, timezone: 'America/New_York' };
    expect(readText(field('dateTime'), '2024-03-10 02:30', inNewYork)).toMatchObject({
      ok: false,
      code: 'dateTime.skipped_hour',
    });
    expect(readText(field('dateTime'), '2024-03-10 03:30', inNewYork)).toEqual({
      ok: true,
      value: '2024-03-10T07:30:00.000Z',
    });
    expect(readText(field('criado_em'), '2026-01-01', habits('en-US').read)).toMatchObject({
      ok: false,
      code: 'field.read_only',
    });
  });

  it('show system fields, which nobody writes', () => {
    expect(textOf(field('criado_em'), '2026-11-21T12:00:00.000Z', habits('en-US').show)).not.toBe('');
  });

  it('show nothing for a value of another kind than the field', () => {
    expect(textOf(field('number'), 'text', habits('en-US').show)).toBe('');
    expect(textOf(field('multipleSelect', { options: [] }), 'x', habits('en-US').show)).toBe('');
  });

  it('copy links by name so that they are read again, and send what was typed to where the names are known', () => {
    const customer = field('connectedRecord', { tableId: 't' } as Field['props']);
    const linked = [
      { id: '1', label: 'Acme, Inc.' },
      { id: '2', label: 'Bo' },
    ];
    const { show, read } = habits('en-US');
    expect(textOf(customer, linked, show)).toBe('"Acme, Inc.", Bo');
    expect(displayText(customer, linked, show)).toBe('Acme, Inc., Bo');
    expect(readText(customer, ' "Acme, Inc.", Bo ', read)).toEqual({ ok: true, value: '"Acme, Inc.", Bo' });
    expect(textOf(customer, '"Acme, Inc.", Bo', show)).toBe('"Acme, Inc.", Bo');
    expect(readText(customer, ' ', read)).toEqual({ ok: true, value: null });
  });

  it('compare by value', () => {
    expect(sameValue(1.5, 1.5)).toBe(true);
    expect(sameValue(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(sameValue(null, undefined)).toBe(true);
    expect(sameValue([], null)).toBe(true);
    expect(isEmpty(false)).toBe(false);
  });
});

it('the kit walks the hues as the contract of field types does', () => {
  expect(Array.from({ length: 12 }, (_, i) => optionColor(i))).toEqual(optionColors.slice(0, 12));
});

it('lists of lines are the same where labels and ticks are, those of files where ids and names are', () => {
  const line = { id: '1', label: 'a', checked: false };
  expect(sameValue([line], [{ ...line }])).toBe(true);
  expect(sameValue([line], [{ ...line, checked: true }])).toBe(false);
  expect(sameValue([line], [{ ...line, label: 'b' }])).toBe(false);
  expect(sameValue([{ id: '1', name: 'x' }], [{ id: '1', name: 'x', size: 5 }])).toBe(true);
  const lap = { id: '1', started_at: '2026-01-01T09:00:00.000Z', finished_at: null, finished_by: null };
  expect(sameValue([lap], [{ ...lap }])).toBe(true);
  expect(sameValue([lap], [{ ...lap, finished_at: '2026-01-01T10:00:00.000Z' }])).toBe(false);
  expect(sameValue({ start: '2026-01-01' }, { start: '2026-01-01' })).toBe(true);
  expect(sameValue({ start: '2026-01-01' }, { start: '2026-01-02' })).toBe(false);
});
