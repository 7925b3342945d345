import type { Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { Header } from '@tessera/proto/commit/v1/commit';
import { createAppender, fillerFor, type Unplaced } from './append.ts';
import type { Collections } from './collections.ts';

/**
 * An engine with the two collections that appending writes, whose statements may be done and not answered, or answered
 * and not done.
 */
const engine = () => {
  const commits = new Map<number, Document>();
  let position = 0;
  let trouble: { readonly of: string; readonly done: boolean } | undefined;
  const lost = (): Error => Object.assign(new Error('connection closed'), { name: 'MongoNetworkError' });
  const insert = (document: Document): boolean =>
    !commits.has(document.position as number) && commits.set(document.position as number, document) !== undefined;
  const statements: Readonly<Record<string, (command: Document) => Document>> = {
    findAndModify: ({ update }) => ({
      value: { position: (position += (update as { $inc: { position: number } }).$inc.position), time: 1 },
    }),
    insert: ({ documents }) => ({
      writeErrors: (documents as Document[]).flatMap((one, index) =>
        insert(one) ? [] : [{ index, code: 11_000, errmsg: 'taken' }],
      ),
    }),
  };
  const db = {
    command: async (command: Document): Promise<Document> => {
      const name = Object.keys(command)[0]!;
      const now = trouble?.of === name ? trouble : undefined;
      if (now !== undefined) trouble = undefined;
      if (now?.done === false) throw lost();
      const answer = statements[name]!(command);
      if (now?.done === true) throw lost();
      return answer;
    },
  };
  const collections = {
    organizations: { db, collectionName: 'log_organizations' },
    commits: {
      db,
      collectionName: 'commits',
      insertOne: async (document: Document) => {
        if (!insert(document)) throw Object.assign(new Error('taken'), { code: 11_000 });
      },
      findOne: async (filter: Document) => commits.get(filter.position as number) ?? null,
    },
  };
  return {
    commits,
    collections: collections as unknown as Collections,
    fail: (of: string, done: boolean) => {
      trouble = { of, done };
    },
  };
};

const commit = (): Unplaced => ({
  organizationId: 'one',
  until: performance.now() + 2_000,
  time: 1,
  keys: ['table:a@1'],
  tags: [],
  summary: '',
  body: new Uint8Array([1]),
  headerAt: ({ position, salt }) => ({ ...Header.decode(fillerFor('one', position, 1, 1).header), position, salt }),
});
const timing = { operation: 1_000, command: 2_000, gap: 6_000, unapplied: 3_000, reconciler: 1_000 };

describe('appending while the engine changes its primary', () => {
  it.each([
    ['was done', true],
    ['was not done', false],
  ])('lands once where the insert that nobody answered %s', async (_, done) => {
    const { collections, commits, fail } = engine();
    fail('insert', done);
    const fate = await createAppender(collections, 1, timing).append(commit());
    expect(fate.kind).toBe('landed');
    expect([...commits.values()].map(({ position, filled }) => [position, filled])).toEqual([[1, undefined]]);
  });

  it('takes other places where the giving out of places was not answered', async () => {
    const { collections, commits, fail } = engine();
    fail('findAndModify', true);
    const fate = await createAppender(collections, 1, timing).append(commit());
    expect(fate).toMatchObject({ kind: 'landed', header: { position: 2 } });
    expect([...commits.keys()]).toEqual([2]);
  });

  it('loses to a commit that stands in its place, which is not its own of the first time', async () => {
    const { collections, commits } = engine();
    commits.set(1, { position: 1, checksum: new Uint8Array([9]) });
    expect((await createAppender(collections, 1, timing).append(commit())).kind).toBe('lost');
  });
});
