import type { StoredCommit, WriteModule } from '@tessera/kernel';
import { Header } from '@tessera/proto/commit/v1/commit';
import type { CommitHeader } from '../port.ts';
import { commitIdOf, decodeEvents, metaOf, parseSummary } from '../writer/facts.ts';
import { decodeBody, type CommitBytes } from './codec.ts';

type Stored = Pick<CommitBytes, 'header' | 'body' | 'encoding'>;

/**
 * A stored commit as the service sees it; with `item`, only the events that concern this item, narrowed to it where the
 * module can.
 */
export const toStoredCommit = <E>(
  module: Pick<WriteModule<E>, 'service' | 'events' | 'focus'>,
  bytes: Stored,
  item?: string,
): StoredCommit<E> => {
  const header = Header.decode(bytes.header);
  const events: E[] = [];
  for (const { event, advances } of decodeEvents(module, decodeBody(bytes.body, bytes.encoding).events)) {
    if (event === undefined) continue;
    if (item === undefined) events.push(event);
    else if (advances.some((a) => 'ids' in a && a.ids.includes(item)))
      events.push(module.focus ? module.focus(event, item) : event);
  }
  const { epoch, position, time, commandType } = header;
  return { id: commitIdOf(module.service, epoch, position), position, time, commandType, meta: metaOf(header), events };
};

/** A page of commits ends with the one whose events pass so many bytes. */
export const pageBytes = 4_000_000;

/** Stored commits as the service sees them, one after the other until their events pass the page's bound. */
export const toStoredPage = <E>(
  module: Pick<WriteModule<E>, 'service' | 'events' | 'focus'>,
  rows: Iterable<Stored>,
  item?: string,
): StoredCommit<E>[] => {
  const commits: StoredCommit<E>[] = [];
  let bytes = 0;
  for (const row of rows) {
    const commit = toStoredCommit(module, row, item);
    commits.push(commit);
    // Of a narrowed commit a small part of what is stored; of a whole one all of it.
    for (const event of commit.events) bytes += module.events.encode(event).bytes.length;
    if (bytes > pageBytes) break;
  }
  return commits;
};

/** What lists of commits show of one, without its body. */
export const toCommitHeader = (
  service: string,
  stored: { readonly header: Uint8Array; readonly summary: string },
): CommitHeader => {
  const h = Header.decode(stored.header);
  return {
    id: commitIdOf(service, h.epoch, h.position),
    position: h.position,
    time: h.time,
    commandType: h.commandType,
    actorKind: h.actorKind,
    actorId: h.actorId,
    ...(h.userId && { userId: h.userId }),
    origin: h.origin,
    ...(h.operationId && { operationId: h.operationId }),
    ...(h.causationId && { causationId: h.causationId }),
    ...(h.requestMeta?.ip && { ip: h.requestMeta.ip }),
    events: parseSummary(stored.summary),
  };
};
