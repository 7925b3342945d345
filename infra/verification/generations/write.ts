// `npm run generation`: writes the next generation of kept data with the code of today: a data folder of the one
// process and a dump of the cluster's document store, with what the API answers of each. `npm run generation -- answers
// <number>` writes the answers of a kept generation anew, for a change of the API that is meant. `npm run generation --
// released` adds new commands and new versions of aggregates and projections to what releases are held to. The page
// beside this says when.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { startEngines } from '../../runtime/src/testing/cluster.ts';
import { ask } from './ask.ts';
import { fill } from './fill.ts';
import {
  dumpMongo,
  eventsOf,
  generations,
  kindsOfContracts,
  placesOf,
  readJson,
  restoreMongo,
  sumsOf,
  writeJson,
  type Manifest,
} from './kept.ts';
import { foldsOf, readReleased, releasedPath, writeModules, type Released } from './released.ts';
import { connectMongo, startClusterStand, startEmbeddedStand, type RunningStand } from './stands.ts';

/** Kinds of events that a few records and a few minutes do not bring about: a race, a failure, a backup, a long import. */
const rare = new Set(['accountClosed', 'apiTokenConfirmed', 'importAdvanced', 'importCancelled', 'importFailed']);

const scratch = mkdtempSync(join(tmpdir(), 'tessera-generation-'));

/** What the API answers of a stand, which ends then. */
const answered = async (stand: RunningStand, answers: string, apiToken: string): Promise<void> => {
  try {
    writeJson(answers, await ask(stand.url, { apiToken }));
  } finally {
    await stand.stop();
  }
};
const filled = async (stand: RunningStand): Promise<string> => {
  try {
    return (await fill(stand)).apiToken;
  } finally {
    await stand.stop();
  }
};

/** Files that only a running process needs. */
const passing = /(\.db-shm|\.lock)$/;

// Answers are asked for after a start: what a process remembers for some seconds is no part of the data.
const embedded = async (places: ReturnType<typeof placesOf>): Promise<string> => {
  const data = join(scratch, 'data');
  const token = await filled(await startEmbeddedStand(data));
  cpSync(data, places.data, { recursive: true, filter: (path) => !passing.test(path) });
  await answered(await startEmbeddedStand(data), places.embedded, token);
  return token;
};

const withEngines = async <T>(work: (environment: Readonly<Record<string, string>>) => Promise<T>): Promise<T> => {
  const engines = await startEngines();
  try {
    return await work(engines.environment);
  } finally {
    await engines.stop();
  }
};
const withMongo = async (
  environment: Readonly<Record<string, string>>,
  work: (client: MongoClient) => Promise<void>,
): Promise<void> => {
  const client = await connectMongo(environment);
  await work(client).finally(() => client.close());
};

const cluster = (places: ReturnType<typeof placesOf>): Promise<string> =>
  withEngines(async (environment) => {
    const token = await filled(await startClusterStand(environment, scratch));
    await withMongo(environment, (client) => dumpMongo(client, places.dump));
    await answered(await startClusterStand(environment, scratch), places.cluster, token);
    return token;
  });

const writeNext = async (): Promise<void> => {
  const generation = (generations.at(-1) ?? 0) + 1;
  const places = placesOf(generation);
  if (existsSync(places.folder)) throw new Error(`${places.folder} is there already`);
  try {
    const tokens = { embedded: await embedded(places), cluster: await cluster(places) };
    const copy = join(scratch, 'copy');
    cpSync(places.data, copy, { recursive: true });
    const events = eventsOf(copy);
    const lacking = Object.entries(kindsOfContracts()).flatMap(([service, kinds]) =>
      kinds.filter((kind) => !rare.has(kind) && events[service]?.[kind] === undefined),
    );
    if (lacking.length > 0) throw new Error(`fill.ts brings no event of these kinds about: ${lacking.join(', ')}`);
    const written = new Date().toISOString();
    writeJson(places.manifest, { written, tokens, events, files: sumsOf(generation) } satisfies Manifest);
    console.log(`wrote generation ${generation}`);
  } catch (error) {
    rmSync(places.folder, { recursive: true, force: true });
    throw error;
  }
};

const writeAnswers = async (generation: number): Promise<void> => {
  const places = placesOf(generation);
  const manifest = readJson<Manifest>(places.manifest);
  const data = join(scratch, 'data');
  cpSync(places.data, data, { recursive: true });
  await answered(await startEmbeddedStand(data), places.embedded, manifest.tokens.embedded);
  await withEngines(async (environment) => {
    await withMongo(environment, (client) => restoreMongo(client, places.dump));
    await answered(await startClusterStand(environment, scratch), places.cluster, manifest.tokens.cluster);
  });
  writeJson(places.manifest, { ...manifest, files: sumsOf(generation) } satisfies Manifest);
  console.log(`wrote the answers of generation ${generation}; look at each line that differs`);
};

/** Adds what is new; what is there is a promise, and stays. */
const writeReleased = async (): Promise<void> => {
  const { commands, folds } = readReleased();
  const wanted: { commands: Record<string, readonly string[]>; folds: Record<string, Released['folds'][string]> } = {
    commands: { ...commands },
    folds: { ...folds },
  };
  for (const [service, module] of await writeModules())
    wanted.commands[service] = [...new Set([...(commands[service] ?? []), ...Object.keys(module.commands)])].sort();
  for (const generation of generations) {
    const before = folds[generation] ?? {};
    const all: Record<string, Readonly<Record<string, string>>> = { ...before };
    for (const [service, groups] of Object.entries(await foldsOf(generation)))
      all[service] = { ...groups, ...before[service] };
    wanted.folds[generation] = all;
  }
  writeJson(releasedPath, wanted satisfies Released);
  console.log('wrote what releases are held to; look at each line that differs');
};

try {
  const [what, number] = process.argv.slice(2);
  if (what === undefined) await writeNext();
  else if (what === 'released') await writeReleased();
  else if (what === 'answers' && generations.includes(Number(number))) await writeAnswers(Number(number));
  else throw new Error('usage: npm run generation [-- answers <number> | released]');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
