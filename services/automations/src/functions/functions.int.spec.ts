import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { colleague, firstRun, startTestProduct, type TestCaller, type TestProduct } from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

type Made = { readonly id: string; readonly version: number; readonly sourceCode: string; readonly revision: number };
type Called = {
  readonly state: string;
  readonly output: unknown;
  readonly error: { readonly code: string; readonly reason: string } | null;
  readonly logs: readonly { readonly level: string; readonly text: string }[];
  readonly tookMs: number;
  readonly peakBytes: number;
  readonly units: number;
};

let product: TestProduct;
let admin: TestCaller;
let server: Server;
let runs: ReadonlyMap<string, string | null>;

beforeAll(async () => {
  server = createServer((_, response) => response.end('from the web'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  product = await startTestProduct({ environment: { TESSERA_DIAL_OPEN: '127.0.0.0/8' } });
  admin = await firstRun(product);
  const told = await send<{ languages: { language: string; absent: string | null }[] }>(
    'GET',
    '/v3/low-code-languages',
  );
  runs = new Map(told.languages.map(({ language, absent }) => [language, absent]));
});
afterAll(async () => {
  await product.stop();
  server.close();
});

const send = async <T>(method: string, path: string, body?: unknown, wanted = 200): Promise<T> => {
  const answered = await admin.call(method, path, body);
  expect(answered, JSON.stringify(answered.body)).toMatchObject({ status: wanted });
  return answered.body as T;
};
const make = async (language: string, sourceCode?: string): Promise<string> => {
  const { id } = await send<Made>('POST', '/v3/low-code-functions', { label: `Of ${language}`, language }, 201);
  if (sourceCode !== undefined) await send('POST', `/v3/low-code-functions/${id}/version`, { sourceCode }, 201);
  return id;
};
const call = (id: string, body: object = {}): Promise<Called> =>
  send<Called>('POST', `/v3/low-code-functions/${id}/run`, body);

/** A sandbox may be missing where this runs; then the calls say so, and what needs one says that it was not run. */
const needs = (language: string, skip: (note: string) => never): void => {
  const absent = runs.get(language) ?? null;
  if (absent !== null) skip(`${language} was not run here: ${absent}`);
};

describe('a function', () => {
  it('is kept in versions, and an earlier one comes back as the next', async () => {
    const id = await make('python');
    expect(await admin.call('POST', `/v3/low-code-functions/${id}/run`, {})).toMatchObject({
      status: 409,
      body: { error: { code: 'functions.no_code' } },
    });
    const path = `/v3/low-code-functions/${id}`;
    for (const [sourceCode, note] of [
      ['one', 'The first'],
      ['two', 'The second'],
    ])
      await send('POST', `${path}/version`, { sourceCode, note }, 201);
    expect(await send('POST', `${path}/version/1/restore`, {}, 201)).toMatchObject({ version: 3, sourceCode: 'one' });
    expect((await send<{ versions: object[] }>('GET', `${path}/version`)).versions).toMatchObject([
      { version: 3, note: 'The first', restoredVersion: 1 },
      { version: 2, note: 'The second' },
      { version: 1, restoredVersion: null },
    ]);
    expect(await send('GET', `${path}/version/2`)).toMatchObject({ sourceCode: 'two' });
    expect((await admin.call('POST', `${path}/version/9/restore`, {})).status).toBe(404);
    const body = { label: 'Renamed', language: 'php', active: true };
    expect(await admin.call('PUT', path, body)).toMatchObject({
      body: { error: { code: 'functions.language_stays' } },
    });
  });

  it('goes off, is deleted, and comes back by undo; the history tells it', async () => {
    const id = await make('python', 'def main(input, bridge): return 1');
    const path = `/v3/low-code-functions/${id}`;
    const { revision } = await send<Made>('GET', path);
    const body = { label: 'Off', language: 'python', active: false };
    const stale = await admin.call('PUT', path, body, { 'if-match': `"${revision - 1}"` });
    expect(stale).toMatchObject({ status: 412 });
    await send('PUT', path, body);
    expect(await admin.call('POST', `${path}/run`, {})).toMatchObject({ body: { error: { code: 'functions.off' } } });
    const gone = await admin.call('DELETE', path);
    expect((await admin.call('GET', path)).status).toBe(404);
    const list = await send<{ functions: { id: string }[] }>('GET', '/v3/low-code-functions');
    expect(list.functions.map((one) => one.id)).not.toContain(id);
    const commit = gone.headers.get('tessera-commit')!;
    await send('POST', `/v3/undo/${commit}`, {});
    expect(await send('GET', path)).toMatchObject({ label: 'Off', active: false, version: 1 });
    const { entries } = await send<{ entries: { kind: string }[] }>('POST', '/historyLog/list', {
      filters: { entity_type: ['function'] },
    });
    expect(entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['functionCreated', 'functionVersionSaved', 'functionDeleted']),
    );
  });

  it('is gone forever with its secrets, once it is deleted and somebody says so', async () => {
    const id = await make('python', 'def main(input, bridge): return 1');
    const path = `/v3/low-code-functions/${id}`;
    await send('PUT', `${path}/secrets/KEY`, { value: 'hush' }, 204);
    const [organizationId] = await product.ports('automations').store.organizations();
    const kept = () => product.ports('automations').vault.list(organizationId!, 'function-secrets', id, 10);
    expect(await kept()).toHaveLength(1);
    expect(await admin.call('POST', `${path}/erase`, {})).toMatchObject({
      body: { error: { code: 'functions.not_deleted' } },
    });
    const commit = (await admin.call('DELETE', path)).headers.get('tessera-commit')!;
    await send('POST', `${path}/erase`, {}, 204);
    expect((await admin.call('POST', `${path}/erase`, {})).status).toBe(404);
    expect(await admin.call('POST', `/v3/undo/${commit}`, {})).toMatchObject({
      body: { error: { code: 'undo.nothing' } },
    });
    expect(await kept()).toEqual([]);
  });

  it('is for those who may write code, and changed by its owner', async () => {
    const id = await make('python', 'def main(input, bridge): return 1');
    const member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '2' });
    expect((await member.call('GET', '/v3/low-code-functions')).status).toBe(403);
    expect((await member.call('GET', `/v3/low-code-functions/${id}`)).status).toBe(404);
    const builder = await colleague(product, admin, { email: 'bea@marlow.example', seat: 'builder', role: '2' });
    expect((await builder.call('GET', `/v3/low-code-functions/${id}`)).status).toBe(200);
    for (const [method, path, body] of [
      ['PUT', '', { label: 'x', language: 'python' }],
      ['POST', '/version', { sourceCode: 'x' }],
      ['POST', '/run', { sourceCode: 'x' }],
      ['PUT', '/secrets/KEY', { value: 'x' }],
      ['DELETE', '', undefined],
    ] as const)
      expect((await builder.call(method, `/v3/low-code-functions/${id}${path}`, body)).status, path).toBe(403);
  });
});

const sums: readonly (readonly [string, string])[] = [
  ['javascript', 'export default async ({ input, log }) => { log.info("seen", input.a); return input.a + 1; };'],
  ['python', 'def main(input, bridge):\n    bridge.log.info("seen", input["a"])\n    return input["a"] + 1'],
  ['php', '<?php function main($input, $bridge) { $bridge->log->info("seen", $input["a"]); return $input["a"] + 1; }'],
  [
    'dotNet',
    'using System.Collections.Generic; public static class Function { public static object Main(Dictionary<string, object> input, Bridge bridge) { bridge.Log.Info("seen", input["a"]); return (long)input["a"] + 1; } }',
  ],
];

describe('a call', () => {
  it.for(sums)('of %s answers, notes and is counted', async ([language, code], { skip }) => {
    needs(language, skip);
    const id = await make(language, code);
    const called = await call(id, { input: { a: 41 } });
    expect(called, JSON.stringify(called)).toMatchObject({
      state: 'done',
      output: 42,
      error: null,
      logs: [{ level: 'info', text: 'seen 41' }],
    });
    expect(called.peakBytes).toBeGreaterThan(1_000_000);
    await call(id, { input: { a: 1 } });
    const { usage, lastCall } = await send<{ usage: { calls: number; units: number }; lastCall: object }>(
      'GET',
      `/v3/low-code-functions/${id}`,
    );
    expect(usage.calls).toBe(2);
    expect(usage.units).toBeGreaterThan(0);
    expect(lastCall).toMatchObject({ state: 'done', code: null });
  });

  it('reads and writes records by the bridge, and a test of it writes nothing', async ({ skip }) => {
    needs('python', skip);
    const table = await send<{ id: string; fields: { id: string }[] }>(
      'POST',
      '/v3/tables',
      { label: 'Stock', fields: [{ name: 'Name', type: 'text' }] },
      201,
    );
    const field = table.fields[0]!.id;
    const id = await make(
      'python',
      `
def main(input, bridge):
    table = bridge.table(input["table"])
    made = table.create({input["field"]: "Bolt"})
    if made["id"]:
        table.update(made["id"], {input["field"]: "Nut"})
    found = table.find({"filter": {"and": [{"fieldId": input["field"], "operator": "equals", "value": "Nut"}]}})
    page = bridge.fetch(input["url"])["body"]
    return [made["id"], len(found), page, bridge.secret("KEY")]
`,
    );
    await send('PUT', `/v3/low-code-functions/${id}/secrets/KEY`, { value: 'hush-hush' }, 204);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const input = { table: table.id, field, url };
    const tried = await call(id, { input, simulated: true });
    expect(tried, JSON.stringify(tried)).toMatchObject({ state: 'done', output: [null, 0, 'from the web', '•••'] });
    expect(tried.logs.some(({ text }) => text.endsWith('simulated'))).toBe(true);
    const done = await call(id, { input });
    expect(done, JSON.stringify(done)).toMatchObject({ output: [expect.any(String), 1, 'from the web', '•••'] });
    expect(JSON.stringify(await send('GET', `/v3/low-code-functions/${id}`))).not.toContain('hush-hush');

    // Its calls are remembered, by whoever called, with their secrets hidden.
    const path = `/v3/low-code-functions/${id}/calls`;
    const { calls } = await send<{ calls: { number: number; callerId: string }[] }>('GET', path);
    expect(calls).toMatchObject([
      { number: 2, kind: 'run', state: 'done', trigger: null },
      { number: 1, kind: 'test', state: 'done' },
    ]);
    const kept = await send('GET', `${path}/2`);
    expect(kept).toMatchObject({ kept: { input: { url }, output: [expect.any(String), 1, 'from the web', '•••'] } });
    expect(JSON.stringify(kept)).not.toContain('hush-hush');
    expect((await admin.call('GET', `${path}/3`)).status).toBe(404);
    const builder = await colleague(product, admin, { email: 'bo@marlow.example', seat: 'builder', role: '2' });
    expect(await builder.call('GET', `${path}/2`)).toMatchObject({ status: 200, body: { hidden: true, kept: null } });
  });

  it('of C# reads and writes by the bridge as the others do', async ({ skip }) => {
    needs('dotNet', skip);
    const table = await send<{ id: string; fields: { id: string }[] }>(
      'POST',
      '/v3/tables',
      { label: 'Parts', fields: [{ name: 'Name', type: 'text' }] },
      201,
    );
    const id = await make(
      'dotNet',
      String.raw`
using System;
using System.Linq;
using System.Collections.Generic;
public static class Function {
  public static object Main(Dictionary<string, object> input, Bridge bridge) {
    var field = (string)input["field"];
    var table = bridge.Table((string)input["table"]);
    var made = table.Create(new Dictionary<string, object> { { field, "Bolt é \\ \"x\"" } });
    table.Update((string)made["id"], new Dictionary<string, object> { { field, "Nut" } });
    var found = table.Find(new { limit = 10 });
    var page = bridge.Fetch((string)input["url"])["body"];
    Console.WriteLine("printed");
    bridge.Log.Warn("Wrote", found.Count, 1.5, null, true);
    try { table.Get("nothing"); } catch (InvalidOperationException error) { bridge.Log.Error(error.Message); }
    return new { found.Count, page, secret = bridge.Secret("KEY"), deep = input["deep"], when = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc), sums = new[] { 1, 2 }.Select(one => one * 2) };
  }
}
`,
    );
    await send('PUT', `/v3/low-code-functions/${id}/secrets/KEY`, { value: 'hush-hush' }, 204);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const deep = { a: [1, 2.5, -3e40, null, true, 'é\n"\u2028😀'], b: {}, c: [] };
    const called = await call(id, { input: { table: table.id, field: table.fields[0]!.id, url, deep } });
    expect(called, JSON.stringify(called)).toMatchObject({
      state: 'done',
      output: {
        Count: 1,
        page: 'from the web',
        secret: '•••',
        deep,
        when: '2026-01-02T03:04:05.000Z',
        sums: [2, 4],
      },
    });
    const said = called.logs.filter(({ level }) => level !== 'bridge').map(({ level, text }) => [level, text]);
    expect(said).toEqual([
      ['info', 'printed'],
      ['warn', 'Wrote 1 1.5 null true'],
      ['error', expect.stringContaining('A table and a record are named by their ids.')],
    ]);
  });

  it('of C# is compiled when it is saved: what is wrong is told with its line, and nothing is saved', async ({
    skip,
  }) => {
    needs('dotNet', skip);
    const good = sums.find(([language]) => language === 'dotNet')![1];
    const id = await make('dotNet', good);
    const path = `/v3/low-code-functions/${id}`;
    const bad = await admin.call('POST', `${path}/version`, { sourceCode: `// first\n${good.replace('+ 1;', '+ ;')}` });
    expect(bad, JSON.stringify(bad.body)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'functions.compile_failed',
          details: { problems: [{ line: 2, code: expect.stringMatching(/^CS/), text: expect.any(String) }] },
        },
      },
    });
    expect(await send('GET', path)).toMatchObject({ version: 1 });
    const tried = await call(id, { sourceCode: 'nonsense' });
    expect(tried).toMatchObject({ state: 'failed', error: { code: 'functions.compile' }, peakBytes: 0 });
    // What it was compiled to is kept for other processes, and gone with it.
    const { state, store } = product.ports('automations');
    const [organizationId] = await store.organizations();
    const kept = () => state.list(organizationId!, 'function-programs', id, 10);
    expect(await kept()).toHaveLength(1);
    const none = await make('dotNet', 'public static class Function { }');
    expect(await call(none)).toMatchObject({
      state: 'failed',
      error: { reason: expect.stringContaining('no public static method Main') },
    });
    await admin.call('DELETE', path);
    await send('POST', `${path}/erase`, {}, 204);
    expect(await kept()).toEqual([]);
  });

  it('of C# is quick once it waits', async ({ skip }) => {
    needs('dotNet', skip);
    const id = await make('dotNet', sums.find(([language]) => language === 'dotNet')![1]);
    const times: number[] = [];
    for (let i = 0; i < 5; i++) times.push((await call(id, { input: { a: 1 } })).tookMs);
    expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(1_000);
  });

  it('is a step of an automation, whose answer later steps have', async ({ skip }) => {
    needs('python', skip);
    const functionId = await make('python', 'def main(input, bridge): return {"double": input * 2}');
    const { id } = await send<Made>(
      'POST',
      '/v3/automations',
      {
        label: 'Calls',
        trigger: { type: 'manual', config: {} },
        steps: [
          { id: 'call', type: 'run_function', config: { functionId, input: 21 } },
          { id: 'keep', type: 'set', config: { values: { got: { ref: 'steps.call.result.double' } } } },
        ],
      },
      201,
    );
    await send('POST', `/v3/automations/${id}/publish`, {});
    await send('POST', `/v3/automations/${id}/enabled`, { enabled: true });
    const { runId } = await send<{ runId: string }>('POST', `/v3/automations/${id}/run`, {}, 202);
    await vi.waitFor(
      async () =>
        expect(await send('GET', `/v3/runs/${runId}`)).toMatchObject({
          state: 'done',
          steps: [{ output: { result: { double: 42 } } }, { output: { got: 42 } }],
        }),
      { timeout: 15_000, interval: 40 },
    );
    expect(await send('GET', `/v3/low-code-functions/${functionId}/calls`)).toMatchObject({
      calls: [{ number: 1, kind: 'step', callerId: runId, version: 1 }],
    });
  });

  it('is counted with others in one commit', async ({ skip }) => {
    needs('python', skip);
    const id = await make('python', 'def main(input, bridge): return 1');
    const { store } = product.ports('automations');
    const [organizationId] = await store.organizations();
    const before = await store.position(organizationId!);
    await Promise.all(Array.from({ length: 3 }, () => call(id)));
    const { calls } = await send<{ calls: { number: number }[] }>('GET', `/v3/low-code-functions/${id}/calls`);
    expect(calls.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect((await store.position(organizationId!)) - before).toBeLessThan(3);
  });
});

const escapes: readonly (readonly [string, string, string, object])[] = [
  [
    'a fork bomb',
    'python',
    'import os\ndef main(input, bridge):\n    while True: os.fork()',
    { error: { code: expect.stringMatching(/^functions\.(failed|memory|ended|time)$/) } },
  ],
  [
    'an array of 2 GB',
    'javascript',
    'export default () => { const all = []; for (;;) all.push(Buffer.alloc(1e8, 1)); };',
    { error: { code: expect.stringMatching(/^functions\.(failed|memory|ended)$/) } },
  ],
  [
    'a flood of output',
    'python',
    'def main(input, bridge):\n    while True: print("x" * 10000)',
    { error: { code: 'functions.output' } },
  ],
  [
    'a read of the files of the host',
    'python',
    'import os\ndef main(input, bridge): return [os.path.exists(p) for p in ["/etc/passwd", "/root", "/home", "/var", "/work", "/opt"]]',
    { output: [false, false, false, false, false, false] },
  ],
  [
    'a read of the environment, its own and that of what started it',
    'python',
    'import os\ndef main(input, bridge): return [dict(os.environ).get("PATH"), open("/proc/1/environ").read(), len([p for p in os.listdir("/proc") if p.isdigit()]) < 5]',
    { output: [null, '', true] },
  ],
  [
    'the network',
    'python',
    `import socket
def main(input, bridge):
    try:
        socket.create_connection(("127.0.0.1", input["port"]), 1)
        return "open"
    except OSError:
        return "shut"`,
    { output: 'shut' },
  ],
  [
    'a write outside of its folder',
    'javascript',
    `import { writeFileSync } from 'node:fs';
export default () => ['/x', '/usr/lib/x', '/dev/shm/x', '/run/x', '/tmp/x'].map((path) => {
  try { writeFileSync(path, 'x'); return true; } catch { return false; }
});`,
    { output: [false, false, false, false, true] },
  ],
  [
    'a flood of threads and memory in C#',
    'dotNet',
    `using System.Collections.Generic; using System.Threading;
public static class Function { public static object Main(object input, Bridge bridge) {
  for (;;) new Thread(() => { var all = new List<byte[]>(); for (;;) { var one = new byte[1000000]; one[7] = 1; all.Add(one); } }).Start();
} }`,
    { state: 'failed', error: { code: expect.stringMatching(/^functions\.(failed|memory|ended|time)$/) } },
  ],
  [
    'the host by way of C#: its files, its environment, its programs, the network',
    'dotNet',
    `using System; using System.Collections.Generic; using System.IO; using System.Net.Sockets; using System.Diagnostics; using System.Linq;
public static class Function { public static object Main(Dictionary<string, object> input, Bridge bridge) {
  var network = "shut";
  try { new TcpClient("127.0.0.1", (int)(long)input["port"]).Close(); network = "open"; } catch (Exception) { }
  var program = "shut";
  try { Process.Start("/bin/sh", "-c true").WaitForExit(); program = "open"; } catch (Exception) { }
  var wrote = new[] { "/x", "/usr/lib/x", "/dev/shm/x", "/run/x", "/run/host" }.Count(path => { try { File.WriteAllText(path, "x"); return true; } catch (Exception) { return false; } });
  return new object[] { File.Exists("/etc/passwd"), Directory.Exists("/home"), Directory.Exists("/root"), File.ReadAllText("/proc/1/environ"), Environment.GetEnvironmentVariable("PATH"), network, program, wrote };
} }`,
    { output: [false, false, false, '', null, 'shut', 'shut', 0] },
  ],
  [
    'a sandbox within the sandbox',
    'python',
    `import ctypes
def main(input, bridge):
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.unshare(0x10000000)`,
    { output: -1 },
  ],
];

/** Processes that burn their time in a sandbox still. */
const sandboxes = (): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(program) R');
    } catch {
      return false;
    }
  });

describe('what code may not', () => {
  it.for(escapes)('%s', async ([, language, code, expected], { skip }) => {
    needs(language, skip);
    const [bad, good] = [await make(language, code), await make(language, sums.find(([of]) => of === language)![1])];
    const port = (server.address() as AddressInfo).port;
    const began = performance.now();
    const [called, other] = await Promise.all([call(bad, { input: { port } }), call(good, { input: { a: 1 } })]);
    expect(called, JSON.stringify(called)).toMatchObject(expected);
    expect(other).toMatchObject({ state: 'done', output: 2 });
    expect(performance.now() - began).toBeLessThan(13_000);
    expect((await admin.call('GET', '/v3/low-code-functions')).status).toBe(200);
  });

  it('an answer that nests without an end', async ({ skip }) => {
    needs('python', skip);
    const id = await make(
      'python',
      'def main(input, bridge):\n    a = []\n    for _ in range(300): a = [a]\n    return a',
    );
    expect(await admin.call('POST', `/v3/low-code-functions/${id}/run`, {})).toMatchObject({
      status: 409,
      body: { error: { code: 'functions.output_too_deep' } },
    });
  });

  it('an endless loop, which ends after its time with all that it began', async ({ skip }) => {
    needs('python', skip);
    const id = await make('python', 'def main(input, bridge):\n    while True: pass');
    expect(await call(id)).toMatchObject({ state: 'failed', error: { code: 'functions.time' } });
    await vi.waitFor(() => expect(sandboxes()).toEqual([]), { timeout: 2_000, interval: 20 });
  }, 20_000);
});
