import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId, type CommandMeta, type ExecuteResult } from '@tessera/kernel';
import type { CommittedNotice, ServiceStore } from '../src/index.ts';
import { actorOf, metaFor } from './actors.ts';
import type { ListEvent } from './service.ts';

/** What an adapter brings: the test service `lists` on empty storage. */
export type EventStoreHarness = {
  readonly store: ServiceStore<ListEvent>;
  readonly source: { onCommitted(listener: (committed: CommittedNotice) => void): () => void };
  /** Ends this adapter and opens it again on the same storage. */
  reopen(): Promise<EventStoreHarness>;
  close(): Promise<void>;
};

type Ids = { ids: string[]; rows: number };

/** The contract of an event store; every adapter passes it. */
export const eventStoreContract = (name: string, open: () => Promise<EventStoreHarness>): void => {
  describe(`event store: ${name}`, () => {
    let harness: EventStoreHarness;
    const run = <A>(type: string, payload: object, meta: CommandMeta = metaFor('org')): Promise<ExecuteResult<A>> =>
      harness.store.execute<A>({ type, payload }, meta);
    const code = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'accepted',
        (e: { code?: string; message: string }) => e.code ?? `a defect: ${e.message}`,
      );
    const look = async (payload: object, meta?: CommandMeta) =>
      (await run<Record<string, unknown>>('look', { list: 'l', ...payload }, meta)).answer;
    const addOne = async (values: string[], more: object = {}, meta?: CommandMeta) =>
      (await run<Ids>('add', { list: 'l', columns: { c1_1: values }, ...more }, meta)).answer.ids[0]!;

    beforeEach(async () => {
      harness = await open();
      await run('make', { list: 'l', label: 'first', columns: ['c1_1', 'c2_1'] });
    });
    afterEach(() => harness.close());

    it('answers after the model shows the change', async () => {
      const { answer, commitId, position } = await run<Ids>('add', { list: 'l', columns: { c1_1: ['x'] } });
      expect(answer.rows).toBe(1);
      expect([commitId, position]).toEqual([`lists.${commitId!.split('.')[1]}.2`, 2]);
      expect(await look({ ids: answer.ids })).toMatchObject({
        rows: [{ version: 1, deleted: false, cells: { c1_1: 'x' } }],
      });
    });

    it('takes a payload as JSON text or bytes', async () => {
      const payload = JSON.stringify({ list: 'l', label: 'second' });
      expect(await harness.store.execute({ type: 'label', payload }, metaFor('org'))).toMatchObject({
        answer: { label: 'second', version: 2 },
      });
      expect((await run<unknown>('look', { list: 'l' })).commitId).toBeUndefined();
      expect(
        await harness.store.execute(
          { type: 'label', payload: Buffer.from('{"list":"l","label":"ü"}') },
          metaFor('org'),
        ),
      ).toMatchObject({ answer: { label: 'ü', version: 3 } });
    });

    it('leaves no trace of a rejected command', async () => {
      expect(await code(run('label', { list: 'nowhere', label: 'x' }))).toBe('list.not_found');
      expect(await code(run('make', { list: 'l', label: 'x', columns: [] }))).toBe('list.exists');
      expect(await code(run('fly', {}))).toBe('command.unknown');
      expect(await code(run('toString', {}))).toBe('command.unknown');
      expect(await harness.store.position('org')).toBe(1);
      expect(await look({})).toMatchObject({ snapshot: { version: 1, state: { label: 'first' } } });
    });

    it('takes nothing from who looks as somebody else', async () => {
      const meta = metaFor('org');
      for (const viewing of [{}, { userId: 'other' }])
        expect(
          await code(run('label', { list: 'l', label: 'x' }, { ...meta, actor: { ...meta.actor, viewing } })),
        ).toBe('view_as.read_only');
      expect(await harness.store.position('org')).toBe(1);
    });

    it('makes no commit when nothing changes', async () => {
      const { answer, commitId } = await run('label', { list: 'l', label: 'first' });
      expect([answer, commitId]).toEqual([{ label: 'first', version: 1 }, undefined]);
      expect(await harness.store.position('org')).toBe(1);
    });

    it('numbers the commits of each organization from 1 and hides them from others', async () => {
      const other = metaFor('other');
      expect((await run('make', { list: 'l', label: 'theirs', columns: [] }, other)).position).toBe(1);
      expect(await look({}, other)).toMatchObject({ snapshot: { version: 1, state: { label: 'theirs' } } });
      const id = (await run('label', { list: 'l', label: 'ours' })).commitId!;
      expect(await harness.store.commit('org', id)).toMatchObject({ id, position: 2 });
      expect(await harness.store.commit('other', id)).toBeUndefined();
      expect(await look({ commit: id }, other)).toMatchObject({ commit: null });
      expect(await harness.store.commit('org', id.replace(/\.\d+\.2$/, '.99.2'))).toBeUndefined();
      expect(await harness.store.commit('org', 'nonsense')).toBeUndefined();
    });

    it('decides concurrent commands one after the other, each on the state that the last one left', async () => {
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, i) => run<{ version: number }>('label', { list: 'l', label: `label ${i}` })),
      );
      expect(results.map((r) => r.answer.version).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, i) => i + 2),
      );
      expect(new Set(results.map((r) => r.position)).size).toBe(100);
      expect(await look({})).toMatchObject({ snapshot: { version: 101, state: { changes: 100 } } });
    });

    it('never lets the time of an organization run backwards', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, i) => run('label', { list: 'l', label: `label ${i}` })));
      const times = (await harness.store.commits('org', { order: 'asc', limit: 100 })).map((c) => c.time);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    });

    describe('idempotency keys', () => {
      const keyed = (key: string, more: Partial<CommandMeta> = {}) => metaFor('org', { idempotencyKey: key, ...more });

      it('answer a repeated request as the first time, with one commit, also after a restart', async () => {
        const first = await run<Ids>('add', { list: 'l', columns: { c1_1: ['x'] } }, keyed('k'));
        const again = await run<Ids>('add', { list: 'l', columns: { c1_1: ['x'] } }, keyed('k'));
        expect(again).toEqual({ ...first, repeated: true });
        harness = await harness.reopen();
        expect(await run('add', { list: 'l', columns: { c1_1: ['x'] } }, keyed('k'))).toEqual(again);
        expect(await harness.store.position('org')).toBe(2);
      });

      it('make one commit when the same request arrives many times at once', async () => {
        const results = await Promise.all(Array.from({ length: 20 }, () => run('add', { list: 'l' }, keyed('k'))));
        expect(new Set(results.map((r) => r.commitId)).size).toBe(1);
        expect(results.filter((r) => r.repeated)).toHaveLength(19);
      });

      it('refuse another request, another command or another request hash', async () => {
        await run('label', { list: 'l', label: 'second' }, keyed('k'));
        expect(await code(run('label', { list: 'l', label: 'third' }, keyed('k')))).toBe('idempotency.mismatch');
        expect(await code(run('add', { list: 'l', label: 'second' }, keyed('k')))).toBe('idempotency.mismatch');
        await run('label', { list: 'l', label: 'third' }, keyed('h', { requestHash: 'one' }));
        expect(await code(run('label', { list: 'l', label: 'fourth' }, keyed('h', { requestHash: 'two' })))).toBe(
          'idempotency.mismatch',
        );
        expect(await harness.store.position('org')).toBe(3);
      });

      it('belong to one principal and one organization', async () => {
        await run('label', { list: 'l', label: 'second' }, keyed('k'));
        expect(
          (await run('label', { list: 'l', label: 'third' }, { ...keyed('k'), actor: actorOf('org', 'ben') })).repeated,
        ).toBeUndefined();
        expect(
          (await run('make', { list: 'l', label: 'x', columns: [] }, metaFor('other', { idempotencyKey: 'k' })))
            .repeated,
        ).toBeUndefined();
      });

      it('are not used up by a rejected command', async () => {
        expect(await code(run('label', { list: 'later', label: 'x' }, keyed('k')))).toBe('list.not_found');
        await run('make', { list: 'later', label: 'y', columns: [] });
        expect((await run('label', { list: 'later', label: 'x' }, keyed('k'))).answer).toEqual({
          label: 'x',
          version: 2,
        });
      });
    });

    describe('claims', () => {
      it('give a key to one owner, in one write or many, also after a restart', async () => {
        const owner = await addOne(['x'], { unique: ['a'] });
        expect(await code(addOne(['y'], { unique: ['a'] }))).toBe('claim.taken');
        expect(await code(addOne(['y', 'z'], { count: 2, unique: ['b', 'b'] }))).toBe('claim.taken');
        harness = await harness.reopen();
        expect(await code(addOne(['y'], { unique: ['a'] }))).toBe('claim.taken');
        expect(await look({ keys: ['a', 'b'] })).toMatchObject({ claims: [owner, null] });
      });

      it('let exactly one of many contenders win', async () => {
        const results = await Promise.all(Array.from({ length: 30 }, () => code(addOne(['x'], { unique: ['a'] }))));
        expect(results.filter((r) => r === 'accepted')).toHaveLength(1);
        expect(results.filter((r) => r === 'claim.taken')).toHaveLength(29);
      });

      it('come free when their owner releases them, and only then', async () => {
        const owner = await addOne(['x'], { unique: ['a'] });
        const other = await addOne(['y']);
        await run('remove', { list: 'l', ids: [other], release: [{ key: 'a', owner: other }] });
        expect(await look({ keys: ['a'] })).toMatchObject({ claims: [owner] });
        await run('remove', { list: 'l', ids: [owner], release: [{ key: 'a', owner }] });
        expect(await look({ keys: ['a'] })).toMatchObject({ claims: [null] });
        expect(await code(addOne(['y'], { unique: ['a'] }))).toBe('accepted');
      });

      it('are of one organization', async () => {
        await addOne(['x'], { unique: ['a'] });
        await run('make', { list: 'l', label: 'x', columns: ['c1_1'] }, metaFor('other'));
        expect(await code(addOne(['x'], { unique: ['a'] }, metaFor('other')))).toBe('accepted');
      });
    });

    describe('versions', () => {
      it('refuse an id that exists, also in the same batch of commands and after its deletion', async () => {
        const id = newId();
        const results = await Promise.all([1, 2, 3].map(() => code(addOne(['x'], { id }))));
        expect(results.sort()).toEqual(['accepted', 'item.exists', 'item.exists']);
        await run('remove', { list: 'l', ids: [id] });
        expect(await code(addOne(['x'], { id }))).toBe('item.exists');
        expect(await code(run('add', { list: 'l', ids: [newId(), id] }))).toBe('item.exists');
      });

      it('refuse a record that stands twice in one write', async () => {
        const id = newId();
        expect(await code(run('add', { list: 'l', ids: [id, id] }))).toBe('item.repeated');
      });

      it('refuse a write on another version than the present one', async () => {
        const id = await addOne(['x']);
        const set = (versions: number[]) =>
          code(run('set', { list: 'l', ids: [id], column: 'c1_1', values: ['y'], versions }));
        expect(await set([3])).toBe('item.version');
        expect(await set([2])).toBe('accepted');
        expect(await set([2])).toBe('item.version');
        expect(await code(run('label', { list: 'l', label: 'x', explode: 'version' }))).toBe('stream.version');
      });
    });

    it('refuses a write that is larger than a commit may be', async () => {
      expect(await code(run('add', { list: 'l', count: 1_001 }))).toBe('commit.too_many');
      expect(await code(run('add', { list: 'l', columns: { c1_1: ['x'.repeat(1_100_000)] } }))).toBe(
        'commit.too_large',
      );
      expect(await code(run('add', { list: 'l', count: 1_000 }))).toBe('accepted');
    });

    it('keeps a defect in one command from the others that came with it', async () => {
      const results = await Promise.all([
        code(addOne(['x'])),
        ...['load', 'decide'].map((explode) => code(run('label', { list: 'l', label: 'never', explode }))),
        code(run('note', { notes: ['n'], text: 'does not project' })),
        code(addOne(['y'])),
      ]);
      expect(results.map((r) => r.split(':')[0])).toEqual(['accepted', 'a defect', 'a defect', 'a defect', 'accepted']);
      expect(await harness.store.position('org')).toBe(3);
      expect(await look({})).toMatchObject({ snapshot: { version: 1 } });
    });

    it('shows a loading what was written before, documents, rows, commits and changes', async () => {
      const id = await addOne(['x']);
      const at = await harness.store.position('org');
      const { commitId } = await run('set', { list: 'l', ids: [id], column: 'c1_1', values: ['y'] });
      await run('label', { list: 'l', label: 'found' });
      const seen = await look({ ids: [id, newId()], commit: commitId, since: at });
      expect(seen).toMatchObject({
        document: { label: 'found' },
        documents: 1,
        rows: [{ id, version: 2, cells: { c1_1: 'y' } }, expect.toSatisfy((r) => r === null || r === undefined)],
        commit: {
          id: commitId,
          events: [{ type: 'itemsSet', before: ['x'], after: ['y'] }],
          meta: { origin: 'api', actor: { kind: 'user', id: 'ana' } },
        },
        changedSince: [['c1_1'], []],
      });
    });

    it('gives commits in both directions, page by page', async () => {
      for (let i = 0; i < 5; i++) await run('label', { list: 'l', label: `label ${i}` });
      const page = async (range: object) =>
        (await harness.store.commits('org', { order: 'asc', limit: 2, ...range })).map((c) => c.position);
      expect(await page({})).toEqual([1, 2]);
      expect(await page({ after: 2 })).toEqual([3, 4]);
      expect(await page({ order: 'desc' })).toEqual([6, 5]);
      expect(await page({ order: 'desc', before: 2 })).toEqual([1]);
      expect(await page({ after: 6 })).toEqual([]);
      expect(await harness.store.commits('nobody', { order: 'asc', limit: 2 })).toEqual([]);
    });

    it('finds headers by root, operation and actor', async () => {
      const ben = { ...metaFor('org', { operationId: 'op', origin: 'import' as const }), actor: actorOf('org', 'ben') };
      await run('add', { list: 'l', count: 3 }, ben);
      await run('make', { list: 'm', label: 'x', columns: [] });
      await run('add', { list: 'm', count: 2 }, ben);
      const positions = async (by: object) =>
        (await harness.store.headers('org', { limit: 10, ...by })).map((h) => h.position);
      expect(await positions({ root: 'list:l' })).toEqual([2, 1]);
      expect(await positions({ root: 'list:m' })).toEqual([4, 3]);
      expect(await positions({ operationId: 'op' })).toEqual([4, 2]);
      expect(await positions({ actorId: 'ben' })).toEqual([4, 2]);
      expect(await positions({ actorId: 'ben', root: 'list:l' })).toEqual([2]);
      expect(await positions({ operationId: 'op', root: 'list:m' })).toEqual([4]);
      expect(await positions({})).toEqual([4, 3, 2, 1]);
      expect(await positions({ before: 3 })).toEqual([2, 1]);
      expect(await positions({ root: 'list:none' })).toEqual([]);
      const [header] = await harness.store.headers('org', { operationId: 'op', limit: 1 });
      expect(header).toMatchObject({
        commandType: 'add',
        actorId: 'ben',
        origin: 'import',
        operationId: 'op',
        events: [{ type: 'itemsAdded', items: 2 }],
      });
    });

    it('gives the history of a record and of a stream, newest first, narrowed to the record', async () => {
      const [a, b] = (await run<Ids>('add', { list: 'l', count: 2, columns: { c1_1: ['a1', 'b1'] } })).answer.ids;
      await run('set', { list: 'l', ids: [b, a], column: 'c1_1', values: ['b2', 'a2'] });
      await run('set', { list: 'l', ids: [b], column: 'c1_1', values: ['b3'] });
      await run('remove', { list: 'l', ids: [a] });
      const history = await harness.store.history('org', 'record:l', a, { limit: 10 });
      expect(history.map((c) => c.position)).toEqual([5, 3, 2]);
      expect(history[1]!.events).toEqual([expect.objectContaining({ ids: [a], before: ['a1'], after: ['a2'] })]);
      expect(
        (await harness.store.history('org', 'record:l', a, { limit: 1, before: 5 })).map((c) => c.position),
      ).toEqual([3]);
      expect((await harness.store.history('org', 'list:l', undefined, { limit: 10 })).map((c) => c.position)).toEqual([
        1,
      ]);
      expect(await harness.store.history('other', 'record:l', a, { limit: 10 })).toEqual([]);
    });

    it('tells listeners of each commit after it is durable, with notices and never values', async () => {
      const told: CommittedNotice[] = [];
      const end = harness.source.onCommitted((c) => void told.push(c));
      const id = await addOne(['secret']);
      await expect.poll(() => told.length, { timeout: 20_000 }).toBe(1);
      expect(told[0]).toMatchObject({
        service: 'lists',
        organizationId: 'org',
        position: 2,
        actorId: 'ana',
        notices: [{ topic: 'table:l', kind: 'changed', ids: [id] }],
      });
      expect(JSON.stringify(told)).not.toContain('secret');
      expect(told[0]!.types ?? ['itemsAdded']).toEqual(['itemsAdded']);
      end();
      await addOne(['y']);
      expect(told).toHaveLength(1);
    });

    it('has everything again after a restart', async () => {
      const id = await addOne(['x']);
      await run('set', { list: 'l', ids: [id], column: 'c1_1', values: ['y'] });
      await run('label', { list: 'l', label: 'second' });
      const before = await look({ ids: [id] });
      harness = await harness.reopen();
      expect(await look({ ids: [id] })).toEqual(before);
      expect((await run('label', { list: 'l', label: 'third' })).position).toBe(5);
    });

    it('finishes what it accepted when it closes, and refuses more', async () => {
      const accepted = Array.from({ length: 50 }, (_, i) => run('label', { list: 'l', label: `label ${i}` }));
      const reopened = harness.reopen();
      const refused = code(run('label', { list: 'l', label: 'late' }));
      expect(await refused).toBe('store.draining');
      expect((await Promise.all(accepted)).length).toBe(50);
      harness = await reopened;
      expect(await harness.store.position('org')).toBe(51);
    });
  });
};
