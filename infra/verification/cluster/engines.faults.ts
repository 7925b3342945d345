import { expect, it } from 'vitest';
import { endure, few, harmless, soak, soon } from './fault.ts';
import { liveClient } from './live.ts';
import { docker, pause, until, type Testbed } from './testbed.ts';

const seconds = (short: number): number => (soak ? 60 : short) * 1000;

/** Engines of the platform that go, hang or are slow, and networks that are cut. */
export const engineFaults = (testbed: () => Testbed): void => {
  const engine = async (name: string): Promise<string> => (await testbed().containers(name))[0] ?? '';
  const readyOf = async (service: string, path?: string): Promise<{ readonly status: number; readonly text: string }> =>
    testbed().ready((await testbed().containers(service))[0] ?? '', path);
  /** Service and gateway say that it is away, and that they serve all the same. */
  const serveWithout = async (name: 'redis' | 'nats'): Promise<void> => {
    for (const service of ['tables', 'gateway']) {
      await until(
        `/readyz of ${service}`,
        soon,
        () => readyOf(service),
        ({ status, text }) => status === 503 && text.includes(`"${name}":"away"`),
      );
      await until(
        `/readyz/requests of ${service}`,
        soon,
        () => readyOf(service, '/readyz/requests'),
        ({ status, text }) => status === 200 && text.includes(`"${name}":"away"`),
      );
    }
  };

  it('MongoDB stopped: writes and reads are refused as unavailable, /readyz says why', async () => {
    const { counts, verdict } = await endure(testbed(), {
      name: 'MongoDB stopped',
      during: async () => {
        const mongo = await engine('mongo');
        await docker('kill', '--signal', 'KILL', mongo);
        await until(
          '/readyz of tables',
          soon,
          () => readyOf('tables'),
          ({ status, text }) => status === 503 && /"mongodb":"away"/.test(text),
        );
        await pause(seconds(5));
        await docker('start', mongo);
      },
    });
    expect(verdict).toEqual(harmless);
    expect(counts['503']).toBeGreaterThan(0);
  }, 240_000);

  it.skipIf(few)(
    'MongoDB paused: the same, though its connections stay',
    async () => {
      const { counts, verdict } = await endure(testbed(), {
        name: 'MongoDB paused',
        during: async () => {
          const mongo = await engine('mongo');
          await docker('pause', mongo);
          await until(
            '/readyz of tables',
            soon,
            () => readyOf('tables'),
            ({ status, text }) => status === 503 && /"mongodb":"away"/.test(text),
          );
          await pause(seconds(8));
          await docker('unpause', mongo);
        },
      });
      expect(verdict).toEqual(harmless);
      expect(counts['503']).toBeGreaterThan(0);
    },
    240_000,
  );

  it.skipIf(few)(
    'MongoDB slow by two seconds: what is answered is right, what is not is refused as unavailable',
    async () => {
      const { verdict } = await endure(testbed(), {
        name: 'MongoDB slow by 2 s',
        during: async () => {
          await testbed().links.slow('mongo', 2000);
          await until(
            '/readyz of tables',
            soon,
            () => readyOf('tables'),
            ({ status, text }) => status === 503 && /"mongodb":"away"/.test(text),
          );
          await pause(seconds(12));
          await testbed().links.slow('mongo', 0);
          await until(
            '/readyz of tables',
            soon,
            () => readyOf('tables'),
            ({ status }) => status === 200,
          );
        },
      });
      expect(verdict).toEqual(harmless);
    },
    300_000,
  );

  it.skipIf(few)(
    'Redis emptied: nobody notices',
    async () => {
      const { counts, verdict } = await endure(testbed(), {
        name: 'Redis emptied',
        during: async () => {
          for (let round = 0; round < 3; round++) {
            expect(await docker('exec', await engine('redis'), 'redis-cli', 'FLUSHALL')).toBe('OK');
            await pause(1000);
          }
        },
      });
      expect(verdict).toEqual(harmless);
      expect(counts['503']).toBeUndefined();
    },
    120_000,
  );

  it('Redis paused: nobody notices, /readyz says that it is away and that the service serves', async () => {
    const { counts, verdict } = await endure(testbed(), {
      name: 'Redis paused',
      during: async () => {
        const redis = await engine('redis');
        await docker('pause', redis);
        await serveWithout('redis');
        await pause(seconds(5));
        await docker('unpause', redis);
        await until(
          '/readyz of tables',
          soon,
          () => readyOf('tables'),
          ({ text }) => /"redis":"up"/.test(text),
        );
      },
    });
    expect(verdict).toEqual(harmless);
    expect(counts['503']).toBeUndefined();
  }, 240_000);

  it('NATS gone and back: writing goes on, a live client hears that it may have missed something and hears of what comes later', async () => {
    const [door = ''] = await testbed().doors();
    const topic = `table:${testbed().deals.id}`;
    const live = liveClient(() => door, testbed().api.token, [topic]);
    const gaps = (): number => live.frames.filter(({ type, position }) => type === 'changed' && position === 0).length;
    const last = (): number => Math.max(0, ...live.frames.map(({ position }) => position ?? 0));
    try {
      const { counts, verdict } = await endure(testbed(), {
        name: 'NATS gone',
        during: async () => {
          await until(
            'a live client that hears of changes',
            soon,
            async () => last(),
            (position) => position > 0,
          );
          const nats = await engine('nats');
          await docker('kill', '--signal', 'KILL', nats);
          await serveWithout('nats');
          await pause(seconds(3));
          const [heard, noticed] = [last(), gaps()];
          await docker('start', nats);
          await until(
            'the notice of a gap',
            soon,
            async () => gaps(),
            (count) => count > noticed,
          );
          await until(
            'later changes',
            soon,
            async () => last(),
            (position) => position > heard,
          );
        },
      });
      expect(verdict).toEqual(harmless);
      expect(counts['503']).toBeUndefined();
      expect(live.frames.filter(({ type }) => type === 'denied' || type === 'ended')).toEqual([]);
    } finally {
      live.stop();
    }
  }, 240_000);

  it('a network cut between auth and the rest: nobody is let in on trust, a live client is not told that its session is over', async () => {
    const [door = ''] = await testbed().doors();
    const live = liveClient(() => door, testbed().api.token, [`table:${testbed().deals.id}`]);
    try {
      const { counts, verdict } = await endure(testbed(), {
        name: 'network cut to auth',
        during: async () => {
          const replicas = await testbed().containers('auth');
          for (const one of replicas) await docker('network', 'disconnect', testbed().network, one);
          await pause(seconds(8));
          for (const one of replicas) await docker('network', 'connect', '--alias', 'auth', testbed().network, one);
        },
      });
      expect(verdict).toEqual(harmless);
      expect(counts['503']).toBeGreaterThan(0);
      await until(
        'the live client back',
        soon,
        async () => live.frames.filter(({ type }) => type === 'ready').length,
        (count) => count > 1,
      );
      expect(live.frames.filter(({ type }) => type === 'denied' || type === 'ended')).toEqual([]);
      expect(live.closes).not.toContain(4401);
    } finally {
      live.stop();
    }
  }, 240_000);
};
