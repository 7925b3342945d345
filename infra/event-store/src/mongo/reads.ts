import type { StoredCommit, WriteModule } from '@tessera/kernel';
import type { MongoModel } from '@tessera/document-store';
import { Header } from '@tessera/proto/commit/v1/commit';
import { pageBytes, toCommitHeader, toStoredPage } from '../log/show.ts';
import type { CommitReads, RawCommit, ServiceStore } from '../port.ts';
import type { CommitDocument, Collections } from './collections.ts';
import { metaId } from './collections.ts';
import type { Decider } from './decide.ts';
import { orUnavailable, within } from './failures.ts';
import { actorTag, operationTag, rootOf, rootTag } from './keys.ts';
import type { MongoLogReads } from './log.ts';

/** A page never holds more commits than this, whatever is asked for. */
const pageCommits = 500;

const rawOf = (commit: CommitDocument): RawCommit => ({
  organizationId: commit.organization,
  position: commit.position,
  epoch: Header.decode(commit.header).epoch,
  header: commit.header,
  body: commit.body,
  encoding: commit.encoding,
  checksum: commit.checksum,
});

/** Commits of a history that are fetched at once, each of 1 MB at most. */
const historySlice = 10;

/** What services and other processes read of the log. */
export const createStoreReads = <E>(
  c: Collections,
  module: WriteModule<E>,
  model: MongoModel,
  log: MongoLogReads,
  decider: Decider<E>,
  operationMs: number,
): Omit<ServiceStore<E>, 'execute' | 'executeText'> & CommitReads => {
  const capped = (limit: number): number => Math.min(limit, pageCommits);
  const show = (commits: readonly CommitDocument[]): StoredCommit<E>[] => toStoredPage(module, commits);

  return {
    commit: (organizationId, id) => decider.commitById(organizationId, id),
    commits: async (organizationId, range) => {
      const head = await log.head(organizationId);
      const before = Math.min(range.before ?? head + 1, head + 1);
      return show(
        await log.range(organizationId, {
          after: range.after ?? 0,
          before,
          order: range.order,
          limit: capped(range.limit),
        }),
      );
    },
    headers: async (organizationId, by) => {
      const head = await log.head(organizationId);
      const page = { before: Math.min(by.before ?? head + 1, head + 1), limit: capped(by.limit) };
      const tags = [
        ...(by.operationId === undefined ? [] : [operationTag(by.operationId)]),
        ...(by.root === undefined ? [] : [rootTag(rootOf(by.root))]),
        ...(by.actorId === undefined ? [] : [actorTag(by.actorId)]),
      ];
      const commits =
        tags.length === 0
          ? await log.range(organizationId, { after: 0, order: 'desc', ...page }, 'headers')
          : await log.tagged(organizationId, tags, page, 'headers');
      return commits.map((commit) => toCommitHeader(module.service, commit));
    },
    history: async (organizationId, stream, item, page) => {
      const limit = capped(page.limit);
      if (item === undefined)
        return show(
          await log.tagged(organizationId, [stream], { before: page.before ?? Number.MAX_SAFE_INTEGER, limit }),
        );
      const positions = await orUnavailable(
        within(
          operationMs,
          model.historyPositions(organizationId, rootOf(stream), item, {
            limit,
            ...(page.before !== undefined && { before: page.before }),
          }),
        ),
      );
      const commits: StoredCommit<E>[] = [];
      let bytes = 0;
      for (let from = 0; from < positions.length && bytes <= pageBytes; from += historySlice) {
        const slice = await log.at(organizationId, positions.slice(from, from + historySlice));
        const shown = toStoredPage(module, slice.reverse(), item);
        commits.push(...shown);
        for (const one of shown) for (const event of one.events) bytes += module.events.encode(event).bytes.length;
      }
      return commits;
    },
    position: (organizationId) => log.head(organizationId),
    organizationsAfter: async (after, limit, committedSince) => {
      const found = await log.organizationsAfter(after, limit, committedSince);
      return Promise.all(
        found.map(async ({ _id, position, time }) => ({
          organizationId: _id,
          position: await log.frontier(_id, position),
          time,
        })),
      );
    },
    commitsAfter: async (organizationId, position, limit) => {
      const [meta, organization] = await Promise.all([
        orUnavailable(within(operationMs, c.meta.findOne({ _id: metaId }))),
        log.organization(organizationId),
      ]);
      const epoch = { epoch: meta?.epoch ?? 1, epochFrom: organization?.epochFrom ?? 0 };
      if (organization === null) return { commits: [], head: 0, ...epoch };
      const commits =
        position >= organization.position
          ? []
          : (await log.following(organizationId, position, capped(limit))).map(rawOf);
      // Mostly the page goes to the end, which says where it is.
      return { commits, head: await log.frontier(organizationId, organization.position), ...epoch };
    },
    previousOfRoot: (organizationId, root, before) => log.previousOfRoot(organizationId, root, before),
  };
};
