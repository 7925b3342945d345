import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyVariant } from '@tessera/kernel/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cell, EventContext, ModelOp, Sort } from '@tessera/kernel';
import type { ModelWriter } from '../model-writer.ts';
import { isJoined } from '../kinds/list.ts';
import { cell, columns, query } from '../testing/cases.ts';
import { random } from '../testing/random.ts';
import type { Random } from '../testing/random.ts';
import { openCatalog } from './catalog.ts';
import { openForReading, openForWriting } from './connection.ts';
import { openIndexes } from './indexes.ts';
import { openModelWriter } from './model-writer.ts';
import { openReads } from './read.ts';

const org = 'org1';
const table = 'deals';
const idOf = (n: number): string => `01hrow${String(n).padStart(20, '0')}`;
/** Texts, decimals to the ends of 64 bits, ids, a system column; a text in the middle and at the end. */
const wished = [
  ['c6_1', 'c2_1'],
  ['c1_1'],
  ['c3_1', 'c12_1', 'c13_1'],
  ['_created_at', 'c1_1'],
  ['c11_1'],
  ['c8_1', 'c4_1'],
].map((list) => ({ columns: list }));

/** The index of a large table beside the same table without one: whatever is asked, both answer alike. */
describe('the index of a large table', () => {
  let folder: string;
  let indexed: ModelWriter;
  let plain: ModelWriter;
  let position = 0;
  let versions: number[];

  const apply = (op: ModelOp, end: 'commit' | 'rollback' = 'commit'): void => {
    position += 1;
    const context: EventContext = {
      organizationId: org,
      commitId: `c${position}`,
      position,
      index: 0,
      time: 1_700_000_000_000 + (position % 7),
      actorId: 'u1',
      origin: 'api',
      advances: [],
    };
    for (const writer of [indexed, plain]) {
      writer.begin();
      writer.apply(org, op, context);
      writer[end]();
    }
  };
  const insert = (r: Random, count: number, end?: 'rollback'): void => {
    const ids = Array.from({ length: count }, (_, i) => idOf(versions.length + i));
    apply(
      {
        op: 'rows.insert',
        table,
        ids,
        columns: columns.map((spec) => ({ column: spec.column, cells: ids.map(() => cell(r, spec)) })),
      },
      end,
    );
    if (end === undefined) for (const _ of ids) versions.push(1);
  };
  const change = (r: Random): void => {
    const places = [...new Set(Array.from({ length: 1 + r.int(20) }, () => r.int(versions.length)))];
    const ids = places.map(idOf);
    const end = r.chance(0.2) ? 'rollback' : 'commit';
    const next = places.map((place) => versions[place]! + 1);
    if (end === 'commit') for (const place of places) versions[place]! += 1;
    if (r.chance(0.4)) apply({ op: r.pick(['rows.delete', 'rows.restore']), table, ids, versions: next }, end);
    else {
      const given = columns
        .filter(() => r.chance(0.4))
        .map((spec) => ({
          column: spec.column,
          cells: ids.map((): Cell | null | undefined => (r.chance(0.2) ? undefined : cell(r, spec))),
        }));
      apply({ op: 'rows.update', table, ids, versions: next, columns: given }, end);
    }
  };
  const open = (name: string): ModelWriter => openModelWriter({ path: join(folder, name), collections: [] });
  const readsOf = (name: string, options: Parameters<typeof openReads>[1] = {}) => {
    const connection = openForReading(join(folder, name), 4000);
    connection.db.function('tick', () => 1);
    return { connection, reads: openReads(connection, { columnsFromRows: 1_000_000, ...options }) };
  };
  const built = (): number => {
    const { connection } = readsOf('indexed.db');
    const { n } = connection
      .statement('SELECT count(*) AS n FROM record_indexes WHERE beside = 1 AND built = 1')
      .get() as { n: number };
    connection.close();
    return n;
  };
  /** Sorts that an index leads to, with filters on its columns among the generated ones. */
  const agree = (r: Random, cases: number): void => {
    const [with_, without] = [readsOf('indexed.db'), readsOf('plain.db')];
    for (let i = 0; i < cases; i++) {
      const asked = query(r, table);
      const list = r.pick(wished).columns;
      const specs = list.map(
        (name) => columns.find(({ column }) => column === name) ?? { column: name, kind: 'instant' as const },
      );
      const operands = specs.map(({ column, kind, ...more }) => ({
        kind: 'field' as const,
        column,
        storage: kind,
        ...('scale' in more && { scale: more.scale }),
      }));
      const lead = r.int(operands.length);
      const equal = operands.slice(0, lead).map((left, k) => {
        const value =
          cell(r, specs[k]!) ??
          (left.storage === 'boolean' ? true : left.storage === 'instant' ? 1_700_000_000_001 : 'nothing');
        return { op: 'eq' as const, left, value: value as string };
      });
      // With another order, or none, an index may still have the rows with one text.
      const elsewhere = lead > 0 && r.chance(0.4);
      const sort: Sort[] = elsewhere
        ? [...asked.sort]
        : [{ by: operands[lead]!, order: r.pick(['asc', 'desc']) }, ...(r.chance(0.3) ? asked.sort : [])];
      const whole = {
        ...asked,
        sort,
        where: { op: 'and' as const, items: [...equal, ...(r.chance(0.5) ? [asked.where] : [])] },
        limit: 1 + r.int(300),
      };
      let after: string | undefined;
      for (let page = 0; page < 4; page++) {
        const one = { ...whole, ...(after !== undefined && { after }), ...(r.chance(0.2) && { offset: r.int(500) }) };
        const answer = with_.reads.page(org, one);
        expect(answer, JSON.stringify(one)).toBe(without.reads.page(org, one));
        after = (JSON.parse(answer) as { next?: string }).next;
        if (after === undefined) break;
      }
    }
    with_.connection.close();
    without.connection.close();
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-index-'));
    [indexed, plain] = [open('indexed.db'), open('plain.db')];
    versions = [];
    const r = random(11);
    apply({ op: 'table.create', table, columns });
    for (let i = 0; i < 7; i++) insert(r, 1000);
  });
  afterEach(() => {
    indexed.close();
    plain.close();
    rmSync(folder, { recursive: true });
  });
  const wish = (indexes: readonly { readonly columns: readonly string[] }[]): void => {
    position += 1;
    indexed.begin();
    indexed.apply(
      org,
      { op: 'table.indexes', table, indexes },
      { organizationId: org, commitId: 'c', position, index: 0, time: 0, actorId: 'u', origin: 'api', advances: [] },
    );
    indexed.commit();
  };

  it('is built in slices while rows are written, and every answer before, during and after is that of the rows', () => {
    const r = random(12);
    wish(wished);
    agree(r, 20);
    let slices = 0;
    let answered = 0;
    while (indexed.work(1)) {
      slices += 1;
      if (slices % 3 === 0) change(r);
      if (slices % 7 === 0) insert(r, 1 + r.int(20), r.chance(0.2) ? 'rollback' : undefined);
      if (slices % 25 === 0) {
        agree(r, 3);
        answered += 3;
      }
    }
    expect(answered).toBeGreaterThan(10);
    expect(built()).toBe(wished.length);
    agree(r, 150);
    for (let i = 0; i < 30; i++) {
      change(r);
      if (i % 10 === 0) agree(r, 10);
    }
    const [lines, others]: string[][] = [[], []];
    indexed.dump((line) => lines!.push(line));
    plain.dump((line) => others!.push(line));
    expect(lines).toEqual(others);
  });

  it('leads to its pages: their statements enter it and sort nothing', () => {
    wish(wished);
    while (indexed.work(20));
    const { connection, reads } = readsOf('indexed.db');
    const asked: string[] = [];
    const { arrays } = connection;
    Object.assign(connection, { arrays: (sql: string) => (asked.push(sql), arrays(sql)) });
    const by = { kind: 'field', column: 'c2_1', storage: 'decimal', scale: 2 } as const;
    const stage = { kind: 'field', column: 'c6_1', storage: 'option' } as const;
    reads.page(org, {
      table,
      select: [],
      where: { op: 'eq', left: stage, value: '01hoptionaaaaaaaaaaaaaaaaa' },
      allow: { op: 'and', items: [] },
      sort: [{ by, order: 'desc' }],
      limit: 5000,
    });
    const pages = asked.filter((sql) => sql.includes('ORDER BY'));
    expect(pages).toHaveLength(2);
    for (const sql of pages) {
      const plan = connection.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
      expect(plan[0]!.detail, sql).toMatch(/^SEARCH x USING PRIMARY KEY \(c6_1=\?/);
      expect(plan.map(({ detail }) => detail).filter((detail) => /TEMP B-TREE FOR ORDER BY/.test(detail))).toEqual([]);
    }
    connection.close();
  });

  it('finds the rows with a text that is asked for, and is made for it where the table is large', () => {
    const left = { kind: 'field', column: 'c12_1', storage: 'text' } as const;
    const rows = readsOf('plain.db');
    const all = rows.connection.statement('SELECT c12_1 AS text FROM r1 WHERE c12_1 IS NOT NULL LIMIT 40').all();
    const asked = (all as { text: string }[]).map(
      ({ text }) =>
        ({
          table,
          select: [],
          where: { op: 'and', items: [{ op: 'eq', left, value: text.toUpperCase() }] },
          allow: { op: 'and', items: [] },
          sort: [{ by: { kind: 'field', column: 'c2_1', storage: 'decimal', scale: 2 }, order: 'asc' }],
          limit: 50,
        }) as const,
    );
    const wish = { organizationId: org, table, columns: ['c12_1'] };
    const small = readsOf('indexed.db');
    small.reads.page(org, { ...asked[0]!, sort: [] });
    expect(small.reads.missingIndex(), 'a small table').toBeUndefined();
    small.connection.close();
    const large = readsOf('indexed.db', { soughtFromRows: 5_000 });
    large.reads.page(org, asked[0]!);
    expect(large.reads.missingIndex()).toEqual(wish);
    large.connection.close();
    indexed.useIndex(org, table, ['c12_1']);
    while (indexed.work(20));
    const { connection, reads } = readsOf('indexed.db');
    const statements: string[] = [];
    const { arrays } = connection;
    Object.assign(connection, { arrays: (sql: string) => (statements.push(sql), arrays(sql)) });
    for (const one of asked) {
      expect(reads.page(org, one)).toBe(rows.reads.page(org, one));
      expect(reads.count(org, one)).toBe(rows.reads.count(org, one));
    }
    expect(reads.missingIndex(), 'told that it is of use').toEqual(wish);
    const pages = statements.filter((sql) => sql.includes('ORDER BY'));
    expect(pages.length).toBeGreaterThan(0);
    for (const sql of pages) {
      const plan = connection.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
      expect(
        plan.map(({ detail }) => detail).filter((detail) => /^SCAN r\d/.test(detail)),
        sql,
      ).toEqual([]);
    }
    for (const one of [rows, { connection }]) one.connection.close();
  });

  it('is made for what a table is sorted by without one, beside those that are declared, and leads to any page', () => {
    const by = { kind: 'field', column: 'c12_1', storage: 'text' } as const;
    const sorted = {
      table,
      select: [],
      where: { op: 'and', items: [] },
      allow: { op: 'and', items: [] },
      sort: [{ by, order: 'desc' }],
      limit: 50,
    } as const;
    const first = readsOf('indexed.db');
    expect(first.reads.missingIndex()).toBeUndefined();
    first.reads.page(org, sorted);
    const missing = first.reads.missingIndex();
    expect(missing).toEqual({ organizationId: org, table, columns: ['c12_1'] });
    first.reads.page(org, sorted);
    expect(first.reads.missingIndex(), 'told once').toBeUndefined();
    first.connection.close();
    indexed.useIndex(org, table, missing!.columns);
    wish(wished.slice(0, 2));
    while (indexed.work(20));
    expect(built()).toBe(3);
    wish(wished.slice(0, 3));
    while (indexed.work(20));
    expect(built(), 'a new declaration leaves it').toBe(4);
    const { connection, reads } = readsOf('indexed.db');
    const asked: string[] = [];
    const { arrays } = connection;
    Object.assign(connection, { arrays: (sql: string) => (asked.push(sql), arrays(sql)) });
    const plainly = readsOf('plain.db');
    for (const offset of [0, 3000, 6950]) {
      expect(reads.page(org, { ...sorted, offset })).toBe(plainly.reads.page(org, { ...sorted, offset }));
    }
    plainly.connection.close();
    for (const sql of asked.filter((one) => one.includes('ORDER BY'))) {
      const plan = connection.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
      expect(plan.map(({ detail }) => detail).filter((detail) => /TEMP B-TREE FOR ORDER BY| r /.test(detail))).toEqual(
        [],
      );
    }
    expect(reads.missingIndex(), 'told that it is of use').toEqual(missing);
    expect(reads.missingIndex()).toBeUndefined();
    connection.close();
    for (const column of ['c2_1', 'c4_1', 'c5_1', 'c10_2', 'c13_1', 'c11_1']) indexed.useIndex(org, table, [column]);
    while (indexed.work(20));
    expect(built(), 'eight at most').toBe(8);
  });

  it('is given up for another when eight are there, the one that was of no use for longest, never a declared one', () => {
    wish(wished.slice(0, 1));
    while (indexed.work(20));
    const connection = openForWriting(join(folder, 'indexed.db'), {
      synchronous: 'NORMAL',
      autocheckpoint: 0,
      cacheKb: 1000,
    });
    let now = 1_000_000_000_000;
    const indexes = openIndexes(connection, () => now);
    const info = () => openCatalog(connection).table(org, table)!;
    const use = (column: string): void => {
      now += 60_000;
      indexes.use(info(), [column]);
    };
    const present = (): string[] =>
      (
        connection.db.prepare('SELECT columns FROM record_indexes WHERE wanted > 0 ORDER BY wanted').all() as {
          columns: string;
        }[]
      ).map(({ columns }) => columns.split(', ').at(-1)!);
    const [declared, ...others] = [...info().columns.values()]
      .filter(({ kind }) => !isJoined(kind))
      .map(({ column }) => column)
      .filter((column) => column !== present()[0]);
    expect(declared).toBeDefined();
    const seven = others.slice(0, 7);
    const eighth = others[7]!;
    expect(eighth).toBeDefined();
    const wishedOne = present()[0]!;
    for (const column of seven) use(column);
    expect(present()).toEqual([wishedOne, ...seven]);
    while (indexes.work(20) !== 'done');
    use(seven[0]!);
    use(eighth);
    expect(present(), 'all were of use a moment ago').toEqual([wishedOne, ...seven.slice(1), seven[0]]);
    now += 300_000;
    use(eighth);
    expect(present()).toEqual([wishedOne, ...seven.slice(2), seven[0], eighth]);
    while (indexes.work(20) !== 'done');
    expect(info().indexes).toHaveLength(8);
    connection.close();
  });

  it('goes when nobody wishes it any more, and comes again, also over a restart in the middle of it', () => {
    const r = random(13);
    wish(wished);
    for (let i = 0; i < 8; i++) indexed.work(1);
    indexed.close();
    indexed = open('indexed.db');
    expect(built()).toBe(0);
    change(r);
    wish(wished.slice(0, 2));
    while (indexed.work(5));
    expect(built()).toBe(2);
    agree(r, 30);
    wish(wished.slice(1, 3));
    indexed.work(1);
    change(r);
    wish(wished.slice(0, 3));
    while (indexed.work(5));
    expect(built()).toBe(3);
    agree(r, 60);
    wish([]);
    while (indexed.work(5));
    const { connection } = readsOf('indexed.db');
    expect(connection.db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'x1_%'").all()).toEqual([]);
    connection.close();
    agree(r, 10);
  });

  // It measures the processor on a table of 70,000 rows.
  it.runIf(everyVariant)('holds the writer no longer than a slice, however large the table is', () => {
    const r = random(14);
    const ids = (from: number): string[] => Array.from({ length: 1000 }, (_, i) => idOf(from + i));
    for (let from = 7_000; from < 70_000; from += 1000) {
      apply({
        op: 'rows.insert',
        table,
        ids: ids(from),
        columns: [
          { column: 'c6_1', cells: ids(0).map(() => r.pick(['a', 'b', 'c'])) },
          { column: 'c2_1', cells: ids(0).map(() => String(r.int(100_000))) },
        ],
      });
    }
    while (indexed.work(50));
    wish([{ columns: ['c6_1', 'c2_1'] }]);
    const slices: number[] = [];
    for (let more = true; more;) {
      const before = process.threadCpuUsage();
      more = indexed.work(5);
      const { user, system } = process.threadCpuUsage(before);
      slices.push((user + system) / 1000);
    }
    expect(built()).toBe(1);
    expect(slices.length).toBeGreaterThan(10);
    // A collection of garbage may fall into one slice, not into one of a hundred.
    expect(slices.toSorted((a, b) => a - b)[Math.floor(slices.length * 0.98)]).toBeLessThan(12);
    expect(Math.max(...slices)).toBeLessThan(30);
    agree(r, 20);
  });

  it('finds the rows of an upsert', () => {
    wish([{ columns: ['c1_1'] }]);
    while (indexed.work(20));
    const request = {
      kind: 'rowsWhere' as const,
      table,
      column: 'c1_1',
      keys: ['alpha', 'nothing', 'beta gamma', 'zz'],
    };
    expect(indexed.read(org, request)).toEqual(plain.read(org, request));
  });
});
