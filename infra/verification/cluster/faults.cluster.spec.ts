import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { engineFaults } from './engines.faults.ts';
import { reactionFaults } from './reactions.faults.ts';
import { serviceFaults } from './services.faults.ts';
import { docker, openStand, type Stand } from './stand.ts';
import { versionFaults } from './versions.faults.ts';

describe('the platform, two replicas of each service, under a steady load', () => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await openStand({ scale: { auth: 2, tables: 2, connectors: 2, apps: 2, gateway: 2 } });
  }, 900_000);
  afterAll(() => stand?.stop(), 120_000);
  // A fault that a failed test left would be every later test's.
  afterEach(async () => {
    for (const name of ['mongo', 'kafka', 'redis', 'nats', 'auth', 'tables', 'connectors', 'apps', 'gateway']) {
      for (const container of await stand.containers(name)) {
        await docker('unpause', container).catch(() => undefined);
        await docker('start', container);
      }
    }
  }, 60_000);

  serviceFaults(() => stand);
  engineFaults(() => stand);
  reactionFaults(() => stand);
  versionFaults(() => stand);
});
