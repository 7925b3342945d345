import { expect, it } from 'vitest';
import { endure, few, harmless } from './fault.ts';
import { importsOf, type Import } from './imports.ts';
import { laterMark, laterType } from './overlay.ts';
import { docker, until, type Testbed } from './testbed.ts';

/** Versions of a service beside each other, a later one and one that is broken. */
export const versionFaults = (testbed: () => Testbed): void => {
  const { begin, done, heard, move } = importsOf(testbed);

  /** One more container, which another version runs; ends it when the work is done. */
  const beside = async (name: 'later' | 'broken', work: (container: string) => Promise<void>): Promise<void> => {
    const { platform } = testbed();
    await platform.compose('--profile', name, 'up', '--detach', '--no-build', '--no-recreate', '--no-deps', name);
    const [container = ''] = await testbed().containers(name);
    try {
      await testbed().serving(container);
      await work(container);
    } finally {
      await docker('stop', '--time', '30', container);
    }
  };

  it.skipIf(few)(
    'a later version of tables beside this one: its field and its event type are kept, and passed over by who does not know them',
    async () => {
      const { api, logs, deals } = testbed();
      const here = await begin('Beside a later version');
      await done(here);
      const starred = async (): Promise<number> =>
        (await logs.tables.read()).filter(({ types }) => types.includes(laterType)).length;
      let label = '';
      const rename = async (n: number): Promise<void> => {
        label = `Renamed ${n}`;
        for (const id of [deals.id, here.tableId]) await api.call('PATCH', `v3/tables/${id}`, { label });
      };
      const { verdict, counts } = await endure(testbed(), {
        name: 'two versions of tables side by side',
        during: async () => {
          await beside('later', async () => {
            // Each replica decides in its turn on what the others left.
            let n = 0;
            for (; n < 60 && (n < 12 || (await starred()) < 5); n++) await rename(n);
            expect(await starred()).toBeGreaterThanOrEqual(5);
            await move([here], true);
            await heard([here], true);
          });
          await move([here], false);
          await heard([here], false);
          await rename(1000);
        },
      });
      expect(verdict).toEqual(harmless);
      expect(Object.keys(counts).filter((name) => !/^(201|(no|false) token: 401)$/.test(name))).toEqual([]);
      for (const id of [deals.id, here.tableId])
        expect((await api.call<{ label: string }>('GET', `v3/tables/${id}`)).label).toBe(label);
      const marked = (await logs.tables.read()).filter(
        ({ types, payloads }) =>
          types.includes('recordsCreated') && payloads.some((one) => Buffer.from(one).includes(laterMark)),
      );
      expect(marked.length).toBeGreaterThan(0);
      for (const service of ['tables', 'connectors'] as const)
        expect(
          (await testbed().platform.compose('logs', '--no-color', '--since', '5m', service))
            .split('\n')
            .filter((line) => /unknown|cannot be (read|applied)/.test(line)),
        ).toEqual([]);
    },
    300_000,
  );

  it.skipIf(few)(
    'an event that a version cannot handle: it waits with what comes after it in its stream, others go on, and the next version takes it in once',
    async () => {
      const made: Import[] = [];
      for (let n = 0; n < 3; n++) made.push(await begin(`Poison ${n}`));
      for (const one of made) await done(one);
      const [poisoned, ...others] = made as [Import, ...Import[]];
      testbed().overlay.breakFor(poisoned.tableId);
      const { verdict } = await endure(testbed(), {
        name: 'poison event',
        during: async () => {
          const good = await testbed().containers('connectors');
          await beside('broken', async (broken) => {
            for (const one of good) await docker('stop', '--time', '30', one);
            await move(made, true);
            await heard(others, true);
            await move(others, false);
            await heard(others, false);
            const parked = async (): Promise<string> =>
              (await (await fetch(`http://${await testbed().address(broken)}:8080/metrics`)).text())
                .split('\n')
                .filter((line) => line.startsWith('tessera_parked_streams'))
                .join();
            await until('one stream set aside', 60, parked, (line) => line.endsWith(' 1'));
            await move([poisoned], false);
            for (const one of good) await docker('start', one);
            for (const one of good) await testbed().serving(one);
          });
          await move([poisoned], true);
          // What waited comes first, in its order.
          const wanted = ['importTableArchived', 'importTableRestored', 'importTableArchived'].join();
          const effects = async (): Promise<string> =>
            (await testbed().logs.connectors.read())
              .filter(({ payloads }) => payloads.some((one) => Buffer.from(one).includes(poisoned.operationId)))
              .flatMap(({ types }) => types)
              .filter((type) => /^importTable(Archived|Restored)$/.test(type))
              .join();
          await until('the events that waited', 150, effects, (types) => types === wanted);
        },
      });
      expect(verdict).toEqual(harmless);
    },
    420_000,
  );
};
