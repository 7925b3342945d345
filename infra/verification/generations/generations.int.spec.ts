import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedCommands } from '../../runtime/src/cli-embedded.ts';
import { readConfig } from '../../runtime/src/config.ts';
import type { Json } from '../../runtime/src/testing/whole.ts';
import { ask, differences } from './ask.ts';
import { eventsOf, generations, placesOf, readJson, sumsOf, type Manifest } from './kept.ts';
import { startEmbeddedStand } from './stands.ts';

/** Some hundreds of requests: two seconds, and on a machine with much other work a minute and more. */
const timeout = 300_000;

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'tessera-kept-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

describe.each(generations)('the data folder of generation %i', (generation) => {
  const places = placesOf(generation);
  const manifest = readJson<Manifest>(places.manifest);
  const kept = readJson<Json>(places.embedded);
  const today = async (): Promise<Json> => {
    const stand = await startEmbeddedStand(data);
    try {
      return await ask(stand.url, { apiToken: manifest.tokens.embedded });
    } finally {
      await stand.stop();
    }
  };
  beforeEach(() => cpSync(places.data, data, { recursive: true }));

  it('is as it was written', () => {
    expect(sumsOf(generation)).toEqual(manifest.files);
    expect(eventsOf(data)).toEqual(manifest.events);
  });

  it('opens as it is, is whole, and is answered as it was', { timeout }, async () => {
    const verified = await embeddedCommands(readConfig({ TESSERA_DATA: data })).verify();
    expect(verified).toMatchObject({ fine: true });
    expect(differences(kept, await today())).toEqual([]);
  });

  it('is answered as it was when its read models are made anew from the events', { timeout }, async () => {
    for (const model of globSync('*/model.db*', { cwd: data })) rmSync(join(data, model));
    expect(differences(kept, await today())).toEqual([]);
  });
});

it('tells what a kept answer has and the answer of today lacks, and nothing of what is new', () => {
  const kept = { a: [{ id: '1', props: { max: 10 } }], b: null };
  expect(differences(kept, { a: [{ id: '1', props: { max: 10, min: 1 } }], b: null, c: 1 })).toEqual([]);
  expect(differences(kept, { a: [{ id: '1', props: {} }], b: 0 })).toEqual([
    '.a.0.props.max: was 10, is nothing',
    '.b: was null, is 0',
  ]);
  expect(differences(kept, { a: [], b: null })).toEqual(['.a: was 1 long, is 0']);
});
