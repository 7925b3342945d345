// A hub in a process of its own, with one person at one table, for tests that kill it: `hub-child.ts <NATS url>
// <subject prefix> <table>`.
import type { Actor } from '@tessera/kernel';
import { createHub } from '../index.ts';
import { natsBus } from '../nats/index.ts';

const [url, prefix, table] = process.argv.slice(2) as [string, string, string];
const hub = createHub({ bus: natsBus({ servers: [url], prefix }), mayRead: async () => true });
const joined = { actor: { organizationId: 'o1', kind: 'user', id: 'bo' } as Actor, name: 'Bo' };
const connection = hub.connect(
  { send: () => undefined, buffered: () => 0, close: () => undefined },
  joined,
  'a credential',
  async () => joined,
);
connection.receive(JSON.stringify({ type: 'subscribe', topics: [`table:${table}`] }));
connection.receive(JSON.stringify({ type: 'presence', table, recordId: 'r1', fieldId: null, editing: false }));
setInterval(() => undefined, 60_000);
