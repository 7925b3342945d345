import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import { invite } from '../product/product.ts';
import type { Client } from '../product/product.ts';
import type { DealsTable } from './api-figures.ts';
import type { Figure } from './report.ts';
import { ms, percentile } from './report.ts';

/** A product whose processor time can be read, in seconds since its start. */
type Measured = { readonly processor: () => number };

const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** People with a session of their own; a person may hold 50 sockets. */
export const makePeople = async (client: Client, count: number): Promise<readonly Client[]> => {
  const people: Client[] = [client];
  while (people.length < count)
    people.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(4, count - people.length) }, (_, n) => {
          const number = people.length + n;
          return invite(client, { name: `Person ${number}`, email: `person${number}@marlow.example` });
        }),
      )),
    );
  return people;
};

type Heard = { frames: number; bytes: number };

/** Sockets that listen to a table, `n` people in turn. Those that listen have asked for it when this answers. */
const connect = async (people: readonly Client[], table: DealsTable, sockets: number, heard: Heard) => {
  const open: WebSocket[] = [];
  const one = (n: number): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      const person = people[n % people.length]!;
      const socket = new WebSocket(`${person.url.replace('http', 'ws')}/api/live`);
      socket.on('open', () => socket.send(JSON.stringify({ type: 'token', token: person.token })));
      socket.on('error', reject);
      socket.on('close', (code) => reject(new Error(`a socket was closed with ${code}`)));
      socket.once('message', () => {
        socket.send(JSON.stringify({ type: 'subscribe', topics: [`table:${table.id}`] }));
        socket.send('{"type":"ping"}');
        // Asked in order: the answer to the ping comes after the subscription.
        socket.once('message', () => resolve(socket));
      });
      socket.on('message', (data: Buffer) => {
        heard.frames++;
        heard.bytes += data.length;
      });
    });
  for (let from = 0; from < sockets; from += 50)
    open.push(...(await Promise.all(Array.from({ length: Math.min(50, sockets - from) }, (_, n) => one(from + n)))));
  return open;
};

type Told = { table: string; all?: true; people: { key: string }[]; gone?: string[] };

/** How many people a socket is told of by name at one time, at most so far. */
const watchNames = (socket: WebSocket): (() => number) => {
  const names = new Set<string>();
  let most = 0;
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type: string; tables?: Told[] };
    if (message.type !== 'presence') return;
    for (const { all, people, gone = [] } of message.tables ?? []) {
      if (all === true) names.clear();
      for (const name of gone) names.delete(name);
      for (const { key } of people) names.add(key);
    }
    most = Math.max(most, names.size);
  });
  return () => most;
};

/** Sockets that one process may have open, beside what else it opens. */
const mostSockets = (): number => {
  const [, limit] = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return Math.max(100, Number(limit ?? 1024) - 500);
};

const close = async (open: readonly WebSocket[]): Promise<void> => {
  await Promise.all(
    open.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.removeAllListeners('close');
          socket.once('close', () => resolve());
          socket.close();
        }),
    ),
  );
};

/**
 * People who move once a second, on `screens` parts of one table: what is sent, what it takes of the server's processor,
 * and how long a write takes meanwhile. Of `sockets` on one screen each is told of twenty.
 */
export const presenceFigure = async (
  product: Measured,
  people: readonly Client[],
  table: DealsTable,
  screens: number,
  { sockets = 500, during = 10 } = {},
): Promise<Figure> => {
  const heard: Heard = { frames: 0, bytes: 0 };
  const open = await connect(people, table, sockets, heard);
  const screenOf = (n: number): readonly string[] => {
    const from = (n % screens) * 10;
    return table.ids.slice(from, from + 10);
  };
  const named = watchNames(open[0]!);
  for (const [n, socket] of open.entries())
    socket.send(JSON.stringify({ type: 'watch', table: table.id, ids: screenOf(n) }));
  let step = 0;
  const move = (n: number): void =>
    open[n]!.send(
      JSON.stringify({
        type: 'presence',
        table: table.id,
        recordId: screenOf(n)[(n + step) % 10],
        fieldId: table.field('Value'),
        editing: false,
      }),
    );
  // Spread over the second, as people are.
  let next = 0;
  const mover = setInterval(() => {
    for (let count = 0; count < sockets / 20; count++) {
      move(next);
      next = (next + 1) % sockets;
      if (next === 0) step++;
    }
  }, 50);
  await seconds(3);
  Object.assign(heard, { frames: 0, bytes: 0 });
  const [begun, before] = [performance.now(), product.processor()];
  const writes: number[] = [];
  while (performance.now() - begun < during * 1000) {
    const asked = performance.now();
    await people[0]!.call('PATCH', `v3/tables/${table.id}/records/${table.ids.at(-1)}`, {
      fields: { [table.field('Value')]: writes.length },
    });
    writes.push(performance.now() - asked);
    await seconds(0.5);
  }
  const took = (performance.now() - begun) / 1000;
  const cores = (product.processor() - before) / took;
  const megabytes = heard.bytes / 1e6 / took;
  clearInterval(mover);
  await close(open);
  const wanted = { megabytes: 3, cores: 0.2 };
  return {
    what: `${sockets} sockets that move once a second on ${screens === 1 ? 'one screen' : `${screens} screens`}`,
    wanted: `under 3 MB/s${screens === 1 ? '' : ' and 0.2 cores'}, each told of 20 by name at most`,
    reached: `${megabytes.toFixed(2)} MB/s, ${Math.round(heard.frames / took)} frames/s, ${cores.toFixed(2)} cores, told of ${named()} by name, a write ${ms(percentile(writes, 0.5))}`,
    ok: megabytes < wanted.megabytes && (screens === 1 || cores < wanted.cores) && named() > 0 && named() <= 20,
    values: { megabytes, cores, named: named(), frames: heard.frames / took, write: percentile(writes, 0.5) },
  };
};

/** Browsers that are open and do nothing: what they take of the server's processor. */
export const idleFigure = async (
  product: Measured,
  people: readonly Client[],
  table: DealsTable,
  { sockets = Math.min(20 * people.length, mostSockets()), during = 15 } = {},
): Promise<Figure> => {
  const heard: Heard = { frames: 0, bytes: 0 };
  const taken = async (): Promise<number> => {
    await seconds(5);
    const [begun, before] = [performance.now(), product.processor()];
    await seconds(during);
    return ((product.processor() - before) * 1000) / (performance.now() - begun);
  };
  // What the product takes without anybody is no part of it.
  const alone = await taken();
  const open = await connect(people, table, sockets, heard);
  const cores = Math.max(0, (await taken()) - alone);
  await close(open);
  const most = (0.2 * sockets) / 10_000;
  return {
    what: `${sockets} idle sockets of ${people.length} people`,
    wanted: `under ${most.toFixed(2)} cores`,
    reached: `${cores.toFixed(3)} cores beside the ${alone.toFixed(3)} without them`,
    ok: cores < most,
    values: { cores, alone },
  };
};
