import { describe, expect, it } from 'vitest';
import { glossaries, glossaryFaults, unevenTerms, type Glossary } from './glossary.ts';
import { importedNames, sharedFaults } from './shared.ts';
import { askedKeys, catalogueFaults, flatten, readCatalogues, textFaults } from './texts.ts';
import { rawColours, tokenFaults } from './tokens.ts';

const frontends = new URL('../../', import.meta.url).pathname;

describe('texts', () => {
  it('are complete in every language, and every key that the code asks for exists', async () => {
    expect(await textFaults(frontends)).toEqual([]);
  });

  it('are faulty when a language lacks a key, has one too many or other placeholders', () => {
    const en = flatten({ a: { b: 'Hello {{name}}', c: 'C' } });
    const pt = flatten({ a: { b: 'Olá' }, d: 'D' });
    expect(catalogueFaults('x', { en, pt, es: en })).toEqual([
      'x/pt: no text for a.c',
      'x/pt: d is unknown in English',
      'x/pt: a.b has other placeholders',
    ]);
  });

  it('may differ in plural forms but not lack the general one', () => {
    const en = flatten({ n_one: '{{count}} row', n_other: '{{count}} rows' });
    const es = flatten({ n_one: '{{count}} fila' });
    expect(catalogueFaults('x', { en, pt: en, es })).toEqual(['x/es: n_one lacks its _other']);
  });

  it('are found where code and manifests ask for them', () => {
    const source =
      "const t = useTexts('shell'); t('a.b'); t('kit:undo', { x: 1 }); t(`c.${d}`); ({ label: 'building:menu.x' })";
    expect(askedKeys(source, 'other')).toEqual(['shell:a.b', 'kit:undo', 'building:menu.x']);
  });
});

describe('words', () => {
  it('are those of the glossary in every language, and each has its word', async () => {
    expect(unevenTerms(glossaries)).toEqual([]);
    const catalogues = await readCatalogues(frontends);
    for (const language of ['en', 'pt', 'es'] as const) {
      const sentences = new Map(
        [...catalogues].flatMap(([name, own]) =>
          [...own[language]].map(([key, sentence]) => [`${name}:${key}`, sentence] as const),
        ),
      );
      expect(sentences.size).toBeGreaterThan(600);
      expect(glossaryFaults(language, glossaries[language], sentences), language).toEqual([]);
    }
  });

  it('refuse what nobody writes, another word for a thing, and another form of address', () => {
    const planted = {
      en: [
        'All rows of deals.csv came along.',
        'Tells records apart: no value twice',
        'Take back',
        'Records stand in the order in which they were added.',
        'What is ticked goes back to the earlier value.',
        'Up',
        'Down',
        'Make a link',
        '14 kinds',
        'You can change all of it later.',
        'Sign in with your email',
      ],
      pt: ['Visualizadores podem ler a tabela.', 'Solte o ficheiro', 'Apagar a tabela', 'Tu podes ver', 'Passo 2 de 4'],
      es: [
        'Los creadores editan la tabla.',
        'No puedes ver esta tabla',
        'Abre el campo de nuevo.',
        'Borrar la tabla',
        'Parece “texto”',
        'Cambios que solo tú ves',
      ],
    } as const;
    for (const language of ['en', 'pt', 'es'] as const)
      for (const sentence of planted[language])
        expect(
          glossaryFaults(
            language,
            { ...glossaries[language], terms: bare(glossaries[language]) },
            new Map([['x:a', sentence]]),
          ),
          sentence,
        ).not.toEqual([]);
  });

  it('may be exceptions while a sentence needs them', () => {
    const glossary: Glossary = {
      terms: { record: { word: 'record', not: ['entr(y|ies)'], except: ['x:a', 'x:b'] } },
      address: { word: 'you', not: [] },
      phrases: [],
      alone: [],
    };
    const sentences = new Map([
      ['x:a', 'One entry of {{entry}}'],
      ['x:b', 'One record of {{entry}}'],
      ['x:c', 'Entries'],
    ]);
    expect(glossaryFaults('en', glossary, sentences)).toEqual([
      'en x:c: "Entries" in "Entries"; write "record"',
      'en: "record" needs no exception for x:b',
    ]);
  });
});

/** The words without the exceptions that sentences elsewhere need. */
const bare = (glossary: Glossary): Glossary['terms'] =>
  Object.fromEntries(Object.entries(glossary.terms).map(([name, { word, not }]) => [name, { word, not }]));

describe('colours', () => {
  it('stand in the tokens only', () => {
    expect(tokenFaults(frontends)).toEqual([]);
  });

  it('are refused as hex, functions and names in style sheets', () => {
    expect(
      rawColours('.a { color: #fff; background: oklch(0.5 0.1 20); border-color: red }', 'x.css').map(
        ({ text }) => text,
      ),
    ).toEqual(['#fff', 'oklch(0', ': red']);
  });

  it('are refused in components, where other uses of # are not', () => {
    expect(
      rawColours("const a = '#1f1b17'; const b = '#/home'; const c = \"url(#i)\"; // #fff", 'x.tsx').map(
        ({ text }) => text,
      ),
    ).toEqual(['#1f1b17']);
  });

  it('may be tokens and mixtures of tokens', () => {
    expect(
      rawColours('.a { color: var(--text); background: color-mix(in oklch, var(--p) 18%, transparent) }', 'x.css'),
    ).toEqual([]);
  });
});

describe('a package of which the shell shares a part', () => {
  it('has every name that a front end imports, and no other', () => {
    expect(sharedFaults(frontends)).toEqual([]);
  });

  it('is read where values are imported from it', () => {
    const source = [
      "import { Link, type To, useParams as params } from 'react-router';",
      "import type { RouteObject } from 'react-router';",
      "import { Link as other } from 'elsewhere';",
    ].join('\n');
    expect(importedNames(source, 'react-router')).toEqual(['Link', 'useParams']);
  });
});
