import { expect, it } from 'vitest';
import { marksIn, wordsOf } from './search-marks.ts';

const shown = (text: string, search: string) =>
  marksIn(text, wordsOf(search)).map(([from, to]) => text.slice(from, to));

it('marks each word wherever it stands, whatever its case and accents', () => {
  expect(shown('São Paulo e sao paulo', 'SAO')).toEqual(['São', 'sao']);
  expect(shown('Clinic check-in kiosks', 'check kiosk')).toEqual(['check', 'kiosk']);
  expect(shown('e\u0301clair', 'ecl')).toEqual(['e\u0301cl']);
  expect(shown('Straße 𝒳 north', 'north')).toEqual(['north']);
  expect(shown('nothing here', 'else')).toEqual([]);
  expect(wordsOf('  ')).toEqual([]);
});

it('marks an amount without its separators, and words that overlap once', () => {
  expect(shown('$1,234.50', '1234')).toEqual(['1,234']);
  expect(shown('1 234 567', '234')).toEqual(['234']);
  expect(shown('banana', 'ana nan')).toEqual(['anan']);
});
