import { glossary as en } from '../glossary/en.ts';
import { glossary as es } from '../glossary/es.ts';
import { glossary as pt } from '../glossary/pt.ts';
import type { Language } from '../src/manifest.ts';

/**
 * One word of the product. `not` are the words that mean the same and are refused: regular expressions that match
 * whole words in any case. `except` names the keys (`shell:codes.last_admin`) whose sentence may say otherwise, because
 * the specification gives it, because it shows sample data, or because the word means something else there.
 */
export type Term = { readonly word: string; readonly not: readonly string[]; readonly except?: readonly string[] };

/** The words of one language. */
export type Glossary = {
  /** By what a word stands for: the same names in every language. */
  readonly terms: Readonly<Record<string, Term>>;
  /** How people are addressed. */
  readonly address: Term;
  /** Turns of phrase that nobody writes; like `Term.not`. */
  readonly phrases: readonly string[];
  /** Sentences that say too little by themselves. */
  readonly alone: readonly string[];
};

const languages: readonly Language[] = ['en', 'pt', 'es'];

/** The glossary of each language. */
export const glossaries: Readonly<Record<Language, Glossary>> = { en, pt, es };

const whole = (patterns: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** Synonyms and turns of phrase that the glossary refuses in these sentences (by key), and exceptions that nothing needs. */
export const glossaryFaults = (
  language: string,
  glossary: Glossary,
  sentences: ReadonlyMap<string, string>,
): readonly string[] => {
  const rules = [
    ...Object.values(glossary.terms),
    glossary.address,
    { word: 'something plainer', not: glossary.phrases } satisfies Term,
  ].map(({ word, not, except = [] }: Term) => ({ word, except, pattern: not.length === 0 ? undefined : whole(not) }));
  const needed = new Set<string>();
  const faults = [...sentences].flatMap(([key, sentence]) => {
    // Values, settings and addresses are no words of the sentence.
    const plain = sentence.replace(/\{\{[^}]*\}\}|\b[A-Z]+(?:_[A-Z]+)+\b|\S+@\S+/g, ' ');
    const said = rules.flatMap(({ word, except, pattern }) => {
      const found = pattern?.exec(plain)?.[0];
      if (found === undefined) return [];
      if (!except.includes(key)) return [`${language} ${key}: "${found}" in "${sentence}"; write "${word}"`];
      needed.add(`${word} ${key}`);
      return [];
    });
    return glossary.alone.includes(sentence) ? [...said, `${language} ${key}: "${sentence}" says too little`] : said;
  });
  const needless = rules.flatMap(({ word, except }) =>
    except
      .filter((key) => !needed.has(`${word} ${key}`))
      .map((key) => `${language}: "${word}" needs no exception for ${key}`),
  );
  return [...faults, ...needless];
};

/** Words that only some languages have. */
export const unevenTerms = (all: Readonly<Record<Language, Glossary>>): readonly string[] => {
  const known = new Set(languages.flatMap((language) => Object.keys(all[language].terms)));
  return languages.flatMap((language) =>
    [...known].filter((term) => all[language].terms[term] === undefined).map((term) => `${language} lacks ${term}`),
  );
};
