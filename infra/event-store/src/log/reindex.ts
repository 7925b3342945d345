import type { DatabaseSync } from 'node:sqlite';
import { Header, type Claim } from '@tessera/proto/commit/v1/commit';
import { checked, type CommitRow } from './reads.ts';
import { decodeBody } from './codec.ts';
import { idempotencyKeyHash, metaOf } from '../writer/facts.ts';
import { rootOf, type CommandMeta } from '@tessera/kernel';

/** What a commit adds to the tables that are derived from commits. */
export type Derived = {
  readonly streams: ReadonlySet<string>;
  readonly idempotencyKey: Uint8Array | undefined;
  readonly releases: readonly Claim[];
  readonly claims: readonly Claim[];
};

/** Reads it from the commit's own bytes, which the caller has checked. */
export const derivedOf = (row: Pick<CommitRow, 'header' | 'body' | 'encoding'>): Derived => {
  const header = Header.decode(row.header);
  const body = decodeBody(row.body, row.encoding);
  const meta = metaOf(header);
  return {
    streams: new Set(body.events.flatMap((event) => event.advances.map(({ stream }) => stream))),
    idempotencyKey: idempotencyKeyHash({
      ...meta,
      actor: { ...meta.actor, userId: header.userId || undefined },
    } as unknown as CommandMeta),
    releases: body.releases,
    claims: body.claims,
  };
};

/**
 * Makes claims, idempotency keys and stream positions anew from the commits themselves, within the caller's
 * transaction. Names keep their numbers. For after a cut or a purge: these tables are derived, the commits are not.
 */
export const reindex = (db: DatabaseSync): void => {
  db.exec('DELETE FROM advances; DELETE FROM idempotency; DELETE FROM claims');
  const nameId = db.prepare('SELECT id FROM names WHERE name = ?');
  const addName = db.prepare('INSERT INTO names (name, root) VALUES (?, ?)');
  const addAdvance = db.prepare('INSERT OR IGNORE INTO advances (organization, stream, position) VALUES (?, ?, ?)');
  const addKey = db.prepare('INSERT OR IGNORE INTO idempotency (organization, key, position) VALUES (?, ?, ?)');
  const addClaim = db.prepare(
    'INSERT INTO claims (organization, scope, key, owner) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET owner = excluded.owner',
  );
  const dropClaim = db.prepare('DELETE FROM claims WHERE organization = ? AND scope = ? AND key = ? AND owner = ?');
  const id = (name: string, root: string | null): number =>
    (nameId.get(name) as { id: number } | undefined)?.id ?? Number(addName.run(name, root).lastInsertRowid);

  const page = db.prepare(
    'SELECT seq, organization, position, summary, encoding, checksum, header, body FROM commits WHERE seq > ? ORDER BY seq LIMIT 200',
  );
  for (let after = 0; ;) {
    const rows = page.all(after) as CommitRow[];
    if (rows.length === 0) return;
    for (const row of rows) {
      const { streams, idempotencyKey, releases, claims } = derivedOf(checked(row));
      for (const stream of streams) addAdvance.run(row.organization, id(stream, rootOf(stream)), row.position);
      if (idempotencyKey !== undefined) addKey.run(row.organization, idempotencyKey, row.position);
      for (const claim of releases) dropClaim.run(row.organization, id(claim.scope, null), claim.keyHash, claim.owner);
      for (const claim of claims) addClaim.run(row.organization, id(claim.scope, null), claim.keyHash, claim.owner);
      after = row.seq;
    }
  }
};
