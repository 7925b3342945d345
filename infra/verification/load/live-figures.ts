import { WebSocket } from 'ws';
import { invite } from '../product/product.ts';
import type { Client } from '../product/product.ts';
import type { DealsTable } from './api-figures.ts';
import type { Figure } from './report.ts';
import { ms, percentile } from './report.ts';

/**
 * A change to every other open socket: 200 subscribers of one table, 50 changes, the time until each has heard of each.
 */
export const liveFigure = async (client: Client, table: DealsTable, sockets = 200, changes = 50): Promise<Figure> => {
  const heard: number[] = [];
  let sentAt = 0;
  let waiting = 0;
  let allHeard = () => {};
  // One person may hold 50 sockets: the others belong to colleagues.
  const people = [
    client,
    ...(await Promise.all(
      Array.from({ length: Math.ceil(sockets / 40) - 1 }, (_, i) =>
        invite(client, { name: `Colleague ${i}`, email: `colleague${i}@marlow.example` }),
      ),
    )),
  ];
  const open = await Promise.all(
    Array.from(
      { length: sockets },
      (_, n) =>
        new Promise<WebSocket>((resolve, reject) => {
          const socket = new WebSocket(`${client.url.replace('http', 'ws')}/api/live`);
          let counted = 0;
          socket.on('open', () =>
            socket.send(JSON.stringify({ type: 'token', token: people[n % people.length]?.token })),
          );
          socket.on('error', reject);
          socket.on('message', (data: Buffer) => {
            const message = JSON.parse(data.toString()) as { type: string };
            if (message.type === 'ready') {
              socket.send(JSON.stringify({ type: 'subscribe', topics: [`table:${table.id}`] }));
              resolve(socket);
            } else if (message.type === 'changed' && counted !== sentAt) {
              counted = sentAt;
              heard.push(performance.now() - sentAt);
              if (--waiting === 0) allHeard();
            }
          });
        }),
    ),
  );
  // Subscriptions are answered in order: the first change is not measured.
  for (let i = -1; i < changes; i++) {
    if (i === 0) heard.length = 0;
    waiting = sockets;
    const everyone = new Promise<void>((resolve) => {
      allHeard = resolve;
      setTimeout(resolve, i < 0 ? 1000 : 5000).unref();
    });
    sentAt = performance.now();
    await client.call('PATCH', `v3/tables/${table.id}/records/${table.ids[0]}`, {
      fields: { [table.field('Value')]: i + 2 },
    });
    await everyone;
  }
  for (const socket of open) socket.close();
  const p99 = percentile(heard, 0.99);
  const complete = heard.length === sockets * changes;
  return {
    what: `change to another browser, ${sockets} open sockets`,
    wanted: 'p99 under 200 ms',
    reached: `p50 ${ms(percentile(heard, 0.5))}, p99 ${ms(p99)}${complete ? '' : `, ${sockets * changes - heard.length} not heard`}`,
    ok: p99 < 200 && complete,
    values: { p50: percentile(heard, 0.5), p99, heard: heard.length },
  };
};
