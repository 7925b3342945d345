import { DatabaseSync } from 'node:sqlite';
import { tableOf, type StoredCommit, type WriteModule } from '@tessera/kernel';
import type { HistoryReader, OpenHistoryReader } from '@tessera/document-store';
import { Header } from '@tessera/proto/commit/v1/commit';
import { decodeBody } from '../log/codec.ts';
import { createLogReads, type CommitRow } from '../log/reads.ts';
import { pageBytes, toCommitHeader, toStoredCommit, toStoredPage } from '../log/show.ts';
import type { CommitHeader, TailedEvent, TailPage } from '../port.ts';
import { contextOf, decodeEvents, parseCommitId, parseSummary } from '../writer/facts.ts';
import { logPath, modelPath } from '../writer/service-files.ts';

/** A page never holds more commits than this, whatever is asked for. */
const pageCommits = 500;

/** Reads one service's log on a read-only connection. Answers are plain data. */
export const openLogQueries = <E>(dataFolder: string, module: WriteModule<E>, openHistoryReader: OpenHistoryReader) => {
  const db = new DatabaseSync(logPath(dataFolder, module.service), { readOnly: true });
  const reads = createLogReads(db);
  let history: HistoryReader | undefined;

  const headerOf = (row: CommitRow): CommitHeader => toCommitHeader(module.service, row);

  function* rowsAt(organization: number, positions: readonly number[]): Generator<CommitRow> {
    for (const position of positions) {
      const row = reads.at(organization, position);
      if (row !== undefined) yield row;
    }
  }

  return {
    commit: (organizationId: string, id: string): StoredCommit<E> | undefined => {
      const place = parseCommitId(module.service, id);
      const organization = reads.nameId(organizationId);
      const row =
        place === undefined || organization === undefined ? undefined : reads.at(organization, place.position);
      return row === undefined || Header.decode(row.header).epoch !== place!.epoch
        ? undefined
        : toStoredCommit(module, row);
    },
    commits: (
      organizationId: string,
      range: {
        readonly after?: number;
        readonly before?: number;
        readonly order: 'asc' | 'desc';
        readonly limit: number;
      },
    ): StoredCommit<E>[] => {
      const organization = reads.nameId(organizationId);
      if (organization === undefined) return [];
      const rows = reads.range(organization, { ...range, limit: Math.min(range.limit, pageCommits) });
      return toStoredPage(module, rows);
    },
    headers: (
      organizationId: string,
      by: {
        readonly operationId?: string;
        readonly root?: string;
        readonly actorId?: string;
        readonly before?: number;
        readonly limit: number;
      },
    ): CommitHeader[] => {
      const organization = reads.nameId(organizationId);
      if (organization === undefined) return [];
      const limit = Math.min(by.limit, pageCommits);
      if (by.operationId === undefined && by.root === undefined && by.actorId === undefined)
        return reads.headers(organization, by.before, limit).map((row) => toCommitHeader(module.service, row));
      // The narrowest index leads; the other conditions are checked on the headers that it finds, page by page.
      const page = (before: number | undefined): number[] =>
        by.operationId !== undefined
          ? reads.positionsOfOperation(organization, by.operationId, before, limit)
          : by.root !== undefined
            ? reads.positionsOfRoot(organization, by.root, before, limit)
            : reads.positionsOfActor(organization, by.actorId ?? '', before, limit);
      const found: CommitHeader[] = [];
      const rootPositions =
        by.operationId !== undefined && by.root !== undefined
          ? new Set(reads.positionsOfRoot(organization, by.root, by.before, 100_000))
          : undefined;
      for (let before = by.before, looked = 0; found.length < limit && looked < 10_000;) {
        const positions = page(before);
        if (positions.length === 0) break;
        looked += positions.length;
        before = positions.at(-1);
        for (const row of rowsAt(organization, positions)) {
          const header = headerOf(row);
          const fits =
            (by.actorId === undefined || (header.userId ?? header.actorId) === by.actorId) &&
            (rootPositions?.has(header.position) ?? true);
          if (fits && found.length < limit) found.push(header);
        }
      }
      return found;
    },
    history: (
      organizationId: string,
      stream: string,
      item: string | undefined,
      page: { readonly before?: number; readonly limit: number },
    ): StoredCommit<E>[] => {
      const organization = reads.nameId(organizationId);
      if (organization === undefined) return [];
      const limit = Math.min(page.limit, pageCommits);
      if (item === undefined)
        return toStoredPage(
          module,
          rowsAt(organization, reads.positionsOfStream(organization, stream, page.before, limit)),
        );
      history ??= openHistoryReader(modelPath(dataFolder, module.service));
      const positions = history.positions(organizationId, tableOf(stream), item, {
        ...page,
        limit,
      });
      return toStoredPage(module, rowsAt(organization, positions), item);
    },
    tail: (after: number, limit: number, types: readonly string[]): TailPage<E> => {
      const wanted = new Set(types);
      const most = Math.min(limit, pageCommits);
      const events: TailedEvent<E>[] = [];
      let through = after;
      let bytes = 0;
      for (const row of reads.following(after, most)) {
        through = row.seq;
        if (parseSummary(row.summary).some((e) => wanted.has(e.type))) {
          const header = Header.decode(row.header);
          const stored = decodeBody(row.body, row.encoding).events;
          for (const { index, event, advances } of decodeEvents(module, stored)) {
            const { type, payload } = stored[index]!;
            if (event === undefined || !wanted.has(type)) continue;
            bytes += payload.length;
            events.push({
              seq: row.seq,
              type,
              event,
              context: contextOf(module.service, header, index, advances),
              ...(header.trace !== undefined && { trace: header.trace }),
            });
          }
        }
        if (bytes > pageBytes) break;
      }
      return {
        events,
        through,
        end: through - after < most && bytes <= pageBytes,
        epoch: Number(reads.meta('epoch') ?? '1'),
        epochFrom: Number(reads.meta('epoch_from') ?? '0'),
      };
    },
    close: (): void => {
      history?.close();
      db.close();
    },
  };
};

export type LogQueries = ReturnType<typeof openLogQueries>;
