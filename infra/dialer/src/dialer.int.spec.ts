import { once } from 'node:events';
import { createServer as createWeb, type RequestListener, type Server as WebServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createDialer, type DialerOptions } from './index.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

const listening = async (server: Server | WebServer, host = '127.0.0.1'): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, host);
  await once(server, 'listening');
  open.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
};
const web = (listener: RequestListener, host?: string): Promise<number> => listening(createWeb(listener), host);
const local = (options: DialerOptions = {}) => createDialer({ open: ['127.0.0.1'], ...options });

describe('a name', () => {
  it('that answers differently the second time is asked once, and the address that was checked is dialled', async () => {
    const port = await web((_, response) => response.end('inside'), '127.0.0.2');
    const safe = await web((_, response) => response.end('outside'));
    let asked = 0;
    const dialer = local({ resolve: async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']) });
    const answer = await dialer.request({ url: `http://rebinding.test:${safe}/` });
    expect(answer.body.toString()).toBe('outside');
    expect(asked).toBe(1);
    // Asked anew, the name leads to what is closed.
    await expect(dialer.request({ url: `http://rebinding.test:${port}/` })).rejects.toMatchObject({
      code: 'dial.address',
    });
  });

  it('with one closed address among others is refused', async () => {
    const port = await web((_, response) => response.end());
    const dialer = local({ resolve: async () => ['127.0.0.1', '10.0.0.1'] });
    await expect(dialer.connect({ host: 'mixed.test', port })).rejects.toMatchObject({ code: 'dial.address' });
  });

  it('is tried at each of its addresses', async () => {
    const port = await web((_, response) => response.end('here'));
    const dialer = createDialer({ open: ['127.0.0.0/8'], resolve: async () => ['127.0.0.9', '127.0.0.1'] });
    expect((await dialer.request({ url: `http://two.test:${port}/` })).body.toString()).toBe('here');
  });

  it('that nobody knows, and a lookup that never ends, are told', async () => {
    const unknown = local({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(unknown.connect({ host: 'no.test', port: 25 })).rejects.toMatchObject({ code: 'dial.unknown_host' });
    const endless = local({ resolve: () => new Promise(() => undefined) });
    await expect(endless.connect({ host: 'slow.test', port: 25 }, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'dial.timeout',
    });
  });
});

describe('an address that is closed', () => {
  const dialer = createDialer();
  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '017700000001',
    '2130706433',
    '127.0.0.1.',
    'localhost',
    'LOCALHOST.',
    '１２７.０.０.１',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[::]',
    '0',
    '169.254.169.254',
    '0xa9fea9fe',
  ])('is refused however it is written: %s', async (host) => {
    const port = await web((_, response) => response.end('inside'));
    const code = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => 'connected',
        (error: { code: string }) => error.code,
      );
    // What the system does not take for an address is a name that nobody has.
    const refused = ['dial.address', 'dial.unknown_host'];
    expect(refused).toContain(await code(dialer.request({ url: `http://${host}:${port}/` })));
    expect(refused).toContain(await code(dialer.connect({ host, port })));
  });
  it.each(['', ' ', 'a b', 'a/b', 'a@b', 'a\r\nb', 'fe80::1%eth0', `${'a'.repeat(300)}.test`])(
    'is refused where it is no host: %j',
    async (host) => {
      await expect(dialer.connect({ host, port: 25 })).rejects.toMatchObject({
        kind: expect.stringMatching(/invalid|forbidden/),
      });
    },
  );
  it.each([0, -1, 65_536, 1.5, Number.NaN])('is refused where it has no port: %s', async (port) => {
    await expect(dialer.connect({ host: '1.1.1.1', port })).rejects.toMatchObject({ code: 'dial.host' });
  });
  it.each(['ftp://1.1.1.1/', 'file:///etc/passwd', 'http://user:secret@1.1.1.1/', 'gopher://1.1.1.1', '//1.1.1.1', ''])(
    'is refused where it is no address of the web: %s',
    async (url) => {
      await expect(dialer.request({ url })).rejects.toMatchObject({ code: 'dial.url' });
    },
  );
});

describe('a redirect', () => {
  const to =
    (location: string, status = 302): RequestListener =>
    (_, response) =>
      response.writeHead(status, { location }).end();

  it.each(['http://127.0.0.2:1/', 'http://[::1]:1/', 'http://169.254.169.254/latest/meta-data/', '//10.0.0.1/'])(
    'to what is closed is refused: %s',
    async (location) => {
      const port = await web(to(location));
      await expect(local().request({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
        code: 'dial.address',
      });
    },
  );
  it.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user:secret@127.0.0.1/'])(
    'to what is no address of the web is refused: %s',
    async (location) => {
      const port = await web(to(location));
      await expect(local().request({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({ code: 'dial.url' });
    },
  );
  it('that leads in circles ends', async () => {
    let asked = 0;
    const port = await web((_, response) => {
      asked++;
      response.writeHead(302, { location: '/again' }).end();
    });
    const request = local().request({ url: `http://127.0.0.1:${port}/`, mostRedirects: 3 });
    await expect(request).rejects.toMatchObject({ code: 'dial.redirects' });
    expect(asked).toBe(4);
  });
  it('within an origin keeps what was sent, and a 303 asks for the result', async () => {
    const seen: string[] = [];
    const port = await web((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        seen.push(`${request.method} ${request.url} ${request.headers['authorization'] ?? '-'} ${body}`);
        const next = { '/a': [307, '/b'], '/b': [303, '/c'] } as Record<string, [number, string]>;
        const [status, location] = next[request.url ?? ''] ?? [200, ''];
        response.writeHead(status, location === '' ? {} : { location }).end('done');
      });
    });
    const url = `http://127.0.0.1:${port}`;
    const headers = { authorization: 'Bearer x' };
    const answer = await local().request({ url: `${url}/a`, method: 'POST', headers, body: 'hello' });
    expect(answer).toMatchObject({ status: 200, url: `${url}/c` });
    expect(seen).toEqual(['POST /a Bearer x hello', 'POST /b Bearer x hello', 'GET /c Bearer x ']);
  });
  it('to another origin takes no secret along, and no body', async () => {
    let seen: Record<string, unknown> = {};
    const other = await web((request, response) => {
      seen = request.headers;
      response.end('other');
    });
    const port = await web(to(`http://127.0.0.1:${other}/`));
    const sending = await web(to(`http://127.0.0.1:${other}/`, 307));
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'secret', accept: 'text/plain' };
    await local().request({ url: `http://127.0.0.1:${port}/`, headers });
    expect(seen).toMatchObject({ accept: 'text/plain', host: `127.0.0.1:${other}` });
    expect(Object.keys(seen).filter((name) => ['authorization', 'cookie', 'x-api-key'].includes(name))).toEqual([]);
    const post = local().request({ url: `http://127.0.0.1:${sending}/`, method: 'POST', body: 'secret' });
    await expect(post).rejects.toMatchObject({ code: 'dial.redirect' });
  });
});

describe('an answer', () => {
  const asked = (port: number, more: object = {}) =>
    local().request({ url: `http://127.0.0.1:${port}/`, timeoutMs: 300, ...more });

  it('that never ends is cut at its limit', async () => {
    const port = await web((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await expect(asked(port, { mostBytes: 100_000, timeoutMs: 20_000 })).rejects.toMatchObject({
      code: 'dial.too_large',
    });
  });
  it('that says how long it is is not read when that is too much', async () => {
    const port = await web((_, response) => response.writeHead(200, { 'content-length': '5000000' }).write('x'));
    await expect(asked(port, { timeoutMs: 20_000 })).rejects.toMatchObject({ code: 'dial.too_large' });
  });
  it('that trickles, says nothing, or stops after its head ends with the time', async () => {
    const trickling = await web((_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const silent = await listening(createServer());
    const headless = await web((_, response) => response.flushHeaders());
    for (const port of [trickling, silent, headless])
      await expect(asked(port)).rejects.toMatchObject({ code: 'dial.timeout' });
  });
  it('with a head without end, or with no HTTP at all, is refused', async () => {
    const long = await listening(
      createServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const more = (): void => {
          while (!socket.destroyed && socket.write(`x-more: ${'y'.repeat(1000)}\r\n`));
        };
        socket.on('drain', more);
        more();
      }),
    );
    const noise = await listening(createServer((socket) => socket.write('220 mail.test ESMTP\r\n')));
    for (const port of [long, noise])
      await expect(asked(port, { timeoutMs: 20_000 })).rejects.toMatchObject({ code: 'dial.answer' });
  });
  it('by TLS needs a certificate, and is asked for in the clear by nobody', async () => {
    const port = await web((_, response) => response.end('plain'));
    await expect(local().request({ url: `https://127.0.0.1:${port}/` })).rejects.toMatchObject({
      code: 'dial.certificate',
    });
  });
  it('of nobody is told', async () => {
    const port = await listening(createServer());
    await open.splice(0)[0]?.();
    await expect(asked(port, { timeoutMs: 20_000 })).rejects.toMatchObject({ code: 'dial.unreachable' });
  });
  it('is no longer waited for when the caller goes', async () => {
    const port = await listening(createServer());
    const leaving = new AbortController();
    const request = asked(port, { timeoutMs: 60_000, signal: leaving.signal });
    leaving.abort();
    await expect(request).rejects.toMatchObject({ code: 'dial.timeout' });
  });
});

describe('a proxy', () => {
  const proxy = async (agrees = true) => {
    const asked: string[] = [];
    const port = await listening(
      createServer((client) => {
        let head = '';
        client.on('data', function read(part: Buffer) {
          head += part.toString('latin1');
          if (!head.includes('\r\n\r\n')) return;
          client.off('data', read);
          asked.push(head);
          if (!agrees) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
          // Stands for the internet: whatever is asked for is one server.
          const upstream = connect(target, '127.0.0.1', () => {
            client.write('HTTP/1.1 200 Connection established\r\n\r\n');
            client.pipe(upstream).pipe(client);
          });
          upstream.on('error', () => client.destroy());
        });
      }),
      '127.0.0.3',
    );
    let target = 0;
    return { url: `http://me:secret@127.0.0.3:${port}`, asked, leadsTo: (to: number) => (target = to) };
  };

  it('gets the address that was checked, with what it asks for', async () => {
    const via = await proxy();
    via.leadsTo(await web((request, response) => response.end(`for ${request.headers.host}`)));
    const dialer = createDialer({ proxy: via.url, resolve: async () => ['93.184.216.34'] });
    expect((await dialer.request({ url: 'http://some.test/' })).body.toString()).toBe('for some.test');
    expect(via.asked[0]).toMatch(/^CONNECT 93\.184\.216\.34:80 HTTP\/1\.1\r\n/);
    expect(via.asked[0]).toContain(`Basic ${Buffer.from('me:secret').toString('base64')}`);
  });
  it('hands over what a server says first', async () => {
    const via = await proxy();
    via.leadsTo(await listening(createServer((socket) => socket.write('220 ready\r\n'))));
    const dialer = createDialer({ proxy: via.url });
    const socket = await dialer.connect({ host: '2606:4700::1', port: 25 });
    const [greeting] = (await once(socket, 'data')) as [Buffer];
    expect(greeting.toString()).toBe('220 ready\r\n');
    expect(via.asked[0]).toMatch(/^CONNECT \[2606:4700::1\]:25 /);
    socket.destroy();
  });
  it('does not open what is closed, and is not asked for what the operator opened', async () => {
    const via = await proxy();
    const port = await web((_, response) => response.end('own'));
    const dialer = createDialer({ proxy: via.url, open: ['127.0.0.1'] });
    await expect(dialer.connect({ host: '10.0.0.1', port: 80 })).rejects.toMatchObject({ code: 'dial.address' });
    expect((await dialer.request({ url: `http://127.0.0.1:${port}/` })).body.toString()).toBe('own');
    expect(via.asked).toEqual([]);
  });
  it('that refuses is told, and one that is none is no configuration', async () => {
    const via = await proxy(false);
    const dialer = createDialer({ proxy: via.url });
    await expect(dialer.connect({ host: '1.1.1.1', port: 80 })).rejects.toMatchObject({ code: 'dial.proxy' });
    for (const one of ['socks5://127.0.0.1:1', 'proxy:3128', ''])
      expect(() => createDialer({ proxy: one })).toThrow('must be http://host:port');
  });
});
