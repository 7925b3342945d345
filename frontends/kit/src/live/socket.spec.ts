import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLive, type Socket, type TopicEvent } from './socket.ts';

type Fake = Socket & { readonly sent: unknown[] };

const sockets: Fake[] = [];
const connect = (): Fake => {
  const socket: Fake = {
    sent: [],
    send: (text) => void socket.sent.push(JSON.parse(text)),
    close: () => socket.onclose?.({} as CloseEvent),
    onopen: null,
    onclose: null,
    onmessage: null,
  };
  sockets.push(socket);
  return socket;
};
const opened = (): Fake => {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('nothing was opened');
  socket.onopen?.({} as Event);
  return socket;
};
const say = (socket: Fake, message: unknown): void =>
  socket.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) } as MessageEvent);

beforeEach(() => {
  sockets.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const changed = {
  type: 'changed',
  topic: 'table:1',
  kind: 'changed',
  position: 'tables.1.5',
  ids: ['a'],
  actorId: 'u',
};

const person = (key: string, recordId: string | null) => ({
  key,
  userId: `u${key}`,
  name: key,
  color: 1,
  recordId,
  fieldId: null,
  editing: false,
});

describe('the live connection', () => {
  it('subscribes once for many listeners and unsubscribes with the last', () => {
    const live = createLive(connect);
    live.start();
    const socket = opened();
    const first = live.subscribe('table:1', () => undefined);
    const second = live.subscribe('table:1', () => undefined);
    first();
    expect(socket.sent).toEqual([{ type: 'subscribe', topics: ['table:1'] }]);
    second();
    expect(socket.sent.at(-1)).toEqual({ type: 'unsubscribe', topics: ['table:1'] });
  });

  it('hands a change to the listeners of its topic only', () => {
    const live = createLive(connect);
    const heard: TopicEvent[] = [];
    live.subscribe('table:1', (event) => heard.push(event));
    live.subscribe('table:2', () => expect.unreachable());
    live.start();
    say(opened(), changed);
    expect(heard).toEqual([changed]);
  });

  it('comes back after a loss, subscribes again and says that something may have been missed', () => {
    const live = createLive(connect);
    const heard: TopicEvent[] = [];
    live.subscribe('table:1', (event) => heard.push(event));
    live.start();
    opened().close();
    expect(live.status()).toBe('waiting');
    vi.advanceTimersByTime(400);
    const again = opened();
    expect(sockets).toHaveLength(2);
    expect(again.sent[0]).toEqual({ type: 'subscribe', topics: ['table:1'] });
    expect(heard).toEqual([{ type: 'resync', topic: 'table:1' }]);
  });

  it('waits longer after each failure and hurries when the browser is online again', () => {
    const live = createLive(connect);
    live.start();
    for (let i = 0; i < 8; i++) {
      sockets.at(-1)?.close();
      vi.advanceTimersByTime(12_600);
    }
    const before = sockets.length;
    sockets.at(-1)?.close();
    vi.advanceTimersByTime(5000);
    expect(sockets).toHaveLength(before);
    live.hurry();
    expect(sockets).toHaveLength(before + 1);
  });

  it('says again where one is after a loss, and nobody is here meanwhile', () => {
    const live = createLive(connect);
    live.onPeople('1', () => undefined);
    live.start();
    live.announce({ table: '1', recordId: 'r', fieldId: 'f', editing: true });
    const socket = opened();
    say(socket, {
      type: 'presence',
      tables: [{ table: '1', all: true, people: [person('k', 'r')], count: 1 }],
    });
    expect(live.people('1').named).toHaveLength(1);
    socket.close();
    expect(live.people('1')).toEqual({ named: [], count: 0 });
    vi.advanceTimersByTime(400);
    expect(opened().sent).toEqual([{ type: 'presence', table: '1', recordId: 'r', fieldId: 'f', editing: true }]);
  });

  it('puts together who is here from what changed', () => {
    const live = createLive(connect);
    live.onPeople('1', () => undefined);
    live.start();
    const socket = opened();
    const tell = (change: object) => say(socket, { type: 'presence', tables: [{ table: '1', ...change }] });
    const seen = () => live.people('1').named.map(({ name, recordId }) => [name, recordId]);
    tell({ all: true, people: [person('a', 'r1'), person('b', null)], count: 30 });
    tell({ people: [person('a', 'r2'), person('c', 'r3')], gone: ['b'], count: 29 });
    expect([seen(), live.people('1').count]).toEqual([
      [
        ['a', 'r2'],
        ['c', 'r3'],
      ],
      29,
    ]);
    tell({ all: true, people: [person('d', null)], count: 1 });
    expect(seen()).toEqual([['d', null]]);
    // A page that is older or newer than its server shows nobody, and goes on.
    say(socket, { type: 'presence', table: '1', people: [] });
    expect(seen()).toEqual([['d', null]]);
  });

  it('stays away once the server ended it', () => {
    const live = createLive(connect);
    live.start();
    say(opened(), { type: 'ended', reason: 'signed out' });
    vi.advanceTimersByTime(60_000);
    expect(live.status()).toBe('ended');
    expect(sockets).toHaveLength(1);
  });

  it('ignores frames that are no messages', () => {
    const live = createLive(connect);
    live.subscribe('table:1', () => expect.unreachable());
    live.start();
    const socket = opened();
    for (const frame of ['', 'x', '[]', '{"type":"else"}', 'null']) say(socket, frame);
    expect(live.status()).toBe('open');
  });
});
