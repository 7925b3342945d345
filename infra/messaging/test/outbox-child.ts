// An outbox in a process of its own, so that a test can kill it: `outbox-child.ts <place as JSON> <Redis url>`. Says
// when it leads.
import { openRedisState } from '@tessera/shared-state/redis';
import { MongoClient } from 'mongodb';
import { openKafka, openMongoOutboxState, startOutbox } from '../src/cluster.ts';
import type { Place } from './cluster-service.ts';
import { openLogSource } from './log-source.ts';

const place = JSON.parse(process.argv[2]!) as Place;
const connection = await new MongoClient(place.mongoUrl).connect();
const { leases } = await openRedisState({ url: process.argv[3]!, prefix: place.name });
const outbox = startOutbox({
  service: 'lists',
  leases,
  leaseMs: 2_000,
  client: openKafka({ brokers: place.brokers, prefix: `${place.name}.`, partitions: 6 }),
  state: openMongoOutboxState(connection.db(place.name)),
  source: openLogSource(place.dataFolder, 'lists', { onCommitted: () => () => undefined }),
});
let told = false;
setInterval(() => {
  if (outbox.leading() !== told) process.send?.({ leading: (told = outbox.leading()) });
}, 20);
