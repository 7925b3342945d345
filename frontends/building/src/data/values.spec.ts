import { readContextFor } from '@tessera/fields';
import type { Field } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { editText, type Habits, isEmpty, readText, sameValue, textOf } from './values.ts';

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

  it('compare by value', () => {
    expect(sameValue(1.5, 1.5)).toBe(true);
    expect(sameValue(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(sameValue(null, undefined)).toBe(true);
    expect(sameValue([], null)).toBe(true);
    expect(isEmpty(false)).toBe(false);
  });
});
