import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  backup,
  logicalDump,
  openStores,
  purge,
  rebuildModel,
  restore,
  verifyLogs,
  type Stores,
} from '../src/index.ts';
import { actorOf, metaFor } from './actors.ts';

const moduleUrl = (file: string): URL => new URL(`./${file}.ts`, import.meta.url);
const lists = { name: 'lists', writeModuleUrl: moduleUrl('lists') };
const model = { service: 'lists', writeModuleUrl: moduleUrl('lists') };

let base: string;
let folder: string;
const opened = new Set<Stores>();
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'integrity-'));
  folder = join(base, 'data');
});
afterEach(async () => {
  await Promise.all([...opened].map((s) => s.close()));
  opened.clear();
  rmSync(base, { recursive: true, force: true });
});

const open = async (dataFolder = folder, services = [lists]): Promise<Stores> => {
  const stores = await openStores({ dataFolder, services });
  opened.add(stores);
  return stores;
};
const close = async (stores: Stores): Promise<void> => {
  opened.delete(stores);
  await stores.close();
};
const run = (stores: Stores, type: string, payload: object, organizationId = 'org') =>
  stores.store('lists').execute<{ ids: string[] }>({ type, payload }, metaFor(organizationId));

/** Some of everything that the model can hold, in two organizations. */
const write = async (stores: Stores, changes = 10): Promise<void> => {
  for (const organizationId of ['org', 'other']) {
    await run(stores, 'make', { list: 'l', label: 'l', columns: ['c1_1', 'c2_1'] }, organizationId);
    const { ids } = (
      await run(
        stores,
        'add',
        { list: 'l', count: 50, columns: { c1_1: Array.from({ length: 50 }, (_, i) => `ä ${i}`) } },
        organizationId,
      )
    ).answer;
    for (let i = 0; i < changes; i++) {
      await run(
        stores,
        'set',
        { list: 'l', ids: [ids[i], ids[i + 1]], column: i % 2 ? 'c1_1' : 'c2_1', values: [null, `changed ${i}`] },
        organizationId,
      );
      await run(stores, 'label', { list: 'l', label: `label ${i}` }, organizationId);
    }
    await run(stores, 'remove', { list: 'l', ids: ids.slice(40) }, organizationId);
    await run(stores, 'remove', { list: 'l', ids: ids.slice(45), back: true }, organizationId);
    await run(stores, 'note', { notes: ['a', 'b'], text: 'note' }, organizationId);
  }
};

const inLog = (change: (db: DatabaseSync) => void, dataFolder = folder): void => {
  const db = new DatabaseSync(join(dataFolder, 'lists', 'log.db'));
  change(db);
  db.close();
};
/** So that nothing beside the log says how far it must reach. */
const forgetPosition = (): void => {
  for (const name of ['lists/log.position', 'lists.position', 'lists/model.db', 'lists/model.db-wal'])
    rmSync(join(folder, name), { force: true });
};
const flip = (seq: number) =>
  inLog((db) =>
    db.prepare("UPDATE commits SET body = substr(body, 1, 5) || x'ff' || substr(body, 7) WHERE seq = ?").run(seq),
  );

describe('the read model', () => {
  it('is equal after a rebuild to what live writes made of it', async () => {
    const stores = await open();
    await write(stores);
    await close(stores);
    const live = await logicalDump({ dataFolder: folder, ...model });
    const rebuilt = await rebuildModel({ dataFolder: folder, ...model });
    expect(rebuilt.hash).toBe(live);
    expect(rebuilt.commits).toBe(50);
  });

  it('differs in its hash when one cell differs', async () => {
    const hashes: string[] = [];
    for (const value of ['one', 'two']) {
      folder = join(base, value);
      const stores = await open();
      await run(stores, 'make', { list: 'l', label: 'l', columns: ['c1_1'] });
      await run(stores, 'note', { notes: ['n'], text: value });
      await close(stores);
      hashes.push(await logicalDump({ dataFolder: folder, ...model }));
    }
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('is made anew when it is missing, of another projection version or layout, or unreadable', async () => {
    let stores = await open();
    await write(stores);
    await close(stores);
    const hash = await logicalDump({ dataFolder: folder, ...model });

    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, 'lists', `model.db${suffix}`), { force: true });
    stores = await open();
    expect(stores.opened[0]).toMatchObject({ rebuilt: 'missing', caughtUp: 50 });
    await close(stores);
    stores = await open(folder, [{ ...lists, writeModuleUrl: moduleUrl('lists-v2') }]);
    expect(stores.opened[0]).toMatchObject({ rebuilt: 'projection', caughtUp: 50 });
    await close(stores);
    stores = await open();
    expect(stores.opened[0]).toMatchObject({ found: true, caughtUp: 0 });
    await close(stores);
    stores = await open();
    expect(stores.opened[0]).toEqual({ service: 'lists', commits: 50, caughtUp: 0, tail: { checked: 50 } });
    await close(stores);
    const db = new DatabaseSync(join(folder, 'lists', 'model.db'));
    db.exec('PRAGMA user_version = 1; ALTER TABLE record_indexes DROP COLUMN beside');
    db.close();
    stores = await open();
    expect(stores.opened[0]).toMatchObject({ rebuilt: 'format', caughtUp: 50 });
    await close(stores);
    for (const suffix of ['-wal', '-shm']) rmSync(join(folder, 'lists', `model.db${suffix}`), { force: true });
    writeFileSync(
      join(folder, 'lists', 'model.db'),
      'this is no database, and longer than the header of one would have to be to count as empty'.repeat(50),
    );
    stores = await open();
    expect(stores.opened[0]).toMatchObject({ rebuilt: 'unreadable', caughtUp: 50 });
    await close(stores);
    expect(await logicalDump({ dataFolder: folder, ...model })).toBe(hash);
  });

  it('catches up from where an older copy of it stands', async () => {
    let stores = await open();
    await run(stores, 'make', { list: 'l', label: 'l', columns: ['c1_1'] });
    await close(stores);
    const old = readFileSync(join(folder, 'lists', 'model.db'));
    stores = await open();
    for (let i = 0; i < 5; i++) await run(stores, 'label', { list: 'l', label: `label ${i}` });
    await close(stores);
    for (const suffix of ['-wal', '-shm']) rmSync(join(folder, 'lists', `model.db${suffix}`), { force: true });
    writeFileSync(join(folder, 'lists', 'model.db'), old);
    stores = await open();
    expect(stores.opened[0]).toMatchObject({ caughtUp: 5 });
    expect((await run(stores, 'look', { list: 'l' })).answer).toMatchObject({
      snapshot: { version: 6, state: { label: 'label 4', changes: 5 } },
    });
  });
});

describe('a data folder', () => {
  it('serves one process at a time', async () => {
    const stores = await open();
    await expect(openStores({ dataFolder: folder, services: [lists] })).rejects.toThrow('another process uses');
    await expect(rebuildModel({ dataFolder: folder, ...model })).rejects.toThrow('another process uses');
    await close(stores);
    await close(await open());
  });
});

describe('a damaged log', () => {
  beforeEach(async () => {
    const stores = await open();
    await write(stores);
    await close(stores);
  });

  it('loses its damaged end with a report, frees what the cut commits held, and goes on in a new epoch', async () => {
    let stores = await open();
    await run(stores, 'add', { list: 'l', unique: ['a'] });
    const kept = (await run(stores, 'add', { list: 'l', unique: ['b'] })).position!;
    await run(stores, 'add', { list: 'l', unique: ['c'] });
    await run(stores, 'label', { list: 'l', label: 'lost' });
    await close(stores);
    forgetPosition();
    flip(53);
    flip(54);
    stores = await open();
    expect(stores.opened[0]).toMatchObject({ tail: { cut: { firstSeq: 53, commits: 2 } } });
    const [saved] = readdirSync(join(folder, 'lists')).filter((f) => f.startsWith('cut-53-'));
    expect(JSON.parse(readFileSync(join(folder, 'lists', saved!), 'utf8')).commits).toHaveLength(2);
    expect(await stores.store('lists').position('org')).toBe(kept);
    expect((await run(stores, 'look', { list: 'l', keys: ['a', 'b', 'c'] })).answer).toMatchObject({
      claims: [expect.any(String), expect.any(String), null],
    });
    expect((await run(stores, 'label', { list: 'l', label: 'next' })).commitId).toBe(`lists.2.${kept + 1}`);
    expect(await stores.tail('lists', 0, 1, [])).toMatchObject({ epoch: 2, epochFrom: 52 });
    await close(stores);
    expect(verifyLogs({ dataFolder: folder })[0]!.damage).toEqual([]);
  });

  it('refuses to open when the damage is in the middle, and says where', async () => {
    flip(20);
    await expect(open()).rejects.toThrow('the log is damaged at seq 20');
    expect(verifyLogs({ dataFolder: folder })[0]!.damage).toEqual([
      expect.objectContaining({ seq: 20, what: 'a commit does not match its checksum', organizationId: 'org' }),
    ]);
  });

  it('refuses to open when a commit is missing', async () => {
    inLog((db) => db.exec('DELETE FROM commits WHERE seq = 30'));
    await expect(open()).rejects.toThrow('the log is damaged at seq 30: a commit is missing');
    expect(verifyLogs({ dataFolder: folder })[0]!.damage[0]).toMatchObject({
      seq: 30,
      what: 'commits are missing up to seq 30',
    });
  });

  it('refuses to open when the file itself is broken', async () => {
    inLog((db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    const path = join(folder, 'lists', 'log.db');
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4096 * 3, 4096 * 8);
    writeFileSync(path, bytes);
    await expect(open()).rejects.toThrow();
    expect(verifyLogs({ dataFolder: folder })[0]!.damage.length).toBeGreaterThan(0);
  });

  it('is found out when a sealed commit was replaced by another with a valid checksum', async () => {
    const stores = await open();
    await stores.seal('lists');
    await close(stores);
    expect(verifyLogs({ dataFolder: folder })[0]).toMatchObject({ commits: 50, seals: 1, unsealed: 0, damage: [] });
    inLog((db) =>
      db.exec(
        'UPDATE commits SET (encoding, checksum, header, body, summary) = (SELECT encoding, checksum, header, body, summary FROM commits WHERE seq = 6) WHERE seq = 4',
      ),
    );
    const [report] = verifyLogs({ dataFolder: folder });
    expect(report!.damage.map((d) => d.what)).toEqual([
      'a commit stands at another place than its header says',
      'the seal over seq 1 to 50 does not match its commits',
    ]);
  });

  it('is found out when sealed commits were taken off its end', async () => {
    const stores = await open();
    await stores.seal('lists');
    await close(stores);
    forgetPosition();
    inLog((db) => db.exec('DELETE FROM commits WHERE seq > 48'));
    expect(verifyLogs({ dataFolder: folder })[0]!.damage[0]).toMatchObject({
      seq: 49,
      what: 'commits are missing up to seq 50, which is sealed',
    });
  });
});

describe('seals', () => {
  it('are made in the background for whole segments', async () => {
    const stores = await open();
    await run(stores, 'make', { list: 'l', label: 'l', columns: [] });
    await Promise.all(
      Array.from({ length: 2_100 }, (_, i) => run(stores, 'label', { list: 'l', label: `label ${i}` })),
    );
    await stores.settled();
    await close(stores);
    expect(verifyLogs({ dataFolder: folder })[0]).toMatchObject({
      commits: 2_101,
      seals: 2,
      unsealed: 101,
      damage: [],
    });
  });
});

describe('a backup', () => {
  const services = [lists, { name: 'echoes', writeModuleUrl: moduleUrl('echoes') }];

  it('taken while writes go on restores to a moment, in a new epoch', async () => {
    const stores = await open(folder, services);
    await write(stores);
    let writing = true;
    const busy = (async () => {
      for (let i = 0; writing; i++) await run(stores, 'label', { list: 'l', label: `busy ${i}` });
    })();
    const target = join(base, 'backup');
    writeFileSync(join(folder, 'upload'), 'bytes of a file');
    const manifest = await backup({ dataFolder: folder, target });
    writing = false;
    await busy;
    const seq = manifest.services.find((s) => s.service === 'lists')!.seq;
    expect(seq).toBeGreaterThanOrEqual(50);
    await close(stores);

    const restored = join(base, 'restored');
    await restore({ from: target, dataFolder: restored });
    expect(readFileSync(join(restored, 'upload'), 'utf8')).toBe('bytes of a file');
    expect(existsSync(join(restored, 'lists', 'model.db'))).toBe(false);
    expect(verifyLogs({ dataFolder: restored }).map((r) => [r.service, r.commits, r.damage])).toEqual([
      ['echoes', 0, []],
      ['lists', seq, []],
    ]);
    const again = await open(restored, services);
    const made = await run(again, 'label', { list: 'l', label: 'after' });
    const [, epoch] = made.commitId!.split('.');
    expect(Number(epoch)).toBeGreaterThan(1);
    expect(await again.tail('lists', 0, 1, [])).toMatchObject({ epoch: Number(epoch), epochFrom: seq });
  });

  it('is refused when damaged, and never overwrites what is there', async () => {
    const stores = await open();
    await write(stores);
    const target = join(base, 'backup');
    await backup({ dataFolder: folder, target });
    await expect(backup({ dataFolder: folder, target })).rejects.toThrow('exists already');
    for (const inside of [
      join(folder, 'backups'),
      join(folder, 'backups', 'of-today'),
      `${folder}/../${basename(folder)}/b`,
    ])
      await expect(backup({ dataFolder: folder, target: inside })).rejects.toThrow('is inside the data folder');
    await backup({ dataFolder: folder, target: `${folder}-beside` });
    await expect(restore({ from: target, dataFolder: folder })).rejects.toThrow('is not empty');
    await expect(restore({ from: target, dataFolder: folder, replace: true })).rejects.toThrow('another process uses');
    await run(stores, 'label', { list: 'l', label: 'after the backup' });
    await close(stores);
    const { movedTo } = await restore({ from: target, dataFolder: folder, replace: true });
    expect(existsSync(join(movedTo!, 'lists', 'log.db'))).toBe(true);
    const again = await open();
    expect((await run(again, 'look', { list: 'l' })).answer).toMatchObject({
      snapshot: { state: { label: 'label 9' } },
    });
    await close(again);

    const path = join(target, 'lists', 'log.db');
    const bytes = readFileSync(path);
    bytes[5_000]! ^= 1;
    writeFileSync(path, bytes);
    await expect(restore({ from: target, dataFolder: join(base, 'elsewhere') })).rejects.toThrow('missing or damaged');
    await expect(restore({ from: folder, dataFolder: join(base, 'elsewhere') })).rejects.toThrow('is no backup');
  });
});

describe('a purge', () => {
  const planted = 'planted-7c1e';
  const bytesOf = (): Buffer =>
    Buffer.concat(
      readdirSync(join(folder, 'lists'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
    );
  const order = (item: string) => ({
    dataFolder: folder,
    ...model,
    organizationId: 'org',
    stream: 'record:l',
    items: [item],
    actor: { kind: 'user', id: 'ana' },
  });
  const plant = async (): Promise<{ erased: string; kept: string }> => {
    const stores = await open();
    await run(stores, 'make', { list: 'l', label: 'l', columns: ['c1_1'] });
    const [erased, kept] = (
      await run(stores, 'add', { list: 'l', count: 2, columns: { c1_1: [planted, 'kept'] }, unique: [planted, 'kept'] })
    ).answer.ids as [string, string];
    await run(stores, 'set', {
      list: 'l',
      ids: [kept, erased],
      column: 'c1_1',
      values: ['kept too', `${planted} again`],
    });
    await stores
      .store('lists')
      .execute(
        { type: 'set', payload: { list: 'l', ids: [erased], column: 'c1_1', values: [`${planted} alone`] } },
        metaFor('org', { idempotencyKey: 'alone' }),
      );
    await stores.settled();
    await close(stores);
    return { erased, kept };
  };

  it('leaves no byte of a record in any file, what was set aside included, and all of the others', async () => {
    const { erased, kept } = await plant();
    for (const name of ['aside-1', 'salvaged-1-1'])
      cpSync(join(folder, 'lists', 'model.db'), join(folder, 'lists', name, 'model.db'));
    writeFileSync(join(folder, 'lists', 'cut-4-1.json'), planted);
    expect(bytesOf().includes(planted)).toBe(true);
    expect(await purge(order(erased))).toMatchObject({ commits: 3 });
    expect(bytesOf().includes(planted)).toBe(false);

    const stores = await open();
    expect(stores.opened[0]).toMatchObject({ caughtUp: 0 });
    expect(
      (await run(stores, 'look', { list: 'l', ids: [erased, kept], keys: [planted, 'kept'] })).answer,
    ).toMatchObject({
      rows: [
        expect.toSatisfy((r) => r === null || r === undefined),
        { id: kept, version: 2, cells: { c1_1: 'kept too' } },
      ],
      claims: [null, kept],
    });
    expect(await stores.store('lists').history('org', 'record:l', erased, { limit: 10 })).toEqual([]);
    expect(
      (await stores.store('lists').history('org', 'record:l', kept, { limit: 10 })).map((c) => c.position),
    ).toEqual([3, 2]);
    const repeated = stores
      .store('lists')
      .execute(
        { type: 'set', payload: { list: 'l', ids: [erased], column: 'c1_1', values: [`${planted} alone`] } },
        metaFor('org', { idempotencyKey: 'alone' }),
      );
    await expect(repeated).rejects.toMatchObject({ code: 'commit.erased' });
    expect((await run(stores, 'label', { list: 'l', label: 'next' })).position).toBe(6);
    await close(stores);
    const live = await logicalDump({ dataFolder: folder, ...model });
    expect((await rebuildModel({ dataFolder: folder, ...model })).hash).toBe(live);
  });

  it('is followed by the verification, sealed before or after, once or twice', async () => {
    const { erased, kept } = await plant();
    let stores = await open();
    await stores.seal('lists');
    await close(stores);
    await purge(order(erased));
    expect(verifyLogs({ dataFolder: folder })[0]).toMatchObject({ commits: 5, seals: 1, purged: 3, damage: [] });
    await purge(order(kept));
    stores = await open();
    await stores.seal('lists');
    await close(stores);
    expect(verifyLogs({ dataFolder: folder })[0]).toMatchObject({ commits: 6, seals: 2, purged: 3, damage: [] });
    expect(await purge(order(kept))).toMatchObject({ commits: 0 });
  });

  it('is not mistaken for a change that nobody recorded', async () => {
    const { erased } = await plant();
    await purge(order(erased));
    inLog((db) => db.exec("UPDATE tombstones SET old_checksum = x'00112233445566778899aabbccddeeff' WHERE seq = 2"));
    expect(verifyLogs({ dataFolder: folder })[0]!.damage).toEqual([
      { seq: 2, what: 'a commit counts as purged, but no purge in the log says so' },
    ]);
  });
});

describe('the queue', () => {
  it('refuses more than it may hold, as unavailable, and takes commands again afterwards', async () => {
    const stores = await openStores({ dataFolder: folder, services: [lists], limits: { commands: 10 } });
    opened.add(stores);
    await run(stores, 'make', { list: 'l', label: 'l', columns: [] });
    const results = await Promise.allSettled(
      Array.from({ length: 15 }, (_, i) => run(stores, 'label', { list: 'l', label: `${i}` })),
    );
    expect(
      results.map((r) => (r.status === 'fulfilled' ? 'accepted' : (r.reason as { code: string; kind: string }).code)),
    ).toEqual([...Array.from({ length: 10 }, () => 'accepted'), ...Array.from({ length: 5 }, () => 'store.busy')]);
    expect((await run(stores, 'label', { list: 'l', label: 'later' })).position).toBe(12);
  });

  it('keeps write-ahead logs short while commands never stop', async () => {
    const stores = await open();
    await run(stores, 'make', { list: 'l', label: 'l', columns: ['c1_1'] });
    const payload = JSON.stringify({
      list: 'l',
      count: 1000,
      columns: { c1_1: Array.from({ length: 1000 }, (_, i) => `a value that takes its room, number ${i}`) },
    });
    let left = 150;
    let longest = 0;
    const lane = async (): Promise<void> => {
      while (left-- > 0) {
        await stores.store('lists').execute({ type: 'add', payload }, metaFor('org', { operationId: 'op' }));
        longest = Math.max(
          longest,
          ...['log.db-wal', 'model.db-wal'].map((file) => statSync(join(folder, 'lists', file)).size),
        );
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    expect(statSync(join(folder, 'lists', 'model.db')).size).toBeGreaterThan(10_000_000);
    expect(longest).toBeLessThan(8_500 * 4_200);
    await close(stores);
    expect(readdirSync(join(folder, 'lists')).filter((file) => file.endsWith('-wal'))).toEqual([]);
  });

  it('keeps single writes of others quick while an operation writes chunks', async () => {
    const stores = await open();
    await run(stores, 'make', { list: 'l', label: 'l', columns: ['c1_1'] });
    const payload = JSON.stringify({
      list: 'l',
      count: 1000,
      columns: { c1_1: Array.from({ length: 1000 }, () => 'value') },
    });
    const bulk = Promise.all(
      Array.from({ length: 60 }, () =>
        stores.store('lists').execute({ type: 'add', payload }, metaFor('org', { operationId: 'op' })),
      ),
    );
    let done = false;
    void bulk.then(() => (done = true));
    let alone = 0;
    while (!done) {
      await run(stores, 'note', { notes: ['n'], text: 'quick' });
      alone += 1;
    }
    await bulk;
    // One interactive group follows each bulk command while both wait, so as many single writes pass as chunks.
    expect(alone).toBeGreaterThan(10);
  });
});

describe('actors', () => {
  it('act with the rights that they have now, however often the object that carries them is replaced', async () => {
    const stores = await open();
    const store = stores.store('lists');
    await run(stores, 'make', { list: 'l', label: 'l', columns: [] });
    const constant = actorOf('org', 'constant');
    for (let batch = 0; batch < 11; batch++) {
      const users = Array.from({ length: 500 }, (_, i) => `user${batch * 500 + i}`);
      await Promise.all([
        ...users.map((user) =>
          store.execute(
            { type: 'label', payload: { list: 'l', label: user } },
            { actor: actorOf('org', user), origin: 'api' },
          ),
        ),
        store.execute(
          { type: 'label', payload: { list: 'l', label: `constant ${batch}` } },
          { actor: constant, origin: 'api' },
        ),
      ]);
    }
    for (let before: number | undefined, seen = 0; seen < 5_511;) {
      const page = await store.commits('org', { order: 'desc', limit: 500, ...(before !== undefined && { before }) });
      for (const { meta, events } of page.filter((c) => c.position > 1)) {
        expect((events[0] as { after: string }).after.split(' ')[0]).toBe(meta.actor.id);
        seen += 1;
      }
      before = page.at(-1)!.position;
    }
  });
});
