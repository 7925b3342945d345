import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyVariant } from '@tessera/kernel/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logicalDump, openStores, rebuildModel, verifyLogs, type Stores } from '../src/index.ts';
import { metaFor } from './actors.ts';

const rounds = Number(process.env['TESSERA_CRASH_ROUNDS'] ?? (everyVariant ? 20 : 2));
const writeModuleUrl = new URL('./lists.ts', import.meta.url);
const services = [{ name: 'lists', writeModuleUrl }];
const child = new URL('./crash-child.ts', import.meta.url).pathname;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durability-'));
});
const children = new Set<ChildProcess>();
/** The tracer and what it traces. */
const kill = (started: ChildProcess): void => {
  try {
    process.kill(-started.pid!, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};
afterEach(() => {
  for (const left of children) kill(left);
  rmSync(folder, { recursive: true, force: true });
});

type Run = {
  readonly process: ChildProcess;
  readonly acknowledged: string[];
  readonly ready: Promise<void>;
  readonly ended: Promise<{ code: number | null; signal: string | null; stderr: string }>;
};
const start = (round: number, wrap: readonly string[] = []): Run => {
  const [command, ...args] = [...wrap, process.execPath, child, folder, String(round)];
  const started = spawn(command!, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  });
  children.add(started);
  started.once('close', () => children.delete(started));
  const acknowledged: string[] = [];
  const ready = Promise.withResolvers<void>();
  let rest = '';
  let stderr = '';
  started.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (line === 'ready') ready.resolve();
      else acknowledged.push(line);
    }
  });
  started.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<{ code: number | null; signal: string | null; stderr: string }>((resolve) =>
    started.on('close', (code, signal) => resolve({ code, signal, stderr })),
  );
  void ended.then((end) => ready.reject(new Error(`the child ended: ${JSON.stringify(end)}`)));
  ready.promise.catch(() => undefined);
  return { process: started, acknowledged, ready: ready.promise, ended };
};

type Counted = { keys: Map<string, number>; commits: number };
/** Every idempotency key in the log with the number of commits that carry it. */
const countKeys = async (stores: Stores): Promise<Counted> => {
  const keys = new Map<string, number>();
  let commits = 0;
  for (let after = 0; ;) {
    const page = await stores.store('lists').commits('org', { after, order: 'asc', limit: 500 });
    if (page.length === 0) return { keys, commits };
    for (const { meta } of page) keys.set(meta.idempotencyKey!, (keys.get(meta.idempotencyKey!) ?? 0) + 1);
    commits += page.length;
    after = page.at(-1)!.position;
  }
};

const expectWhole = async (acknowledged: readonly string[]): Promise<void> => {
  const stores = await openStores({ dataFolder: folder, services });
  const { keys } = await countKeys(stores);
  expect(acknowledged.filter((key) => !keys.has(key))).toEqual([]);
  expect([...keys].filter(([, n]) => n !== 1)).toEqual([]);
  await stores.close();
  expect(verifyLogs({ dataFolder: folder })[0]!.damage).toEqual([]);
  const live = await logicalDump({ dataFolder: folder, service: 'lists', writeModuleUrl });
  expect((await rebuildModel({ dataFolder: folder, service: 'lists', writeModuleUrl })).hash).toBe(live);
};

describe('a killed process', () => {
  it(
    `loses nothing that it acknowledged and repeats nothing, ${rounds} times`,
    { timeout: 60_000 + rounds * 20_000 },
    async () => {
      const acknowledged: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const run = start(round);
        await run.ready;
        const until = performance.now() + 30 + Math.random() * 500;
        await expect
          .poll(() => performance.now() > until && run.acknowledged.length > 0, { interval: 5, timeout: 20_000 })
          .toBe(true);
        kill(run.process);
        expect((await run.ended).signal).toBe('SIGKILL');
        acknowledged.push(...run.acknowledged);
        await expectWhole(acknowledged);
      }
      expect(acknowledged.length).toBeGreaterThan(rounds);
    },
  );

  it('answers a request that is sent again with what was written before the kill', async () => {
    const run = start(0);
    await run.ready;
    await expect.poll(() => run.acknowledged.some((k) => k.startsWith('0.1.')), { timeout: 20_000 }).toBe(true);
    kill(run.process);
    await run.ended;
    const key = run.acknowledged.find((k) => k.startsWith('0.1.'))!;
    const stores = await openStores({ dataFolder: folder, services });
    const again = await stores
      .store('lists')
      .execute(
        { type: 'add', payload: { list: 'l', count: 1, columns: { c1_1: [key] }, unique: [key] } },
        metaFor('org', { idempotencyKey: key }),
      );
    expect(again.repeated).toBe(true);
    await stores.close();
  });
});

describe('a writer that dies', () => {
  it('ends the process, with another code than a failing disk does, and leaves all that was acknowledged', async () => {
    const program = `
      import { openStores } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
      import { metaFor } from ${JSON.stringify(new URL('./actors.ts', import.meta.url).href)};
      const stores = await openStores({
        dataFolder: ${JSON.stringify(folder)},
        services: [{ name: 'lists', writeModuleUrl: ${JSON.stringify(writeModuleUrl.href)} }],
        limits: { writerHeapMb: 24 },
      });
      const run = (type, payload) => stores.store('lists').execute({ type, payload }, metaFor('org', { idempotencyKey: type }));
      await run('make', { list: 'l', label: 'l', columns: ['c1_1'] });
      console.log('make');
      await run('add', { list: 'l', columns: { c1_1: Array.from({ length: 1_000_000 }, (_, i) => 'value ' + i) } });`;
    const file = join(folder, 'program.mjs');
    writeFileSync(file, program);
    const end = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    expect(end, end.stderr).toMatchObject({ status: 70, stdout: 'make\n' });
    expect(end.stderr).toContain('the event store cannot go on');
    await expectWhole(['make']);
  });
});

const canTrace = spawnSync('strace', ['-f', '-e', 'trace=none', 'true']).status === 0;
if (!canTrace) process.stderr.write('strace cannot be used here: the tests of failing disks are skipped\n');

describe.skipIf(!canTrace)('a failing disk', () => {
  const inject = (what: string): string[] => [
    'strace',
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    '-e',
    `trace=${what.split(':')[0]!}`,
    '-e',
    `inject=${what}`,
  ];

  for (const when of everyVariant ? ['3', '25', '60+'] : ['25']) {
    it(
      `ends the process at a failed fsync (call ${when}) and keeps all that was acknowledged`,
      { timeout: 90_000 },
      async () => {
        const run = start(0, inject(`fsync,fdatasync:error=EIO:when=${when}`));
        const end = await run.ended;
        // Once the store has opened, the code says that nobody may start it again by himself.
        const opened = end.stderr.includes('the event store cannot go on');
        if (!opened) expect(end.stderr).toContain('disk I/O error');
        expect(end.code).toBe(opened ? 74 : 1);
        await expectWhole(run.acknowledged);
      },
    );
  }

  for (const when of everyVariant ? ['200..260', '400..404', '600..720'] : ['200..260']) {
    it(
      `says that it is full while writes find no room (calls ${when}), and goes on when they do`,
      { timeout: 240_000 },
      async () => {
        const run = start(0, inject(`pwrite64:error=ENOSPC:when=${when}`));
        // Every call of a traced process is slow, on a busy machine ten times as slow.
        await expect
          .poll(
            () => {
              const { length } = run.acknowledged;
              const full = run.acknowledged.lastIndexOf('full');
              return full > -1 && length > full + 100 ? 'goes on' : `${length} told, the last refusal is ${full}`;
            },
            { timeout: 180_000 },
          )
          .toBe('goes on');
        kill(run.process);
        await run.ended;
        await expectWhole(run.acknowledged.filter((key) => key !== 'full'));
      },
    );
  }
});

describe('a full disk', () => {
  const fill = async (stores: Stores): Promise<{ acknowledged: string[]; error: { code: string; kind: string } }> => {
    const acknowledged: string[] = [];
    for (let i = 0; ; i++) {
      const key = `k${Date.now()}.${i}`;
      try {
        await stores.store('lists').execute(
          {
            type: 'add',
            payload: {
              list: 'l',
              count: 100,
              columns: { c1_1: Array.from({ length: 100 }, () => Math.random().toString(36).repeat(8)) },
            },
          },
          metaFor('org', { idempotencyKey: key }),
        );
        acknowledged.push(key);
      } catch (error) {
        return { acknowledged, error: error as { code: string; kind: string } };
      }
    }
  };
  const make = (stores: Stores) =>
    stores
      .store('lists')
      .execute(
        { type: 'make', payload: { list: 'l', label: 'l', columns: ['c1_1'] } },
        metaFor('org', { idempotencyKey: 'make' }),
      );

  it('is answered clearly when the log reaches its quota, and writing goes on with more', async () => {
    let stores = await openStores({ dataFolder: folder, services, limits: { logPages: 200 } });
    await make(stores);
    const { acknowledged, error } = await fill(stores);
    expect(error).toMatchObject({ code: 'storage.full', kind: 'unavailable' });
    expect(await stores.store('lists').position('org')).toBe(acknowledged.length + 1);
    expect(
      (await stores.store('lists').execute({ type: 'look', payload: { list: 'l' } }, metaFor('org'))).answer,
    ).toMatchObject({ snapshot: { version: 1 } });
    await stores.close();
    stores = await openStores({ dataFolder: folder, services, limits: { logPages: 100_000 } });
    expect(
      (
        await stores
          .store('lists')
          .execute({ type: 'label', payload: { list: 'l', label: 'more' } }, metaFor('org', { idempotencyKey: 'more' }))
      ).position,
    ).toBe(acknowledged.length + 2);
    await stores.close();
    await expectWhole(acknowledged);
  });

  const disk = join(tmpdir(), `tessera-disk-${process.pid}`);
  const mount = (): boolean => {
    mkdirSync(disk, { recursive: true });
    return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]).status === 0;
  };
  const canMount = mount() && spawnSync('umount', [disk]).status === 0;
  if (!canMount)
    process.stderr.write('no file system can be mounted here: the test of a really full disk is skipped\n');

  it.skipIf(!canMount)(
    'is answered clearly when there is no room at all, and writing goes on without a restart once there is',
    { timeout: 90_000 },
    async () => {
      mount();
      try {
        folder = join(disk, 'data');
        const ballast = join(disk, 'ballast');
        writeFileSync(ballast, Buffer.alloc(4 * 1024 * 1024));
        const stores = await openStores({ dataFolder: folder, services });
        await make(stores);
        const first = await fill(stores);
        expect(first.error).toMatchObject({ code: 'storage.full', kind: 'unavailable' });
        expect(statSync(ballast).size).toBeGreaterThan(0);
        rmSync(ballast);
        const more = await stores
          .store('lists')
          .execute(
            { type: 'label', payload: { list: 'l', label: 'room' } },
            metaFor('org', { idempotencyKey: 'room' }),
          );
        expect(more.position).toBeGreaterThan(first.acknowledged.length);
        await stores.close();
        const again = await openStores({ dataFolder: folder, services });
        const { keys } = await countKeys(again);
        expect([...first.acknowledged, 'room'].filter((key) => keys.get(key) !== 1)).toEqual([]);
        await again.close();
        expect(verifyLogs({ dataFolder: folder })[0]!.damage).toEqual([]);
      } finally {
        spawnSync('umount', ['-l', disk]);
        rmSync(disk, { recursive: true, force: true });
      }
    },
  );
});
