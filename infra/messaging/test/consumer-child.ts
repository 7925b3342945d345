// A consumer in a process of its own, so that a test can stop, resume and kill it: `consumer-child.ts <place as JSON>
// <name>`.
import type { Stores } from '@tessera/event-store';
import { MongoClient } from 'mongodb';
import { openKafka, openMongoSubscriptionState, startKafkaSubscriptions } from '../src/cluster.ts';
import { decoder, mongoEffects, timing, type Place } from './cluster-service.ts';
import { openLogSource } from './log-source.ts';

const place = JSON.parse(process.argv[2]!) as Place;
const who = process.argv[3]!;
const connection = await new MongoClient(place.mongoUrl).connect();
const db = connection.db(place.name);
const silent: Pick<Stores, 'onCommitted'> = { onCommitted: () => () => undefined };
const source = openLogSource(place.dataFolder, 'lists', silent);
const state = await openMongoSubscriptionState(db);
const effects = mongoEffects(db, who);
let handled = 0;
startKafkaSubscriptions({
  client: openKafka({ brokers: place.brokers, prefix: `${place.name}.`, partitions: 6 }),
  state,
  source: () => source,
  decoder,
  timing,
  reactions: [
    {
      ...effects,
      handle: async (event, context) => {
        await effects.handle(event, context);
        process.send?.({ handled: (handled += 1) });
      },
    },
  ],
});
