import { viewTypes } from '@tessera/proto/views';
import type { Language, Messages } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { glossaries, glossaryFaults } from '../../../kit/checks/glossary.ts';
import { catalogueFaults, flatten } from '../../../kit/checks/texts.ts';
import { offeredTypes, viewTypeOf } from './list.ts';

const languages: readonly Language[] = ['en', 'pt', 'es'];

describe.each(viewTypes)('the view of $id', ({ id, config }) => {
  const view = viewTypeOf(id)!;

  it('has the same texts in each language, in the words of the glossary', () => {
    const texts = (language: Language) => flatten(view.texts[language] as Messages);
    expect(catalogueFaults(id, { en: texts('en'), pt: texts('pt'), es: texts('es') })).toEqual([]);
    for (const language of languages) {
      const faults = glossaryFaults(language, glossaries[language], texts(language));
      expect(faults.filter((fault) => fault.startsWith(`${language} `))).toEqual([]);
    }
  });

  it('takes for granted only values of parts that the type has, and uses what it can keep', () => {
    expect(Object.keys(config)).toEqual(expect.arrayContaining(Object.keys(view.usual)));
    for (const kept of ['filter', 'sort', 'fields'] as const)
      if (view.uses.includes(kept)) expect(config).toHaveProperty(kept);
  });
});

it('types are offered in the order of the contract, and one that this release does not know is none', () => {
  expect(offeredTypes).toEqual(viewTypes.map(({ id }) => id));
  expect(viewTypeOf('hologram')).toBeUndefined();
});
