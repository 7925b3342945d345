import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embeddedCommands } from '../../runtime/src/cli-embedded.ts';
import { readConfig } from '../../runtime/src/config.ts';
import { generations, placesOf } from './kept.ts';
import { foldsOf, readReleased, writeModules } from './released.ts';

const timeout = 300_000;
const released = readReleased();

describe('the commands of a service', () => {
  it('are all that were ever released: old logs name them, and repeated requests are answered by them', async () => {
    const modules = await writeModules();
    expect([...modules.keys()].sort()).toEqual(Object.keys(released.commands).sort());
    for (const [service, names] of Object.entries(released.commands)) {
      const present = Object.keys(modules.get(service)!.commands).sort();
      expect(
        names.filter((name) => !present.includes(name)),
        `${service}: a released command is gone. Keep its name, if need be beside the new one`,
      ).toEqual([]);
      expect(
        present.filter((name) => !names.includes(name)),
        `${service}: new commands are released by "npm run generation -- released"`,
      ).toEqual([]);
    }
  });
});

describe.each(generations)('the events of generation %i', (generation) => {
  it(
    'fold to what they folded to, or the version of their aggregate or projection has risen',
    { timeout },
    async () => {
      for (const [service, groups] of Object.entries(await foldsOf(generation)))
        for (const [group, hash] of Object.entries(groups))
          expect(
            hash,
            `${service}: ${group} makes something else of old events. Raise its version, then run "npm run generation -- released"`,
          ).toBe(released.folds[generation]?.[service]?.[group]);
    },
  );

  it('are rebuilt to what is there once the product has opened them', { timeout }, async () => {
    const data = mkdtempSync(join(tmpdir(), 'tessera-kept-'));
    try {
      cpSync(placesOf(generation).data, data, { recursive: true });
      const { rebuild } = embeddedCommands(readConfig({ TESSERA_DATA: data }));
      for (const service of Object.keys(released.folds[generation]!))
        expect(await rebuild(service)).toMatchObject({ fine: true, text: expect.stringContaining('equal') as string });
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
});
