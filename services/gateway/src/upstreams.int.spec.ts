import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createUpstreams } from './upstreams.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

describe('upstreams', () => {
  const listen = async (
    handle: (request: IncomingMessage, response: ServerResponse) => void,
    port = 0,
  ): Promise<{ server: Server; port: number }> => {
    const server = createServer(handle);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return { server, port: (server.address() as AddressInfo).port };
  };
  const post = (body: string, repeatable: boolean) => ({
    method: 'POST',
    path: '/',
    headers: {},
    body: Buffer.from(body),
    repeatable,
    signal: AbortSignal.timeout(10_000),
  });
  const textOf = async (answer: IncomingMessage): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };

  it('send again what broke off only where that is harmless', async () => {
    let calls = 0;
    const { server, port } = await listen((request, response) => {
      calls++;
      if (calls % 2 === 1) request.socket.destroy();
      else request.pipe(response);
    });
    const upstreams = createUpstreams({ echo: `127.0.0.1:${port}` }, { patienceMs: 500 });
    expect(await textOf(await upstreams.forward('echo', post('again', true)))).toBe('again');
    expect(calls).toBe(2);
    await expect(upstreams.forward('echo', post('once', false))).rejects.toMatchObject({
      code: 'service.interrupted',
      kind: 'unavailable',
    });
    expect(calls).toBe(3);
    upstreams.close();
    server.close();
  });
  it('ask a replica that is about to leave only where there is no other, and nobody for long that answers nothing', async () => {
    const { server: first, port } = await listen((_request, response) =>
      response.writeHead(200, { 'tessera-leaving': 'soon' }).end('leaving'),
    );
    const alone = createUpstreams({ one: `127.0.0.1:${port}` }, { patienceMs: 500 });
    for (let n = 0; n < 3; n++) expect(await textOf(await alone.forward('one', post('', true)))).toBe('leaving');
    alone.close();
    // The same port of another address of this machine, and of one where packets are lost.
    const second = createServer((_request, response) => response.end('staying'));
    await new Promise<void>((resolve) => second.listen(port, '127.0.0.2', resolve));
    const both = createUpstreams(
      { two: `two.test:${port}` },
      { patienceMs: 3000, addressesOf: async () => ['127.0.0.1', '127.0.0.2', '192.0.2.1'] },
    );
    const begun = performance.now();
    const answers: string[] = [];
    for (let n = 0; n < 30; n++) answers.push(await textOf(await both.forward('two', post('', true))));
    expect(answers.filter((one) => one === 'leaving').length).toBeLessThanOrEqual(1);
    expect(performance.now() - begun).toBeLessThan(1500);
    // Nor later: it may be closing its connections by now. Asked for longer than an address is passed over.
    const later = performance.now() + 1200;
    while (performance.now() < later) expect(await textOf(await both.forward('two', post('', true)))).toBe('staying');
    both.close();
    first.close();
    second.close();
  });
  it('wait for a service that is not there yet, even with a body that can be read once', async () => {
    const port = await freePort();
    let tries = 0;
    const addressesOf = async (): Promise<string[]> => {
      tries++;
      return ['127.0.0.1'];
    };
    const upstreams = createUpstreams({ late: `late.test:${port}` }, { addressesOf });
    const { server: front, port: at } = await listen((request, response) => {
      void upstreams
        .forward('late', {
          method: 'POST',
          path: '/',
          headers: {},
          body: request,
          repeatable: false,
          signal: AbortSignal.timeout(10_000),
        })
        .then((answer) => answer.pipe(response));
    });
    const sent = fetch(`http://127.0.0.1:${at}`, { method: 'POST', body: 'x'.repeat(300_000) }).then((answer) =>
      answer.text(),
    );
    await expect.poll(() => tries, { timeout: 10_000 }).toBeGreaterThan(1);
    const { server } = await listen((request, response) => {
      void textOf(request).then((text) => response.end(String(text.length)));
    }, port);
    expect(await sent).toBe('300000');
    upstreams.close();
    front.close();
    server.close();
  });
});
