import { randomUUID } from 'node:crypto';
import type { EventContext } from '@tessera/kernel';
import type { MongoClient } from 'mongodb';
import { openMongoModel } from '../mongo/model.ts';
import { openMongoReaders } from '../mongo/readers.ts';
import { contractCollections } from './adapter.ts';
import type { OpenAdapter } from './adapter.ts';

/**
 * The MongoDB adapter in a database of its own, which is dropped at the end. Each write is one apply, as of one commit.
 */
export const mongoAdapter =
  (client: () => MongoClient): OpenAdapter =>
  async () => {
    const db = client().db(`model_${randomUUID().slice(0, 8)}`);
    const model = await openMongoModel({ db, collections: contractCollections });
    const readers = openMongoReaders({ db, collections: contractCollections });
    let position = 0;
    const context = (organizationId: string, at: Partial<EventContext>): EventContext => {
      position = at.position ?? position + 1;
      return {
        organizationId,
        commitId: `c${position}`,
        index: 0,
        time: 1_700_000_000_000 + position,
        actorId: 'someone',
        origin: 'api',
        advances: [],
        ...at,
        position,
      };
    };
    return {
      write: async (organizationId, ops, at = {}) => {
        const given = context(organizationId, at);
        await model.apply(ops.map((op) => ({ organizationId, op, context: given })));
      },
      read: model.read,
      versions: model.versions,
      history: model.historyPositions,
      records: readers.records,
      documents: readers.documents,
      fillRows: async (reads, compute) => {
        const [next] = await model.unfilled();
        return next === undefined ? 0 : model.fill(next, reads, 2, compute);
      },
      settle: model.settled,
      dump: async () => {
        const lines: string[] = [];
        await model.dump((line) => lines.push(line));
        return lines;
      },
      close: async () => {
        readers.close();
        await model.close();
        await db.dropDatabase();
      },
    };
  };
