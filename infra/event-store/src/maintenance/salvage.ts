import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId, type WriteModule } from '@tessera/kernel';
import type { ModelContents, OpenModelContents, OpenModelWriter } from '@tessera/document-store';
import { Header, type Claim as StoredClaim } from '@tessera/proto/commit/v1/commit';
import { embeddedModel } from '../embedded-model.ts';
import { checksumHolds, decodeBody } from '../log/codec.ts';
import { nextEpoch } from '../log/epoch.ts';
import type { PurgeRecord } from '../log/erase.ts';
import { expectedOf, modelNotes } from '../log/expected.ts';
import { openLog, type Log } from '../log/log.ts';
import { appendOwn } from '../log/own-commit.ts';
import { positionFile, witnessOf } from '../log/position.ts';
import type { CommitRow } from '../log/reads.ts';
import { derivedOf } from '../log/reindex.ts';
import { encodeSalvaged, salvageActor, type Salvaged, type SalvagedStep } from '../log/salvaged.ts';
import { readWal, writeFrames } from '../log/wal.ts';
import { claimHash } from '../writer/checks.ts';
import { ownEvents } from '../writer/facts.ts';
import { openService } from '../writer/service-files.ts';
import { makeAside, moveDatabase } from './aside.ts';
import { lockFolder } from './lock.ts';
import { differences } from './salvage-diff.ts';
import { verifyLogs } from './verify.ts';

export type SalvageReport = {
  readonly service: string;
  /** Commits that came back whole, from the first on without a gap; `fromWal` of them SQLite did not read any more. */
  readonly whole: number;
  readonly fromWal: number;
  /** Commits that are gone, with who did what in them and when. */
  readonly lost?: { readonly from: number; readonly to: number };
  /** What the model still had of their outcome; undefined where it had nothing of them. */
  readonly fromModel?: { readonly rows: number; readonly documents: number };
  /** Where the damaged files are now. */
  readonly keptIn: string;
};

export type SalvageOptions = {
  readonly dataFolder: string;
  readonly service: string;
  readonly writeModuleUrl: URL | string;
  readonly modelModuleUrl?: URL | string;
};

/** A new log is made here; with `ready` in it, it has only to take the old one's place. */
const workFolder = 'salvaging';
const readyFile = 'ready';
/** About what a commit of a salvage holds at most, as JSON. */
const commitBytes = 256 * 1024;

const commitsOf = function* (db: DatabaseSync): Iterable<CommitRow> {
  let expected = 1;
  const rows = db.prepare(
    'SELECT seq, organization, position, summary, encoding, checksum, header, body FROM commits ORDER BY seq',
  );
  try {
    for (const row of rows.iterate() as Iterable<CommitRow>) {
      if (row.seq !== expected || !checksumHolds(row)) return;
      derivedOf(row);
      yield row;
      expected += 1;
    }
  } catch {
    // What cannot be read ends it like what does not match: a commit is whole or it is not.
  }
};

/** A file that the commits may be read from. */
type Source = { readonly path: string; readonly whole: number };
const sourceOf = (path: string): Source => {
  if (!existsSync(path)) return { path, whole: 0 };
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    let whole = 0;
    for (const row of commitsOf(db)) whole = row.seq;
    return { path, whole };
  } catch {
    return { path, whole: 0 };
  } finally {
    db?.close();
  }
};

/**
 * The file with the most commits: the log as SQLite reads it, or with all of its WAL, of which SQLite reads nothing
 * after the first damaged page. Pages come several times in a WAL, so that what is damaged once is often whole later.
 */
const bestSource = (folder: string, work: string): Source & { readonly plain: number } => {
  const plain = sourceOf(join(folder, 'log.db'));
  let best = plain;
  const wal = readWal(join(folder, 'log.db-wal'));
  for (const damaged of wal === undefined ? [] : [false, true]) {
    const path = join(work, `with-wal-${damaged ? 'all' : 'whole'}.db`);
    if (existsSync(join(folder, 'log.db'))) copyFileSync(join(folder, 'log.db'), path);
    else writeFileSync(path, '');
    writeFrames(join(folder, 'log.db-wal'), wal!, path, damaged);
    const source = sourceOf(path);
    if (source.whole > best.whole) best = source;
  }
  return { ...best, plain: plain.whole };
};

/** Writes the whole commits of a file into a new log, with the seals and tombstones that hold for them. */
const copyCommits = (source: Source, log: Log): void => {
  if (source.whole === 0) return;
  const db = new DatabaseSync(source.path, { readOnly: true });
  const confirmed = new Set<string>();
  try {
    log.begin();
    for (const row of commitsOf(db)) {
      const header = Header.decode(row.header);
      const { streams, idempotencyKey, claims, releases } = derivedOf(row);
      log.append({
        organizationId: header.organizationId,
        position: row.position,
        actorId: header.userId || header.actorId,
        operationId: header.operationId || undefined,
        summary: row.summary,
        bytes: row,
        streams,
        idempotencyKey,
        claims,
        releases,
      });
      if (row.summary.startsWith(ownEvents.purged)) {
        const [event] = decodeBody(row.body, row.encoding).events;
        for (const one of (JSON.parse(Buffer.from(event!.payload).toString()) as PurgeRecord).commits)
          confirmed.add(`${one.seq} ${one.after}`);
      }
      if (row.seq % 1_000 === 0) {
        log.commit();
        log.begin();
      }
    }
    log.commit();
  } finally {
    db.close();
  }
  copyMarks(source, log, confirmed);
};

type Tombstone = {
  seq: number;
  old_checksum: Uint8Array;
  new_checksum: Uint8Array;
  purge_id: string;
  purged_at: number;
};

const copyMarks = (source: Source, log: Log, confirmed: ReadonlySet<string>): void => {
  const db = new DatabaseSync(source.path, { readOnly: true });
  try {
    const tombstones = db.prepare('SELECT * FROM tombstones WHERE seq <= ?').all(source.whole) as Tombstone[];
    const said = (one: Tombstone): boolean =>
      confirmed.has(`${one.seq} ${Buffer.from(one.new_checksum).toString('hex')}`);
    // A purge that no commit is left to confirm: from there on seals are made anew.
    const until = Math.min(source.whole + 1, ...tombstones.filter((one) => !said(one)).map(({ seq }) => seq));
    const seals = db.prepare('SELECT * FROM seals WHERE last_seq < ?').all(until) as {
      last_seq: number;
      first_seq: number;
      hash: Uint8Array;
      sealed_at: number;
    }[];
    log.begin();
    const addTombstone = log.db.prepare('INSERT INTO tombstones VALUES (?, ?, ?, ?, ?)');
    for (const one of tombstones.filter(said))
      addTombstone.run(one.seq, one.old_checksum, one.new_checksum, one.purge_id, one.purged_at);
    const addSeal = log.db.prepare('INSERT INTO seals VALUES (?, ?, ?, ?)');
    for (const one of seals) addSeal.run(one.last_seq, one.first_seq, one.hash, one.sealed_at);
    const meta = db.prepare("SELECT key, value FROM meta WHERE key = 'purged_seq' OR key LIKE 'purge:%'").all();
    for (const { key, value } of meta as { key: string; value: string }[]) log.setMeta(key, value);
    log.commit();
  } catch {
    // Seals are made anew behind the writer where they cannot be read.
    log.rollback();
  } finally {
    db.close();
  }
};

const metaIn = (source: Source, key: string): string | undefined => {
  if (source.whole === 0) return undefined;
  const db = new DatabaseSync(source.path, { readOnly: true });
  try {
    return (db.prepare('SELECT value FROM meta WHERE key = ?').get(key) as { value: string } | undefined)?.value;
  } catch {
    return undefined;
  } finally {
    db.close();
  }
};

type Parts = {
  readonly module: WriteModule<unknown>;
  readonly openModelWriter: OpenModelWriter;
  readonly openModelContents: OpenModelContents;
};

/** The model as it was found. Throws in words where a release of another layout wrote it. */
const openKept = (parts: Omit<Parts, 'module'>, folder: string, service: string): ModelContents => {
  try {
    return parts.openModelContents(join(folder, 'model.db'));
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'model.format') throw error;
    throw new Error(
      `${service}: model.db, which has what the log lost, is of another release. Nothing was changed: salvage with the release that ran last.`,
      { cause: error },
    );
  }
};

/** Writes into the new log what the kept model has beyond it; answers how much that was. */
const writeFromModel = (
  parts: Parts,
  root: string,
  kept: ModelContents | undefined,
  lost: Salvaged['lost'],
): { readonly rows: number; readonly documents: number } => {
  const { module, openModelWriter, openModelContents } = parts;
  const { log, model, engine } = openService(root, module, openModelWriter);
  const base = openModelContents(join(root, module.service, 'model.db'));
  const counted = { rows: 0, documents: 0 };
  const told = new Set<string>();
  const operationId = newId();
  let waiting:
    { organizationId: string; steps: SalvagedStep[]; claims: StoredClaim[]; releases: StoredClaim[] } | undefined;
  let bytes = 0;
  const write = (): void => {
    if (waiting === undefined) return;
    const { organizationId, steps, claims, releases } = waiting;
    waiting = undefined;
    bytes = 0;
    told.add(organizationId);
    log.begin();
    const event = encodeSalvaged({ lost, steps });
    appendOwn(log, { organizationId, actor: salvageActor, operationId, time: Date.now(), event, claims, releases });
    log.commit();
  };
  const stored = (claims: readonly { scope: string; key: string; owner: string }[]): StoredClaim[] =>
    claims.map(({ scope, key, owner }) => ({ scope, keyHash: claimHash(scope, key), owner }));
  const ownerOf = (organizationId: string, { scope, key }: { scope: string; key: string }): string | undefined => {
    const organization = log.organization(organizationId);
    return organization === undefined ? undefined : log.claimOwner(organization, scope, claimHash(scope, key));
  };

  try {
    for (const one of kept === undefined ? [] : differences(module, base, kept, ownerOf)) {
      if (waiting !== undefined && (waiting.organizationId !== one.organizationId || bytes > commitBytes)) write();
      waiting ??= { organizationId: one.organizationId, steps: [], claims: [], releases: [] };
      waiting.claims.push(...stored(one.claims ?? []));
      waiting.releases.push(...stored(one.releases ?? []));
      if (one.step === undefined) continue;
      const { op } = one.step;
      if ('ids' in op) counted.rows += op.op === 'rows.insert' ? op.ids.length : 0;
      if ('ids' in op && op.op !== 'rows.insert') counted.rows += op.ids.length;
      if ('collection' in op) counted.documents += 1;
      waiting.steps.push(one.step);
      bytes += JSON.stringify(one.step).length;
    }
    write();
    // Every history says that something is missing in it, also where nothing was to be brought back.
    for (const { name } of log.db
      .prepare('SELECT DISTINCT n.name FROM commits c JOIN names n ON n.id = c.organization')
      .all() as { name: string }[]) {
      if (told.has(name)) continue;
      waiting = { organizationId: name, steps: [], claims: [], releases: [] };
      write();
    }
    engine.catchUp();
    for (const { organizationId, step } of kept === undefined ? [] : differences(module, base, kept, ownerOf))
      if (step !== undefined)
        throw new Error(`${step.op.op} of organization ${organizationId} did not come back as the model has it`);
    return counted;
  } finally {
    base.close();
    model.close();
    log.close();
  }
};

/**
 * Puts the new files in the place of the old ones; begun again, it goes on where it was broken off. The position comes
 * last: where it is not there to be moved any more, everything is in its place. Answers where the old files are.
 */
const swap = (folder: string, service: string): string | undefined => {
  const made = join(folder, workFolder, service);
  let keptIn: string | undefined;
  if (existsSync(join(made, positionFile))) {
    keptIn = makeAside(folder, 'salvaged');
    for (const name of ['log.db', 'model.db']) {
      if (!existsSync(join(made, name))) continue;
      moveDatabase(join(folder, name), join(keptIn, name));
      moveDatabase(join(made, name), join(folder, name));
    }
    if (existsSync(join(folder, positionFile))) renameSync(join(folder, positionFile), join(keptIn, positionFile));
    copyFileSync(join(made, positionFile), witnessOf(folder));
    renameSync(join(made, positionFile), join(folder, positionFile));
  }
  rmSync(join(folder, workFolder), { recursive: true, force: true });
  return keptIn;
};

/**
 * Makes a log that opens again of one that is damaged. First the commits that are whole, from the first one on: those
 * that SQLite reads, and those in a damaged WAL. Where some are lost, what they left behind is written from the read
 * model, as commits of the store's own (`$salvaged`) that say which were lost: contents come back, but not who changed
 * them when, step by step. The log goes on in a new epoch. The damaged files are kept as they were. Undefined when
 * nothing is damaged. Throws when another process uses the folder, and when the model cannot be brought back as it was.
 */
export const salvage = async (options: SalvageOptions): Promise<SalvageReport | undefined> => {
  const { dataFolder, service } = options;
  const folder = join(dataFolder, service);
  const unlock = lockFolder(dataFolder);
  try {
    const work = join(folder, workFolder);
    if (existsSync(join(work, readyFile))) swap(folder, service);
    rmSync(work, { recursive: true, force: true });
    const expected = expectedOf(folder);
    const [report] = verifyLogs({ dataFolder, services: [service] });
    if (report!.damage.length === 0) return undefined;

    const root = work;
    mkdirSync(join(root, service), { recursive: true, mode: 0o700 });
    const source = bestSource(folder, work);
    const newest = Math.max(expected?.seq ?? 0, report!.commits, source.whole);
    const lost = source.whole < newest ? { from: source.whole + 1, to: newest } : undefined;
    const epoch = Math.max(expected?.epoch ?? 1, Number(metaIn(source, 'epoch') ?? 1));
    const path = join(root, service, 'log.db');
    const make = (work: (log: Log) => void): void => {
      const log = openLog({ path });
      try {
        work(log);
      } finally {
        log.close();
      }
    };
    make((log) => {
      const logId = expected?.logId ?? metaIn(source, 'log_id');
      if (logId !== undefined) log.setMeta('log_id', logId);
      log.setMeta('epoch', String(lost === undefined ? epoch : nextEpoch(epoch)));
      const before = metaIn(source, 'epoch_from');
      if (lost !== undefined || before !== undefined)
        log.setMeta('epoch_from', lost === undefined ? before! : String(source.whole));
    });
    make((log) => {
      copyCommits(source, log);
      log.notePosition();
    });

    let fromModel: SalvageReport['fromModel'];
    if (lost !== undefined) {
      const loaded = (await import(String(options.modelModuleUrl ?? embeddedModel))) as Omit<Parts, 'module'>;
      const { writeModule } = (await import(String(options.writeModuleUrl))) as { writeModule: WriteModule<unknown> };
      const notes = modelNotes(folder);
      const more = notes !== undefined && notes.seq > source.whole && notes.logId === (expected?.logId ?? notes.logId);
      const kept = more ? openKept(loaded, folder, service) : undefined;
      try {
        const counted = writeFromModel({ ...loaded, module: writeModule }, root, kept, lost);
        if (more) fromModel = counted;
      } finally {
        kept?.close();
      }
    }
    for (const name of ['with-wal-all.db', 'with-wal-whole.db'])
      for (const suffix of ['', '-wal', '-shm']) rmSync(join(work, name + suffix), { force: true });
    writeFileSync(join(work, readyFile), '', { flush: true });
    const keptIn = swap(folder, service)!;
    return {
      service,
      whole: source.whole,
      fromWal: source.whole - source.plain,
      ...(lost && { lost }),
      ...(fromModel && { fromModel }),
      keptIn,
    };
  } finally {
    unlock();
  }
};
