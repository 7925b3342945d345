import { readContextFor } from '@tessera/fields';
import type { Field } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { CutText, hasCut, isCut, looksSame, type Shown, shownRecord } from './cut-text.ts';
import { displayText, editText, isEmpty, sameValue, textOf } from './values.ts';

const field = { id: 'f', name: 'F', type: 'text', props: {} } as Field;
const habits = { show: { locale: 'en-US', timezone: 'UTC' }, read: readContextFor('en-US', 'UTC') };
const cut = shownRecord({
  id: 'r',
  version: 3,
  fields: { f: 'How it begins', g: 'Short' },
  cut: ['f'],
  createdAt: '',
  updatedAt: '',
});

describe('a cut text', () => {
  it('is shown as it begins', () => {
    expect([isCut(cut.fields['f']), isCut(cut.fields['g']), hasCut(cut), 'cut' in cut]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(displayText(field, cut.fields['f'], habits.show, cut.fields)).toBe('How it begins…');
    expect(isEmpty(cut.fields['f'])).toBe(false);
  });

  it('is never sent, copied or edited', () => {
    const value = cut.fields['f'] as unknown;
    expect(() => JSON.stringify({ updates: [{ id: 'r', fields: { f: value } }] })).toThrow(TypeError);
    expect(() => textOf(field, value, habits.show)).toThrow(TypeError);
    expect(() => editText(field, value, habits)).toThrow(TypeError);
  });

  it('may be any text that begins so', () => {
    const value: Shown = new CutText('How');
    expect([sameValue(value, 'How'), sameValue(value, new CutText('How'))]).toEqual([false, false]);
    expect([looksSame(value, new CutText('How')), looksSame(value, new CutText('Now'))]).toEqual([true, false]);
    expect([looksSame('How it ends', value), looksSame(value, 'Ho'), looksSame(value, undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([looksSame(null, undefined), looksSame(['a'], ['a']), looksSame(1, 2)]).toEqual([true, true, false]);
  });
});
