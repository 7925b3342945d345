import { tableOf, type StoredCommit, type WriteModule } from '@tessera/kernel';
import type { MongoModel } from '@tessera/document-store';
import { Header } from '@tessera/proto/commit/v1/commit';
import { pageBytes, toCommitHeader, toStoredPage } from '../log/show.ts';
import type { CommitReads, OutboxSource, RawCommit, ServiceStore } from '../port.ts';
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
  /** Told of a position that somebody saw in this epoch and that the log does not reach. */
  onSeen: (organizationId: string, position: number) => Promise<void>,
): Omit<ServiceStore<E>, 'execute'> & CommitReads & Pick<OutboxSource, 'placesSince'> => {
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
          model.historyPositions(organizationId, tableOf(stream), item, {
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
    organizations: async () => {
      const found: string[] = [];
      for (;;) {
        const page = await log.organizationsAfter(found.at(-1) ?? '', 500);
        found.push(...page.map(({ _id }) => _id));
        if (page.length < 500) return found;
      }
    },
    organizationsAfter: async (after, limit, committedSince) => {
      const found = await log.organizationsAfter(after, limit, committedSince);
      return Promise.all(
        found.map(async (one) => ({
          organizationId: one._id,
          position: await log.frontier(one),
          time: one.time,
        })),
      );
    },
    placesSince: async (since, after, limit) =>
      (await log.organizationsAfter(after, limit, since)).map(({ _id, position, time }) => ({
        organizationId: _id,
        position,
        time,
      })),
    commitsAfter: async (organizationId, position, limit, seenIn) => {
      const [meta, organization] = await Promise.all([
        orUnavailable(within(operationMs, c.meta.findOne({ _id: metaId }))),
        log.organization(organizationId),
      ]);
      const epoch = { epoch: meta?.epoch ?? 1, epochFrom: organization?.epochFrom ?? 0 };
      const seen = async (head: number): Promise<void> => {
        if (seenIn === epoch.epoch && position > head) await onSeen(organizationId, position);
      };
      if (organization === null) {
        await seen(0);
        return { commits: [], head: 0, ...epoch };
      }
      const page = async (aside: boolean): Promise<RawCommit[]> =>
        (await log.following(organizationId, position, capped(limit), aside)).map(rawOf);
      // What is long in the model is long on the secondaries: who follows from far behind need not ask the primary. One
      // that lags all the same and has nothing of the page is passed over, since nothing would mean the end.
      const aside = position + capped(limit) <= organization.applied ? await page(true) : [];
      const commits = aside.length > 0 ? aside : position >= organization.position ? [] : await page(false);
      // Mostly the page goes to the end, which says where it is.
      const head = await log.frontier(organization);
      await seen(head);
      return { commits, head, ...epoch };
    },
    previousOfRoot: (organizationId, root, before) => log.previousOfRoot(organizationId, root, before),
  };
};
