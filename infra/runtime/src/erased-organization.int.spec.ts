import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { services } from './services.ts';
import { caller, colleague, firstRun, owner, startTestProduct, type TestCaller, type TestProduct } from './testing.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'tessera-erased-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true });
});

const tessera = (data: string, ...command: string[]): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['infra/runtime/bootstrap.mjs', 'cli', ...command], {
      env: { ...process.env, TESSERA_DATA: data },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.on('exit', (code) => resolve({ code, output }));
  });

/** Files of a data folder whose bytes hold a text, and logs whose packed bodies do. */
const holding = (data: string, text: string): string[] => {
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(text))
    .map((file) => join(file.parentPath, file.name).slice(data.length));
  const packed = services
    .map(({ name }) => name)
    .filter((service) => {
      const path = join(data, service, 'log.db');
      if (!existsSync(path)) return false;
      const db = new DatabaseSync(path, { readOnly: true });
      const bodies = db.prepare('SELECT body FROM commits WHERE encoding = 1').all() as { body: Uint8Array }[];
      db.close();
      return bodies.some(({ body }) => zstdDecompressSync(body).includes(text));
    });
  return [...files, ...packed];
};

/** In every part of the product. */
const trace = 'plantedharbour';
const andre = 'andre-plantedharbour@brisk.example';

const send = async (who: TestCaller, method: string, path: string, body?: unknown) => {
  const answer = await who.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body ?? {}) as unknown as {
    readonly id: string;
    readonly token: string;
    readonly [key: string]: unknown;
  };
};
const upload = async (product: TestProduct, who: TestCaller, word: string): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([`the words of ${word}`]), `${word}.txt`);
  const headers = { authorization: `Bearer ${who.token}` };
  const sent = await fetch(`${product.url}/api/v3/files`, { method: 'POST', headers, body: form });
  return ((await sent.json()) as { id: string }).id;
};

const signIn = async (product: TestProduct) =>
  send(caller(product.url), 'POST', '/auth/loginV2', { email: owner.email, password: owner.password });

/** Something of everything, by an administrator. */
const work = async (product: TestProduct, admin: TestCaller, word: string) => {
  const fields = [
    { name: `Name ${word}`, type: 'singleLineText' },
    { name: 'File', type: 'files' },
  ];
  const table = await send(admin, 'POST', '/v3/tables', { label: `Deals ${word}`, fields });
  const [name, files] = (table['fields'] as { id: string }[]).map(({ id }) => id) as [string, string];
  const file = await upload(product, admin, word);
  const records = `/v3/tables/${table.id}/records`;
  const record = await send(admin, 'POST', records, { fields: { [name]: `Wharf ${word}`, [files]: [{ id: file }] } });
  await send(admin, 'PATCH', `${records}/${record.id}`, { fields: { [name]: `Quay ${word}` } });
  await send(admin, 'POST', `${records}/${record.id}/comments`, { text: `Said of ${word}` });
  const gone = await send(admin, 'POST', records, { fields: { [name]: `Trash ${word}` } });
  await send(admin, 'DELETE', `${records}/${gone.id}`);
  await send(admin, 'POST', '/v3/tasks', { title: `Call ${word}`, deadline: '2099-01-01' });
  await send(admin, 'POST', '/v3/doc-pages', { title: `Page ${word}`, content: { text: `Ropes of ${word}` } });
  const channel = await send(admin, 'POST', '/v3/conversations', { chatType: 'channel', name: `Room ${word}` });
  await send(admin, 'POST', `/v3/conversations/${channel.id}/messages`, {
    content: { blocks: [{ kind: 'paragraph', runs: [{ text: `Hello ${word}` }] }] },
  });
  await send(admin, 'POST', '/v3/automations', {
    label: `Runs ${word}`,
    trigger: { type: 'record_created', config: { tableId: table.id } },
    steps: [],
  });
  const token = await send(admin, 'POST', '/v3/api-token', { name: `Laptop ${word}` });
  await send(admin, 'PUT', '/v3/preferences/theme', { value: `prefers-${word}` });
  return { table, record, records, file, token: caller(product.url, token.token) };
};

describe('an organization that is deleted', () => {
  it('leaves nothing in any file, and nobody who is in no other one', async () => {
    const data = folder();
    const environment = { TESSERA_OPEN_ORGANIZATIONS: 'on', TESSERA_ERASE_AFTER_DAYS: '0' };
    const product = await startTestProduct({ dataFolder: data, environment });
    const first = await firstRun(product);
    const stays = await work(product, first, 'stays');
    const { token } = await send(caller(product.url, (await signIn(product)).token), 'POST', '/v3/organizations', {
      name: 'Plantedharbour',
    });
    const admin = caller(product.url, token);
    const mate = await colleague(product, admin, { email: andre, name: 'Andre Alone', seat: 'builder', role: '1' });
    const goes = await work(product, admin, trace);
    for (const one of [trace, 'Andre Alone']) expect([one, holding(data, one).length > 0]).toEqual([one, true]);

    const asked = (password?: string) => admin.call('POST', '/v3/organization/delete', { password });
    expect((await asked()).status).toBe(401);
    expect((await asked('wrong-password')).status).toBe(401);
    expect((await goes.token.call('POST', '/v3/organization/delete', { password: owner.password })).status).toBe(403);
    expect(await asked(owner.password)).toMatchObject({ status: 200, body: { kind: 'organization' } });

    await expect.poll(() => holding(data, trace), { timeout: 60_000, interval: 1_000 }).toEqual([]);
    await expect.poll(() => holding(data, 'Andre Alone'), { timeout: 20_000, interval: 1_000 }).toEqual([]);
    for (const who of [admin, mate, goes.token]) expect((await who.call('GET', '/v3/session')).status).toBe(401);
    const login = (email: string, password: string) =>
      caller(product.url).call('POST', '/auth/loginV2', { email, password });
    expect((await login(andre, 'seven-oaks-43')).status).toBe(401);
    const again = caller(product.url, ((await login(owner.email, owner.password)).body as { token: string }).token);
    const mine = (await send(again, 'GET', '/v3/account/organizations'))['organizations'];
    expect(mine).toMatchObject([{ name: 'Marlow Supply' }]);
    // What it was called is free again.
    const next = await send(again, 'POST', '/v3/organizations', { name: 'Plantedharbour' });
    expect(await send(caller(product.url, next.token), 'GET', '/v3/organization')).toMatchObject({
      short_name: 'plantedharbour',
    });
    // The other organization has lost nothing.
    expect((await first.call('GET', `${stays.records}/${stays.record.id}`)).status).toBe(200);
    const headers = { authorization: `Bearer ${first.token}` };
    const kept = await fetch(`${product.url}/api/v3/files/${stays.file}`, { headers });
    expect(await kept.text()).toBe('the words of stays');
    expect((await stays.token.call('GET', '/v3/session')).status).toBe(200);

    await product.stop();
    expect(await tessera(data, 'verify')).toMatchObject({ code: 0 });
    for (const { name, writeModuleUrl } of services)
      if (writeModuleUrl !== undefined)
        expect([name, (await tessera(data, 'rebuild', name)).output]).toEqual([
          name,
          expect.stringContaining('equal to what was there'),
        ]);
  }, 180_000);
});

describe('all data of an organization', () => {
  it('goes, and its people go on without it', async () => {
    const data = folder();
    const environment = { TESSERA_ERASE_AFTER_DAYS: '0' };
    const product = await startTestProduct({ dataFolder: data, environment });
    const admin = await firstRun(product);
    const mate = await colleague(product, admin, { email: andre, name: 'Andre', seat: 'builder', role: '2' });
    const { records } = await work(product, admin, trace);
    expect((await mate.call('POST', '/v3/organization/erase', { password: 'seven-oaks-43' })).status).toBe(403);
    await send(admin, 'POST', '/v3/organization/erase', { password: owner.password });
    // A process that ends in between goes on at its next start.
    await product.stop();
    const next = await startTestProduct({ dataFolder: data, environment });
    const again = caller(next.url, admin.token);
    await expect.poll(async () => (await again.call('GET', '/v3/session')).status, { timeout: 60_000 }).toBe(200);
    expect((await again.call('GET', '/v3/tables')).body).toMatchObject({ tables: [] });
    expect((await again.call('GET', `${records}/x`)).status).not.toBe(200);
    expect((await caller(next.url, mate.token).call('GET', '/v3/session')).body).toMatchObject({
      user: { name: 'Andre' },
      organization: { name: 'Marlow Supply', delete_at: null },
    });
    // What is left is what people said of themselves and their tokens.
    expect(holding(data, `Wharf ${trace}`)).toEqual([]);
    expect(holding(data, `the words of ${trace}`)).toEqual([]);
    expect(holding(data, `prefers-${trace}`)).toEqual([]);
    const { entries } = (await again.call('POST', '/historyLog/list', {})).body as { entries: { kind: string }[] };
    expect(entries.map(({ kind }) => kind).slice(0, 3)).toEqual(['erasureEnded', 'erasureBegan', 'erasureAsked']);
    // It is used as any other.
    await work(next, again, 'anew');
    await next.stop();
    expect(await tessera(data, 'verify')).toMatchObject({ code: 0 });
  }, 120_000);

  it('stays where an administrator aborts it in time', async () => {
    const product = await startTestProduct();
    try {
      const admin = await firstRun(product);
      const erasure = async () => (await admin.call('GET', '/v3/organization/erasure')).body;
      expect(await erasure()).toEqual({ planned: null, days: 7, confirm: 'password', anew: true });
      expect((await admin.call('POST', '/v3/organization/abort')).body).toMatchObject({
        error: { code: 'erasure.none' },
      });
      await send(admin, 'POST', '/v3/organization/delete', { password: owner.password });
      expect(await erasure()).toMatchObject({
        planned: { kind: 'organization', asked_by: { name: owner.name } },
      });
      expect((await admin.call('GET', '/v3/session')).body).toMatchObject({
        organization: { delete_kind: 'organization', delete_at: expect.any(String) },
      });
      const twice = await admin.call('POST', '/v3/organization/erase', { password: owner.password });
      expect(twice.body).toMatchObject({ error: { code: 'erasure.asked' } });
      expect((await admin.call('POST', '/v3/organization/abort')).status).toBe(204);
      expect(await erasure()).toMatchObject({ planned: null });
      const { entries } = (await admin.call('POST', '/historyLog/list', {})).body as {
        entries: { kind: string; can_undo: boolean }[];
      };
      expect(entries.slice(0, 2)).toMatchObject([
        { kind: 'erasureAborted', can_undo: false },
        { kind: 'erasureAsked', can_undo: false },
      ]);
    } finally {
      await product.stop();
    }
  });
});
