import type { WriteModule } from '@tessera/kernel';
import { Body, Header, type Claim, type StoredEvent } from '@tessera/proto/commit/v1/commit';
import { fromStoredAdvance, ownEvents, summaryOf, toStoredAdvance } from '../writer/facts.ts';
import { decodeBody, encodeCommit, newSalt, type CommitBytes } from './codec.ts';
import { encodeMessage } from './encode.ts';
import type { Log } from './log.ts';
import { appendOwn } from './own-commit.ts';
import type { CommitRow } from './reads.ts';
import { salvagedWithout } from './salvaged.ts';

/** What a `$purged` event says, as JSON: the checksums that each rewritten commit had and has, in hex. */
export type PurgeRecord = {
  readonly purgeId: string;
  readonly commits: readonly { readonly seq: number; readonly before: string; readonly after: string }[];
};
export type Rewritten = PurgeRecord['commits'][number];
/** Whose records are erased, and who asked for it; the latter stands in the log. */
export type Erasure = {
  readonly purgeId: string;
  readonly organizationId: string;
  readonly stream: string;
  readonly actor: { readonly kind: string; readonly id: string };
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The stored events of a commit without the erased items; undefined when none of it concerns them. */
const without = (
  module: WriteModule<unknown>,
  events: readonly StoredEvent[],
  stream: string,
  items: ReadonlySet<string>,
): StoredEvent[] | undefined => {
  let touched = false;
  const kept: StoredEvent[] = [];
  for (const stored of events) {
    if (stored.type === ownEvents.salvaged) {
      const left = salvagedWithout(stored, stream.slice(stream.indexOf(':') + 1), items);
      if (left !== undefined) touched = true;
      kept.push(left ?? stored);
      continue;
    }
    const concerned = stored.advances.some((a) => a.stream === stream && a.ids.some((id) => items.has(id)));
    if (!concerned) {
      kept.push(stored);
      continue;
    }
    touched = true;
    const whole = module.events.decode(stored.type, stored.payload);
    // Passing it over would leave in the log what is to be erased.
    if (whole === undefined)
      throw new Error(`an event of type ${stored.type} holds what is to be erased, and only a later version knows it`);
    const event = module.erase!(whole, stream, items);
    if (event === undefined) {
      // Its place stays, so that the events after it keep their ids.
      kept.push({ type: ownEvents.erased, payload: new Uint8Array(0), advances: [] });
      continue;
    }
    const { type, bytes } = module.events.encode(event);
    const advances = stored.advances.map(fromStoredAdvance).flatMap((a) => {
      if (a.stream !== stream || !('ids' in a)) return [a];
      const keep = a.ids.map((id) => !items.has(id));
      const ids = a.ids.filter((_, i) => keep[i]);
      return ids.length === 0
        ? []
        : [{ stream, ids, ...(a.versions && { versions: a.versions.filter((_, i) => keep[i]) }) }];
    });
    kept.push({ type, payload: bytes, advances: advances.map(toStoredAdvance) });
  }
  return touched ? kept : undefined;
};

/**
 * A stored commit without the items and with a new salt; undefined when it does not hold them. `free` are the claims
 * that go with them.
 */
export const erasedCommit = (
  module: WriteModule<unknown>,
  stored: Pick<CommitBytes, 'header' | 'body' | 'encoding'>,
  stream: string,
  items: ReadonlySet<string>,
) => {
  const body = decodeBody(stored.body, stored.encoding);
  const events = without(module, body.events, stream, items);
  if (events === undefined) return undefined;
  const foreign = (claim: Claim): boolean => !items.has(claim.owner);
  const left: Body = { events, claims: body.claims.filter(foreign), releases: body.releases.filter(foreign) };
  const bytes = encodeCommit({ ...Header.decode(stored.header), salt: newSalt() }, encodeMessage(Body, left));
  return { bytes, body: left, summary: summaryOf(events), free: body.claims.filter((claim) => items.has(claim.owner)) };
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
  const dropClaim = log.db.prepare(
    'DELETE FROM claims WHERE organization = ? AND scope = (SELECT id FROM names WHERE name = ?) AND key = ? AND owner = ?',
  );

  return {
    /**
     * Rewrites one commit without the items and with a new salt, and leaves a tombstone; undefined when it does not
     * hold them. What is indexed of it follows.
     */
    rewrite: (
      row: CommitRow,
      { stream, purgeId }: Erasure,
      items: ReadonlySet<string>,
      now: number,
    ): Rewritten | undefined => {
      const erased = erasedCommit(module, row, stream, items);
      if (erased === undefined) return undefined;
      const { bytes, body, summary, free } = erased;
      update.run(bytes.header, bytes.body, bytes.encoding, bytes.checksum, summary, row.seq);
      addTombstone.run(row.seq, row.checksum, bytes.checksum, purgeId, now);
      if (!body.events.some((e) => e.advances.some((a) => a.stream === stream)))
        dropAdvance.run(row.organization, stream, row.position);
      for (const claim of free) dropClaim.run(row.organization, claim.scope, claim.keyHash, claim.owner);
      return { seq: row.seq, before: hex(row.checksum), after: hex(bytes.checksum) };
    },

    /** Appends a commit of the store's own in the organization whose records they are; answers its position. */
    append: (type: string, payload: object, erasure: Erasure, time: number): number => {
      const { organizationId, actor, purgeId } = erasure;
      const event = { type, payload: Buffer.from(JSON.stringify(payload)), advances: [] };
      return appendOwn(log, { organizationId, actor, operationId: purgeId, time, event });
    },
  };
};
