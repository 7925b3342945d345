import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventContext } from '@tessera/kernel';
import { openReaderPool } from '../sqlite/reader-pool.ts';
import type { ReaderPoolOptions } from '../sqlite/reader-pool.ts';
import { openReaders } from '../sqlite/readers.ts';
import { openHistoryReader, openModelWriter } from '../sqlite/model-writer.ts';
import { contractCollections } from './adapter.ts';
import type { OpenAdapter, StoreAdapter } from './adapter.ts';

/** The embedded adapter in a temporary folder, with real reader threads. */
export const openSqliteAdapter: OpenAdapter = () => open({});
/** The same, answering from columns in memory wherever that is possible. */
export const openInMemoryAdapter: OpenAdapter = () => open({ columnsFromRows: 0 });
/** The same with texts that are all too many for memory: the search index and columns answer together. */
export const openMixedAdapter: OpenAdapter = () => open({ columnsFromRows: 0, mostTexts: 0, fewHits: 0 });

const open = async (reads: NonNullable<ReaderPoolOptions['reads']>): Promise<StoreAdapter> => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-model-'));
  const path = join(folder, 'model.db');
  const writer = openModelWriter({ path, collections: contractCollections });
  const pool = openReaderPool({ threads: 2, reads });
  const readers = openReaders(path, pool);
  const history = openHistoryReader(path);
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
      writer.begin();
      try {
        for (const op of ops) writer.apply(organizationId, op, given);
        writer.commit();
      } catch (error) {
        writer.rollback();
        throw error;
      }
    },
    writeAndFail: async (organizationId, ops) => {
      const given = context(organizationId, {});
      writer.begin();
      for (const op of ops) writer.apply(organizationId, op, given);
      writer.rollback();
      position--;
    },
    read: async (organizationId, request) => writer.read(organizationId, request),
    versions: async (organizationId, table, ids) => writer.versions(organizationId, table, ids),
    history: async (organizationId, table, id, page) => history.positions(organizationId, table, id, page),
    records: readers.records,
    documents: readers.documents,
    fillRows: async (reads, compute) => {
      const [first] = writer.unfilled();
      const next =
        first &&
        writer.nextFill(
          first.organizationId,
          first.table,
          writer.unfilled().map(({ column }) => column),
        );
      if (next === undefined) return 0;
      writer.begin();
      const rows = writer.fill(next, reads, 2, compute);
      writer.commit();
      return rows;
    },
    settle: async () => {
      while (writer.work(50));
    },
    dump: async () => {
      const lines: string[] = [];
      writer.dump((line) => lines.push(line));
      return lines;
    },
    close: async () => {
      await pool.close();
      readers.close();
      history.close();
      writer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
