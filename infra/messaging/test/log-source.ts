import { DatabaseSync } from 'node:sqlite';
import type { OutboxSource, RawCommit, Stores } from '@tessera/event-store';
import { Header } from '@tessera/proto/commit/v1/commit';
import { createLogReads, type CommitRow } from '../../event-store/src/log/reads.ts';
import { logPath } from '../../event-store/src/writer/service-files.ts';

/** One service's embedded log, organization by organization, as an outbox and consumers read it. */
export const openLogSource = (
  dataFolder: string,
  service: string,
  stores: Pick<Stores, 'onCommitted'>,
): OutboxSource & { close(): void } => {
  const db = new DatabaseSync(logPath(dataFolder, service), { readOnly: true });
  const reads = createLogReads(db);
  const heads = db.prepare(
    'SELECT n.name AS organizationId, max(c.position) AS position FROM commits c JOIN names n ON n.id = c.organization WHERE n.name > ? GROUP BY c.organization ORDER BY n.name LIMIT ?',
  );
  const raw = (organizationId: string, row: CommitRow): RawCommit => ({
    organizationId,
    position: row.position,
    epoch: Header.decode(row.header).epoch,
    header: row.header,
    body: row.body,
    encoding: row.encoding,
    checksum: row.checksum,
  });
  const organizationsAfter = async (after: string, limit: number) =>
    (heads.all(after, limit) as { organizationId: string; position: number }[]).map((head) => ({
      ...head,
      time: Header.decode(reads.at(reads.nameId(head.organizationId)!, head.position)!.header).time,
    }));
  return {
    organizationsAfter,
    placesSince: (_, after, limit) => organizationsAfter(after, limit),
    commitsAfter: async (organizationId, position, limit) => {
      const organization = reads.nameId(organizationId);
      const rows =
        organization === undefined ? [] : reads.range(organization, { after: position, order: 'asc', limit });
      const head = organization === undefined ? 0 : reads.lastPosition(organization);
      const epoch = Number(reads.meta('epoch') ?? '1');
      let epochFrom = epoch > 1 ? head : 0;
      while (epochFrom > 0 && Header.decode(reads.at(organization!, epochFrom)!.header).epoch === epoch) epochFrom -= 1;
      return { commits: Array.from(rows, (row) => raw(organizationId, row)), head, epoch, epochFrom };
    },
    previousOfRoot: async (organizationId, root, before) => {
      const organization = reads.nameId(organizationId);
      return organization === undefined ? 0 : (reads.positionsOfRoot(organization, root, before, 1)[0] ?? 0);
    },
    onCommitted: (listener) =>
      stores.onCommitted((committed) => {
        if (committed.service === service) listener(committed);
      }),
    close: () => db.close(),
  };
};
