import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '@tessera/kernel';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embeddedCommands } from './cli-embedded.ts';
import { readConfig } from './config.ts';
import { folderFiles } from './file-store.ts';
import { caller, colleague, firstRun, owner, startTestProduct, type TestProduct } from './testing.ts';

let base: string;
let whole: string;
let data: string;
const started: TestProduct[] = [];

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const organization = newId();

/** One data folder of a product that was used, copied for each test. */
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'tessera-damage-'));
  whole = join(base, 'whole');
  const product = await startTestProduct({ dataFolder: whole });
  await firstRun(product);
  await product.stop();
  await folderFiles(join(whole, 'files')).write(organization, 'upload1', bytes('name,amount\nWren,1\n'), 100);
});
beforeEach(() => {
  data = join(base, newId());
  cpSync(whole, data, { recursive: true });
});
afterEach(async () => {
  for (const product of started.splice(0)) await product.stop();
  rmSync(data, { recursive: true, force: true });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const commands = () => embeddedCommands(readConfig({ TESSERA_DATA: data }));
const start = async (): Promise<TestProduct> => {
  const product = await startTestProduct({ dataFolder: data, environment: { TESSERA_LOG: 'warn' } });
  started.push(product);
  return product;
};
const words = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was said',
    (error: unknown) => (error as Error).message,
  );
const change = (name: string, edit: (bytes: Buffer) => void): void => {
  const content = readFileSync(join(data, name));
  edit(content);
  writeFileSync(join(data, name), content);
};
const overwrite = (name: string, at: number): void => change(name, (content) => content.fill(0xff, at, at + 2_000));
const inDatabase = (name: string, statement: string): void => {
  const db = new DatabaseSync(join(data, name));
  db.exec(statement);
  db.close();
};
const signIn = async (product: TestProduct) =>
  caller(product.url).call('POST', '/auth/loginV2', { email: owner.email, password: owner.password });

describe('a vault', () => {
  it.each([
    ['is missing', () => rmSync(join(data, 'vault.db')), 'vault.db is missing. It holds passwords'],
    ['is empty', () => writeFileSync(join(data, 'vault.db'), ''), 'vault.db is empty. It holds passwords'],
    ['is no database any more', () => overwrite('vault.db', 0), 'vault.db cannot be read: file is not a database'],
    [
      'has one letter of a password hash changed',
      () => inDatabase('vault.db', "UPDATE state SET value = replace(value, '$', '%') WHERE bucket = 'password'"),
      'vault.db 1 of "password" does not match its checksum',
    ],
    [
      'lost its last writes',
      () => inDatabase('vault.db', "DELETE FROM state WHERE bucket = 'password'; PRAGMA user_version = 0"),
      'vault.db lacks its last',
    ],
  ])('that %s is told as such, by the start, verify and backup, and stays as it is', async (_what, damage, said) => {
    expect(await commands().verify()).toMatchObject({ fine: true });
    damage();
    const files = readdirSync(data).filter((name) => !/-(shm|wal)$/.test(name));
    expect(await words(start())).toContain(said);
    expect(readdirSync(data).filter((name) => !/-(shm|wal)$/.test(name))).toEqual(files);
    const verified = await commands().verify();
    expect(verified.fine).toBe(false);
    expect(verified.text).toContain(
      `vault: DAMAGED\n  ${said.replace('vault.db ', '').replace('. It holds passwords', '')}`,
    );
    expect(await words(commands().backup(join(base, 'backup')))).toContain(
      'no backup was made, the data is damaged:\nvault.db',
    );
    expect(existsSync(join(base, 'backup'))).toBe(false);
  });

  it('is made of what is whole by a salvage, which says what that means', async () => {
    inDatabase('vault.db', "UPDATE state SET value = replace(value, '$', '%') WHERE bucket = 'password'");
    const { text } = await commands().salvage('vault');
    expect(text).toContain('1 of "password" does not match its checksum');
    expect(text).toContain('"tessera create-admin <e-mail>" gives an administrator a new one');
    await commands().createAdmin({ ...owner, password: 'nine-elms-77' });
    const product = await start();
    expect((await signIn(product)).status).not.toBe(200);
    const again = await caller(product.url).call('POST', '/auth/loginV2', {
      email: owner.email,
      password: 'nine-elms-77',
    });
    expect(again.status).toBe(200);
  });
});

describe('small state', () => {
  it.each([0, 4_096])('that is damaged at byte %i is set aside with a report and begun anew', async (at) => {
    overwrite('state.db', at);
    expect((await commands().verify()).text).toContain('state: DAMAGED, which the next start sets aside');
    const product = await start();
    expect(product.log.join('\n')).toContain('state.db was damaged: it is set aside as state.db.damaged');
    expect(existsSync(join(data, 'state.db.damaged'))).toBe(true);
    expect((await signIn(product)).status).toBe(200);
  });

  it.each([0, 4_096])(
    'of reactions that is damaged at byte %i is set aside with a report and begun anew',
    async (at) => {
      overwrite('subscriptions.db', at);
      expect((await commands().verify()).text).toContain('subscriptions: DAMAGED, which the next start sets aside');
      await commands().backup(join(base, `backup-${at}`));
      expect(existsSync(join(base, `backup-${at}`, 'subscriptions.db'))).toBe(false);
      const product = await start();
      expect(product.log.join('\n')).toContain('subscriptions.db was damaged: it is set aside');
      expect(existsSync(join(data, 'subscriptions.db.damaged'))).toBe(true);
      expect((await signIn(product)).status).toBe(200);
      expect((await commands().verify()).text).toContain('subscriptions: ok');
    },
  );
});

describe('verify', () => {
  it('names an upload that is missing and one that was changed', async () => {
    await folderFiles(join(data, 'files')).write(organization, 'upload2', bytes('other'), 100);
    expect((await commands().verify()).text).toContain('files: ok, 2 files');
    change(`files/${organization}/upload1`, (content) => (content[3]! ^= 1));
    rmSync(join(data, 'files', organization, 'upload2'));
    const { text, fine } = await commands().verify();
    expect(fine).toBe(false);
    expect(text).toContain(
      `files: DAMAGED, 2 files\n  ${organization}/upload1 does not match its checksum\n  ${organization}/upload2 is missing`,
    );
    await folderFiles(join(data, 'files')).delete(organization, 'upload2');
    expect((await commands().verify()).text).not.toContain('upload2');
  });
});

describe('backup', () => {
  it('refuses a damaged log with the cause and leaves nothing behind', async () => {
    inDatabase('auth/log.db', "UPDATE commits SET body = x'00' || substr(body, 2) WHERE seq = 2");
    const target = join(base, 'backup');
    const said = await words(commands().backup(target));
    expect(said).toMatch(
      /^no backup was made, the data is damaged:\nauth:\n {2}at 2 .*a commit does not match its checksum/,
    );
    expect(existsSync(target)).toBe(false);
    expect(existsSync(`${target}.partial`)).toBe(false);
  });
  it('refuses a folder whose log lacks commits', async () => {
    inDatabase('auth/log.db', 'DELETE FROM commits WHERE seq > 1');
    expect(await words(commands().backup(join(base, 'backup')))).toContain('auth: the log lacks commit');
  });
  it('copies a whole folder', async () => {
    const target = join(base, newId());
    expect((await commands().backup(target)).fine).toBe(true);
    expect(readdirSync(target)).not.toContain('vault.position');
  });
});

describe('a restore', () => {
  it('ends every session, and disables each API token until an administrator confirms it', async () => {
    const before = await start();
    const admin = caller(before.url, ((await signIn(before)).body as { token: string }).token);
    const make = async (name: string): Promise<{ id: string; token: string }> => {
      const { body } = await admin.call('POST', '/v3/api-token', { name });
      const { id_api_token: id, token } = body as { id_api_token: string; token: string };
      return { id, token };
    };
    const [first, second] = [await make('reports'), await make('shop')];
    const works = async (product: TestProduct, token: string): Promise<number> =>
      (await caller(product.url, token).call('GET', '/v3/tables')).status;
    expect([await works(before, first.token), await works(before, second.token)]).toEqual([200, 200]);
    const target = join(base, newId());
    expect((await commands().backup(target)).fine).toBe(true);
    await started.pop()!.stop();

    const { text } = await commands().restore(target, true);
    expect(text).toMatch(/\n\d+ sessions are ended: everybody signs in again\.\n2 API tokens are disabled until/);
    const product = await start();
    expect(await works(product, admin.token)).toBe(401);
    expect([await works(product, first.token), await works(product, second.token)]).toEqual([401, 401]);
    const again = caller(product.url, ((await signIn(product)).body as { token: string }).token);
    const listed = async () =>
      ((await again.call('GET', '/v3/api-token/unconfirmed')).body as { tokens: { name: string }[] }).tokens;
    expect(await listed()).toMatchObject([{ name: 'reports', user: { name: owner.name } }, { name: 'shop' }]);
    expect((await again.call('POST', `/v3/api-token/${first.id}/confirm`)).status).toBe(204);
    expect(await listed()).toMatchObject([{ name: 'shop' }]);
    expect(await works(product, first.token)).toBe(200);
    const made = ((await again.call('POST', '/v3/api-token', { name: 'new' })).body as { token: string }).token;
    expect(await works(product, made)).toBe(200);

    expect(await commands().unconfirmedTokens()).toMatchObject([{ id: second.id, name: 'shop', userName: owner.name }]);
    expect(await commands().confirmTokens('all')).toHaveLength(1);
    expect(await commands().unconfirmedTokens()).toEqual([]);
    await expect.poll(() => works(product, second.token), { timeout: 20_000 }).toBe(200);
    expect((await commands().verify()).fine).toBe(true);
  });

  it('lets nobody but an administrator confirm', async () => {
    const product = await start();
    const admin = caller(product.url, ((await signIn(product)).body as { token: string }).token);
    const builder = await colleague(product, admin, { email: 'wren@marlow.example', seat: 'builder', role: '2' });
    expect((await builder.call('GET', '/v3/api-token/unconfirmed')).status).toBe(403);
    expect((await builder.call('POST', `/v3/api-token/${newId()}/confirm`)).status).toBe(403);
    expect((await admin.call('GET', '/v3/api-token/unconfirmed')).body).toEqual({ tokens: [] });
  });
});

describe('a log that is gone', () => {
  it('keeps the product from starting until it is salvaged, and then everybody signs in as before', async () => {
    rmSync(join(data, 'auth', 'log.db'));
    // Where another service that follows this one closed last, its commits stand in the WAL as well.
    rmSync(join(data, 'auth', 'log.db-wal'), { force: true });
    expect(await words(start())).toMatch(/^auth: log\.db is missing, and commits? .* must be in it/);
    const { text, fine } = await commands().salvage('auth');
    expect(fine).toBe(false);
    expect(text).toContain('who changed what in them, and when, cannot be brought back');
    expect(text).toContain('was written from the read model');
    expect((await commands().verify()).fine).toBe(true);
    const product = await start();
    expect((await signIn(product)).status).toBe(200);
    // The claims came back as well: the address is still somebody's, and there is no second first run.
    expect((await caller(product.url).call('POST', '/setup', { ...owner, email: 'eve@marlow.example' })).status).toBe(
      409,
    );
  });
});

describe('a folder of a service that was exchanged for an earlier, whole copy of itself', { timeout: 240_000 }, () => {
  /** The product went on for some commits of each service, of which the copy of `exchanged` knows nothing. */
  const exchange = async (exchanged: string): Promise<number> => {
    const product = await start();
    const admin = caller(product.url, ((await signIn(product)).body as { token: string }).token);
    const fields = [{ name: 'Name', type: 'singleLineText' }];
    for (const label of ['One', 'Two']) {
      const { body } = await admin.call('POST', '/v3/tables', { label, fields });
      expect((await admin.call('DELETE', `/v3/tables/${(body as { id: string }).id}`)).status).toBeLessThan(300);
    }
    await colleague(product, admin, { email: 'wren@marlow.example', seat: 'builder', role: '2' });
    // Others have taken in what the copy lacks.
    const reached = (): number => {
      const db = new DatabaseSync(join(data, 'subscriptions.db'), { readOnly: true });
      const row = db.prepare("SELECT max(seq) AS seq FROM offsets WHERE reaction LIKE 'connectors.%'").get();
      db.close();
      return Number(row?.['seq']);
    };
    await expect.poll(reached, { timeout: 20_000 }).toBeGreaterThan(3);
    const seq = reached();
    await started.pop()!.stop();
    rmSync(join(data, exchanged), { recursive: true });
    cpSync(join(whole, exchanged), join(data, exchanged), { recursive: true });
    return seq;
  };

  it.each(['auth', 'tables'])('is told of by the start, verify and backup: %s', async (service) => {
    await exchange(service);
    const said = new RegExp(
      `${service}: the log lacks commits? .*: log\\.db ends at \\d+, and ${service}\\.position says that \\d+ were written; the folder ${service} is a copy of an earlier moment\\. Nothing was changed\\. Bring back a backup with "tessera restore <folder> --replace", or write what is left with "tessera salvage ${service}"\\.`,
    );
    expect(await words(start())).toMatch(said);
    expect((await commands().verify()).text).toMatch(/: DAMAGED.*\n.*the log lacks commit/);
    expect(await words(commands().backup(join(base, newId())))).toContain(`${service}: the log lacks commit`);
    // The start changes nothing, also the second time.
    expect(await words(start())).toMatch(said);
    const { text, fine } = await commands().salvage(service);
    expect(fine).toBe(false);
    expect(text).toContain('cannot be brought back');
    const product = await start();
    expect((await signIn(product)).status).toBe(200);
    expect((await commands().verify()).fine).toBe(true);
  });

  it('is told of by what a reaction has taken in, where nothing else is left that knows', async () => {
    const seq = await exchange('tables');
    rmSync(join(data, 'tables.position'));
    const said = `; the reaction connectors.tables-of-imports has taken commit ${seq} in. Nothing was changed.`;
    expect(await words(start())).toContain(said);
    expect((await commands().verify()).text).toContain('tables.position says that');
    await commands().salvage('tables');
    const product = await start();
    expect((await signIn(product)).status).toBe(200);
  });

  it('or is gone as a whole', async () => {
    rmSync(join(data, 'auth'), { recursive: true });
    expect((await commands().verify()).fine).toBe(false);
    expect(await words(start())).toMatch(/^auth: log\.db is missing, and commits .* \(auth\.position says so\)/);
  });
});

describe('a folder that cannot be written', () => {
  it('is named with the cause', async () => {
    rmSync(join(data, 'store.lock'), { force: true });
    mkdirSync(join(data, 'store.lock'));
    expect(await words(start())).toContain(`${data} cannot be written`);
  });

  const disk = join(tmpdir(), `tessera-disk-${process.pid}`);
  const mounted = (options: string): boolean => {
    mkdirSync(disk, { recursive: true });
    return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status === 0;
  };
  const canMount = mounted('size=64m');
  if (canMount) spawnSync('umount', [disk]);
  else process.stderr.write('no file system can be mounted here: full and read-only disks are skipped\n');

  it.runIf(canMount)('or has no room says so, and sign-ins on a full disk are refused with storage.full', async () => {
    expect(mounted('size=64m')).toBe(true);
    try {
      const copy = join(disk, 'data');
      cpSync(whole, copy, { recursive: true });
      data = copy;
      const product = await start();
      const fill = (): void => {
        for (let i = 0, size = 1024 * 1024; size >= 512; i++) {
          try {
            writeFileSync(join(disk, `filler-${i}-${size}`), Buffer.alloc(size, 1));
          } catch {
            size /= 2;
          }
        }
      };
      fill();
      let answer = await signIn(product);
      for (let i = 0; i < 500 && answer.status === 200; i++) answer = await signIn(product);
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'storage.full' } } });
      const upload = folderFiles(join(copy, 'files')).write(
        organization,
        'upload3',
        bytes('x'.repeat(100_000)),
        200_000,
      );
      await expect(upload).rejects.toMatchObject({ kind: 'unavailable', code: 'storage.full' });
      await started.pop()!.stop();
      fill();
      expect(await words(start())).toContain(`The disk of ${copy} is full: make room and start again.`);
      expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0);
      expect(await words(start())).toContain(`${copy} cannot be written`);
    } finally {
      for (const product of started.splice(0)) await product.stop();
      spawnSync('umount', [disk]);
      rmSync(disk, { recursive: true, force: true });
    }
  });
});
