import { metricsText } from '@tessera/telemetry';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passedOn } from '@tessera/kernel';
import type { Reaction } from '@tessera/event-store';
import type { InboxState, RetryPolicy, Subscriptions } from '../src/index.ts';

/**
 * What an adapter brings: a source with one service `lists`, a way to write to its streams, and a state that outlives
 * its handle.
 */
export type MessagingHarness<S extends InboxState> = {
  /** Writes one commit whose events advance the streams `note:<name>`, each of type `noted` with `{ note, text }`. */
  write(organizationId: string, notes: readonly string[], text: string): Promise<void>;
  openState(): Promise<S>;
  start(state: S, reactions: readonly Reaction[], retry: RetryPolicy): Promise<Subscriptions>;
  /** Makes the source hand over everything again to a reaction that does not run. */
  repeat(state: S, reaction: string): Promise<void>;
  close(): Promise<void>;
};

type Noted = { readonly note: string; readonly text: string };
const soon: RetryPolicy = { inline: 2, inlineMs: 1, firstMs: 1, maxMs: 2, attempts: 4 };

/** The contract of durable subscriptions; every adapter passes it. */
export const subscriptionsContract = <S extends InboxState>(
  name: string,
  open: () => Promise<MessagingHarness<S>>,
): void => {
  describe(`subscriptions over ${name}`, () => {
    let harness: MessagingHarness<S>;
    let state: S;
    let running: Subscriptions[] = [];

    beforeEach(async () => {
      harness = await open();
      state = await harness.openState();
    });
    afterEach(async () => {
      await Promise.all(running.map((s) => s.stop()));
      running = [];
      await state.close();
      await harness.close();
    });

    const reaction = (
      handle: (event: Noted, commitId: string) => void | Promise<void>,
      reactionName = 'copy',
    ): Reaction => ({
      name: reactionName,
      source: 'lists',
      types: ['noted'],
      handle: async (event, context) => handle(event as Noted, context.commitId),
    });
    const start = async (...reactions: Reaction[]): Promise<Subscriptions> => {
      const started = await harness.start(state, reactions, soon);
      running.push(started);
      return started;
    };
    const restart = async (...reactions: Reaction[]): Promise<Subscriptions> => {
      await Promise.all(running.map((s) => s.stop()));
      running = [];
      await state.close();
      state = await harness.openState();
      return start(...reactions);
    };

    it('hands over what was written before and after it started, in order', async () => {
      const got: string[] = [];
      await harness.write('org', ['a'], '1');
      const subs = await start(reaction((e) => void got.push(e.text)));
      await subs.caughtUp();
      await harness.write('org', ['a'], '2');
      await harness.write('org', ['a'], '3');
      await subs.caughtUp();
      expect(got).toEqual(['1', '2', '3']);
    });

    it('is woken by a commit, without being asked', async () => {
      let got = Promise.withResolvers<string>();
      const subs = await start(reaction((e) => got.resolve(e.text)));
      await subs.caughtUp();
      // It looks every two seconds by itself, so what is written right after a look would wait that long each time.
      let fastest = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 5; i++) {
        const before = performance.now();
        await harness.write('org', ['a'], String(i));
        expect(await got.promise).toBe(String(i));
        fastest = Math.min(fastest, performance.now() - before);
        got = Promise.withResolvers<string>();
      }
      expect(fastest).toBeLessThan(1_000);
    });

    it('goes on from its offset after a restart and repeats nothing that was handled', async () => {
      const got: string[] = [];
      await harness.write('org', ['a', 'b', 'c'], '1');
      await (await start(reaction((e) => void got.push(e.note)))).caughtUp();
      await harness.write('org', ['d'], '2');
      await (await restart(reaction((e) => void got.push(e.note)))).caughtUp();
      expect(got.sort()).toEqual(['a', 'b', 'c', 'd']);
    });

    it('repeats an event whose handling was cut short, and only that one', async () => {
      const got: string[] = [];
      const reached = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      await harness.write('org', ['a'], '1');
      await harness.write('org', ['a'], '2');
      await start(
        reaction(async (e) => {
          got.push(e.text);
          if (e.text !== '2') return;
          reached.resolve();
          await release.promise;
          throw new Error('cut short');
        }),
      );
      await reached.promise;
      const stopping = running.map((s) => s.stop());
      release.resolve();
      await Promise.all(stopping);
      running = [];
      await (await restart(reaction((e) => void got.push(e.text)))).caughtUp();
      expect(got).toEqual(['1', '2', '2']);
    });

    it('does not believe a source that repeats itself', async () => {
      const got: string[] = [];
      await harness.write('org', ['a'], '1');
      await harness.write('org', ['a'], '2');
      await (await start(reaction((e) => void got.push(e.text)))).caughtUp();
      await Promise.all(running.map((s) => s.stop()));
      await harness.repeat(state, 'copy');
      const subs = await restart(reaction((e) => void got.push(e.text)));
      await harness.write('org', ['a'], '3');
      await subs.caughtUp();
      expect(got).toEqual(['1', '2', '3']);
    });

    it('keeps the order of a stream while an event is tried again, and lets other streams pass', async () => {
      const got: string[] = [];
      let failures = 1;
      await harness.write('org', ['a'], 'a1');
      await harness.write('org', ['a'], 'a2');
      await harness.write('org', ['b'], 'b1');
      const subs = await start(
        reaction((e) => {
          if (e.text === 'a1' && failures-- > 0) throw new Error('not yet');
          got.push(e.text);
        }),
      );
      await subs.caughtUp();
      expect(got.filter((t) => t.startsWith('a'))).toEqual(['a1', 'a2']);
      expect(got).toContain('b1');
      expect(await state.parked()).toEqual([]);
    });

    it('parks the stream of a poison event with all that follows on it, and goes on with the others', async () => {
      const got: string[] = [];
      for (const text of ['poison', 'a2', 'a3']) await harness.write('org', ['a'], text);
      await harness.write('org', ['b'], 'b1');
      await harness.write('other', ['a'], 'other');
      const subs = await start(
        reaction((e) => {
          if (e.text === 'poison') throw new Error('cannot be handled');
          got.push(e.text);
        }),
      );
      await subs.caughtUp();
      await expect.poll(async () => (await state.parked())[0]?.nextTryAt, { timeout: 20_000 }).toBeUndefined();
      const [parked] = await state.parked();
      expect(parked).toMatchObject({
        reaction: 'copy',
        source: 'lists',
        organizationId: 'org',
        root: 'a',
        eventType: 'noted',
        attempts: 4,
        waiting: 3,
      });
      expect(parked!.error).toContain('cannot be handled');
      await expect.poll(metricsText, { timeout: 20_000 }).toMatch(/tessera_parked_streams\{reaction="copy"\} [1-9]/);
      expect(got.sort()).toEqual(['b1', 'other']);
      await harness.write('org', ['a'], 'a4');
      await subs.caughtUp();
      expect((await state.find(parked!.id))?.waiting).toBe(4);
    });

    it('keeps a stream parked over a restart, and replays it in order when an operator says so', async () => {
      const got: string[] = [];
      for (const text of ['poison', 'a2', 'a3']) await harness.write('org', ['a'], text);
      await (await start(reaction(() => Promise.reject(new Error('cannot be handled'))))).caughtUp();
      await expect.poll(async () => (await state.parked())[0]?.nextTryAt, { timeout: 20_000 }).toBeUndefined();
      const [parked] = await state.parked();
      const subs = await restart(reaction((e) => void got.push(e.text)));
      await subs.caughtUp();
      await harness.write('org', ['a'], 'a4');
      await subs.caughtUp();
      expect(got).toEqual([]);
      expect(await state.replay(parked!.id)).toBe(true);
      await subs.caughtUp();
      expect(got).toEqual(['poison', 'a2', 'a3', 'a4']);
      expect(await state.parked()).toEqual([]);
      expect(await state.replay(parked!.id)).toBe(false);
    });

    it('parks again at the next poison event of a replayed stream', async () => {
      let cured = 'none';
      const got: string[] = [];
      for (const text of ['poison1', 'fine', 'poison2', 'last']) await harness.write('org', ['a'], text);
      const subs = await start(
        reaction((e) => {
          if (e.text.startsWith('poison') && e.text !== cured) throw new Error(e.text);
          got.push(e.text);
        }),
      );
      await subs.caughtUp();
      await expect.poll(async () => (await state.parked())[0]?.nextTryAt, { timeout: 20_000 }).toBeUndefined();
      cured = 'poison1';
      await state.replay((await state.parked())[0]!.id);
      await subs.caughtUp();
      await expect.poll(async () => (await state.parked())[0]?.nextTryAt, { timeout: 20_000 }).toBeUndefined();
      expect(got).toEqual(['poison1', 'fine']);
      expect((await state.parked())[0]).toMatchObject({ waiting: 2 });
      expect((await state.parked())[0]!.error).toContain('poison2');
    });

    it('waits out unavailability instead of parking', async () => {
      let refusals = 10;
      const got: string[] = [];
      await harness.write('org', ['a'], '1');
      const subs = await start(
        reaction((e) => {
          if (refusals-- > 0) throw passedOn('unavailable', 'store.busy', 'busy');
          got.push(e.text);
        }),
      );
      await subs.caughtUp();
      expect(got).toEqual(['1']);
      expect(await state.parked()).toEqual([]);
    });

    it('keeps the offsets of reactions apart', async () => {
      const one: string[] = [];
      const two: string[] = [];
      await harness.write('org', ['a'], '1');
      await (await start(reaction((e) => void one.push(e.text), 'one'))).caughtUp();
      await harness.write('org', ['a'], '2');
      await (
        await restart(
          reaction((e) => void one.push(e.text), 'one'),
          reaction((e) => void two.push(e.text), 'two'),
        )
      ).caughtUp();
      expect([one, two]).toEqual([
        ['1', '2'],
        ['1', '2'],
      ]);
    });

    it('reads a long log page by page', async () => {
      let n = 0;
      for (let i = 0; i < 450; i++) await harness.write('org', [`s${i % 7}`], String(i));
      const subs = await start(reaction(() => void (n += 1)));
      await subs.caughtUp();
      expect(n).toBe(450);
    });
  });
};
