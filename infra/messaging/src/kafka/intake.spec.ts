import type { CommitReads, RawEvent, Reaction } from '@tessera/event-store';
import { isRejection } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { createHandling, defaultRetry, Stopped } from '../handling.ts';
import { createIntake } from './intake.ts';
import type { Arrival } from './message.ts';
import type { PartitionedState, Progress } from './port.ts';

/** The memory that all processes of a reaction share. */
const sharedState = (begun: Progress = { through: 0, epoch: 1, cuts: [] }) => {
  const inbox = new Set<string>();
  let progress = begun;
  const state = {
    seenOf: async (_: string, ids: readonly string[]) => new Set(ids.filter((id) => inbox.has(id))),
    seen: async (_: string, id: string) => inbox.has(id),
    handled: async (_: string, id: string) => void inbox.add(id),
    parked: async () => [],
    mark: async () => undefined,
    settle: async () => ({
      progress,
      marks: { has: () => false, whole: () => false },
    }),
    cut: async (_: string, __: string, epoch: number, from: number) => {
      progress = { through: Math.min(progress.through, from), epoch, cuts: [...progress.cuts, { epoch, from }] };
    },
  };
  return { inbox, state: state as unknown as PartitionedState };
};

/** A log that ends at `head`; everything after `epochFrom` is of the epoch. Answers what it was asked too. */
const logUpTo = (head: number, epoch: number, epochFrom = 0): CommitReads & { readonly asked: unknown[][] } => {
  const asked: unknown[][] = [];
  return {
    asked,
    organizationsAfter: async () => [{ organizationId: 'o', position: head, time: 0 }],
    commitsAfter: async (...question) => {
      asked.push(question);
      return { commits: [], head, epoch, epochFrom };
    },
    previousOfRoot: async () => 0,
  };
};

const arrival = (root: string, position: number, previous: number, epoch = 1): Arrival => ({
  organizationId: 'o',
  position,
  epoch,
  root,
  of: 1,
  previous,
  types: ['noted'],
  open: () =>
    ({
      header: { time: 0, epoch, trace: undefined },
      events: [
        {
          type: 'noted',
          payload: new TextEncoder().encode(`${root}${position}`),
          context: {
            organizationId: 'o',
            commitId: `lists.${epoch}.${position}`,
            position,
            index: 0,
            advances: [{ stream: `note:${root}`, version: position }],
          } as unknown as RawEvent['context'],
        },
      ],
    }) as unknown as ReturnType<Arrival['open']>,
});

/** A reaction that notes what it was given, on a log and a memory. */
const takingFrom = (source: CommitReads, state: PartitionedState) => {
  const handled: string[] = [];
  const reaction: Reaction = {
    name: 'copy',
    source: 'lists',
    types: ['noted'],
    handle: async (event) => void handled.push(String(event)),
  };
  const handling = createHandling({
    reaction,
    state,
    retry: defaultRetry,
    onFailure: () => undefined,
    now: () => 0,
    pause: async () => undefined,
    stopped: () => false,
    fetch: async () => undefined,
    term: () => 1,
    atOnce: 1,
  });
  const intake = createIntake({
    reaction,
    source,
    decode: (_, payload) => new TextDecoder().decode(payload),
    state,
    handling,
    term: () => 1,
    idle: () => true,
    graceMs: 0,
    now: () => 0,
  });
  return { handled, intake };
};
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (isRejection(error) ? { kind: error.kind, code: error.code, message: error.message } : error),
  );

describe('a reaction whose source was taken back', () => {
  const ahead = {
    kind: 'unavailable',
    code: 'subscriptions.ahead',
    message: expect.stringMatching(
      /^The log of lists ends at position 50 of organization o in epoch 1, and copy has seen position \d+ in epoch 1:.*tessera salvage lists/,
    ) as unknown,
  };

  it('takes nothing in the places of commits that it has handled, and tells the log what it has seen', async () => {
    const source = logUpTo(50, 1);
    const { handled, intake } = takingFrom(source, sharedState({ through: 60, epoch: 1, cuts: [] }).state);
    expect(await refusalOf(intake.take([arrival('a', 51, 0)]))).toEqual(ahead);
    expect(source.asked).toEqual([['o', 60, 1, 1]]);
    expect(await refusalOf(intake.compare({ organizationId: 'o', position: 50, time: 0 }))).toEqual(ahead);
    expect(handled).toEqual([]);
  });

  it('does nothing of a commit that the broker alone still has', async () => {
    const source = logUpTo(50, 1);
    const { handled, intake } = takingFrom(source, sharedState({ through: 50, epoch: 1, cuts: [] }).state);
    expect(await refusalOf(intake.take([arrival('a', 51, 0), arrival('b', 58, 0)]))).toEqual(ahead);
    expect(source.asked).toEqual([['o', 58, 1, 1]]);
    expect(handled).toEqual([]);
  });

  it('does not take a log of an epoch before the one that it knows', async () => {
    const { intake } = takingFrom(logUpTo(70, 1), sharedState({ through: 60, epoch: 9, cuts: [] }).state);
    expect(await refusalOf(intake.take([arrival('a', 61, 0)]))).toMatchObject({ code: 'subscriptions.ahead' });
  });

  it('passes over what is gone once the loss is accepted, also where nothing of the new epoch has come yet', async () => {
    const { state } = sharedState({ through: 60, epoch: 1, cuts: [] });
    const { handled, intake } = takingFrom(logUpTo(50, 9, 50), state);
    await intake.take([arrival('a', 58, 0), arrival('b', 61, 0)]);
    expect(handled).toEqual([]);
    await intake.take([arrival('a', 51, 0, 9)]);
    expect(handled).toEqual(['a51']);
    await intake.flush();
  });
});

describe('what a reaction takes in', () => {
  it('is not handled once more when its stream was given to another process and came back while it waited', async () => {
    const { state, inbox } = sharedState();
    const handled: string[] = [];
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let term = 1;
    const reaction: Reaction = {
      name: 'copy',
      source: 'lists',
      types: ['noted'],
      handle: async (event) => {
        handled.push(String(event));
        if (event !== 'a1') return;
        begun.resolve();
        await held.promise;
      },
    };
    const handling = createHandling({
      reaction,
      state,
      retry: defaultRetry,
      onFailure: () => undefined,
      now: () => 0,
      pause: async () => undefined,
      stopped: () => false,
      fetch: async () => undefined,
      term: () => term,
      atOnce: 1,
    });
    const intake = createIntake({
      reaction,
      source: logUpTo(4, 1),
      decode: (_, payload) => new TextDecoder().decode(payload),
      state,
      handling,
      term: () => term,
      idle: () => true,
      graceMs: 0,
      now: () => 0,
    });
    const taking = intake.take([arrival('a', 1, 0), arrival('b', 2, 0), arrival('b', 3, 2)]);
    await begun.promise;
    // The group gives the streams to another process, which handles them, and then gives them back.
    for (const position of [2, 3]) inbox.add(`o/lists.1.${position}/0`);
    term = 3;
    intake.forget();
    held.resolve();
    await expect(taking).rejects.toThrow(Stopped);
    expect(handled).toEqual(['a1']);
    await intake.take([arrival('a', 1, 0), arrival('b', 2, 0), arrival('b', 3, 2), arrival('b', 4, 3)]);
    expect(handled).toEqual(['a1', 'b4']);
    await intake.flush();
  });
});
