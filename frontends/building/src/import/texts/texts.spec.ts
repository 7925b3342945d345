import { expect, it } from 'vitest';
import { importTexts as en } from './en.ts';
import { importTexts as es } from './es.ts';
import { importTexts as pt } from './pt.ts';
import { knownReasons } from '../rules.ts';

type Texts = { readonly [key: string]: string | Texts };
const flat = (texts: Texts, path = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value]] : Object.entries(flat(value, `${path}${key}.`)),
    ),
  );
const holes = (text: string): string[] => [...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1]!).sort();

it.each([
  ['pt', pt],
  ['es', es],
])('%s says all that English says, with the same values', (_language, texts) => {
  const [english, other] = [flat(en), flat(texts)];
  expect(Object.keys(other)).toEqual(Object.keys(english));
  for (const [key, text] of Object.entries(english)) expect(holes(other[key]!), key).toEqual(holes(text));
});

it('has words for every reason that is known', () => {
  expect([...knownReasons, 'other'].sort()).toEqual(Object.keys(en.reasons).sort());
});
