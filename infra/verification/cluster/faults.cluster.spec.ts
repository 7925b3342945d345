import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { engineFaults } from './engines.faults.ts';
import { reactionFaults } from './reactions.faults.ts';
import { serviceFaults } from './services.faults.ts';
import { programs } from '../../generate/src/descriptions.ts';
import { openTestbed, type Testbed } from './testbed.ts';
import { versionFaults } from './versions.faults.ts';

describe('the platform, two replicas of each service, under a steady load', () => {
  let testbed: Testbed;
  beforeAll(async () => {
    testbed = await openTestbed({ scale: Object.fromEntries(programs.map((name) => [name, 2])) });
  }, 900_000);
  afterAll(() => testbed?.stop(), 120_000);
  // A fault that a failed test left would be every later test's.
  afterEach(() => testbed.heal(), 240_000);

  serviceFaults(() => testbed);
  engineFaults(() => testbed);
  reactionFaults(() => testbed);
  versionFaults(() => testbed);
});
