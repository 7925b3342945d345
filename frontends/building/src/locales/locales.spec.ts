import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldTypes, relativeDates } from '@tessera/fields';
import { describe, expect, it } from 'vitest';
import { catalogueFaults, flatten } from '../../../kit/checks/texts.ts';
import { messages as codesEn } from './codes/en.ts';
import { messages as codesEs } from './codes/es.ts';
import { messages as codesPt } from './codes/pt.ts';
import { messages as en } from './en.ts';
import { messages as es } from './es.ts';
import { messages as pt } from './pt.ts';

type Tree = { readonly [key: string]: string | Tree };

const keysOf = (tree: Tree, path = ''): readonly string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  );
const placeholders = (text: string): string =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map(([, name]) => name)
    .sort()
    .join();
const at = (tree: Tree, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (node, part) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined),
      tree,
    );

const source = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // What brings its own texts has a check of its own.
    if (
      [
        'import.page.tsx',
        'app.page.tsx',
        'forms.page.tsx',
        'past.page.tsx',
        'changes.page.tsx',
        'stays.page.tsx',
        'duplicates.page.tsx',
        'templates.page.tsx',
        'create-app.page.tsx',
        'trash.page.tsx',
      ].includes(entry.name)
    )
      return [];
    if (entry.isDirectory())
      return [
        'import',
        'form',
        'forms',
        'locales',
        'apps',
        'blocks',
        'past',
        'changes',
        'conditionals',
        'stays',
        'share',
        'duplicates',
        'templates',
        'builder',
        'on-page',
        'trash',
      ].includes(entry.name)
        ? []
        : source(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.spec.ts') ? [readFileSync(path, 'utf8')] : [];
  });

describe('the texts of the table page', () => {
  const keys = keysOf(en);
  it('are the same in every language, with the same values in them', () => {
    for (const [name, language] of [
      ['pt', pt],
      ['es', es],
    ] as const) {
      expect(
        keysOf(language).filter((key) => !keys.includes(key)),
        name,
      ).toEqual([]);
      expect(
        keys.filter((key) => typeof at(language, key) !== 'string'),
        name,
      ).toEqual([]);
      expect(
        keys.filter(
          (key) =>
            typeof at(language, key) === 'string' &&
            placeholders(String(at(language, key))) !== placeholders(String(at(en, key))),
        ),
        name,
      ).toEqual([]);
    }
  });

  it('say what is refused in every language', () => {
    const all = { en: flatten(codesEn), pt: flatten(codesPt), es: flatten(codesEs) };
    expect(catalogueFaults('codes', all)).toEqual([]);
  });

  it('hold every key that the code names', () => {
    const named = source(join(import.meta.dirname, '..')).flatMap((text) =>
      [...text.matchAll(/\b(?:t|text)\('([a-zA-Z0-9_.]+)'/g), ...text.matchAll(/key: '([a-zA-Z0-9_.]+)'/g)].map(
        ([, key]) => key ?? '',
      ),
    );
    expect(named.length).toBeGreaterThan(150);
    const missing = [...new Set(named)].filter((key) => !keys.includes(key) && !keys.includes(`${key}_other`));
    expect(missing).toEqual([]);
  });

  it('name every operator, sum and relative date', () => {
    const wanted = [
      ...fieldTypes.flatMap((type) => type.operators.map((operator) => `operators.${operator.id}`)),
      ...fieldTypes.flatMap((type) => type.aggregates.map((fn) => `totals.${fn}`)),
      ...relativeDates.map((id) => `relative.${id}`),
    ];
    expect([...new Set(wanted)].filter((key) => !keys.includes(key))).toEqual([]);
  });
});
