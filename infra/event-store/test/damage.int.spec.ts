import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logicalDump, openStores, rebuildModel, salvage, verifyLogs, type Stores } from '../src/index.ts';
import { metaFor } from './actors.ts';

const writeModuleUrl = new URL('./lists.ts', import.meta.url);
const lists = { name: 'lists', writeModuleUrl };
const of = (dataFolder: string) => ({ dataFolder, service: 'lists', writeModuleUrl });

let base: string;
let folder: string;
const opened = new Set<Stores>();
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'damage-'));
  folder = join(base, 'data');
});
afterEach(async () => {
  await Promise.all([...opened].map((s) => s.close()));
  opened.clear();
  rmSync(base, { recursive: true, force: true });
});

const open = async (dataFolder = folder): Promise<Stores> => {
  const stores = await openStores({ dataFolder, services: [lists] });
  opened.add(stores);
  return stores;
};
const close = async (stores: Stores): Promise<void> => {
  opened.delete(stores);
  await stores.close();
};
const run = (stores: Stores, type: string, payload: object, key?: string) =>
  stores
    .store('lists')
    .execute<{ ids: string[] }>({ type, payload }, metaFor('org', key === undefined ? {} : { idempotencyKey: key }));

/** 60 commits, in a folder as a killed process leaves it: the newest of them stand in WALs alone. */
const killedAfter60 = async (dataFolder = folder): Promise<void> => {
  const running = join(base, 'running');
  const stores = await open(running);
  await run(stores, 'make', { list: 'l', label: 'l', columns: ['c1_1'] });
  for (let i = 2; i <= 60; i++)
    await run(stores, 'add', { list: 'l', columns: { c1_1: [`value ${i}`] }, unique: [`u${i}`] }, `key ${i}`);
  await stores.settled();
  cpSync(running, dataFolder, { recursive: true });
  await close(stores);
};
const path = (name: string): string => join(folder, 'lists', name);
/** Nothing says any more how far the log reached, but for the model. */
const forgetPosition = (): void => {
  for (const file of [path('log.position'), join(folder, 'lists.position')]) rmSync(file);
};
const change = (name: string, edit: (bytes: Buffer) => void): void => {
  const bytes = readFileSync(path(name));
  edit(bytes);
  writeFileSync(path(name), bytes);
};
/** The frame of the log's WAL whose page holds the end of this text for the first time; frames have 4,120 bytes. */
const frameWith = (text: string): number => {
  const wal = readFileSync(path('log.db-wal'));
  return Math.floor((wal.indexOf(text) - 32) / 4120);
};
const inLog = (work: (db: DatabaseSync) => void): void => {
  const db = new DatabaseSync(path('log.db'));
  work(db);
  db.close();
};
/** All files of the service by name, with their bytes; what SQLite makes for the moment is left out. */
const files = (): Map<string, string> =>
  new Map(
    readdirSync(join(folder, 'lists'))
      .filter((name) => !name.endsWith('-shm'))
      .map((name) => [name, readFileSync(path(name)).toString('base64')] as const)
      .filter(([, bytes]) => bytes !== ''),
  );
const refusal = async (): Promise<string> => {
  const before = files();
  const words = await open().then(
    () => 'it opened',
    (error: unknown) => (error as Error).message,
  );
  expect([...files().entries()].filter(([name, bytes]) => before.get(name) !== bytes).map(([name]) => name)).toEqual(
    [],
  );
  expect([...before.keys()].filter((name) => !files().has(name))).toEqual([]);
  expect(words).not.toContain('\n');
  return words;
};
const damage = (): string[] => verifyLogs({ dataFolder: folder })[0]!.damage.map(({ what }) => what);

const wayOut =
  'Nothing was changed. Bring back a backup with "tessera restore <folder> --replace", or write what is left with "tessera salvage lists".';

describe('a log that lost commits that were acknowledged', () => {
  it('refuses to open after one bit of its WAL was flipped, and names what is missing', async () => {
    await killedAfter60();
    const frame = frameWith('key 21');
    change('log.db-wal', (wal) => (wal[32 + frame * 4120 + 24 + 2000]! ^= 1));
    const words = await refusal();
    expect(words).toContain(
      'lists: the log lacks commits 21 to 60: log.db ends at 20, and log.position says that 60 were written; ' +
        `log.db-wal is damaged at frame ${frame + 1} of `,
    );
    expect(words).toContain(wayOut);
    expect(damage()[0]).toContain('the log lacks commits 21 to 60');
  });

  it('refuses to open by what its model has, where no position is left', async () => {
    await killedAfter60();
    forgetPosition();
    change('log.db-wal', (wal) => (wal[32 + frameWith('key 21') * 4120 + 24 + 2000]! ^= 1));
    expect(await refusal()).toContain('the log lacks commits 21 to 60: log.db ends at 20, and model.db says that 60');
  });

  it.each([
    ['missing', 'log.db is missing, and commits 1 to 60 must be in it (log.position says so)'],
    ['empty', 'log.db holds no log, and commits 1 to 60 must be in it (log.position says so)'],
  ])('refuses to open when its file is %s, and leaves the model as it is', async (what, words) => {
    await killedAfter60();
    if (what === 'missing') rmSync(path('log.db'));
    else writeFileSync(path('log.db'), '');
    expect(await refusal()).toBe(`lists: ${words}. ${wayOut}`);
    expect(damage()).toContain(words);
  });

  it.each(['cut', 'another file'])('refuses to open when its file cannot be read any more: %s', async (how) => {
    await killedAfter60();
    const db = new DatabaseSync(path('log.db'));
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    const bytes = readFileSync(path('log.db'));
    writeFileSync(path('log.db'), how === 'cut' ? bytes.subarray(0, bytes.length / 2) : Buffer.alloc(bytes.length, 1));
    const cause = how === 'cut' ? 'database disk image is malformed' : 'file is not a database';
    const words = `log.db cannot be read (${cause}), and commits 1 to 60 must be in it (log.position says so)`;
    expect(await refusal()).toBe(`lists: ${words}. ${wayOut}`);
    expect(damage()[0]).toBe(words);
    forgetPosition();
    rmSync(path('model.db'));
    expect(await refusal()).toBe(`lists: log.db cannot be read (${cause}). ${wayOut}`);
  });

  it('refuses to open when another log stands in its place', async () => {
    await killedAfter60();
    const other = await open(join(base, 'other'));
    await run(other, 'make', { list: 'l', label: 'l', columns: [] });
    await close(other);
    rmSync(path('log.db-wal'));
    copyFileSync(join(base, 'other', 'lists', 'log.db'), path('log.db'));
    expect(await refusal()).toContain(
      'log.db is another log than the one that log.position names, which has 60 commits',
    );
  });

  it('refuses to open when its last commit was acknowledged and does not match its checksum', async () => {
    await killedAfter60();
    inLog((db) => db.exec("UPDATE commits SET body = substr(body, 1, 5) || x'ff' || substr(body, 7) WHERE seq = 60"));
    expect(await refusal()).toContain(
      `lists: the log is damaged at seq 60: commit 60 at its end, which was acknowledged, does not match its checksum. ${wayOut}`,
    );
    expect(damage()).toEqual(['a commit does not match its checksum']);
  });
});

describe('a folder that was exchanged for a copy of an earlier moment', () => {
  it('refuses to open, as it would without its end, and opens again in a new epoch once that is salvaged', async () => {
    await killedAfter60();
    const earlier = join(base, 'earlier');
    const stores = await open();
    cpSync(join(folder, 'lists'), earlier, { recursive: true });
    for (let i = 61; i <= 70; i++) await run(stores, 'add', { list: 'l', columns: { c1_1: [`value ${i}`] } });
    await close(stores);
    rmSync(join(folder, 'lists'), { recursive: true });
    cpSync(earlier, join(folder, 'lists'), { recursive: true });
    const words =
      'the log lacks commits 61 to 70: log.db ends at 60, and lists.position says that 70 were written; the folder lists is a copy of an earlier moment';
    expect(await refusal()).toBe(`lists: ${words}. ${wayOut}`);
    expect(damage()).toContain(words);
    expect(await salvage(of(folder))).toMatchObject({ whole: 60, lost: { from: 61, to: 70 } });
    expect(damage()).toEqual([]);
    const again = await open();
    await run(again, 'add', { list: 'l', columns: { c1_1: ['goes on'] } });
    await close(again);
    // What was noted before the salvage is of the past.
    expect(damage()).toEqual([]);
  });
});

describe('the position', () => {
  it('is never ahead of the log and follows it at once when the writer has nothing else to do', async () => {
    const stores = await open();
    await run(stores, 'make', { list: 'l', label: 'l', columns: [] });
    await stores.settled();
    expect(readFileSync(path('log.position'), 'latin1').split(' ').slice(3, 5)).toEqual(['1', '1']);
    expect(damage()).toEqual([]);
  });

  it('is made anew where it is missing or damaged, and the damage is told', async () => {
    await killedAfter60();
    change('log.position', (bytes) => (bytes[60]! ^= 1));
    expect(damage()).toEqual(['log.position is damaged: how far the log must reach is not known']);
    await close(await open());
    expect(damage()).toEqual([]);
  });

  it('lets a torn end beyond it be cut, with a report', async () => {
    await killedAfter60();
    for (const name of ['model.db', 'model.db-wal']) rmSync(path(name));
    const early = await open(join(base, 'running'));
    await close(early);
    inLog((db) => db.exec("UPDATE commits SET body = substr(body, 1, 5) || x'ff' || substr(body, 7) WHERE seq = 60"));
    // As it was written a moment before the last commit.
    const noted = new DatabaseSync(path('log.db'), { readOnly: true });
    const { value } = noted.prepare("SELECT value FROM meta WHERE key = 'log_id'").get() as { value: string };
    noted.close();
    forgetPosition();
    const { openPosition } = await import('../src/log/position.ts');
    const position = openPosition(path('log.position'));
    position.note({ logId: value, epoch: 1, seq: 59 });
    position.close();
    const stores = await open();
    expect(stores.opened[0]!.tail.cut).toMatchObject({ firstSeq: 60, commits: 1 });
    expect(existsSync(stores.opened[0]!.tail.cut!.savedTo)).toBe(true);
  });
});

describe('the end of a WAL that nobody was told of', () => {
  it('is dropped with a report, and its bytes are kept', async () => {
    await killedAfter60();
    forgetPosition();
    for (const name of ['model.db', 'model.db-wal']) rmSync(path(name));
    change('log.db-wal', (wal) => (wal[32 + frameWith('key 21') * 4120 + 24 + 2000]! ^= 1));
    const before = readFileSync(path('log.db-wal'));
    expect(damage()[0]).toMatch(/^log\.db-wal is damaged at frame \d+ of \d+, and SQLite reads none from there on$/);
    const stores = await open();
    const { commits, tail } = stores.opened[0]!;
    expect(commits).toBe(20);
    expect(tail.unread!.what).toContain('log.db-wal is damaged at frame');
    expect(readFileSync(tail.unread!.savedTo).equals(before)).toBe(true);
  });
});

describe('a model', () => {
  it('stays as it was when it cannot be made anew from a damaged log', async () => {
    await killedAfter60();
    await close(await open());
    const whole = await logicalDump(of(folder));
    inLog((db) => {
      db.exec("UPDATE commits SET body = substr(body, 1, 5) || x'ff' || substr(body, 7) WHERE seq = 20");
      // As if they had been sealed before: opening does not look at them again.
      db.exec("INSERT INTO seals VALUES (60, 1, x'00', 0), (400, 61, x'00', 0)");
    });
    await expect(rebuildModel(of(folder))).rejects.toThrow(
      'lists was not rebuilt, its log is damaged:\n  at 20 (position 20): a commit does not match its checksum',
    );
    inLog((db) => db.exec('DELETE FROM seals WHERE last_seq = 400'));
    expect(existsSync(path('model.db'))).toBe(true);
    const db = new DatabaseSync(path('model.db'));
    db.exec("UPDATE meta SET value = '[]' WHERE key = 'projections'");
    db.close();
    await expect(open()).rejects.toThrow('the log is damaged at seq 20');
    expect(readdirSync(join(folder, 'lists')).filter((name) => name.startsWith('aside-'))).toEqual([]);
    const kept = new DatabaseSync(path('model.db'), { readOnly: true });
    expect(kept.prepare("SELECT value FROM meta WHERE key = 'applied_seq'").get()).toEqual({ value: '60' });
    kept.close();
    expect(whole).toHaveLength(64);
  });
});

describe('verify', () => {
  beforeEach(async () => {
    await killedAfter60();
    await close(await open());
  });

  it.each([
    ['DELETE FROM claims', 'claims differ from what the commits say: 59 missing (each one is a unique value)'],
    [
      "UPDATE claims SET owner = 'somebody else' WHERE key = (SELECT min(key) FROM claims)",
      'claims differ from what the commits say: 1 missing, 1 that no commit made (each one is a unique value)',
    ],
    [
      'DELETE FROM idempotency WHERE position = 30',
      'idempotency differ from what the commits say: 1 missing (each one is a answered request)',
    ],
    [
      'DELETE FROM advances WHERE position < 11',
      'advances differ from what the commits say: 10 missing (each one is a place in a history)',
    ],
  ])('finds out %s', async (statement, words) => {
    expect(damage()).toEqual([]);
    inLog((db) => db.exec(statement));
    expect(damage()).toEqual([words]);
  });

  it('finds out an index that does not lead to its commits', async () => {
    inLog((db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    const db = new DatabaseSync(path('log.db'), { readOnly: true });
    const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'commits_actor'").get() as {
      rootpage: number;
    };
    db.close();
    change('log.db', (bytes) => (bytes[rootpage * 4096 - 1]! ^= 1));
    expect(damage()[0]).toMatch(/^log\.db: row \d+ missing from index commits_actor$/);
  });
});

describe('salvage', () => {
  /** What a caller reads of every item, with the list's own state. */
  const contents = async (stores: Stores): Promise<unknown> =>
    (await run(stores, 'look', { list: 'l', ids: itemIds, keys: ['u21', 'u60'] })).answer;
  let itemIds: string[] = [];
  let before: unknown;
  const kept = (): object => {
    const { rows, snapshot, document } = before as Record<string, unknown>;
    return { rows, snapshot, document };
  };

  const killedAfter63 = async (): Promise<void> => {
    const running = join(base, 'running');
    const stores = await open(running);
    itemIds = [];
    await run(stores, 'make', { list: 'l', label: 'l', columns: ['c1_1', 'c2_1'] });
    for (let i = 2; i <= 60; i++)
      itemIds.push(
        ...(await run(stores, 'add', { list: 'l', columns: { c1_1: [`value ${i}`] }, unique: [`u${i}`] }, `key ${i}`))
          .answer.ids,
      );
    await run(stores, 'set', { list: 'l', ids: [itemIds[0], itemIds[50]], column: 'c2_1', values: ['early', 'late'] });
    await run(stores, 'remove', { list: 'l', ids: [itemIds[1], itemIds[51]] });
    await run(stores, 'label', { list: 'l', label: 'the last one' });
    before = await contents(stores);
    await stores.settled();
    cpSync(running, folder, { recursive: true });
    await close(stores);
  };
  /** As it is after a checkpoint: nothing of it stands in a WAL. */
  const checkpointed = (name: string): void => {
    const db = new DatabaseSync(path(name));
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
  };

  it('brings every commit back whole from a WAL in which one bit was flipped', async () => {
    await killedAfter63();
    change('log.db-wal', (wal) => (wal[32 + frameWith('key 21') * 4120 + 24 + 2000]! ^= 1));
    expect(await refusal()).toContain('the log lacks commits 21 to 63');
    const report = await salvage(of(folder));
    expect(report).toMatchObject({ service: 'lists', whole: 63, fromWal: 43 });
    expect(report!.lost).toBeUndefined();
    expect(damage()).toEqual([]);
    expect(existsSync(join(report!.keptIn, 'log.db-wal'))).toBe(true);
    const stores = await open();
    expect(stores.opened[0]).toEqual({ service: 'lists', commits: 63, caughtUp: 0, tail: { checked: 63 } });
    expect(await contents(stores)).toEqual(before);
    expect((await stores.store('lists').commits('org', { order: 'desc', limit: 500 })).length).toBe(63);
    expect(await salvage(of(join(base, 'running')))).toBeUndefined();
  });

  it('writes what lost commits left behind from the model, and says so in the log', async () => {
    await killedAfter63();
    checkpointed('log.db');
    inLog((db) => db.exec('DELETE FROM commits WHERE seq > 20'));
    expect(await refusal()).toContain('the log lacks commits 21 to 63');
    const report = await salvage(of(folder));
    expect(report).toMatchObject({ whole: 20, fromWal: 0, lost: { from: 21, to: 63 }, fromModel: {} });
    expect(report!.fromModel!.rows).toBeGreaterThan(39);
    expect(damage()).toEqual([]);
    let stores = await open();
    expect((await contents(stores)) as object).toMatchObject(kept());
    const page = await stores.store('lists').commits('org', { order: 'desc', limit: 1 });
    expect(page[0]).toMatchObject({ commandType: '$salvaged', meta: { actor: { kind: 'system', id: 'salvage' } } });
    const epoch = Number(page[0]!.id.split('.')[1]);
    expect(epoch).toBeGreaterThan(100_000);
    const next = await run(stores, 'label', { list: 'l', label: 'goes on' });
    expect(next.commitId).toMatch(new RegExp(`^lists\\.${epoch}\\.`));
    const late = await run(stores, 'add', { list: 'l', columns: { c1_1: ['new'] } });
    await run(stores, 'set', { list: 'l', ids: [itemIds[50]], column: 'c2_1', values: ['later'] });
    expect(late.answer.ids).toHaveLength(1);
    await close(stores);
    const hash = await logicalDump(of(folder));
    expect((await rebuildModel(of(folder))).hash).toBe(hash);
    stores = await open();
    expect(await stores.tail('lists', 0, 1, [])).toMatchObject({ epoch, epochFrom: 20 });
  });

  it('reads a model that an earlier release wrote, and says so where it cannot', async () => {
    await killedAfter63();
    for (const name of ['log.db', 'log.db-wal']) rmSync(path(name));
    const inModel = (sql: string): void => {
      const db = new DatabaseSync(path('model.db'));
      db.exec(sql);
      db.close();
    };
    const reading = new DatabaseSync(path('model.db'), { readOnly: true });
    const { user_version: format } = reading.prepare('PRAGMA user_version').get() as { user_version: number };
    reading.close();
    inModel(`PRAGMA user_version = ${format + 1}`);
    const before = files();
    await expect(salvage(of(folder))).rejects.toThrow(
      /^lists: model\.db, .* is of another release\. Nothing was changed/,
    );
    rmSync(path('salvaging'), { recursive: true, force: true });
    expect([...files().keys()]).toEqual([...before.keys()]);

    inModel(`PRAGMA user_version = ${format}; DROP TABLE record_edges`);
    expect(await salvage(of(folder))).toMatchObject({ whole: 0, lost: { from: 1, to: 63 }, fromModel: {} });
    const stores = await open();
    expect((await contents(stores)) as object).toMatchObject(kept());
    expect(damage()).toEqual([]);
  });

  it('leaves nothing of a record that is purged afterwards, neither in its commits nor in the kept files', async () => {
    await killedAfter63();
    for (const name of ['log.db', 'log.db-wal']) rmSync(path(name));
    await salvage(of(folder));
    const holding = (text: string): string[] =>
      readdirSync(join(folder, 'lists'), { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(text))
        .map(({ name }) => name);
    const inCommits = (text: string): boolean => {
      const db = new DatabaseSync(path('log.db'), { readOnly: true });
      const rows = db.prepare('SELECT encoding, body FROM commits').all() as { encoding: number; body: Uint8Array }[];
      db.close();
      return rows.some(({ encoding, body }) =>
        Buffer.from(encoding === 1 ? zstdDecompressSync(body) : body).includes(text),
      );
    };
    expect([inCommits('value 33'), inCommits('value 34')]).toEqual([true, true]);
    const stores = await open();
    await stores.store('lists').purge({ stream: 'record:l', items: [itemIds[31]!] }, { actor: metaFor('org').actor });
    await stores.settled();
    expect([inCommits('value 33'), inCommits('value 34')]).toEqual([false, true]);
    expect(holding('value 33')).toEqual([]);
    await close(stores);
    expect(damage()).toEqual([]);
    const hash = await logicalDump(of(folder));
    expect((await rebuildModel(of(folder))).hash).toBe(hash);
  });

  it('makes a log of the model alone where the log is gone', async () => {
    await killedAfter63();
    for (const name of ['log.db', 'log.db-wal']) rmSync(path(name));
    expect(await salvage(of(folder))).toMatchObject({ whole: 0, lost: { from: 1, to: 63 }, fromModel: {} });
    const stores = await open();
    expect((await contents(stores)) as object).toMatchObject(kept());
    expect(damage()).toEqual([]);
  });

  it('says what is lost where nothing has it any more', async () => {
    await killedAfter63();
    checkpointed('log.db');
    for (const name of ['model.db', 'model.db-wal']) rmSync(path(name));
    inLog((db) => db.exec("UPDATE commits SET body = substr(body, 1, 5) || x'ff' || substr(body, 7) WHERE seq = 30"));
    const report = await salvage(of(folder));
    expect(report).toMatchObject({ whole: 29, lost: { from: 30, to: 63 } });
    expect(report!.fromModel).toBeUndefined();
    expect(damage()).toEqual([]);
    await close(await open());
  });

  it('goes on where it was broken off, whatever was in its place by then', async () => {
    await killedAfter63();
    checkpointed('log.db');
    checkpointed('model.db');
    inLog((db) => db.exec('DELETE FROM commits WHERE seq > 20'));
    const damaged = join(base, 'damaged');
    cpSync(folder, damaged, { recursive: true });
    await salvage(of(folder));
    const made = join(base, 'made');
    cpSync(join(folder, 'lists'), made, { recursive: true });
    const moves: readonly (readonly [from: string, to: string])[] = ['log.db', 'model.db', 'log.position'].flatMap(
      (name) => [
        [name, `salvaged-1/${name}`],
        [`salvaging/lists/${name}`, name],
      ],
    );
    for (let done = 0; done <= moves.length; done++) {
      rmSync(folder, { recursive: true });
      cpSync(damaged, folder, { recursive: true });
      mkdirSync(path('salvaging/lists'), { recursive: true });
      mkdirSync(path('salvaged-1'));
      writeFileSync(path('salvaging/ready'), '');
      for (const name of ['log.db', 'model.db', 'log.position'])
        copyFileSync(join(made, name), path(`salvaging/lists/${name}`));
      for (const [from, to] of moves.slice(0, done)) renameSync(path(from), path(to));
      if (done === moves.length) copyFileSync(path('log.position'), join(folder, 'lists.position'));

      expect(await salvage(of(folder)), `after ${done} moves`).toBeUndefined();
      expect(damage()).toEqual([]);
      expect(existsSync(path('salvaging'))).toBe(false);
      const stores = await open();
      expect((await contents(stores)) as object).toMatchObject(kept());
      await close(stores);
    }
  });

  it('makes claims and indexes anew where the commits are whole', async () => {
    await killedAfter63();
    inLog((db) => db.exec('DELETE FROM claims'));
    expect(await salvage(of(folder))).toMatchObject({ whole: 63, fromWal: 0 });
    expect(damage()).toEqual([]);
    const stores = await open();
    expect(await contents(stores)).toEqual(before);
  });
});
