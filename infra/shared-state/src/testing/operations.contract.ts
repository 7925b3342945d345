import { randomUUID } from 'node:crypto';
import { passedOn } from '@tessera/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Leases } from '../index.ts';
import { createAttempts, createOperations, createProgress, discarded, heldElsewhere } from '../operations/index.ts';
import type { SmallState } from '../operations/operations.ts';
import { reportOf } from '../operations/ending.ts';

/** What one replica has of the small state and the leases that all share. */
export type OperationParts = { readonly state: SmallState; readonly leases: Leases };
export type OperationsHarness = { open(): Promise<OperationParts>; close(): Promise<void> };

type Job = { id: string; organizationId: string; total: number; done: number; state: string; code?: string };
type Listed = { readonly organizationId: string; readonly at: number };

const organizationId = randomUUID();
const away = () => passedOn('unavailable', 'store.busy', 'The server is busy.');
const timing = { sweepMs: 200, leaseMs: 2_000 };
const soon = { timeout: 30_000, interval: 20 };

/**
 * A service that has operations: a job counts to its total, a chunk at a time. Its log is a bucket of the state that it
 * shares with the other replicas, since what the operations ask of a log is to be read from anywhere.
 */
const replicaOf = (parts: OperationParts, clock: () => number) => {
  let dead = false;
  /** What a killed process began never ends. */
  const alive = <T>(call: () => Promise<T>): Promise<T> => (dead ? new Promise(() => undefined) : call());
  const state: SmallState = {
    get: (...args) => alive(() => parts.state.get(...args)),
    put: (...args) => alive(() => parts.state.put(...args)),
    delete: (...args) => alive(() => parts.state.delete(...args)),
    list: (...args) => alive(() => parts.state.list(...args)),
  };
  const leases: Leases = {
    acquire: async (name, ttlMs) => {
      const lease = await alive(() => parts.leases.acquire(name, ttlMs));
      if (lease === undefined) return undefined;
      return { ...lease, renew: () => alive(lease.renew), release: () => alive(lease.release) };
    },
  };
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const jobs = {
    get: (id: string) => state.get<Job>(organizationId, 'jobs', id),
    put: (job: Job) => state.put(organizationId, 'jobs', job.id, job),
  };
  /** Called before each chunk is written. */
  let before: (job: Job) => Promise<void> | void = () => undefined;
  const progress = createProgress<{ readonly done: number }>(state, 'job-progress', clock);

  const end = async (job: Job, as: string, code?: string): Promise<Job> => {
    const ended = { ...job, state: as, ...(code !== undefined && { code }) };
    await jobs.put(ended);
    await operations.ended(organizationId, job.id);
    await progress.forget(organizationId, job.id);
    return ended;
  };

  const run = (id: string): Promise<Job | typeof heldElsewhere> =>
    operations.run(id, async (mine) => {
      for (;;) {
        const job = (await jobs.get(id))!;
        if (job.state !== 'running' || mine.reason === 'stopping') return job;
        if (mine.reason === 'cancelled') return end(job, 'cancelled');
        try {
          const may = await mine.begin({ organizationId, kind: 'count' }, job.done);
          if (may === 'aside') return job;
          if (may === 'cancelled') return await end(job, 'cancelled');
          if (may === 'discard') return await end(job, 'failed', discarded.code);
          await mine.patiently(async () => before(job));
          const done = job.done + 1;
          const now = { ...job, done };
          await jobs.put(now);
          await progress.note(organizationId, id, { done });
          await mine.heed();
          if (done === job.total) return await end(now, 'done');
        } catch (error) {
          if (mine.reason !== undefined) return job;
          const report = reportOf(error);
          return end(job, 'failed', report.code);
        }
      }
    });

  const operations = createOperations<Listed, Job>(
    {
      state,
      leases,
      clock,
      log: { info: say, warn: say, error: say },
      organizations: async () => [organizationId],
      timing,
    },
    {
      name: 'errand',
      buckets: { running: 'running-jobs', cancelled: 'cancelled-jobs' },
      patience: { firstMs: 5, longestMs: 20, endsAt: ({ code }) => code === 'store.draining' },
      keyOf: (organization, id) => `${organization}:${id}`,
      idOf: (key) => key.slice(key.indexOf(':') + 1),
      find: async (id) => {
        const job = await jobs.get(id);
        return job === undefined ? 'unknown' : job.state === 'running' ? { job } : 'ended';
      },
      underWay: async () => {
        const all = await state.list<Job>(organizationId, 'jobs', '', 1000);
        return all
          .filter(({ value }) => value.state === 'running')
          .map(({ key: id }) => ({ id, entry: async () => ({ organizationId, at: clock() }) }));
      },
      carryOn: (id) => run(id),
    },
  );

  return {
    operations,
    jobs,
    progress,
    lines,
    state,
    run,
    /** Enters a job and writes its plan, and does nothing of it. */
    plan: async (total: number): Promise<string> => {
      const id = randomUUID();
      await operations.enlist(id, { organizationId, at: clock() });
      await jobs.put({ id, organizationId, total, done: 0, state: 'running' });
      return id;
    },
    before: (hook: typeof before) => (before = hook),
    kill: () => (dead = true),
    attempts: createAttempts(state, clock),
  };
};
type Replica = ReturnType<typeof replicaOf>;

/** What durable operations keep on every pair of state and leases. */
export const operationsContract = (name: string, open: () => Promise<OperationsHarness>): void => {
  describe(`durable operations (${name})`, () => {
    let harness: OperationsHarness;
    let replicas: Replica[];
    let shift: number;
    const replica = async (): Promise<Replica> => {
      const made = replicaOf(await harness.open(), () => Date.now() + shift);
      replicas.push(made);
      return made;
    };
    const listed = async (one: Replica) => (await one.state.list('', 'running-jobs', '', 10)).map(({ key }) => key);
    const endsAs = (one: Replica, id: string, expected: Partial<Job>) =>
      expect.poll(() => one.jobs.get(id), soon).toMatchObject(expected);
    /** Holds a replica's chunks from `from` on until it is let go; `at` resolves when the first stands there. */
    const hold = (one: Replica, from: number) => {
      const at = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      one.before(async ({ done }) => {
        if (done < from) return;
        at.resolve();
        await go.promise;
      });
      return { at: at.promise, go: go.resolve };
    };
    beforeEach(async () => {
      shift = 0;
      replicas = [];
      harness = await open();
    });
    afterEach(async () => {
      for (const one of replicas) one.kill();
      await Promise.all(replicas.map(({ operations }) => Promise.race([operations.stop(), Promise.resolve()])));
      await harness.close();
    });

    it('are carried out to their end, and leave nothing but what the log has', async () => {
      const a = await replica();
      const id = await a.plan(5);
      expect(await listed(a)).toEqual([`${organizationId}:${id}`]);
      expect(await a.run(id)).toMatchObject({ state: 'done', done: 5 });
      expect(await listed(a)).toEqual([]);
      expect(await a.progress.of(organizationId, id)).toBeUndefined();
      expect(await a.state.list('', 'attempts', '', 10)).toEqual([]);
    });

    it('are carried out by one replica at a time, and are the same work for all who ask there', async () => {
      const [a, b] = [await replica(), await replica()];
      const id = await a.plan(3);
      const held = hold(a, 1);
      const first = a.run(id);
      await held.at;
      expect(await a.progress.of(organizationId, id)).toEqual({ done: 1 });
      expect(await b.run(id)).toBe(heldElsewhere);
      const second = a.run(id);
      held.go();
      expect(await second).toBe(await first);
      expect(await first).toMatchObject({ state: 'done', done: 3 });
    });

    it('go on from their last chunk at another replica after a kill', async () => {
      const [a, b] = [await replica(), await replica()];
      const id = await a.plan(4);
      const held = hold(a, 2);
      void a.run(id);
      await held.at;
      const seen: number[] = [];
      b.before(({ done }) => void seen.push(done));
      await b.operations.start();
      a.kill();
      await endsAs(b, id, { state: 'done', done: 4 });
      expect(seen).toEqual([2, 3]);
      expect(b.lines).toContain('looking after an errand');
    });

    it('are let go at a stop, and taken up at the next start', async () => {
      const a = await replica();
      const id = await a.plan(4);
      const held = hold(a, 2);
      const work = a.run(id);
      await held.at;
      const stopped = a.operations.stop();
      held.go();
      await stopped;
      expect(await work).toMatchObject({ state: 'running', done: 3 });
      const b = await replica();
      await b.operations.start();
      await endsAs(b, id, { state: 'done', done: 4 });
    });

    it('are found in the log where the list was lost', async () => {
      const a = await replica();
      const id = await a.plan(2);
      await a.state.delete('', 'running-jobs', `${organizationId}:${id}`);
      await a.operations.start();
      await endsAs(a, id, { state: 'done', done: 2 });
      expect(a.lines).toContain('an errand under way was missing in the list: it is taken up');
    });

    it('are dropped from the list once they ended, or where a start wrote nothing else for a minute', async () => {
      const a = await replica();
      const ended = await a.plan(1);
      await a.jobs.put({ id: ended, organizationId, total: 1, done: 1, state: 'done' });
      const begun = randomUUID();
      await a.operations.enlist(begun, { organizationId, at: Date.now() });
      await a.operations.start();
      expect(await listed(a)).toEqual([`${organizationId}:${begun}`]);
      shift = 61_000;
      await expect.poll(() => listed(a), soon).toEqual([]);
    });

    it('wait while something is unavailable, and fail by what else is thrown', async () => {
      const a = await replica();
      let left = 3;
      a.before(() => {
        if (left-- > 0) throw away();
      });
      const waited = await a.plan(1);
      expect(await a.run(waited)).toMatchObject({ state: 'done', done: 1 });
      expect(left).toBe(-1);

      a.before(() => {
        throw passedOn('unavailable', 'store.draining', 'The server is shutting down.');
      });
      const drained = await a.plan(1);
      expect(await a.run(drained)).toMatchObject({ state: 'failed', code: 'store.draining' });

      a.before(() => {
        throw passedOn('conflict', 'things.taken', 'Taken.');
      });
      const refused = await a.plan(2);
      expect(await a.run(refused)).toMatchObject({ state: 'failed', code: 'things.taken', done: 0 });

      a.before(() => {
        throw new Error('a defect');
      });
      const broken = await a.plan(2);
      expect(await a.run(broken)).toMatchObject({ state: 'failed', code: 'internal' });
      expect(await listed(a)).toEqual([]);
    });

    describe('that end the process', () => {
      /** A process begins the first chunk, and ends. */
      const endsWith = async (id: string): Promise<void> => {
        const one = await replica();
        const held = hold(one, 0);
        void one.run(id);
        await held.at;
        one.kill();
      };
      const setAside = async (): Promise<{ readonly b: Replica; readonly id: string }> => {
        const planner = await replica();
        const id = await planner.plan(2);
        await endsWith(id);
        const second = await replica();
        const held = hold(second, 0);
        await second.operations.start();
        await held.at;
        second.kill();
        const b = await replica();
        await b.operations.start();
        await expect.poll(() => b.operations.waits(id), soon).toBe(true);
        return { b, id };
      };

      it('twice are set aside until an operator lets them go on', async () => {
        const { b, id } = await setAside();
        expect(await b.jobs.get(id)).toMatchObject({ state: 'running', done: 0 });
        expect(await b.attempts.list()).toMatchObject([{ id, kind: 'count', slice: 0, organizationId }]);
        expect(await b.attempts.decide(id, 'resume')).toBe(true);
        await endsAs(b, id, { state: 'done', done: 2 });
        expect(await b.attempts.list()).toEqual([]);
      });

      it('or until the operator gives them up', async () => {
        const { b, id } = await setAside();
        expect(await b.attempts.decide(id, 'discard')).toBe(true);
        await endsAs(b, id, { state: 'failed', code: discarded.code });
        await expect.poll(() => b.attempts.list(), soon).toEqual([]);
      });

      it('are cancelled while they are being set aside', async () => {
        const { b, id } = await setAside();
        let cancelled: Promise<boolean> | undefined;
        const push = b.lines.push.bind(b.lines);
        // It is told just before the work ends without an end.
        b.lines.push = (...lines) => {
          if (lines.some((line) => line.includes('ended the process twice')))
            cancelled ??= b.operations.cancel(id, async () => (await b.jobs.get(id))?.state !== 'running');
          return push(...lines);
        };
        // What set it aside may not have let go of it yet: whoever asks then gets its answer.
        const again = async () => {
          await b.run(id);
          return cancelled !== undefined;
        };
        await expect.poll(again, soon).toBe(true);
        expect(await cancelled).toBe(true);
        expect(await b.jobs.get(id)).toMatchObject({ state: 'cancelled', done: 0 });
      });

      it('or until whoever began them cancels', async () => {
        const { b, id } = await setAside();
        const isEnded = async () => (await b.jobs.get(id))?.state !== 'running';
        expect(await b.operations.cancel(id, isEnded)).toBe(true);
        expect(await b.jobs.get(id)).toMatchObject({ state: 'cancelled', done: 0 });
      });
    });

    it('are cancelled where they run and from another replica', async () => {
      const [a, b] = [await replica(), await replica()];
      for (const asked of [a, b]) {
        const id = await a.plan(1_000_000);
        const held = hold(a, 1);
        const work = a.run(id);
        await held.at;
        const cancelled = asked.operations.cancel(id, async () => (await b.jobs.get(id))?.state !== 'running');
        if (asked === b) await expect.poll(() => b.state.get('', 'cancelled-jobs', id), soon).toBeDefined();
        held.go();
        expect(await cancelled).toBe(true);
        expect(await work).toMatchObject({ state: 'cancelled' });
        expect(await b.state.get('', 'cancelled-jobs', id)).toBeUndefined();
        expect(await listed(b)).toEqual([]);
      }
    });
  });
};
