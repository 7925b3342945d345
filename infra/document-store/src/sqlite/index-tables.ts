import { recordTable } from './catalog.ts';
import { inTransaction } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Stored } from '../query/values.ts';

/** What `record_indexes.built` says. Only one that is built is read. */
export const state = { waiting: 0, built: 1, filling: 2 } as const;

/** Rows between two looks at the clock. */
const step = 256;
/** Rows that are sorted at a time: their part of the tree stays in SQLite's page cache. */
const runRows = 50_000;
/** Terms that one statement merges at most; longer tables have longer runs. */
const maxRuns = 200;
/** Changed rows that a build keeps in mind; with more it begins again. */
const maxTouched = 100_000;

type Declared = { readonly number: number; readonly name: string; readonly columns: string };
type Build = Declared & {
  /** Rows up to here are read by the build; later ones come by trigger. */
  readonly newest: number;
  readonly runLength: number;
  /** Last row that was read into a run. */
  read: number;
  /** Last entry that was copied in order; undefined before the first. */
  copied: Stored[] | undefined;
  phase: 'read' | 'copy' | 'mend';
  readonly touched: Set<number>;
};

const triggers = (name: string): readonly string[] => ['i', 'u', 'd'].map((kind) => `${name}_${kind}`);
export const dropTriggers = (connection: Connection, name: string): void => {
  for (const trigger of triggers(name)) connection.db.exec(`DROP TRIGGER IF EXISTS ${trigger}`);
};

/** An empty cell in an index table, whose key columns hold no NULL: a blob comes after every number and text. */
export const emptyEntry = "x''";
const entry = (columns: readonly string[], row: string): string =>
  [...columns.map((column) => `coalesce(${row}${column}, ${emptyEntry})`), `${row}_row`].join(', ');

/**
 * Indexes of large tables as tables of their own, keyed by the indexed values and the row. They are built in slices:
 * rows are read into sorted runs in a temporary file, then the runs are merged into the index in its order, which
 * writes each page once (inserting by row would write a page a row). Triggers keep it true meanwhile and from then on.
 * Runs are in no file that lasts: after a restart a build begins again.
 */
export const openIndexTables = (connection: Connection) => {
  const { db } = connection;
  let build: Build | undefined;

  /** A build that failed begins again. */
  const stepped = <T>(work: () => T): T => {
    try {
      return inTransaction(db, work);
    } catch (error) {
      abandon();
      throw error;
    }
  };

  const abandon = (): void => {
    if (build === undefined) return;
    build = undefined;
    connection.forget();
    db.exec('DETACH building');
  };

  const setState = ({ number, name }: Declared, built: number): void => {
    connection
      .statement('UPDATE record_indexes SET built = ? WHERE table_number = ? AND name = ?')
      .get(built, number, name);
  };
  const exists = (name: string): boolean =>
    connection.statement("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

  /**
   * Empties what an earlier wish or a stopped build left, a slice at a time; true when nothing of it is there any more.
   */
  const clear = ({ name, columns }: Declared, until: number): boolean => {
    const key = `${columns}, _row`;
    do {
      const cut = connection
        .statement(
          `DELETE FROM ${name} WHERE (${key}) < (SELECT ${key} FROM ${name} ORDER BY ${key} LIMIT 1 OFFSET ${step}) RETURNING 1`,
        )
        .all();
      if (cut.length === 0) {
        connection.forget();
        db.exec(`DROP TABLE ${name}`);
        return true;
      }
    } while (performance.now() < until);
    return false;
  };

  const start = (declared: Declared): void => {
    const { number, name } = declared;
    const columns = declared.columns.split(', ');
    const table = recordTable(number);
    // In a file, not in memory as the connection's other temporary tables: it grows with the table.
    db.exec(
      "PRAGMA temp_store = FILE; ATTACH '' AS building; PRAGMA temp_store = MEMORY; PRAGMA building.journal_mode = OFF; PRAGMA building.synchronous = OFF; PRAGMA building.cache_size = -8192",
    );
    const types = new Map(
      (db.prepare(`SELECT name, type FROM pragma_table_info(?)`).all(table) as { name: string; type: string }[]).map(
        (column) => [column.name, column.type],
      ),
    );
    const defined = columns.map((column) => `${column} ${types.get(column) ?? ''} NOT NULL`).join(', ');
    const key = [...columns, '_row'].join(', ');
    db.exec(
      `CREATE TABLE building.runs (run INTEGER NOT NULL, ${defined}, _row INTEGER NOT NULL, PRIMARY KEY (run, ${key})) WITHOUT ROWID`,
    );
    const [newest] = connection.arrays(`SELECT max(_row) FROM ${table}`).get() as unknown as [number | null];
    build = {
      ...declared,
      newest: newest ?? 0,
      runLength: Math.max(runRows, Math.ceil((newest ?? 0) / maxRuns)),
      read: 0,
      copied: undefined,
      phase: 'read',
      touched: new Set(),
    };
    stepped(() => {
      db.exec(`CREATE TABLE ${name} (${defined}, _row INTEGER NOT NULL, PRIMARY KEY (${key})) WITHOUT ROWID`);
      const [made, changed, removed] = triggers(name);
      const insert = `INSERT OR IGNORE INTO ${name} (${key}) SELECT ${entry(columns, 'NEW.')} WHERE NEW._deleted = 0`;
      const drop = `DELETE FROM ${name} WHERE (${key}) = (${entry(columns, 'OLD.')})`;
      db.exec(`CREATE TRIGGER ${made} AFTER INSERT ON ${table} BEGIN ${insert}; END`);
      db.exec(
        `CREATE TRIGGER ${changed} AFTER UPDATE OF _deleted, ${columns.join(', ')} ON ${table} BEGIN ${drop}; ${insert}; END`,
      );
      db.exec(`CREATE TRIGGER ${removed} AFTER DELETE ON ${table} BEGIN ${drop}; END`);
      setState(declared, state.filling);
    });
  };

  /** Reads the next rows into their run. */
  const readOn = (work: Build, until: number): void => {
    const columns = work.columns.split(', ');
    const put = connection.statement(
      `INSERT INTO building.runs (run, ${work.columns}, _row) SELECT ?1, ${entry(columns, '')} FROM main.${recordTable(work.number)} WHERE _row > ?2 AND _row <= ?3 AND _deleted = 0 ORDER BY 2, ${columns.map((_, i) => i + 3).join(', ')}`,
    );
    do {
      put.get(Math.floor(work.read / work.runLength), work.read, Math.min(work.read + step, work.newest));
      work.read += step;
      if (work.read >= work.newest) {
        work.phase = 'copy';
        return;
      }
    } while (performance.now() < until);
  };

  /** Copies the next entries in order, except of rows that were changed since they were read. */
  const copyOn = (work: Build, until: number): void => {
    const key = [...work.columns.split(', '), '_row'];
    const runs = Math.floor(Math.max(0, work.newest - 1) / work.runLength) + 1;
    const list = key.join(', ');
    const put = connection.statement(
      `INSERT OR IGNORE INTO ${work.name} (${list}) VALUES (${key.map(() => '?').join(', ')})`,
    );
    do {
      const after = work.copied === undefined ? '' : ` AND (${list}) > (${key.map((_, i) => `?${i + 1}`).join(', ')})`;
      const terms = Array.from(
        { length: runs },
        (_, run) => `SELECT ${list} FROM building.runs WHERE run = ${run}${after}`,
      );
      const rows = connection
        .exact(`${terms.join(' UNION ALL ')} ORDER BY ${key.map((_, i) => i + 1).join(', ')} LIMIT ${step}`)
        .all(...(work.copied ?? [])) as unknown as Stored[][];
      for (const row of rows) if (!work.touched.has(Number(row.at(-1)))) put.get(...row);
      work.copied = rows.at(-1) ?? work.copied;
      if (rows.length < step) {
        work.phase = 'mend';
        return;
      }
    } while (performance.now() < until);
  };

  /**
   * Puts in what triggers may not have: a change that was undone with its transaction left its row out. True when the
   * index is whole.
   */
  const mendOn = (work: Build, until: number): boolean => {
    const columns = work.columns.split(', ');
    const put = connection.statement(
      `INSERT OR IGNORE INTO ${work.name} (${work.columns}, _row) SELECT ${entry(columns, '')} FROM ${recordTable(work.number)} WHERE _row = ? AND _deleted = 0`,
    );
    for (const row of work.touched) {
      put.get(row);
      work.touched.delete(row);
      if (performance.now() > until) return false;
    }
    setState(work, state.built);
    connection.statement('UPDATE record_tables SET shape = shape + 1 WHERE number = ?').get(work.number);
    return true;
  };

  const next = (): (Declared & { readonly wanted: number }) | undefined =>
    connection
      .statement(
        'SELECT table_number AS number, name, columns, wanted FROM record_indexes WHERE beside = 1 AND built = 0 ORDER BY wanted LIMIT 1',
      )
      .get() as (Declared & { wanted: number }) | undefined;

  return {
    /** Gives up what was being filled when the file was closed; true while there is something to build or clear. */
    recover(): boolean {
      for (const { name } of connection
        .statement(`SELECT name FROM record_indexes WHERE built = ${state.filling}`)
        .all() as { name: string }[])
        dropTriggers(connection, name);
      connection.statement(`UPDATE record_indexes SET built = ${state.waiting} WHERE built = ${state.filling}`).get();
      return next() !== undefined;
    },
    building: (): boolean => build !== undefined,
    touch: (number: number, row: number): void => {
      if (build?.number === number) build.touched.add(row);
    },
    /** Works for about `budgetMs`; true while more is left. Needs no transaction to be open. */
    work(budgetMs: number): boolean {
      const until = performance.now() + budgetMs;
      if (build !== undefined) {
        const row = connection
          .statement('SELECT built FROM record_indexes WHERE table_number = ? AND name = ?')
          .get(build.number, build.name) as { built: number } | undefined;
        if (row?.built !== state.filling) abandon();
        else if (build.touched.size > maxTouched) {
          const again = build;
          abandon();
          stepped(() => {
            dropTriggers(connection, again.name);
            setState(again, state.waiting);
          });
        }
      }
      const current = build;
      if (current === undefined) {
        const declared = next();
        if (declared === undefined) return false;
        if (exists(declared.name)) stepped(() => clear(declared, until));
        else if (declared.wanted === 0)
          stepped(() =>
            connection
              .statement('DELETE FROM record_indexes WHERE table_number = ? AND name = ?')
              .get(declared.number, declared.name),
          );
        else start(declared);
        return true;
      }
      if (current.phase === 'read') stepped(() => readOn(current, until));
      else if (current.phase === 'copy') stepped(() => copyOn(current, until));
      else if (stepped(() => mendOn(current, until))) {
        abandon();
        return next() !== undefined;
      }
      return true;
    },
  };
};
