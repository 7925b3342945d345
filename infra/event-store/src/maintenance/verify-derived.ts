import { DatabaseSync } from 'node:sqlite';
import type { CommitRow } from '../log/reads.ts';
import { derivedOf } from '../log/reindex.ts';

type Place = { readonly organization: number; readonly position: number };
type Report = (what: string) => void;

/** A table of the log that follows from its commits, with how its rows read as one line of columns. */
type DerivedTable = {
  readonly name: string;
  readonly of: string;
  readonly stored: string;
};
const tables: readonly DerivedTable[] = [
  {
    name: 'claims',
    of: 'unique value',
    stored:
      'SELECT c.organization AS a, s.name AS b, c.key AS c, c.owner AS d FROM claims c LEFT JOIN names s ON s.id = c.scope',
  },
  {
    name: 'idempotency',
    of: 'answered request',
    stored: "SELECT organization AS a, '' AS b, key AS c, position AS d FROM idempotency",
  },
  {
    name: 'advances',
    of: 'place in a history',
    stored:
      "SELECT v.organization AS a, s.name AS b, x'' AS c, v.position AS d FROM advances v LEFT JOIN names s ON s.id = v.stream",
  },
];

/**
 * What a log's derived tables (claims, idempotency keys, places of streams) must hold by its commits, gathered in a
 * temporary file, because there may be millions of each.
 */
export const createDerivedCheck = () => {
  const db = new DatabaseSync('');
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000; BEGIN');
  for (const { name } of tables)
    db.exec(
      `CREATE TABLE ${name} (a INTEGER, b TEXT, c BLOB, d, PRIMARY KEY (a, b, c${name === 'advances' ? ', d' : ''})) WITHOUT ROWID`,
    );
  const addAdvance = db.prepare("INSERT OR IGNORE INTO advances VALUES (?, ?, x'', ?)");
  const addKey = db.prepare("INSERT OR IGNORE INTO idempotency VALUES (?, '', ?, ?)");
  const addClaim = db.prepare('INSERT INTO claims VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET d = excluded.d');
  const dropClaim = db.prepare('DELETE FROM claims WHERE a = ? AND b = ? AND c = ? AND d = ?');

  return {
    /** Takes a whole commit in; to be called in the order of the log. */
    add: (row: Pick<CommitRow, 'header' | 'body' | 'encoding'> & Place): void => {
      const { streams, idempotencyKey, releases, claims } = derivedOf(row);
      for (const stream of streams) addAdvance.run(row.organization, stream, row.position);
      if (idempotencyKey !== undefined) addKey.run(row.organization, idempotencyKey, row.position);
      for (const { scope, keyHash, owner } of releases) dropClaim.run(row.organization, scope, keyHash, owner);
      for (const { scope, keyHash, owner } of claims) addClaim.run(row.organization, scope, keyHash, owner);
    },
    /** Compares with what stands in the log; reports a table once, with how much of it is wrong. */
    compare: (log: DatabaseSync, report: Report): void => {
      for (const { name, of, stored } of tables) {
        const find = db.prepare(`DELETE FROM ${name} WHERE a = ? AND b = ? AND c = ? AND d = ?`);
        let wrong = 0;
        for (const { a, b, c, d } of log.prepare(stored).iterate() as Iterable<{
          a: number;
          b: string | null;
          c: Uint8Array;
          d: string | number;
        }>)
          if (find.run(a, b, c, d).changes === 0) wrong += 1;
        const { missing } = db.prepare(`SELECT count(*) AS missing FROM ${name}`).get() as { missing: number };
        const parts = [
          ...(missing === 0 ? [] : [`${missing} missing`]),
          ...(wrong === 0 ? [] : [`${wrong} that no commit made`]),
        ];
        if (parts.length > 0)
          report(`${name} differ from what the commits say: ${parts.join(', ')} (each one is a ${of})`);
      }
    },
    close: (): void => db.close(),
  };
};
