import { manifestFaults } from '@tessera/kit/manifest';
import { describe, expect, it } from 'vitest';
import { catalogueFaults, flatten } from '../../kit/checks/texts.ts';
import { manifest } from './manifest.ts';

describe('the front end collaboration', () => {
  it('has a manifest that the shell takes, and a page for each entry of the menu', () => {
    expect(manifestFaults(manifest, manifest.kit)).toEqual([]);
    for (const { to } of manifest.menu)
      expect(manifest.routes.map(({ path }) => path.replace(/\/\*$/, ''))).toContain(to);
  });
  it('says everything in three languages', async () => {
    const [en, pt, es] = await Promise.all(
      (['en', 'pt', 'es'] as const).map(async (language) => flatten((await manifest.messages[language]()).messages)),
    );
    expect(catalogueFaults('collaboration', { en: en!, pt: pt!, es: es! })).toEqual([]);
  });
});
