import { changeOne, insertFree } from '@tessera/document-store/mongo';
import { Body, Header } from '@tessera/proto/commit/v1/commit';
import { encodeCommit, newSalt, type CommitBytes } from '../log/codec.ts';
import { encodeMessage } from '../log/encode.ts';
import { ReadConcern } from 'mongodb';
import { ownEvents } from '../writer/facts.ts';
import type { Collections, CommitDocument, OrganizationDocument } from './collections.ts';
import { movedOf, pause } from './collections.ts';
import { isAway, isDuplicate, within } from './failures.ts';
import { positionKey } from './keys.ts';
import type { MongoTiming } from './port.ts';

/** A commit before it has a place. `header` and `bytes` are made when it gets one. */
export type Unplaced = {
  readonly organizationId: string;
  /** When its caller is told something, as `performance.now()` counts. */
  readonly until: number;
  /** Not before this moment. */
  readonly time: number;
  readonly keys: readonly string[];
  readonly tags: readonly string[];
  readonly summary: string;
  readonly body: Uint8Array;
  readonly headerAt: (place: {
    readonly epoch: number;
    readonly position: number;
    readonly time: number;
    readonly salt: Uint8Array;
  }) => Header;
};

/**
 * What became of a commit. `landed`: it is in the log for good. `lost`: another commit has one of its keys, or its
 * place was filled. `refused`: it is not in the log and never will be. `uncertain`: nobody answered in time.
 */
export type Fate =
  | { readonly kind: 'landed'; readonly header: Header; readonly document: CommitDocument }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'uncertain'; readonly error: unknown };

type Placed = { readonly header: Header; readonly document: CommitDocument; readonly until: number };

const groupCommits = 200;
const groupBytes = 8 * 1024 * 1024;
const againAfterMs = 50;
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

export const documentOf = (
  organizationId: string,
  position: number,
  epoch: number,
  bytes: CommitBytes,
  derived: Pick<CommitDocument, 'keys' | 'tags' | 'summary'>,
): CommitDocument => ({
  _id: `${organizationId}.${epoch}.${position}`,
  organization: organizationId,
  position,
  ...derived,
  ...bytes,
});

/** An empty commit, for a place that will never get another. */
export const fillerFor = (organizationId: string, position: number, epoch: number, time: number): CommitDocument => {
  const header: Header = {
    organizationId,
    branch: 0,
    epoch,
    position,
    time,
    actorKind: 'system',
    actorId: 'event-store',
    userId: '',
    origin: 'system',
    operationId: '',
    correlationId: '',
    causationId: '',
    causationDepth: 0,
    runAutomations: false,
    idempotencyKey: '',
    requestHash: new Uint8Array(0),
    clientTime: 0,
    commandType: ownEvents.filled,
    salt: newSalt(),
    requestMeta: undefined,
  };
  const bytes = encodeCommit(header, encodeMessage(Body, { events: [], claims: [], releases: [] }));
  return {
    ...documentOf(organizationId, position, epoch, bytes, { keys: [positionKey(position)], tags: [], summary: '' }),
    filled: true,
  };
};

/**
 * Appends commits in groups: those that were decided while another group was on its way go together, with one claim of
 * positions per organization and one insert (docs/events.md 15). A commit that is not landed leaves an empty one in its
 * place before its fate is told, as far as the engine answers; `onEmpty` hears of it.
 */
export const createAppender = (
  c: Collections,
  epoch: number,
  timing: MongoTiming,
  onEmpty: (organizationId: string, position: number) => void = () => undefined,
) => {
  type Entry = { readonly commit: Unplaced; readonly settle: (fate: Fate) => void };
  let queue: Entry[] = [];
  let running = false;

  /**
   * The call's result, asked once more where the engine has just lost its primary: another one answers a moment later.
   */
  const twice = async <T>(call: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    try {
      return await within(timing.operation, call());
    } catch (error) {
      const left = timing.operation - (performance.now() - begun);
      if (!isAway(error) || left < againAfterMs) throw error;
      await pause(againAfterMs);
      return within(timing.operation, call());
    }
  };

  /** Gives out `n` positions; answers the last one and the group's time. */
  const claim = async (organizationId: string, n: number, time: number): Promise<{ last: number; time: number }> => {
    for (;;) {
      // Said twice it gives out twice as many, and those that nobody takes are filled: that is rarer than a number for
      // each.
      const given = await twice(() =>
        changeOne(
          c.organizations,
          { _id: organizationId },
          { $inc: { position: n }, $max: { time }, $set: { moved: true, [movedOf(c.name)]: true } },
          { fields: { position: 1, time: 1 }, maxTimeMS: timing.operation },
        ),
      );
      if (given !== null) return { last: given.position, time: given.time };
      const first: OrganizationDocument = { _id: organizationId, position: 0, time: 0, applied: 0, moved: false };
      try {
        await within(timing.operation, c.organizations.insertOne(first));
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    }
  };

  const place = (commit: Unplaced, position: number, time: number): Placed => {
    const header = commit.headerAt({ epoch, position, time, salt: newSalt() });
    const keys = commit.keys.length > 0 ? commit.keys : [positionKey(position)];
    return {
      header,
      until: commit.until,
      document: documentOf(commit.organizationId, position, epoch, encodeCommit(header, commit.body), {
        keys,
        tags: commit.tags,
        summary: commit.summary,
      }),
    };
  };

  /** Who stands in a place, as a majority knows it. */
  const occupant = (document: CommitDocument): Promise<Pick<CommitDocument, 'checksum'> | null> =>
    within(
      timing.operation,
      c.commits.findOne(
        { organization: document.organization, position: document.position },
        { projection: { checksum: 1 }, readConcern: new ReadConcern('majority'), maxTimeMS: timing.operation },
      ),
    );

  /**
   * Closes a place that a commit may or may not have reached. Whichever of the two stands there in the end, the other
   * never will.
   */
  const close = async ({ header, document, until }: Placed, otherwise: Fate): Promise<Fate> => {
    const filler = fillerFor(document.organization, document.position, epoch, header.time);
    const empty = (): Fate => {
      onEmpty(document.organization, document.position);
      return otherwise;
    };
    for (;;) {
      try {
        await within(timing.operation, c.commits.insertOne(filler, { maxTimeMS: timing.operation }));
        return empty();
      } catch (error) {
        if (isDuplicate(error)) {
          try {
            const found = await occupant(document);
            if (found !== null)
              return same(found.checksum, document.checksum) ? { kind: 'landed', header, document } : empty();
          } catch (away) {
            if (!isAway(away)) throw away;
          }
        } else if (!isAway(error)) throw error;
        if (performance.now() > until) return { kind: 'uncertain', error };
        await pause(50);
      }
    }
  };

  const insert = async (placed: readonly Placed[]): Promise<Fate[]> => {
    const landed = ({ header, document }: Placed): Fate => ({ kind: 'landed', header, document });
    const closed = (p: Placed, otherwise: Fate): Promise<Fate> =>
      close(p, otherwise).catch((unknown: unknown): Fate => ({ kind: 'uncertain', error: unknown }));
    try {
      const documents = placed.map((p) => p.document);
      const taken = await twice(() => insertFree(c.commits, documents, { maxTimeMS: timing.operation }));
      // Whose keys are taken may be the commit itself, of the first time.
      return await Promise.all(placed.map((p, i) => (taken.has(i) ? closed(p, { kind: 'lost' }) : landed(p))));
    } catch (error) {
      return Promise.all(placed.map((p) => closed(p, { kind: 'refused', error })));
    }
  };

  const appendGroup = async (entries: readonly Entry[]): Promise<void> => {
    const byOrganization = Map.groupBy(entries, (entry) => entry.commit.organizationId);
    const placed: Placed[] = [];
    const owners: Entry[] = [];
    await Promise.all(
      [...byOrganization].map(async ([organizationId, own]) => {
        try {
          const given = await claim(organizationId, own.length, Math.max(...own.map((e) => e.commit.time)));
          own.forEach((entry, i) => {
            const position = given.last - own.length + 1 + i;
            owners.push(entry);
            try {
              placed.push(place(entry.commit, position, given.time));
            } catch (error) {
              // Its place is taken by an empty one, so that it holds up nobody.
              const document = fillerFor(organizationId, position, epoch, given.time);
              placed.push({ header: Header.decode(document.header), document, until: entry.commit.until });
              entry.settle({ kind: 'refused', error });
            }
          });
        } catch (error) {
          // Places that may have been given out all the same stay open until the reconciler of some process fills them.
          for (const entry of own) entry.settle({ kind: 'refused', error });
        }
      }),
    );
    if (placed.length === 0) return;
    (await insert(placed)).forEach((fate, i) => owners[i]!.settle(fate));
  };

  const take = (): Entry[] => {
    let bytes = 0;
    let n = 0;
    while (n < queue.length && n < groupCommits && (n === 0 || bytes < groupBytes))
      bytes += queue[n++]!.commit.body.length;
    const taken = queue.slice(0, n);
    queue = queue.slice(n);
    return taken;
  };

  const work = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) await appendGroup(take());
    running = false;
  };

  return {
    append: (commit: Unplaced): Promise<Fate> =>
      new Promise((settle) => {
        queue.push({ commit, settle });
        if (!running) setImmediate(() => !running && void work());
      }),
  };
};

export type Appender = ReturnType<typeof createAppender>;
