import { expect, it } from 'vitest';
import { endure, few, harmless } from './fault.ts';
import { programs } from '../../generate/src/descriptions.ts';
import { docker, pause, type Testbed } from './testbed.ts';

/** What a person who ends a program by hand cannot do better: no drain, no last word. */
const killed = async (testbed: Testbed, service: string): Promise<void> => {
  const [container = ''] = await testbed.containers(service);
  await docker('kill', '--signal', 'KILL', container);
  await pause(1000);
  await docker('start', container);
  await testbed.serving(container);
};

/** The one with the longest hand-over, told to end; the one that holds the browsers' connections, killed. */
const told = few ? ['tables'] : programs;
const slain = few ? ['gateway'] : programs;

/** Programs of the platform that end, told to or not. */
export const serviceFaults = (testbed: () => Testbed): void => {
  it.each(told)(
    'a rolling restart of %s fails no request',
    async (service) => {
      const { verdict, counts } = await endure(testbed(), {
        name: `rolling restart of ${service}`,
        during: async () => {
          for (const container of await testbed().containers(service)) {
            await docker('stop', '--time', '30', container);
            await docker('start', container);
            await testbed().serving(container);
          }
        },
      });
      expect(verdict).toEqual(harmless);
      expect(Object.keys(counts).filter((name) => !/^(201|(no|false) token: 401)$/.test(name))).toEqual([]);
    },
    240_000,
  );

  it.each(slain)(
    'kill -9 of one replica of %s loses nothing that was acknowledged',
    async (service) => {
      const { verdict } = await endure(testbed(), {
        name: `kill -9 of ${service}`,
        mayBreak: service === 'gateway',
        during: () => killed(testbed(), service),
      });
      expect(verdict).toEqual(harmless);
    },
    240_000,
  );
};
