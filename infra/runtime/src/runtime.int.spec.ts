import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, type Actor } from '@tessera/kernel';
import { everyVariant } from '@tessera/kernel/testing';
import { signActor, signEdge } from '@tessera/rpc';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { apps } from '../../../services/apps/src/index.ts';
import { tables } from '../../../services/tables/src/index.ts';
import { startAlone } from './testing/alone.ts';
import { folderFiles } from './file-store.ts';
import { caller, firstRun, owner, startTestProduct } from './testing.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'tessera-runtime-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true });
});

async function* bytes(...chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe('the file store', () => {
  const organization = newId();
  it('keeps what was written, within one organization', async () => {
    const files = folderFiles(folder());
    expect(await files.write(organization, 'h1', bytes('ab', 'c'), 10)).toEqual({
      size: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of await files.read(organization, 'h1')) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('abc');
    await expect(files.read(newId(), 'h1')).rejects.toMatchObject({ code: 'file.not_found' });
    await files.delete(organization, 'h1');
    await expect(files.read(organization, 'h1')).rejects.toMatchObject({ code: 'file.not_found' });
  });
  it('leaves nothing of a file that is too large or broke off', async () => {
    const root = folder();
    const files = folderFiles(root);
    await expect(files.write(organization, 'h1', bytes('abc', 'def'), 4)).rejects.toMatchObject({ kind: 'too_large' });
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('abc');
      throw new Error('connection lost');
    };
    await expect(files.write(organization, 'h2', broken(), 100)).rejects.toThrow('connection lost');
    expect(readdirSync(join(root, organization))).toEqual([]);
  });
  it.each(['../x', 'a/b', '', '.', 'a.b', 'x'.repeat(121)])('refuses the handle %j', async (handle) => {
    const files = folderFiles(folder());
    await expect(files.write(organization, handle, bytes('x'), 9)).rejects.toMatchObject({ code: 'file.not_found' });
    await expect(files.write('..', 'fine', bytes('x'), 9)).rejects.toMatchObject({ code: 'file.not_found' });
  });
});

describe('the data folder', () => {
  it('is for one process: a second one is told so and the first is not disturbed', async () => {
    const data = folder();
    const first = await startTestProduct({ dataFolder: data });
    await expect(startTestProduct({ dataFolder: data })).rejects.toThrow(/uses/);
    expect((await caller(first.url).call('GET', '/setup')).status).toBe(200);
    await first.stop();
    const second = await startTestProduct({ dataFolder: data });
    await second.stop();
  });
});

describe('a first run that was cut off', () => {
  it('is completed by the next start', async () => {
    const data = folder();
    const first = await startTestProduct({ dataFolder: data });
    const { setUpHalf } = await import('../../../services/auth/src/testing.ts');
    await setUpHalf(first.ports('auth'), { email: 'half@marlow.example', password: 'seven-oaks-42' });
    await first.stop();
    const second = await startTestProduct({ dataFolder: data });
    const login = await caller(second.url).call('POST', '/auth/loginV2', {
      email: 'half@marlow.example',
      password: 'seven-oaks-42',
    });
    expect(login).toMatchObject({ status: 200, body: { organization: { name: 'Half' } } });
    await second.stop();
  });
});

describe('the process', () => {
  const start = (
    signalTo: (pid: number) => void,
    environment: Record<string, string> = {},
  ): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['infra/runtime/src/main.ts'], {
        env: { ...process.env, PORT: '0', TESSERA_DATA: folder(), ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      let sent = false;
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (!sent && output.includes('enter the code')) {
          sent = true;
          signalTo(child.pid ?? 0);
        }
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', (code) => resolve({ code, output }));
    });
  it.each(everyVariant ? (['SIGTERM', 'SIGINT', 'SIGHUP'] as const) : (['SIGTERM'] as const))(
    'drains and ends with 0 on %s, also when it comes twice at once',
    async (signal) => {
      const { code, output } = await start((pid) => {
        process.kill(pid, signal);
        process.kill(pid, signal);
      });
      expect(output).toMatch(/^Tessera is ready: http:\/\/localhost:\d+$/m);
      expect(code).toBe(0);
    },
  );
  it('drains when the bootstrap that started it is gone', async () => {
    const child = spawn(process.execPath, ['infra/runtime/src/main.ts'], {
      env: { ...process.env, PORT: '0', TESSERA_DATA: folder() },
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    const code = new Promise((resolve) => child.on('exit', resolve));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('enter the code')) child.disconnect();
    });
    expect(await code).toBe(0);
  });
  it('hands the exit code of a command on', async () => {
    const run = (...command: string[]) =>
      new Promise((resolve) =>
        spawn(process.execPath, ['infra/runtime/bootstrap.mjs', 'cli', ...command], {
          env: { ...process.env, TESSERA_DATA: folder() },
          stdio: 'ignore',
        }).on('exit', resolve),
      );
    expect([await run('verify'), await run('nonsense'), await run('parked', 'show', '1')]).toEqual([0, 2, 2]);
  });
  it('says that the port is taken, and leaves the data to the next start', async () => {
    const product = await startTestProduct();
    const data = folder();
    const { code, output } = await start(() => undefined, { PORT: new URL(product.url).port, TESSERA_DATA: data });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^Port \d+ is taken\./) });
    await product.stop();
    await (await startTestProduct({ dataFolder: data })).stop();
  });
  it('ends with 1 and names every variable that is wrong', async () => {
    const { code, output } = await start(() => undefined, { PORT: 'eighty', TESSERA_RATELIMITS: 'off' });
    expect(code).toBe(1);
    expect(output).toContain('PORT');
    expect(output).toContain('TESSERA_RATELIMITS: unknown');
  });
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

describe('a backup', () => {
  it.runIf(everyVariant)(
    'taken while people work is whole: it verifies, rebuilds to equal contents, and lets its people in elsewhere',
    async () => {
      const [data, elsewhere, copy] = [folder(), join(folder(), 'data'), join(folder(), 'backup')];
      const product = await startTestProduct({ dataFolder: data });
      const admin = await firstRun(product);
      const { id } = (
        await admin.call('POST', '/v3/tables', { label: 'T', fields: [{ name: 'Name', type: 'singleLineText' }] })
      ).body as { id: string };
      const over = new AbortController();
      let written = 0;
      const writer = (async () => {
        while (!over.signal.aborted)
          if (
            (await admin.call('POST', `/v3/tables/${id}/records?fieldKey=name`, { fields: { Name: `n${written}` } }))
              .status === 201
          )
            written++;
      })();
      await expect.poll(() => written, { timeout: 15_000 }).toBeGreaterThan(20);
      const before = written;
      expect(await tessera(data, 'backup', copy)).toMatchObject({ code: 0 });
      over.abort();
      await writer;
      await product.stop();
      expect(await tessera(elsewhere, 'restore', copy)).toMatchObject({ code: 0 });
      expect(await tessera(elsewhere, 'verify')).toMatchObject({
        code: 0,
        output: expect.stringContaining('tables: ok'),
      });
      const restored = await startTestProduct({ dataFolder: elsewhere });
      const login = await caller(restored.url).call('POST', '/auth/loginV2', {
        email: owner.email,
        password: owner.password,
      });
      expect(login.status).toBe(200);
      const { total } = (
        await caller(restored.url, (login.body as { token: string }).token).call(
          'POST',
          `/v3/tables/${id}/records/count`,
          {},
        )
      ).body as { total: number };
      expect(total).toBeGreaterThanOrEqual(before);
      await restored.stop();
      expect(await tessera(elsewhere, 'rebuild', 'tables')).toMatchObject({
        code: 0,
        output: expect.stringContaining('equal'),
      });
    },
  );
});

describe('the command line', () => {
  const login = (url: string, email: string, password: string) =>
    caller(url).call('POST', '/auth/loginV2', { email, password });
  it('makes an administrator, in an empty folder and beside the product that runs on it', async () => {
    const data = folder();
    const made = await tessera(data, 'create-admin', 'root@marlow.example', '--organization', 'Marlow');
    const password = /Password: (\S+)/.exec(made.output)?.[1] ?? '';
    expect(made.code).toBe(0);
    const product = await startTestProduct({ dataFolder: data });
    const first = await login(product.url, 'root@marlow.example', password);
    expect(first).toMatchObject({ status: 200, body: { organization: { name: 'Marlow' } } });
    const again = await tessera(data, 'create-admin', 'root@marlow.example', '--password', 'eight-oaks-42');
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('with a new password') });
    const { token } = first.body as { token: string };
    expect((await caller(product.url, token).call('GET', '/v3/session')).status).toBe(401);
    expect((await login(product.url, 'root@marlow.example', 'eight-oaks-42')).status).toBe(200);
    await product.stop();
  });
  it('makes organizations beside the product that runs, and when none runs', async () => {
    const data = folder();
    const product = await startTestProduct({ dataFolder: data });
    await firstRun(product);
    const administrator = ['--email', 'bo@brisk.example', '--password', 'seven-oaks-45'];
    const beside = await tessera(data, 'create-organization', 'Brisk', ...administrator);
    expect(beside).toEqual({
      code: 0,
      output: expect.stringMatching(/^Organization \w{26}: Brisk\nAdministrator: bo@brisk\.example\n$/),
    });
    expect((await login(product.url, 'bo@brisk.example', 'seven-oaks-45')).body).toMatchObject({
      organization: { name: 'Brisk' },
    });
    expect(
      await tessera(data, 'create-organization', 'Marlow 2', '--email', owner.email, '--password', 'x-y-z-45'),
    ).toEqual({
      code: 1,
      output: expect.stringContaining('An account with this e-mail address exists already.'),
    });
    expect((await tessera(data, 'create-organization', 'Nobody')).code).toBe(2);
    await product.stop();
    const alone = await tessera(data, 'create-organization', 'Clear', '--email', 'cy@clear.example');
    const link = /: http:\/\/localhost:\d+(\/invitation\/\S+)/.exec(alone.output)?.[1];
    expect(alone.code).toBe(0);
    const second = await startTestProduct({ dataFolder: data });
    expect((await caller(second.url).call('GET', `/invitations/${link?.split('/').at(-1)}`)).body).toMatchObject({
      state: 'open',
      organization: 'Clear',
    });
    await second.stop();
  });
  it('shows, approves and refuses templates beside the product that runs', async () => {
    const data = folder();
    const product = await startTestProduct({ dataFolder: data });
    const { call } = await firstRun(product);
    expect(await tessera(data, 'template', 'list')).toEqual({ code: 0, output: 'no template waits\n' });
    const field = { name: 'Machine', type: 'singleLineText' };
    const table = (await call('POST', '/v3/tables', { label: 'Rentals', fields: [field] })).body as { id: string };
    const made = await call('POST', '/v3/folders', { label: 'Desk', tabs: [{ id: table.id, type: 'table' }] });
    const desk = ((await call('GET', '/v3/folders')).body as { folders: { id: string }[] }).folders[0]!;
    expect(made.status).toBeLessThan(300);
    const words = { short_description: 'Machines', description: 'Machines', categories: ['sales'], language: 'en' };
    const body = { ...words, title: 'Desk \u001b[2J', workspace: { id: desk.id, data: false } };
    const { id } = (await call('POST', '/template/save', body)).body as { id: string };
    const listed = await tessera(data, 'template', 'list');
    expect(listed.output).toContain(`${id}.1  Desk  [2J, of `);
    expect(listed.output).toContain('1 tables, 1 fields, 0 records, 0 apps');
    expect((await tessera(data, 'template', 'show', `${id}.1`)).output).toContain('"label": "Rentals"');
    expect((await tessera(data, 'template', 'refuse', id)).code).toBe(2);
    expect(await tessera(data, 'template', 'approve', `${id}.2`)).toEqual({
      code: 1,
      output: expect.stringContaining('The template was saved again since.'),
    });
    expect(await tessera(data, 'template', 'approve', `${id}.1`)).toMatchObject({ code: 0 });
    expect(await tessera(data, 'template', 'list')).toEqual({ code: 0, output: 'no template waits\n' });
    await product.stop();
    // And when none runs.
    expect(await tessera(data, 'template', 'refuse', id, '--reason', 'Gone')).toMatchObject({ code: 0 });
  });
  it('erases a record from every file, beside the product that runs', async () => {
    const data = folder();
    const product = await startTestProduct({ dataFolder: data });
    const { call: ask } = await firstRun(product);
    const call = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
      (await ask(method, path, body)).body as T;
    const session = await call<{ organization: { id: string } }>('GET', '/v3/session');
    const table = await call<{ id: string; fields: { id: string }[] }>('POST', '/v3/tables', {
      label: 'People',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    const fieldId = table.fields[0]!.id;
    const records = `/v3/tables/${table.id}/records`;
    const make = async (name: string) =>
      (await call<{ id: string }>('POST', records, { fields: { [fieldId]: name } })).id;
    const [gone, kept] = [await make('planted-7b2e'), await make('somebody else')];
    const command = ['purge', 'record', gone, '--table', table.id, '--organization', session.organization.id];
    expect(await tessera(data, ...command)).toEqual({
      code: 0,
      output: expect.stringContaining(`Erased ${gone}: 1 commits held it.`),
    });
    expect((await ask('GET', `${records}/${gone}`)).status).toBe(404);
    expect((await ask('GET', `${records}/${kept}`)).status).toBe(200);
    const holding = readdirSync(data, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes('planted-7b2e'),
    );
    expect(holding.map((file) => file.name)).toEqual([]);
    expect((await tessera(data, ...command)).code).toBe(1);
    expect((await tessera(data, 'purge', 'record', kept, '--table', table.id)).code).toBe(2);
    expect((await tessera(data, 'verify')).code).toBe(0);
    await product.stop();
  });
  it('is heard by a running product with the secret of its folder only, and goes to the folder when the product was killed', async () => {
    const data = folder();
    const product = await startTestProduct({ dataFolder: data });
    const place = join(data, 'operator.json');
    expect(statSync(place).mode & 0o777).toBe(0o600);
    const text = readFileSync(place, 'utf8');
    const { port, secret } = JSON.parse(text) as { port: number; secret: string };
    const ask = (authorization: string) =>
      fetch(`http://127.0.0.1:${port}/create-admin`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ email: 'eve@marlow.example', name: 'Eve', password: 'x', organization: 'Eve' }),
      });
    expect((await ask('Bearer ')).status).toBe(404);
    expect((await ask(`Bearer ${'x'.repeat(secret.length)}`)).status).toBe(404);
    expect(await (await ask(`Bearer ${secret}`)).json()).toEqual({
      error: { message: 'Your password must have at least 6 characters.' },
    });
    await product.stop();
    expect(existsSync(place)).toBe(false);
    // The address of a process that was killed stays; its port may belong to another program by now.
    const other = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    for (const left of [port, (other.address() as AddressInfo).port]) {
      writeFileSync(place, JSON.stringify({ port: left, secret }));
      expect(await tessera(data, 'create-admin', 'root@marlow.example')).toMatchObject({ code: 0 });
    }
    other.close();
  });
});

describe('services in processes of their own', () => {
  const key = 'k'.repeat(40);
  const actor: Actor = {
    organizationId: newId(),
    kind: 'user',
    id: newId(),
    userId: newId(),
    seat: 'builder',
    roleId: '1',
    permissionVersion: 1,
    permissions: {
      admin: true,
      tables_enabled: { '*': 'full' },
      tables_disabled: [],
      dashboards_enabled: {},
      dashboards_disabled: [],
      flags: {
        manage_profile: 1,
        manage_users: 1,
        create_table: 1,
        create_dashboard: 1,
        create_doc_pages: 1,
        delete_doc_pages: 1,
        manage_tricks: 1,
        manage_workspaces: 1,
        development: 1,
        access_settings: 1,
        access_actions_history: 1,
        customize_org_theme: 1,
      },
    },
  };
  it('answer what the gateway signed over HTTP and each other over gRPC, and nobody else', async () => {
    const one = await startAlone(tables, { port: 0, grpcAddress: '127.0.0.1:0', key, peers: {} }, folder());
    const two = await startAlone(
      apps,
      { port: 0, grpcAddress: '127.0.0.1:0', key, peers: { tables: `127.0.0.1:${one.grpcPort}` } },
      folder(),
    );
    const signed = { 'tessera-edge': signEdge({ actor, via: 'bearer' }, key) };
    const made = await caller(`http://127.0.0.1:${one.port}`).call(
      'POST',
      '/v3/tables',
      { label: 'Apart', fields: [{ name: 'Name', type: 'singleLineText' }] },
      signed,
    );
    expect(made.status).toBe(201);
    const home = (headers: Record<string, string>) =>
      caller(`http://127.0.0.1:${two.port}`).call('GET', '/v3/home', undefined, headers);
    expect((await home(signed)).body).toMatchObject({ tables: [{ label: 'Apart', access: 'full' }] });
    expect((await home({})).status).toBe(401);
    expect((await home({ 'tessera-edge': signEdge({ actor, via: 'bearer' }, 'x'.repeat(40)) })).status).toBe(401);
    expect((await home({ 'tessera-edge': signEdge({ via: 'bearer' }, key) })).status).toBe(401);
    // What was signed for a call is no word of the gateway.
    expect((await home({ 'tessera-edge': signActor(actor, key) })).status).toBe(401);
    expect((await fetch(`http://127.0.0.1:${two.port}/routes`)).status).toBe(401);
    await two.stop();
    await one.stop();
  });
});

describe('traces', () => {
  it('are exported when an endpoint is configured, and carried on without spans when what began them is not kept', async () => {
    const paths: string[] = [];
    const collector = createServer((request, response) => {
      paths.push(request.url ?? '');
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as { port: number };
    const { span, startTracing, traceHeaders } = await import('@tessera/telemetry');
    // The SDK reads the process's environment itself.
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
    const stop = await startTracing('test', process.env);
    const product = await startTestProduct();
    await firstRun(product);
    await product.stop();
    const [id, parent] = ['a'.repeat(32), 'b'.repeat(16)];
    const within = (flags: string) =>
      span('part', 'server', {}, () => span('of it', 'internal', {}, () => traceHeaders()['traceparent']), {
        traceparent: `00-${id}-${parent}-${flags}`,
      });
    expect(within('00')).toBe(`00-${id}-${parent}-00`);
    expect(within('01')).toMatch(new RegExp(`^00-${id}-(?!${parent})[0-9a-f]{16}-01$`));
    await stop();
    vi.unstubAllEnvs();
    collector.close();
    expect(paths).toContain('/v1/traces');
  });
});
