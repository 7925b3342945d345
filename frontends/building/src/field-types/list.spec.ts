import { fieldType, fieldTypes, isWritten } from '@tessera/fields';
import type { Language, Messages } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { glossaries, glossaryFaults } from '../../../kit/checks/glossary.ts';
import { catalogueFaults, flatten } from '../../../kit/checks/texts.ts';
import { refusedBy, viewOf } from './list.ts';

const languages: readonly Language[] = ['en', 'pt', 'es'];

describe.each(fieldTypes.map((type) => [type.id, type] as const))('the view of %s', (id, type) => {
  const view = viewOf(id);

  it('has the same texts in each language, in the words of the glossary', () => {
    const texts = (language: Language) => flatten(view.texts[language] as Messages);
    expect(catalogueFaults(id, { en: texts('en'), pt: texts('pt'), es: texts('es') })).toEqual([]);
    for (const language of languages) {
      // Exceptions of the glossary that these texts do not need are those of the catalogues.
      const faults = glossaryFaults(language, glossaries[language], texts(language));
      expect(faults.filter((fault) => fault.startsWith(`${language} `))).toEqual([]);
    }
  });

  it('takes a value for each of its operators', () => {
    // Conditions on links are written through the API.
    const taken = type.operators
      .filter(({ value }) => value !== 'none' && value !== 'records')
      .map(({ value }) => value);
    expect(taken.filter((value) => view.filterValues[value] === undefined)).toEqual([]);
  });

  it('lets enter what the server does not set itself, and nothing else', () => {
    expect(view.entry.by === 'nobody').toBe(!isWritten(type));
  });

  it('begins with properties that the type takes', () => {
    expect(() => type.props(view.begins ?? {})).not.toThrow();
    for (const name of Object.keys(view.begins ?? {})) expect(type.properties).toHaveProperty(name);
  });
});

it('names of types are each their own in a language', () => {
  for (const language of languages)
    expect(new Set(fieldTypes.map(({ id }) => viewOf(id).texts[language].name)).size).toBe(fieldTypes.length);
});

it('a type that this release does not know is shown and not entered', () => {
  expect(fieldType('hologram')).toBeUndefined();
  expect(viewOf('hologram').entry.by).toBe('nobody');
  expect(refusedBy('hologram.too_bright')).toBeUndefined();
});
