import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCluster, startEngines } from '../testing/cluster.ts';
import { api, countWhole, fillWhole, importCsv, readWhole, signIn } from '../testing/whole.ts';
import { caller, startTestProduct } from '../testing.ts';

/** Rows of a table that the backup holds beside the rest; more for a figure of how long it takes. */
const rows = Number(process.env['TESSERA_BACKUP_ROWS'] ?? 2_000);

const folder = mkdtempSync(join(tmpdir(), 'tessera-migrate-'));
const data = join(folder, 'data');
let engines: Awaited<ReturnType<typeof startEngines>>;
let cluster: Awaited<ReturnType<typeof startCluster>> | undefined;
let client: MongoClient;

const cli = (
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly out: string; readonly seconds: number }> =>
  new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(process.execPath, ['infra/runtime/src/cli.ts', ...args], {
      env: { PATH: process.env['PATH'] ?? '', TESSERA_DATA: data, ...engines.environment },
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += String(chunk)));
    child.on('close', (code) => resolve({ code, out, seconds: (performance.now() - begun) / 1000 }));
  });
const connect = async (): Promise<void> => {
  client = await new MongoClient(engines.environment['TESSERA_MONGO_URL']!).connect();
};
const epochOfTables = async (): Promise<number> => {
  const log = await client.db('tessera_tables').collection<{ epoch: number }>('log_meta').findOne({});
  return log?.epoch ?? Number.NaN;
};

beforeAll(async () => {
  engines = await startEngines();
  await connect();
}, 300_000);
afterAll(async () => {
  await cluster?.stop();
  await client.close();
  await engines.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

describe('tessera migrate', () => {
  it(
    'brings every table, view, field, record version, history entry, operation, secret and setting of a data folder to the engines',
    { timeout: 1_800_000 },
    async () => {
      const embedded = await startTestProduct({ dataFolder: data });
      const facts = await fillWhole(embedded.url);
      const before = await readWhole(embedded.url);
      const counts = countWhole(before);
      expect(counts).toMatchObject({ tables: 3, views: 3, records: 355, inTrash: 5 });
      expect(counts.historyEntries).toBeGreaterThan(480);
      const refused = await cli('migrate');
      expect(refused.out).toContain('another process uses');
      expect(refused.code).toBe(1);
      await embedded.stop();

      await client
        .db('tessera_tables')
        .collection('commits')
        .insertOne({ organization: 'other', keys: ['x'] });
      expect((await cli('migrate')).out).toContain('this installation is not empty: tables has commits');
      await client.db('tessera_tables').dropDatabase();

      const { code, out, seconds } = await cli('migrate');
      // Commit by commit and row by row, as each side keeps them.
      for (const service of ['auth', 'tables'])
        expect(out).toMatch(
          new RegExp(
            `^${service}: log [0-9a-f]{16} of \\d+ commits in \\d+ seals, model [0-9a-f]{16}, .* equal on both sides$`,
            'm',
          ),
        );
      expect(code).toBe(0);
      expect((await cli('migrate')).out).toContain('migrated already');

      // Interrupted after the log of tables: what was done stays, the rest is done again.
      const progress = client.db('tessera_migration').collection<{ _id: string; done: string[] }>('progress');
      await progress.updateOne({ _id: 'migration' }, {
        $unset: { finished: '' },
        $pull: { done: { $in: ['tables model', 'connectors log', 'connectors model'] } },
      } as never);
      const again = await cli('migrate');
      expect(again.out).toContain('tables log: done before');
      expect(again.code).toBe(0);

      cluster = await startCluster(engines.environment, folder);
      const { url } = cluster;
      expect(await readWhole(url)).toEqual(before);
      process.stdout.write(`migrated in ${seconds.toFixed(1)} s; compared for two people: ${JSON.stringify(counts)}\n`);

      // Life goes on from there: sessions hold, what was done there is taken back here, what lay in the trash comes
      // back, versions go on.
      const [maren, berit] = [caller(url, facts.token), await signIn(url, ['berit@marlow.example', 'seven-oaks-43'])];
      const base = `/v3/tables/${facts.tableId}/records`;
      expect((await api(maren, 'GET', `/connector/imports/${facts.importId}`))['state']).toBe('done');
      expect(await api(maren, 'POST', `/v3/undo/${facts.commit}`, {})).toMatchObject({
        kind: 'cellsChanged',
        records: 1,
        conflicts: [],
      });
      // Thirty were paid, three of them lie in the trash.
      expect(await api(berit, 'POST', `/v3/undo/${facts.operation}`, {})).toMatchObject({ records: 27, conflicts: [] });
      expect((await maren.call('POST', `/v3/undo/${facts.importId}`, {})).status).toBeLessThan(300);
      await api(maren, 'POST', `${base}/restore`, { ids: [facts.deleted] });
      await api(maren, 'POST', `/v3/tables/${facts.archivedId}/restore`);
      expect(await api(maren, 'POST', `/v3/tables/${facts.archivedId}/records/query`, { total: true })).toMatchObject({
        total: 1,
      });
      const row = await api(maren, 'GET', `${base}/${facts.record}`);
      expect(await api(maren, 'PATCH', `${base}/${facts.record}`, { fields: { [facts.amountId]: 7 } })).toMatchObject({
        version: row['version'] + 1,
      });
      const [newest, next] = (await api(maren, 'GET', `${base}/${facts.record}/history`))['entries'];
      expect([newest.version, next.version]).toEqual([row['version'] + 1, row['version']]);
    },
  );

  it(
    'is followed by what an operator has for a data folder: verify, parked, an administrator, a rebuild, and a backup that comes back on empty engines',
    { timeout: 1_800_000 },
    async () => {
      const verified = await cli('verify');
      expect(verified.out).toMatch(/auth: ok, .*\nconnectors|tables: ok, /);
      expect(verified.code).toBe(0);
      expect((await cli('parked', 'list')).out).toBe('nothing is parked\n');
      expect((await cli('create-admin', 'new@marlow.example', '--password', 'seven-oaks-47')).out).toContain(
        'A new administrator: new@marlow.example',
      );
      const administrator = ['--email', 'bo@brisk.example', '--password', 'seven-oaks-48'];
      const brisk = await cli('create-organization', 'Brisk', ...administrator);
      expect(brisk).toMatchObject({ code: 0, out: expect.stringContaining('Administrator: bo@brisk.example') });
      const bo = await caller(cluster!.url).call('POST', '/auth/loginV2', {
        email: 'bo@brisk.example',
        password: 'seven-oaks-48',
      });
      expect(bo).toMatchObject({ status: 200, body: { organization: { name: 'Brisk' } } });

      const { url } = cluster!;
      const line = (i: number): string =>
        `${i},Customer ${i},${(i * 7919) % 1000}.25,2026-0${(i % 9) + 1}-11,${['Open', 'Won', 'Lost'][i % 3]}`;
      await importCsv(
        url,
        await signIn(url),
        'Many',
        `No,Name,Amount,Due,Stage\n${Array.from({ length: rows }, (_, i) => line(i)).join('\n')}\n`,
        600,
      );
      const before = await readWhole(url, { withoutHistory: 'Many' });
      const kept = join(folder, 'backup');
      const backup = await cli('backup', kept);
      expect(backup.out).toMatch(/^backed up \d+ files/);
      expect((await cli('restore', kept)).out).toContain('there is data already');
      await cluster!.stop();
      cluster = undefined;
      expect((await cli('rebuild', 'tables')).out).toMatch(/equal to what was there/);
      await client.close();
      await engines.stop();

      engines = await startEngines();
      await connect();
      const restored = await cli('restore', kept);
      expect(restored.out).toContain('restored the backup of');
      expect(restored.code).toBe(0);
      const begun = performance.now();
      cluster = await startCluster(engines.environment, folder);
      const started = (performance.now() - begun) / 1000;
      expect(await readWhole(cluster.url, { withoutHistory: 'Many' })).toEqual(before);
      expect(
        (
          await caller(cluster.url).call('POST', '/auth/loginV2', {
            email: 'new@marlow.example',
            password: 'seven-oaks-47',
          })
        ).status,
      ).toBe(200);
      process.stdout.write(
        `${rows} rows and the rest: backed up in ${backup.seconds.toFixed(1)} s, ${backup.out.trim()}; restored in ${restored.seconds.toFixed(1)} s, services ready ${started.toFixed(1)} s later; compared: ${JSON.stringify(countWhole(before))}\n`,
      );

      // Once more in its place: what was written since is gone.
      const { token } = await signIn(cluster.url);
      await api(caller(cluster.url, token), 'POST', '/v3/tables', {
        label: 'After the backup',
        fields: [{ name: 'Name', type: 'singleLineText' }],
      });
      await cluster.stop();
      const epoch = await epochOfTables();
      expect((await cli('restore', kept, '--replace')).out).toContain('restored the backup of');
      // The same backup again: positions of the time between must not be taken for those that follow.
      expect(await epochOfTables()).toBeGreaterThan(epoch);
      expect((await cli('verify')).code).toBe(0);
      cluster = await startCluster(engines.environment, folder);
      const { tables } = await api(await signIn(cluster.url), 'GET', '/v3/tables');
      expect((tables as { label: string }[]).map(({ label }) => label)).not.toContain('After the backup');
    },
  );
});
