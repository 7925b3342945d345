import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId, type CommandMeta } from '@tessera/kernel';
import type { PurgingStore } from '../src/index.ts';
import { actorOf, metaFor } from './actors.ts';
import type { ListEvent } from './service.ts';

/** What an adapter brings: the test service `lists` on empty storage. */
export type PurgeHarness = {
  readonly store: PurgingStore<ListEvent>;
  /** Whether any data of the store, log, model and whatever lies beside them, holds these bytes. */
  holds(text: string): Promise<boolean>;
  /** Seals what there is. */
  seal(): Promise<void>;
  /** Ends this adapter without waiting for anything and opens it again on the same storage. */
  reopen(): Promise<PurgeHarness>;
  /**
   * Ends it and throws unless the log verifies and a model made anew from it equals the one there was; answers how many
   * commits are purged. Opens it again.
   */
  whole(): Promise<{ readonly harness: PurgeHarness; readonly purged: number }>;
  close(): Promise<void>;
};

type Ids = { ids: string[] };
const planted = 'planted-7c1e-検索語彙';

/** The contract of a purge beside a working store. */
export const purgeContract = (name: string, open: () => Promise<PurgeHarness>): void => {
  describe(`purge: ${name}`, () => {
    let harness: PurgeHarness;
    const run = async <A>(type: string, payload: object, meta: CommandMeta = metaFor('org')): Promise<A> =>
      (await harness.store.execute<A>({ type, payload }, meta)).answer;
    const add = async (values: readonly string[], more: object = {}): Promise<string[]> =>
      (await run<Ids>('add', { list: 'l', count: values.length, columns: { c1_1: values }, ...more })).ids;
    const purge = (items: readonly string[], operationId?: string) =>
      harness.store.purge(
        { stream: 'record:l', items },
        { actor: actorOf('org', 'ana'), ...(operationId !== undefined && { operationId }) },
      );
    const told = (items: readonly string[], onProgress: (progress: { readonly commits: number }) => void) =>
      harness.store.purge({ stream: 'record:l', items }, { actor: actorOf('org', 'ana') }, { onProgress });
    const code = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'accepted',
        (e: { code?: string; message: string }) => e.code ?? `a defect: ${e.message}`,
      );
    const gone = expect.toSatisfy((row) => row === null || row === undefined);

    beforeEach(async () => {
      harness = await open();
      await run('make', { list: 'l', label: 'l', columns: ['c1_1'] });
    });
    afterEach(() => harness.close());

    const plant = async (): Promise<{ erased: string; kept: string }> => {
      const [erased, kept] = (await add([planted, 'kept'], { unique: [planted, 'kept'] })) as [string, string];
      await run('set', { list: 'l', ids: [kept, erased], column: 'c1_1', values: ['kept too', `${planted} again`] });
      await run(
        'set',
        { list: 'l', ids: [erased], column: 'c1_1', values: [`${planted} alone`] },
        metaFor('org', { idempotencyKey: 'alone' }),
      );
      return { erased, kept };
    };

    it('tells whoever waits how far it is', async () => {
      const { erased } = await plant();
      const heard: number[] = [];
      expect(await told([erased], ({ commits }) => heard.push(commits))).toMatchObject({ commits: 3 });
      expect(heard.length).toBeGreaterThan(0);
      expect(Math.max(...heard)).toBeLessThanOrEqual(3);
    });

    it('leaves no byte of a record, and all of the others', async () => {
      const { erased, kept } = await plant();
      expect(await harness.holds(planted)).toBe(true);
      expect(await purge([erased])).toMatchObject({ commits: 3 });
      expect(await harness.holds(planted)).toBe(false);
      expect(await run('look', { list: 'l', ids: [erased, kept], keys: [planted, 'kept'] })).toMatchObject({
        rows: [gone, { id: kept, version: 2, cells: { c1_1: 'kept too' } }],
        claims: [null, kept],
      });
      expect(await harness.store.history('org', 'record:l', erased, { limit: 10 })).toEqual([]);
      expect((await harness.store.history('org', 'record:l', kept, { limit: 10 })).map((c) => c.position)).toEqual([
        3, 2,
      ]);
      expect(
        await code(
          run(
            'set',
            { list: 'l', ids: [erased], column: 'c1_1', values: [`${planted} alone`] },
            metaFor('org', { idempotencyKey: 'alone' }),
          ),
        ),
      ).toBe('commit.erased');
      expect(await code(run('set', { list: 'l', ids: [erased], column: 'c1_1', values: ['x'] }))).toBe(
        'item.not_found',
      );
      expect(await code(add(['again'], { unique: [planted] }))).toBe('accepted');
      const { purged } = await harness.whole().then((w) => ((harness = w.harness), w));
      expect(purged).toBe(3);
      expect(await harness.holds(planted)).toBe(false);
    });

    it('is the same for records in the trash, twice, and of records that never were', async () => {
      const { erased, kept } = await plant();
      await run('remove', { list: 'l', ids: [erased], release: [{ key: planted, owner: erased }] });
      expect(await purge([erased, newId()])).toMatchObject({ commits: 4 });
      expect(await purge([erased])).toMatchObject({ commits: 0 });
      expect(await harness.holds(planted)).toBe(false);
      expect(await purge([kept])).toMatchObject({ commits: 2 });
      expect(await harness.holds('kept too')).toBe(false);
      ({ harness } = await harness.whole());
    });

    it('knows the records of a table beside another, whose name goes on after a slash', async () => {
      await run('make', { list: 'l/more', label: 'more', columns: ['c1_1'] });
      const [id, other] = (await run<Ids>('add', { list: 'l/more', count: 2, columns: { c1_1: [planted, 'kept'] } }))
        .ids as [string, string];
      await run('set', { list: 'l/more', ids: [id], column: 'c1_1', values: [`${planted} again`] });
      const history = (item: string) => harness.store.history('org', 'record:l/more', item, { limit: 10 });
      expect(await history(id)).toHaveLength(2);
      const order = { stream: 'record:l/more', items: [id] };
      expect(await harness.store.purge(order, { actor: actorOf('org', 'ana') })).toMatchObject({ commits: 2 });
      expect(await harness.holds(planted)).toBe(false);
      expect([await history(id), (await history(other)).length]).toEqual([[], 1]);
      ({ harness } = await harness.whole());
    });

    it('is followed by the verification, whether sealed before or after', async () => {
      const { erased, kept } = await plant();
      await harness.seal();
      await purge([erased]);
      await purge([kept]);
      await harness.seal();
      let { purged } = await harness.whole().then((w) => ((harness = w.harness), w));
      expect(purged).toBe(3);
      const [one] = await add([planted]);
      await purge([one!]);
      ({ purged } = await harness.whole().then((w) => ((harness = w.harness), w)));
      expect(purged).toBe(4);
    });

    it('keeps to its organization and to records', async () => {
      const { erased } = await plant();
      const theirs = { actor: actorOf('other', 'ben') };
      expect(await harness.store.purge({ stream: 'record:l', items: [erased] }, theirs)).toMatchObject({ commits: 0 });
      expect(await code(harness.store.purge({ stream: 'list:l', items: ['l'] }, theirs))).toBe('purge.stream');
      expect(await code(purge([]))).toBe('purge.items');
      expect(await code(purge(Array.from({ length: 1_001 }, () => newId())))).toBe('purge.items');
      expect(await harness.holds(planted)).toBe(true);
    });

    it('goes on beside other writes, none of which it loses', async () => {
      const values = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? `${planted} ${i}` : `kept ${i}`));
      const ids: string[] = [];
      for (const value of values) ids.push(...(await add([value])));
      const erased = ids.filter((_, i) => i % 4 === 0);
      const kept = ids.filter((_, i) => i % 4 !== 0);
      let purging = true;
      const purged = purge(erased).finally(() => (purging = false));
      let writes = 0;
      while (purging || writes < 10)
        await run('set', {
          list: 'l',
          ids: [kept[writes % kept.length]!],
          column: 'c1_1',
          values: [`write ${writes++}`],
        });
      expect(await purged).toMatchObject({ commits: 100 });
      const { rows } = await run<{ rows: ({ cells: { c1_1: string } } | null)[] }>('look', {
        list: 'l',
        ids: [...erased, kept[0]!],
      });
      expect(rows.slice(0, -1).filter(Boolean)).toEqual([]);
      expect(rows.at(-1)!.cells.c1_1).toMatch(/^write /);
      expect(await harness.holds(planted)).toBe(false);
      const { purged: rewritten } = await harness.whole().then((w) => ((harness = w.harness), w));
      expect(rewritten).toBe(100);
    });

    const all = (operationId?: string) =>
      harness.store.purge(
        { stream: 'record:l', items: 'all' },
        { actor: actorOf('org', 'ana'), ...(operationId !== undefined && { operationId }) },
      );

    it('takes a whole stream in one order, deleted records and claims included, and leaves every other', async () => {
      await run('make', { list: 'm', label: 'm', columns: ['c1_1'] });
      const other = (await run<Ids>('add', { list: 'm', count: 1, columns: { c1_1: ['of another'] } })).ids[0]!;
      const { erased, kept } = await plant();
      await run('remove', { list: 'l', ids: [erased] });
      for (let i = 0; i < 5; i++)
        await add(
          Array.from({ length: 300 }, (_, n) => `${planted} ${i} ${n}`),
          {},
        );
      expect(await all()).toMatchObject({ commits: 9 });
      for (const text of [planted, 'kept']) expect(await harness.holds(text)).toBe(false);
      expect(await run('look', { list: 'l', ids: [erased, kept], keys: [planted, 'kept'] })).toMatchObject({
        rows: [gone, gone],
        claims: [null, null],
      });
      expect(await run('look', { list: 'm', ids: [other] })).toMatchObject({
        rows: [{ cells: { c1_1: 'of another' } }],
      });
      expect(await all()).toMatchObject({ commits: 0 });
      const { purged } = await harness.whole().then((w) => ((harness = w.harness), w));
      expect(purged).toBe(9);
      expect(await harness.holds(planted)).toBe(false);
    });

    it('takes up a whole stream where a restart left it', async () => {
      for (let i = 0; i < 60; i++) await add(Array.from({ length: 20 }, (_, n) => `${planted} ${i} ${n}`));
      const cut = all('op-2').catch((e: { code: string }) => e.code);
      harness = await harness.reopen();
      await cut;
      await all('op-2');
      expect(await harness.holds(planted)).toBe(false);
      const { purged } = await harness.whole().then((w) => ((harness = w.harness), w));
      expect(purged).toBe(60);
    });

    it('forgets a person in every organization: names, addresses and requests; what they did stays', async () => {
      const address = 'planted-ana@example.com';
      const request = { ip: '203.0.113.77', userAgent: 'planted-agent' };
      const forget = () =>
        harness.store.purge(
          { person: { id: 'ana', addresses: [address] } },
          { actor: { ...actorOf('org', 'operator'), kind: 'system' } },
        );
      const sent = (more: object = {}) => metaFor('org', { request, ...more });
      const [item] = (await run<Ids>('add', { list: 'l', count: 1, columns: { c1_1: ['stays'] } }, sent())).ids;
      await run('label', { list: 'l', label: `by ${address}` }, sent({ idempotencyKey: 'named' }));
      await run('label', { list: 'l', label: 'plain' }, sent());
      await run('label', { list: 'l', label: `again ${address}` });
      await run(
        'note',
        { notes: ['one', 'two'], text: `for ${address}` },
        { actor: actorOf('other', 'ben'), origin: 'api', request: { ip: '', userAgent: "ben's" } },
      );
      await run(
        'note',
        { notes: ['three'], text: 'for ben' },
        { actor: actorOf('other', 'ben'), origin: 'api', request: { ip: '', userAgent: "ben's" } },
      );
      expect(await harness.holds(address)).toBe(true);
      expect(await forget()).toMatchObject({ commits: 5 });
      for (const text of [address, 'planted-agent', '203.0.113.77']) expect(await harness.holds(text)).toBe(false);
      // Ben's own request stays where it did not name Ana.
      expect(await harness.holds("ben's")).toBe(true);
      expect(await run('look', { list: 'l', ids: [item!] })).toMatchObject({
        snapshot: { version: 4, state: { label: '', changes: 3 } },
        document: { label: '', changes: 3 },
        rows: [{ cells: { c1_1: 'stays' } }],
      });
      expect(await code(run('label', { list: 'l', label: `by ${address}` }, sent({ idempotencyKey: 'named' })))).toBe(
        'idempotency.mismatch',
      );
      expect(await forget()).toMatchObject({ commits: 0 });
      expect((await run<{ version: number }>('label', { list: 'l', label: 'next' })).version).toBe(5);
      const { purged } = await harness.whole().then((w) => ((harness = w.harness), w));
      expect(purged).toBe(5);
      expect(await harness.holds(address)).toBe(false);
      expect(await run('look', { list: 'l' })).toMatchObject({ document: { label: 'next', changes: 4 } });
    });

    const everything = (operationId?: string) =>
      harness.store.purge(
        { everything: true },
        { actor: actorOf('org', 'operator'), ...(operationId !== undefined && { operationId }) },
      );

    it('takes an organization with all that it has, and nothing of another; what comes then begins anew', async () => {
      const ben: CommandMeta = { actor: actorOf('other', 'ben'), origin: 'api' };
      await run('make', { list: 'l', label: 'theirs', columns: ['c1_1'] }, ben);
      const [theirs] = (
        await run<Ids>('add', { list: 'l', count: 1, columns: { c1_1: ['of another'] }, unique: ['theirs'] }, ben)
      ).ids;
      const { erased, kept } = await plant();
      const request = { ip: '203.0.113.77', userAgent: 'planted-agent' };
      const sent = metaFor('org', { request, idempotencyKey: 'planted-key' });
      await run('label', { list: 'l', label: `label ${planted}` }, sent);
      await run('note', { notes: ['one'], text: planted });
      await harness.seal();
      const { commits } = await everything();
      expect(commits).toBe(6);
      for (const text of [planted, 'kept too', '203.0.113.77', 'planted-agent', 'planted-key'])
        expect([text, await harness.holds(text)]).toEqual([text, false]);
      expect(await run('look', { list: 'l', ids: [erased, kept], keys: [planted, 'kept'] })).toMatchObject({
        rows: [gone, gone],
        claims: [null, null],
        snapshot: { version: 0 },
      });
      expect((await harness.store.history('org', 'list:l', undefined, { limit: 10 })).length).toBe(0);
      expect(await run('look', { list: 'l', ids: [theirs!], keys: ['theirs'] }, ben)).toMatchObject({
        rows: [{ cells: { c1_1: 'of another' } }],
        claims: [theirs],
        snapshot: { state: { label: 'theirs' } },
      });
      expect(await everything()).toMatchObject({ commits: 0 });
      const { purged } = await harness.whole().then((w) => ((harness = w.harness), w));
      expect(purged).toBe(6);
      // A list of another name: the engine that stands in for MongoDB keeps index entries of keys that were taken out.
      await run('make', { list: 'next', label: 'again', columns: ['c1_1'] });
      const values = { list: 'next', count: 1, columns: { c1_1: ['anew'] }, unique: [planted] };
      const [next] = (await run<Ids>('add', values)).ids;
      const look = () => run('look', { list: 'next', ids: [next!], keys: [planted] });
      const there = { rows: [{ cells: { c1_1: 'anew' } }], claims: [next], snapshot: { state: { label: 'again' } } };
      expect(await look()).toMatchObject(there);
      ({ harness } = await harness.whole());
      expect(await look()).toMatchObject(there);
    });

    it('takes up an organization where a restart left it', async () => {
      for (let i = 0; i < 60; i++) await add(Array.from({ length: 20 }, (_, n) => `${planted} ${i} ${n}`));
      const cut = everything('op-3').catch((e: { code: string }) => e.code);
      harness = await harness.reopen();
      await cut;
      await everything('op-3');
      expect(await harness.holds(planted)).toBe(false);
      const { purged } = await harness.whole().then((w) => ((harness = w.harness), w));
      expect(purged).toBe(61);
    });

    it('goes on after a restart in the middle of it, whoever waits', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 60; i++) ids.push(...(await add([`${planted} ${i}`])));
      const cut = purge(ids, 'op-1').catch((e: { code: string }) => e.code);
      harness = await harness.reopen();
      await cut;
      // The same operation is waited for, or begun where the restart came before it was accepted.
      await purge(ids, 'op-1');
      expect(await harness.holds(planted)).toBe(false);
      const { purged } = await harness.whole().then((w) => ((harness = w.harness), w));
      expect(purged).toBe(60);
    });
  });
};
