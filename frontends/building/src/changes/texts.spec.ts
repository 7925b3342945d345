import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogueFaults, flatten } from '../../../kit/checks/texts.ts';
import { messages as en } from './texts/en.ts';
import { messages as es } from './texts/es.ts';
import { messages as pt } from './texts/pt.ts';

const keys = [...flatten(en).keys()];

it('the texts of changes are the same in each language', () => {
  expect(catalogueFaults('changes', { en: flatten(en), pt: flatten(pt), es: flatten(es) })).toEqual([]);
});

it('there is a text for every key that is named', () => {
  const named = [
    join(import.meta.dirname, '../changes.page.tsx'),
    ...readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => join(import.meta.dirname, name)),
  ]
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((text) => [...text.matchAll(/'(changes\.\w+)'/g)].map(([, key]) => key!));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((key) => !keys.includes(key) && !keys.some((one) => one.startsWith(`${key}_`)))).toEqual([]);
});
