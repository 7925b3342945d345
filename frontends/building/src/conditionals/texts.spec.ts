import { expect, it } from 'vitest';
import { catalogueFaults, flatten } from '../../../kit/checks/texts.ts';
import { messages as en } from './texts/en.ts';
import { messages as es } from './texts/es.ts';
import { messages as pt } from './texts/pt.ts';

it('the texts of conditional fields are the same in each language', () => {
  expect(catalogueFaults('conditionals', { en: flatten(en), pt: flatten(pt), es: flatten(es) })).toEqual([]);
});
