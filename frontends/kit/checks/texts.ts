import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language, Messages } from '../src/manifest.ts';

const languages: readonly Language[] = ['en', 'pt', 'es'];
const plural = /_(zero|one|two|few|many|other)$/;

/** Every key of a catalogue with its text, nested ones joined by dots. */
export const flatten = (messages: Messages, before = ''): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(messages).flatMap(([key, value]): (readonly [string, string])[] =>
      typeof value === 'string' ? [[before + key, value]] : [...flatten(value, `${before}${key}.`)],
    ),
  );

const placeholders = (text: string): string =>
  [...text.matchAll(/\{\{\s*([\w.]+)/g)]
    .map(([, name]) => name)
    .toSorted()
    .join(' ');
const base = (key: string): string => key.replace(plural, '');

/** What the other languages lack or have too much of, against English; and placeholders that differ. */
export const catalogueFaults = (
  name: string,
  catalogues: Readonly<Record<Language, ReadonlyMap<string, string>>>,
): readonly string[] => {
  const wanted = new Set([...catalogues.en.keys()].map(base));
  return languages.flatMap((language) => {
    const own = new Set([...catalogues[language].keys()].map(base));
    const missing = [...wanted].filter((key) => !own.has(key)).map((key) => `${name}/${language}: no text for ${key}`);
    const extra = [...own]
      .filter((key) => !wanted.has(key))
      .map((key) => `${name}/${language}: ${key} is unknown in English`);
    const halves = [...catalogues[language].keys()]
      .filter((key) => key.endsWith('_one') && !catalogues[language].has(`${base(key)}_other`))
      .map((key) => `${name}/${language}: ${key} lacks its _other`);
    const different = [...catalogues.en].flatMap(([key, text]) => {
      const other = catalogues[language].get(key);
      return other !== undefined && placeholders(other) !== placeholders(text)
        ? [`${name}/${language}: ${key} has other placeholders`]
        : [];
    });
    return [...missing, ...extra, ...halves, ...different];
  });
};

/** Keys that the code asks for: `t('a.b')` in the file's own namespace, `t('kit:a.b')`, and labels of manifests. */
export const askedKeys = (text: string, namespace: string): readonly string[] => {
  const source = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const own =
    /useTexts\('([a-z-]+)'\)/.exec(source)?.[1] ?? /useTranslation\('([a-z-]+)'\)/.exec(source)?.[1] ?? namespace;
  const called = [...source.matchAll(/\bt\(\s*'([^'$]+)'/g)].map(([, key]) => key ?? '');
  const labels = [...source.matchAll(/\b(?:label|keywords|group):\s*'([a-z-]+:[\w.]+)'/g)].map(([, key]) => key ?? '');
  return [...called, ...labels]
    .filter((key) => /^([a-z-]+:)?[\w.]+$/.test(key))
    .map((key) => (key.includes(':') ? key : `${own}:${key}`));
};

/** The catalogues of every front end that has some: by its name, then by language, each with its sentences by key. */
export const readCatalogues = async (
  frontends: string,
): Promise<ReadonlyMap<string, Readonly<Record<Language, ReadonlyMap<string, string>>>>> => {
  const names = readdirSync(frontends).filter((name) => existsSync(join(frontends, name, 'src/locales/en.ts')));
  const parts = names.flatMap((name) => [
    { namespace: name, folder: join(frontends, name, 'src/locales') },
    ...sourcesOf(frontends, name).flatMap(({ file, text }) =>
      [...text.matchAll(laterTexts)].map(([, namespace = '', path = '']) => ({
        namespace,
        folder: join(frontends, name, 'src', dirname(file), path),
      })),
    ),
  ]);
  const all = new Map<string, Readonly<Record<Language, ReadonlyMap<string, string>>>>();
  for (const { namespace, folder } of parts) {
    const own = all.get(namespace);
    const more = await read(folder);
    const both = (language: Language): ReadonlyMap<string, string> =>
      new Map([...(own?.[language] ?? []), ...more[language]]);
    all.set(namespace, { en: both('en'), pt: both('pt'), es: both('es') });
  }
  return all;
};

/** Texts that come with a screen: the namespace that they are added to, and their folder beside the file that adds them. */
const laterTexts =
  /\badd(?:Catalogues|Texts)\('([a-z-]+)', (?:'[a-z-]+', )?\{\s*en: \(\) => import\('([^']+)\/en\.ts'\)/g;

const sourcesOf = (frontends: string, name: string): readonly { readonly file: string; readonly text: string }[] =>
  readdirSync(join(frontends, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(frontends, name, 'src', file), 'utf8') }));

const read = async (folder: string): Promise<Readonly<Record<Language, ReadonlyMap<string, string>>>> => {
  const entries = await Promise.all(
    languages.map(async (language) => {
      const file = join(folder, `${language}.ts`);
      if (!existsSync(file)) throw new Error(`${file} is missing`);
      const { messages } = (await import(pathToFileURL(file).href)) as { messages: Messages };
      return [language, flatten(messages)] as const;
    }),
  );
  return Object.fromEntries(entries) as Record<Language, ReadonlyMap<string, string>>;
};

/**
 * Every fault of every front end's texts; empty when each language is complete and each key that the code asks for
 * exists.
 */
export const textFaults = async (frontends: string): Promise<readonly string[]> => {
  const all = await readCatalogues(frontends);
  const names = readdirSync(frontends).filter((name) => existsSync(join(frontends, name, 'src/locales/en.ts')));
  const exists = (key: string): boolean => {
    const [namespace = '', name = ''] = key.split(':');
    const texts = all.get(namespace)?.en;
    return texts !== undefined && (texts.has(name) || texts.has(`${name}_other`));
  };
  const unknown = names.flatMap((name) =>
    sourcesOf(frontends, name).flatMap(({ file, text }) =>
      askedKeys(text, name)
        .filter((key) => !exists(key))
        .map((key) => `${name}/src/${file} asks for ${key}, which no catalogue has`),
    ),
  );
  return [...[...all].flatMap(([name, catalogues]) => catalogueFaults(name, catalogues)), ...new Set(unknown)];
};
