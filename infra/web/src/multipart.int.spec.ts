import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { isRejection } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receive } from './multipart.ts';

/** What becomes of one upload: of the whole request, and of the file in it. */
type Ended = { readonly code: string; readonly consumed: string };

const consumers: Readonly<Record<string, (bytes: Readable) => Promise<string>>> = {
  'is kept': async (bytes) => {
    for await (const _ of bytes);
    return 'kept';
  },
  'is refused by its name': async (bytes) => {
    bytes.resume();
    return 'refused';
  },
  'is over the limit': async (bytes) => {
    for await (const _ of bytes.iterator({ destroyOnReturn: false })) break;
    bytes.resume();
    return 'refused';
  },
  'cannot be written': async (bytes) => {
    for await (const _ of bytes.iterator({ destroyOnReturn: false })) throw new Error('the disk is full');
    return 'kept';
  },
};

const file =
  '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n' +
  'a,b\n'.repeat(50_000);
const field = '--xx\r\ncontent-disposition: form-data; name="identifier"\r\n\r\nabc\r\n';
const stages: Readonly<Record<string, string>> = {
  'before its first byte': '',
  'in the head of a part': '--xx\r\ncontent-disp',
  'in a field': field.slice(0, -4),
  'between two parts': `${field}--xx\r\n`,
  'in its file': field + file,
  'after its file': `${field}${file}\r\n--xx\r\n`,
  'in the end of the whole': `${field}${file}\r\n--xx-`,
};

let server: Server;
let consumer = consumers['is kept']!;
let ended = Promise.withResolvers<Ended>();
let late = false;
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);

beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', note);
  server = createServer((request, response) => {
    let consumed = Promise.resolve('none');
    const take = async (): Promise<string> => {
      if (late) await once(response, 'close');
      const { file: taken } = await receive(request, 2_000_000, (_name, bytes) => {
        const result = consumer(bytes);
        consumed = result.catch((error: Error & { code?: string }) => error.code ?? error.message);
        return result;
      });
      return taken?.result ?? 'no file';
    };
    take()
      .catch((error: Error) => (isRejection(error) ? error.code : error.message))
      .then(async (code) => {
        response.end(code);
        ended.resolve({ code, consumed: await consumed });
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  process.off('uncaughtExceptionMonitor', note);
  server.close();
});

const upload = (body: string, length = body.length) => {
  ended = Promise.withResolvers<Ended>();
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  const arrived = once(server, 'request');
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=xx\r\ncontent-length: ${length}\r\n\r\n${body}`,
  );
  return { socket, arrived };
};

describe.each(Object.keys(consumers))('an upload whose file %s', (kind) => {
  it.each(Object.keys(stages))('may break off %s', async (stage) => {
    consumer = consumers[kind]!;
    const { socket, arrived } = upload(stages[stage]!, 1_000_000);
    await arrived;
    // What was written has arrived before the end of the connection does.
    await new Promise<void>((resolve) => socket.end(() => resolve()));
    socket.destroy();
    const { code } = await ended.promise;
    expect(['request.aborted', 'the disk is full']).toContain(code);
    expect(uncaught).toEqual([]);
  });
  it.each(Object.keys(stages))('may be whole as a request and cut %s', async (stage) => {
    consumer = consumers[kind]!;
    const { socket } = upload(stages[stage]!);
    socket.resume();
    const { code } = await ended.promise;
    expect(['request.invalid', 'the disk is full', 'no file']).toContain(code);
    expect(uncaught).toEqual([]);
  });
});

describe('an upload', () => {
  it('that broke off before anybody looked at it is refused, and waits for nothing', async () => {
    late = true;
    const { socket, arrived } = upload(stages['in a field']!, 1_000_000);
    await arrived;
    socket.destroy();
    expect((await ended.promise).code).toBe('request.aborted');
    late = false;
  });
  it('that is larger than its route takes is not read to its end, whatever becomes of its file', async () => {
    consumer = consumers['is refused by its name']!;
    const refused = upload(`${field}${file}${'a,b\n'.repeat(600_000)}`, 1e12);
    refused.socket.resume();
    expect((await ended.promise).code).toBe('refused');
    refused.socket.destroy();
    const fields = upload(field + field.replace('abc', 'x'.repeat(3_000_000)), 1e12);
    fields.socket.resume();
    expect((await ended.promise).code).toBe('request.too_large');
    fields.socket.destroy();
  });
  it.each([
    [
      'a file',
      Buffer.from('--xx\r\ncontent-disposition: form-data; name="file"; filename="a\xff.csv"\r\n\r\nx', 'latin1'),
    ],
    ['a field', Buffer.from('--xx\r\ncontent-disposition: form-data; name="identifier"\r\n\r\na\xff', 'latin1')],
  ])('names nothing by bytes that are no text: %s', async (_what, part) => {
    consumer = consumers['is kept']!;
    const body = Buffer.concat([part, Buffer.from('\r\n--xx--\r\n')]);
    ended = Promise.withResolvers<Ended>();
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      body,
    });
    expect(await answer.text()).toBe('request.not_utf8');
  });
});
