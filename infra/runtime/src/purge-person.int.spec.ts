import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { everyVariant } from '@tessera/kernel/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { caller, colleague, firstRun, owner, startTestProduct } from './testing.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'tessera-forgotten-'));
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
  const packed = ['auth', 'tables', 'connectors'].filter((service) => {
    const path = join(data, service, 'log.db');
    if (!existsSync(path)) return false;
    const db = new DatabaseSync(path, { readOnly: true });
    const bodies = db.prepare('SELECT body FROM commits WHERE encoding = 1').all() as { body: Uint8Array }[];
    db.close();
    return bodies.some(({ body }) => zstdDecompressSync(body).includes(text));
  });
  return [...files, ...packed];
};

const bea = { name: 'Beatriz Plantada', email: 'planted-bea@marlow.example', agent: 'planted-agent/7' };
const traces = [bea.name, bea.email, bea.agent, 'planted laptop', 'bea-prefers'];

/** An organization in which Bea did all that somebody can do. */
const busy = async (data: string) => {
  const product = await startTestProduct({ dataFolder: data });
  const admin = await firstRun(product);
  const joined = await colleague(product, admin, { email: bea.email, name: bea.name, seat: 'builder', role: '1' });
  const as = (token: string) => (method: string, path: string, body?: unknown) =>
    caller(product.url, token).call(method, path, body, { 'user-agent': bea.agent });
  const signIn = (password: string) => as('')('POST', '/auth/loginV2', { email: bea.email, password });
  const call = as(((await signIn('seven-oaks-43')).body as { token: string }).token);
  const { user } = (await call('GET', '/v3/session')).body as { user: { id: string } };
  const table = (
    await call('POST', '/v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Owner', type: 'user' },
      ],
    })
  ).body as { id: string; fields: { id: string }[] };
  const records = `/v3/tables/${table.id}/records`;
  const [name, person] = table.fields.map(({ id }) => id) as [string, string];
  const { id: record } = (await call('POST', records, { fields: { [name]: 'Wharf', [person]: user.id } })).body as {
    id: string;
  };
  const token = (await call('POST', '/v3/api-token', { name: 'planted laptop' })).body as { token: string };
  expect((await as(token.token)('GET', '/v3/session')).status).toBe(200);
  const invited = (await call('POST', '/v3/invitations', { email: 'new@marlow.example', seat: 'member', role: '3' }))
    .body as { link: string };
  expect((await call('PUT', '/v3/preferences/theme', { value: 'bea-prefers' })).status).toBe(204);
  return { product, admin, call, joined, user, signIn, table, records, record, name, person, token, invited, as };
};

describe('purge person', () => {
  it("forgets an administrator beside the product that runs: no file holds them, what they did stays and is nobody's", async () => {
    const data = folder();
    const { product, admin, call, user, signIn, records, record, person, token, invited, as } = await busy(data);
    for (const trace of traces) expect([trace, holding(data, trace).length > 0]).toEqual([trace, true]);

    expect(await tessera(data, 'purge', 'person', bea.email)).toEqual({
      code: 0,
      output: expect.stringContaining(`Erased ${user.id}`),
    });
    for (const trace of traces) expect([trace, holding(data, trace)]).toEqual([trace, []]);
    expect((await call('GET', '/v3/session')).status).toBe(401);
    expect((await as(token.token)('GET', '/v3/session')).status).toBe(401);
    expect((await signIn('seven-oaks-43')).status).toBe(401);
    expect((await admin.call('GET', `/invitations/${invited.link.split('/').at(-1)}`)).body).toMatchObject({
      state: 'revoked',
    });

    const shown = async (of = admin) => ({
      cell: ((await of.call('GET', `${records}/${record}`)).body as { fields: Record<string, unknown> }).fields[person],
      users: (await of.call('GET', '/v3/users')).body as { users: { id: string }[] },
      history: JSON.stringify((await of.call('GET', `${records}/${record}/history`)).body),
    });
    const expected = {
      cell: user.id,
      users: {
        users: expect.arrayContaining([
          expect.objectContaining({ id: user.id, name: '', email: '', active: false, erased: true }),
        ]),
      },
      history: expect.stringContaining('Erased person'),
    };
    await expect.poll(() => shown(), { timeout: 8_000 }).toEqual(expected);

    // A second run has nothing to do, by the id; the address is nobody's and free.
    expect(await tessera(data, 'purge', 'person', user.id)).toEqual({
      code: 0,
      output: expect.stringContaining('was erased before'),
    });
    expect(await tessera(data, 'purge', 'person', bea.email)).toMatchObject({ code: 0 });
    const again = await colleague(product, admin, { email: bea.email, name: 'Another', seat: 'member', role: '3' });
    expect((await again.call('GET', '/v3/session')).body).toMatchObject({ user: { email: bea.email } });

    expect(await tessera(data, 'purge', 'person', owner.email)).toEqual({
      code: 1,
      output: expect.stringContaining('An organization needs at least one active administrator'),
    });
    expect((await admin.call('GET', '/v3/session')).status).toBe(200);
    expect(await tessera(data, 'purge', 'person', 'nobody-ever')).toMatchObject({ code: 1 });

    await product.stop();
    expect(await tessera(data, 'verify')).toMatchObject({ code: 0 });
    for (const service of ['auth', 'tables'])
      expect((await tessera(data, 'rebuild', service)).output).toContain('equal to what was there');
    const next = await startTestProduct({ dataFolder: data });
    expect(await shown(caller(next.url, admin.token))).toEqual(expected);
    await next.stop();
  });

  it.runIf(everyVariant)('does the same on the folder when nothing runs, by the id', async () => {
    const data = folder();
    const { product, user } = await busy(data);
    await product.stop();
    expect(await tessera(data, 'purge', 'person', user.id)).toMatchObject({ code: 0 });
    for (const trace of traces) expect([trace, holding(data, trace)]).toEqual([trace, []]);
    expect(await tessera(data, 'verify')).toMatchObject({ code: 0 });
    for (const service of ['auth', 'tables'])
      expect((await tessera(data, 'rebuild', service)).output).toContain('equal to what was there');
  });

  it('forgets an address that was only invited, and nobody comes in by it', async () => {
    const data = folder();
    const product = await startTestProduct({ dataFolder: data });
    const admin = await firstRun(product);
    const { link } = (await admin.call('POST', '/v3/invitations', { email: bea.email, seat: 'member', role: '3' }))
      .body as { link: string };
    expect(await tessera(data, 'purge', 'person', bea.email.toUpperCase())).toMatchObject({ code: 0 });
    expect(holding(data, bea.email)).toEqual([]);
    const accepted = await caller(product.url).call('POST', `/invitations/${link.split('/').at(-1)}/accept`, {
      name: 'Eve',
      email: 'eve@marlow.example',
      password: 'seven-oaks-43',
    });
    expect(accepted.status).not.toBe(201);
    await product.stop();
  });
});
