import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Actor } from '@tessera/kernel';
import { createHub, memoryBus, type Hub, type Joined } from '@tessera/live';
import { memoryLimits } from '@tessera/shared-state';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Identity } from './identity.ts';
import { createLiveChannel } from './live.ts';

const joined: Joined = { actor: { organizationId: 'o1', kind: 'user', id: 'ana' } as Actor, name: 'Ana' };
let server: Server;
let hub: Hub;
let channel: ReturnType<typeof createLiveChannel>;
/** Tells who a token is: only then somebody is let in. */
let known: PromiseWithResolvers<Joined>;

beforeEach(async () => {
  known = Promise.withResolvers();
  hub = createHub({ bus: memoryBus(), mayRead: async () => true });
  channel = createLiveChannel({
    hub,
    identity: { byToken: () => known.promise, again: () => known.promise } as unknown as Identity,
    cookieName: 'tessera',
    baseUrl: 'http://localhost',
    rateLimits: false,
    limits: memoryLimits(),
    trustedProxies: 0,
    mostSockets: 10,
  });
  server = createServer().on('upgrade', (request, socket, head) => void channel.upgrade(request, socket, head));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  hub.stop();
  channel.stop();
  server.closeAllConnections();
  server.close();
});

const program = async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`);
  const frames: { readonly type: string }[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data)) as { type: string }));
  const closed = new Promise<number>((resolve) => void socket.once('close', resolve));
  await new Promise((resolve) => void socket.once('open', resolve));
  const say = (message: object): void => socket.send(JSON.stringify(message));
  say({ type: 'token', token: 'a token' });
  return { frames, closed, say, socket };
};

it('hears what a program says right behind its token, before it is told that it is ready', async () => {
  const { frames, say, socket } = await program();
  say({ type: 'subscribe', topics: ['tables'] });
  say({ type: 'watch', table: '01m7z2k51dds483b3ntvz44n99', ids: [] });
  say({ type: 'ping' });
  // The server answers a ping of the protocol in the order of what it got.
  const arrived = new Promise((resolve) => void socket.once('pong', resolve));
  socket.ping();
  await arrived;
  expect(frames).toEqual([]);
  known.resolve(joined);
  await expect.poll(() => frames.map(({ type }) => type), { timeout: 20_000 }).toEqual(['ready', 'pong']);
  hub.notify('o1', 7, [{ topic: 'tables', kind: 'changed' }], 'somebody');
  await expect.poll(() => frames.at(-1), { timeout: 20_000 }).toMatchObject({ type: 'changed', topic: 'tables' });
  socket.terminate();
});

it.each([
  ['many', 40, ''],
  ['large', 3, 'x'.repeat(40_000)],
])('ends with 1008 who says too much before it is known: %s messages', async (_what, count, padding) => {
  const { closed, say } = await program();
  for (let n = 0; n < count; n++) say({ type: 'ping', padding });
  expect(await closed).toBe(1008);
});
