import { tableOf, type Person, type WriteModule } from '@tessera/kernel';
import { Body, Header, type Claim, type StoredEvent } from '@tessera/proto/commit/v1/commit';
import type { PurgeOrder } from '../port.ts';
import { fromStoredAdvance, ownEvents, summaryOf, toStoredAdvance } from '../writer/facts.ts';
import { decodeBody, encodeCommit, newSalt, type CommitBytes } from './codec.ts';
import { encodeMessage } from './encode.ts';
import type { Log } from './log.ts';
import { appendOwn } from './own-commit.ts';
import { derivedOf } from './reindex.ts';
import type { CommitRow } from './reads.ts';
import { salvagedWithout, salvagedWithoutPerson } from './salvaged.ts';

/** What a `$purged` event says, as JSON: the checksums that each rewritten commit had and has, in hex. */
export type PurgeRecord = {
  readonly purgeId: string;
  readonly commits: readonly { readonly seq: number; readonly before: string; readonly after: string }[];
};
export type Rewritten = PurgeRecord['commits'][number];
/** What is erased, where the `$purged` commits go, and who asked for it; the latter stands in the log. */
export type Erasure = PurgeOrder & {
  readonly purgeId: string;
  readonly organizationId: string;
  readonly actor: { readonly kind: string; readonly id: string };
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What is left of a commit's events, and what went with the rest. */
type Left = {
  readonly events: readonly StoredEvent[];
  /** Owners whose claims go as well. */
  readonly owners: ReadonlySet<string>;
  /** Streams whose states are to be folded anew: they told of the person. */
  readonly told: readonly string[];
  /** False where nothing of the events themselves goes. */
  readonly changed: boolean;
};

const laterVersion = (type: string): Error =>
  // Passing it over would leave in the log what is to be erased.
  new Error(`an event of type ${type} may hold what is to be erased, and only a later version knows it`);

/** A commit's events without the erased items of a stream; undefined when none of it concerns them. */
const withoutItems = (
  module: WriteModule<unknown>,
  events: readonly StoredEvent[],
  { stream, items }: Extract<PurgeOrder, { readonly stream: string }>,
): Left | undefined => {
  const listed = items === 'all' ? undefined : new Set(items);
  const owners = new Set(listed);
  let touched = false;
  const kept: StoredEvent[] = [];
  for (const stored of events) {
    if (stored.type === ownEvents.salvaged) {
      const left = salvagedWithout(stored, tableOf(stream), listed ?? 'all');
      if (left !== undefined) {
        touched = true;
        for (const id of left.ids) owners.add(id);
      }
      kept.push(left?.event ?? stored);
      continue;
    }
    const here = stored.advances.flatMap((a) => (a.stream === stream ? a.ids : []));
    const gone = listed === undefined ? new Set(here) : listed;
    if (!here.some((id) => gone.has(id))) {
      kept.push(stored);
      continue;
    }
    touched = true;
    if (listed === undefined) for (const id of here) owners.add(id);
    const whole = module.events.decode(stored.type, stored.payload);
    if (whole === undefined) throw laterVersion(stored.type);
    const event = module.erase!(whole, stream, gone);
    if (event === undefined) {
      // Its place stays, so that the events after it keep their ids.
      kept.push({ type: ownEvents.erased, payload: new Uint8Array(0), advances: [] });
      continue;
    }
    const { type, bytes } = module.events.encode(event);
    const advances = stored.advances.map(fromStoredAdvance).flatMap((a) => {
      if (a.stream !== stream || !('ids' in a)) return [a];
      const keep = a.ids.map((id) => !gone.has(id));
      const ids = a.ids.filter((_, i) => keep[i]);
      return ids.length === 0
        ? []
        : [{ stream, ids, ...(a.versions && { versions: a.versions.filter((_, i) => keep[i]) }) }];
    });
    kept.push({ type, payload: bytes, advances: advances.map(toStoredAdvance) });
  }
  return touched ? { events: kept, owners, told: [], changed: true } : undefined;
};

/** A commit's events without what names a person; undefined when none of it concerns them. */
const withoutPerson = (
  { events: codec, personal }: WriteModule<unknown>,
  events: readonly StoredEvent[],
  person: Person,
): Left | undefined => {
  if (personal === undefined) return undefined;
  let touched = false;
  let changed = false;
  const told = new Set<string>();
  const kept = events.map((stored): StoredEvent => {
    if (stored.type === ownEvents.salvaged) {
      const left = salvagedWithoutPerson(stored, personal, person);
      if (left !== undefined) touched = changed = true;
      for (const stream of left?.streams ?? []) told.add(stream);
      return left?.event ?? stored;
    }
    if (stored.type.startsWith('$')) return stored;
    const whole = codec.decode(stored.type, stored.payload);
    if (whole === undefined) throw laterVersion(stored.type);
    const event = personal.event(whole, person);
    if (event === undefined) return stored;
    touched = true;
    const payload = codec.encode(event).bytes;
    if (Buffer.compare(payload, stored.payload) === 0) return stored;
    changed = true;
    for (const { stream, ids } of stored.advances) if (ids.length === 0) told.add(stream);
    return { ...stored, payload };
  });
  return touched ? { events: kept, owners: new Set([person.id]), told: [...told], changed } : undefined;
};

const staying = new Set<string>([ownEvents.purging, ownEvents.purged, ownEvents.erased, ownEvents.filled]);

/** Every event leaves an empty place, but those that say what purges did: by them rewritten commits are verified. */
const withoutAll = (events: readonly StoredEvent[]): Left => ({
  events: events.map((one) =>
    staying.has(one.type) ? one : { type: ownEvents.erased, payload: new Uint8Array(0), advances: [] },
  ),
  owners: new Set(),
  told: [],
  changed: events.some(({ type }) => !staying.has(type)),
});

/** Whose commit it is, as logs list it. */
const actorOf = ({ userId, actorId }: Header): string => userId || actorId;

/**
 * A stored commit without what is erased and with a new salt; undefined when it holds nothing of it. `free` are the
 * claims that go with it, `told` the streams that are to be folded anew. Of a person's own commits, and of those that
 * tell of them, the request's address and agent go as well.
 */
export const erasedCommit = (
  module: WriteModule<unknown>,
  stored: Pick<CommitBytes, 'header' | 'body' | 'encoding'>,
  order: PurgeOrder,
) => {
  const header = Header.decode(stored.header);
  const body = decodeBody(stored.body, stored.encoding);
  const ofPerson = 'person' in order;
  const ofAll = 'everything' in order;
  const left = ofPerson
    ? withoutPerson(module, body.events, order.person)
    : ofAll
      ? withoutAll(body.events)
      : withoutItems(module, body.events, order);
  const theirs = ofAll || (ofPerson && (left !== undefined || actorOf(header) === order.person.id));
  const said = header.requestMeta !== undefined || (ofAll && header.idempotencyKey !== '');
  if (!(left?.changed ?? false) && !(theirs && said)) return undefined;
  const { events, owners, told }: Left = left ?? { events: body.events, owners: new Set(), told: [], changed: false };
  const foreign = (claim: Claim): boolean => !ofAll && !owners.has(claim.owner);
  const kept: Body = {
    events: [...events],
    claims: body.claims.filter(foreign),
    releases: body.releases.filter(foreign),
  };
  const next: Header = {
    ...header,
    salt: newSalt(),
    ...((ofPerson || ofAll) && { requestMeta: undefined }),
    // A request that named the person could be told again from its hash. Its key answers no request any more.
    ...((ofAll || (ofPerson && left !== undefined)) && { requestHash: new Uint8Array(0) }),
    ...(ofAll && { idempotencyKey: '' }),
  };
  return {
    bytes: encodeCommit(next, encodeMessage(Body, kept)),
    body: kept,
    summary: summaryOf(kept.events),
    free: [...body.claims, ...body.releases].filter((claim) => !foreign(claim)),
    told,
  };
};

/** Ids of records that a commit names on a record stream, those that a salvage brought back included. */
export const idsOn = (stored: Pick<CommitBytes, 'body' | 'encoding'>, stream: string): string[] => [
  ...new Set(
    decodeBody(stored.body, stored.encoding).events.flatMap((event) =>
      event.type === ownEvents.salvaged
        ? (salvagedWithout(event, tableOf(stream), 'all')?.ids ?? [])
        : event.advances.flatMap((a) => (a.stream === stream ? a.ids : [])),
    ),
  ),
];

/** A commit that was rewritten, the organization that it is of, and the streams that are to be folded anew. */
export type Erased = {
  readonly organizationId: string;
  readonly told: readonly string[];
  readonly commit: Rewritten;
};

/** Writes erasures into a log within the caller's transaction. */
export const createEraser = (log: Log, module: WriteModule<unknown>) => {
  const update = log.db.prepare(
    'UPDATE commits SET header = ?, body = ?, encoding = ?, checksum = ?, summary = ? WHERE seq = ?',
  );
  const addTombstone = log.db.prepare(`
    INSERT INTO tombstones (seq, old_checksum, new_checksum, purge_id, purged_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET new_checksum = excluded.new_checksum, purge_id = excluded.purge_id, purged_at = excluded.purged_at`);
  const dropAdvance = log.db.prepare(
    'DELETE FROM advances WHERE organization = ? AND stream = (SELECT id FROM names WHERE name = ?) AND position = ?',
  );
  const dropKey = log.db.prepare('DELETE FROM idempotency WHERE organization = ? AND key = ?');
  const dropClaim = log.db.prepare(
    'DELETE FROM claims WHERE organization = ? AND scope = (SELECT id FROM names WHERE name = ?) AND key = ? AND owner = ?',
  );

  return {
    /**
     * Rewrites one commit without what is erased and with a new salt, and leaves a tombstone; undefined when it does
     * not hold it. What is indexed of it follows.
     */
    rewrite: (row: CommitRow, erasure: Erasure, now: number): Erased | undefined => {
      const erased = erasedCommit(module, row, erasure);
      if (erased === undefined) return undefined;
      const { bytes, body, summary, free, told } = erased;
      const { purgeId } = erasure;
      update.run(bytes.header, bytes.body, bytes.encoding, bytes.checksum, summary, row.seq);
      addTombstone.run(row.seq, row.checksum, bytes.checksum, purgeId, now);
      if ('stream' in erasure && !body.events.some((e) => e.advances.some((a) => a.stream === erasure.stream)))
        dropAdvance.run(row.organization, erasure.stream, row.position);
      if ('everything' in erasure) {
        const { streams, idempotencyKey } = derivedOf(row);
        for (const stream of streams) dropAdvance.run(row.organization, stream, row.position);
        if (idempotencyKey !== undefined) dropKey.run(row.organization, idempotencyKey);
      }
      for (const claim of free) dropClaim.run(row.organization, claim.scope, claim.keyHash, claim.owner);
      const { organizationId } = Header.decode(row.header);
      return { organizationId, told, commit: { seq: row.seq, before: hex(row.checksum), after: hex(bytes.checksum) } };
    },

    /** Appends a commit of the store's own in an organization; answers its position. */
    append: (
      type: string,
      payload: object,
      { organizationId, actor, purgeId }: Pick<Erasure, 'organizationId' | 'actor' | 'purgeId'>,
      time: number,
    ): number => {
      const event = { type, payload: Buffer.from(JSON.stringify(payload)), advances: [] };
      return appendOwn(log, { organizationId, actor, operationId: purgeId, time, event });
    },
  };
};
