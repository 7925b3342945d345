import { randomUUID } from 'node:crypto';
import type { WriteModule } from '@tessera/kernel';
import type { HistoryReader, OpenHistoryReader, OpenModelWriter } from '@tessera/document-store';
import { Body, Header, type Claim, type StoredEvent } from '@tessera/proto/commit/v1/commit';
import { embeddedModel } from '../embedded-model.ts';
import { decodeBody, encodeCommit, newSalt } from '../log/codec.ts';
import { encodeMessage } from '../log/encode.ts';
import type { Log } from '../log/log.ts';
import { reindex } from '../log/reindex.ts';
import type { CommitRow } from '../log/reads.ts';
import { fromStoredAdvance, ownEvents, summaryOf, toStoredAdvance } from '../writer/facts.ts';
import { modelPath, openService, type OpenedService } from '../writer/service-files.ts';
import { lockFolder } from './lock.ts';

/** What a `$purged` event says, as JSON: the checksums that each rewritten commit had and has, in hex. */
export type PurgeRecord = { readonly purgeId: string; readonly commits: readonly { readonly seq: number; readonly before: string; readonly after: string }[] };

export type PurgeOptions = {
  readonly dataFolder: string;
  readonly service: string;
  readonly writeModuleUrl: URL | string;
  readonly modelModuleUrl?: URL | string;
  readonly organizationId: string;
  /** A record stream, `record:<table>`, and the records of it that must leave no trace. */
  readonly stream: string;
  readonly items: readonly string[];
  /** Who asked for it; stands in the log. */
  readonly actor: { readonly kind: string; readonly id: string };
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The stored events of a commit without the erased items; undefined when none of it concerns them. */
const without = (module: WriteModule<unknown>, events: readonly StoredEvent[], stream: string, items: ReadonlySet<string>): StoredEvent[] | undefined => {
  let touched = false;
  const kept: StoredEvent[] = [];
  for (const stored of events) {
    const concerned = stored.advances.some((a) => a.stream === stream && a.ids.some((id) => items.has(id)));
    if (!concerned) {
      kept.push(stored);
      continue;
    }
    touched = true;
    const event = module.erase!(module.events.decode(stored.type, stored.payload), stream, items);
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
      return ids.length === 0 ? [] : [{ stream, ids, ...(a.versions && { versions: a.versions.filter((_, i) => keep[i]) }) }];
    });
    kept.push({ type, payload: bytes, advances: advances.map(toStoredAdvance) });
  }
  return touched ? kept : undefined;
};

const rewrite = (log: Log, module: WriteModule<unknown>, row: CommitRow, stream: string, items: ReadonlySet<string>): PurgeRecord['commits'][number] | undefined => {
  const body = decodeBody(row.body, row.encoding);
  const events = without(module, body.events, stream, items);
  if (events === undefined) return undefined;
  const foreign = (claim: Claim): boolean => !items.has(claim.owner);
  const header = { ...Header.decode(row.header), salt: newSalt() };
  const bytes = encodeCommit(header, encodeMessage(Body, { events, claims: body.claims.filter(foreign), releases: body.releases.filter(foreign) }));
  log.db
    .prepare('UPDATE commits SET header = ?, body = ?, encoding = ?, checksum = ?, summary = ? WHERE seq = ?')
    .run(bytes.header, bytes.body, bytes.encoding, bytes.checksum, summaryOf(events), row.seq);
  return { seq: row.seq, before: hex(row.checksum), after: hex(bytes.checksum) };
};

/** Appends the commit that says what was purged, in the organization whose records they were. */
const appendRecord = (log: Log, options: PurgeOptions, organization: number, record: PurgeRecord, time: number): void => {
  const position = log.reads.lastPosition(organization) + 1;
  const header: Header = {
    organizationId: options.organizationId, branch: 0, epoch: log.epoch, position, time, actorKind: options.actor.kind, actorId: options.actor.id, userId: '',
    origin: 'system', operationId: record.purgeId, correlationId: '', causationId: '', causationDepth: 0, runAutomations: false, idempotencyKey: '',
    requestHash: new Uint8Array(0), clientTime: 0, commandType: ownEvents.purged, salt: newSalt(), requestMeta: undefined,
  };
  const events = [{ type: ownEvents.purged, payload: Buffer.from(JSON.stringify(record)), advances: [] }];
  const bytes = encodeCommit(header, encodeMessage(Body, { events, claims: [], releases: [] }));
  log.append({
    organizationId: options.organizationId, position, actorId: options.actor.id, operationId: record.purgeId, summary: summaryOf(events), bytes, streams: [],
    idempotencyKey: undefined, claims: [], releases: [],
  });
};

/**
 * Removes records from a service's log for good (EVENTS.md 9): rewrites every commit that holds them without them and with a new salt, in one transaction with
 * a commit that lists old and new checksums, which `verifyLogs` follows; then wipes free pages and the WAL and makes the read model anew. Needs the folder for
 * itself and the module's `erase`. Copies elsewhere (backups, other services, files) are their owners' to remove. Answers the purge's id and how many commits
 * were rewritten; does nothing when no commit holds the items.
 */
export const purge = async (options: PurgeOptions): Promise<{ readonly purgeId: string; readonly commits: number }> => {
  const { dataFolder, service } = options;
  const unlock = lockFolder(dataFolder);
  try {
    const modelModule = (await import(String(options.modelModuleUrl ?? embeddedModel))) as { openModelWriter: OpenModelWriter; openHistoryReader: OpenHistoryReader };
    const { writeModule } = (await import(String(options.writeModuleUrl))) as { writeModule: WriteModule<unknown> };
    if (writeModule.erase === undefined) throw new Error(`${service} cannot erase: its write module has no erase`);
    const purgeId = randomUUID();
    const open = (): OpenedService => openService(dataFolder, writeModule, modelModule.openModelWriter);
    const opened = open();
    opened.model.close();
    let commits = 0;
    try {
      const positions = positionsOf(modelModule.openHistoryReader(modelPath(dataFolder, service)), options);
      commits = eraseIn(opened.log, writeModule, options, purgeId, positions);
      if (commits > 0) opened.log.db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      opened.log.close();
    }
    if (commits > 0) {
      // The log says that it was purged since the model was made, so opening makes the model anew.
      const again = open();
      again.model.close();
      again.log.close();
    }
    return { purgeId, commits };
  } finally {
    unlock();
  }
};

const positionsOf = (history: HistoryReader, { organizationId, stream, items }: PurgeOptions): number[] => {
  const table = stream.slice(stream.indexOf(':') + 1);
  const positions = new Set<number>();
  try {
    for (const item of new Set(items)) {
      for (let before: number | undefined; ; ) {
        const page = history.positions(organizationId, table, item, { limit: 500, ...(before !== undefined && { before }) });
        for (const position of page) positions.add(position);
        before = page.at(-1);
        if (page.length < 500) break;
      }
    }
  } finally {
    history.close();
  }
  return [...positions].sort((a, b) => a - b);
};

const eraseIn = (log: Log, module: WriteModule<unknown>, options: PurgeOptions, purgeId: string, positions: readonly number[]): number => {
  const organization = log.organization(options.organizationId);
  if (organization === undefined) return 0;
  const items = new Set(options.items);
  const commits: PurgeRecord['commits'][number][] = [];
  const now = Date.now();
  log.begin();
  try {
    const addTombstone = log.db.prepare(`
      INSERT INTO tombstones (seq, old_checksum, new_checksum, purge_id, purged_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET new_checksum = excluded.new_checksum, purge_id = excluded.purge_id, purged_at = excluded.purged_at`);
    for (const position of positions) {
      const done = rewrite(log, module, log.reads.at(organization, position)!, options.stream, items);
      if (done === undefined) continue;
      commits.push(done);
      addTombstone.run(done.seq, Buffer.from(done.before, 'hex'), Buffer.from(done.after, 'hex'), purgeId, now);
    }
    if (commits.length > 0) {
      appendRecord(log, options, organization, { purgeId, commits }, now);
      log.setMeta('purged_seq', String(log.seq()));
      reindex(log.db);
    }
    log.commit();
  } catch (error) {
    log.rollback();
    throw error;
  }
  return commits.length;
};
