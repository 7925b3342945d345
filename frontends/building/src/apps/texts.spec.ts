import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blockTypes } from '@tessera/proto/blocks';
import { catalogueFaults, flatten } from '../../../kit/checks/texts.ts';
import { blockViewOf } from '../blocks/list.ts';
import { messages as en } from './texts/en.ts';
import { messages as es } from './texts/es.ts';
import { messages as pt } from './texts/pt.ts';

const keys = [...flatten(en).keys()];
const sources = ['.', 'bars', '../blocks'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, folder, name), 'utf8')),
);

it('the texts of apps are the same in each language', () => {
  expect(catalogueFaults('apps', { en: flatten(en), pt: flatten(pt), es: flatten(es) })).toEqual([]);
});

it('there is a text for every key that is named, and for every part of a block', () => {
  const named = sources.flatMap((text) => [...text.matchAll(/'(apps\.[\w.]+)'/g)].map(([, key]) => key!));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((key) => !keys.includes(key) && !keys.some((one) => one.startsWith(`${key}.`)))).toEqual([]);
  const parts = blockTypes.flatMap(({ config }) => Object.entries(config));
  expect(
    parts
      .filter(([, { of }]) => of !== 'lanes')
      .map(([name]) => `apps.parts.${name}`)
      .filter((key) => !keys.includes(key)),
  ).toEqual([]);
  const values = parts.flatMap(([, part]) => (part.of === 'choice' ? part.values : []));
  expect(values.filter((value) => !keys.includes(`apps.values.${value}`))).toEqual([]);
});

it('each type of block has its name in three languages', () => {
  for (const { id } of blockTypes)
    for (const language of ['en', 'pt', 'es'] as const)
      expect(blockViewOf(id)?.texts[language].name, `${id} ${language}`).toMatch(/./);
});
