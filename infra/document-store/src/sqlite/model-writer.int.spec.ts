import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnsTaken, mostColumns, passedOn, storageKinds } from '@tessera/kernel';
import type { ColumnSpec, EventContext, ModelOp, PageQuery } from '@tessera/kernel';
import type { ModelWriter } from '../model-writer.ts';
import { openCatalog, physicalColumns } from './catalog.ts';
import { openColumnCache } from './column-cache.ts';
import { openForReading, openForWriting } from './connection.ts';
import { openModelWriter } from './model-writer.ts';
import { openReads } from './read.ts';
import { openSearchFeed } from './search-feed.ts';
import { random } from '../testing/random.ts';

const org = 'o';
const table = 't';
const collections = [{ name: 'things', indexes: ['color'] }];
const idOf = (n: number): string => `01hrow${String(n).padStart(20, '0')}`;
const create: ModelOp = {
  op: 'table.create',
  table,
  columns: [
    { column: 'c1_1', kind: 'text', searchable: true },
    { column: 'c2_1', kind: 'decimal', scale: 2 },
  ],
};
const rows = (from: number, count: number): ModelOp => ({
  op: 'rows.insert',
  table,
  ids: Array.from({ length: count }, (_, i) => idOf(from + i)),
  columns: [
    { column: 'c1_1', cells: Array.from({ length: count }, (_, i) => `Row number ${from + i}`) },
    { column: 'c2_1', cells: Array.from({ length: count }, (_, i) => String(i)) },
  ],
});

describe('model.db', () => {
  let folder: string;
  let path: string;
  let writer: ModelWriter;
  let position = 0;
  const open = (file: string): ModelWriter => openModelWriter({ path: file, collections });
  const apply = (to: ModelWriter, ...ops: readonly ModelOp[]): void => {
    position++;
    const context: EventContext = {
      organizationId: org,
      commitId: 'c',
      position,
      index: 0,
      time: 1_700_000_000_000 + position,
      actorId: 'u',
      origin: 'api',
      advances: [],
    };
    to.begin();
    for (const op of ops) to.apply(org, op, context);
    to.commit();
  };
  it('holds as many columns of a table as it says, and not one more', () => {
    const wide = (count: number): readonly ColumnSpec[] =>
      Array.from({ length: count }, (_, i) => ({ column: `c${i + 1}_1`, kind: 'text', searchable: true }));
    const texts = wide(Math.floor(mostColumns / 2));
    expect(texts.reduce((sum, spec) => sum + columnsTaken(spec), 0)).toBe(mostColumns);
    for (const kind of storageKinds)
      expect(columnsTaken({ column: 'c1_1', kind }), kind).toBe(physicalColumns({ column: 'c1_1', kind }).length);
    const last = texts.at(-1)!;
    apply(writer, { op: 'table.create', table: 'wide', columns: texts.slice(0, -1) });
    apply(writer, { op: 'table.columns', table: 'wide', add: [last] });
    const cells = texts.map(({ column }) => ({ column, cells: [`in ${column}`] }));
    apply(writer, { op: 'rows.insert', table: 'wide', ids: [idOf(1)], columns: cells });
    expect(dump(writer).join('\n')).toContain(`in ${last.column}`);
    writer.begin();
    const context = {
      organizationId: org,
      commitId: 'c',
      position: ++position,
      index: 0,
      time: 1,
      actorId: 'u',
      origin: 'api',
      advances: [],
    };
    expect(() =>
      writer.apply(org, { op: 'table.columns', table: 'wide', add: [{ column: 'c9999_1', kind: 'boolean' }] }, context),
    ).toThrow('too many columns');
    writer.rollback();
  });
  const dump = (of: ModelWriter): string[] => {
    const lines: string[] = [];
    of.dump((line) => lines.push(line));
    return lines;
  };
  const indexNames = (): string[] => {
    const db = new DatabaseSync(path, { readOnly: true });
    const names = (
      db
        .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'x%' AND sql IS NOT NULL")
        .all() as { name: string }[]
    ).map(({ name }) => name);
    db.close();
    return names;
  };
  const besides = (): string[] => {
    const db = new DatabaseSync(path, { readOnly: true });
    const found = (
      db.prepare('SELECT columns FROM record_indexes WHERE beside = 1 AND built = 1').all() as { columns: string }[]
    ).map(({ columns }) => columns);
    db.close();
    return found;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-writer-'));
    path = join(folder, 'model.db');
    position = 0;
    writer = open(path);
  });
  afterEach(() => {
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const story: readonly (readonly ModelOp[])[] = [
    [create, rows(0, 300)],
    [
      { op: 'document.put', collection: 'things', id: 'b', document: { color: 'red' } },
      { op: 'document.put', collection: 'things', id: 'a', document: { color: 'blue', n: 1 } },
    ],
    [{ op: 'table.columns', table, add: [{ column: 'c3_1', kind: 'date' }] }],
    [
      {
        op: 'rows.update',
        table,
        ids: [idOf(3), idOf(4)],
        versions: [2, 2],
        columns: [
          { column: 'c3_1', cells: ['2026-01-02', undefined] },
          { column: 'c1_1', cells: [undefined, 'Changed'] },
        ],
      },
    ],
    [
      { op: 'rows.delete', table, ids: [idOf(3)], versions: [3] },
      { op: 'document.delete', collection: 'things', id: 'b' },
    ],
  ];

  it('has the same contents when the same ops are applied to a new file, whatever was done in between', () => {
    for (const ops of story) {
      apply(writer, ...ops);
      while (writer.work(1));
    }
    const lines = dump(writer);
    expect(lines.length).toBeGreaterThan(300);
    position = 0;
    const again = open(join(folder, 'again.db'));
    for (const ops of story) apply(again, ...ops);
    expect(dump(again)).toEqual(lines);
    again.close();
  });

  it('refuses a file of another layout, by a code', () => {
    writer.close();
    for (const format of [0, 999]) {
      const db = new DatabaseSync(path);
      db.exec(`PRAGMA user_version = ${format}`);
      db.close();
      expect(() => open(path)).toThrow(expect.objectContaining({ code: 'model.format' }));
    }
    rmSync(path);
    writer = open(path);
  });

  it('keeps everything over a reopening, facts of the caller too, and copies itself whole', () => {
    for (const ops of story) apply(writer, ...ops);
    writer.begin();
    writer.setMeta('applied_seq', '5');
    writer.commit();
    const lines = dump(writer);
    writer.copyTo(join(folder, 'copy.db'));
    writer.close();
    writer = open(path);
    expect(dump(writer)).toEqual(lines);
    expect(writer.meta('applied_seq')).toBe('5');
    expect(writer.meta('nothing')).toBeUndefined();
    const copy = open(join(folder, 'copy.db'));
    expect(dump(copy)).toEqual(lines);
    copy.close();
  });

  it('fills an index that a collection declares later', () => {
    apply(writer, { op: 'document.put', collection: 'things', id: 'a', document: { color: 'red', size: 4 } });
    writer.close();
    writer = openModelWriter({ path, collections: [{ name: 'things', indexes: ['size', 'color'] }] });
    expect(
      writer.read(org, { kind: 'documents', collection: 'things', where: { size: 4, color: 'red' }, limit: 5 }),
    ).toEqual([{ color: 'red', size: 4 }]);
  });

  it('lets nothing but generated names into a statement', () => {
    const bad: ModelOp = { op: 'table.create', table: 'x', columns: [{ column: 'c1_1, extra TEXT', kind: 'text' }] };
    expect(() => apply(writer, bad)).toThrow('not a column name');
    writer.rollback();
    apply(writer, { op: 'table.create', table: `'; DROP TABLE meta; --`, columns: [] });
    expect(writer.versions(org, `'; DROP TABLE meta; --`, ['x'])).toEqual([0]);
  });

  it('bounds the write-ahead log by checkpoints', () => {
    apply(writer, create);
    for (let i = 0; i < 40; i++) {
      apply(writer, rows(i * 500, 500));
      writer.checkpoint(100);
    }
    expect(statSync(`${path}-wal`).size).toBeLessThan(3_000_000);
    expect(statSync(path).size).toBeGreaterThan(1_000_000);
  });

  it('builds the index of a small table at once, that of a large one after a pause in the filling', () => {
    apply(writer, create, rows(0, 100));
    apply(writer, { op: 'table.indexes', table, indexes: [{ columns: ['c1_1'] }] });
    expect(indexNames()).toHaveLength(1);
    for (let i = 1; i <= 16; i++) apply(writer, rows(i * 1000, 1000));
    apply(writer, { op: 'table.indexes', table, indexes: [{ columns: ['c1_1'] }, { columns: ['c2_1'] }] });
    expect(indexNames()).toHaveLength(1);
    expect(writer.work(20)).toBe(true);
    expect(besides()).toEqual([]);
    while (writer.work(20));
    expect(indexNames()).toHaveLength(1);
    expect(besides()).toEqual(['c2_1']);
  });

  it('wishes for indexes by name: each is its own, the lowest rank comes first, and a model without names keeps what it has', () => {
    const wanted = (): string[] => {
      const db = new DatabaseSync(path, { readOnly: true });
      const found = db.prepare('SELECT columns FROM record_indexes WHERE wanted = 1 ORDER BY columns').all();
      db.close();
      return (found as { columns: string }[]).map(({ columns }) => columns);
    };
    const wish = (columns: readonly string[], of?: { name: string; rank: number }): void =>
      apply(writer, {
        op: 'table.indexes',
        table,
        indexes: columns.map((column) => ({ columns: [column] })),
        ...(of !== undefined && { of }),
      });
    apply(writer, create, rows(0, 10));
    wish(['c2_1']);
    wish(['_created_at'], { name: 'one', rank: 1 });
    wish(['_updated_at', 'c2_1'], { name: 'two', rank: 2 });
    expect(wanted()).toEqual(['_created_at', '_updated_at', 'c2_1']);
    wish([], { name: 'two', rank: 2 });
    expect(wanted()).toEqual(['_created_at', 'c2_1']);
    wish([]);
    expect(wanted()).toEqual(['_created_at']);
    const more = Array.from({ length: 9 }, (_, i) => `c${10 + i}_1`);
    apply(writer, { op: 'table.columns', table, add: more.map((column) => ({ column, kind: 'decimal', scale: 0 })) });
    wish(more, { name: 'three', rank: 3 });
    expect(wanted()).toEqual(['_created_at', ...more.slice(0, 7)].toSorted());
    const db = new DatabaseSync(path);
    db.exec('DELETE FROM index_wishes');
    db.close();
    wish([], { name: 'three', rank: 3 });
    expect(wanted()).toEqual(['_created_at', ...more.slice(0, 7)].toSorted());
  });

  it('feeds the search index in slices that leave the writer free', () => {
    apply(writer, create);
    for (let i = 0; i < 10; i++) apply(writer, rows(i * 1000, 1000));
    let slices = 0;
    while (writer.work(1)) slices++;
    expect(slices).toBeGreaterThan(5);
    expect(writer.work(1)).toBe(false);
  });

  it('looks at the clock by how much text it feeds, not by rows alone', () => {
    apply(writer, create);
    const long = (from: number, count: number): ModelOp => ({
      op: 'rows.insert',
      table,
      ids: Array.from({ length: count }, (_, i) => idOf(from + i)),
      columns: [
        {
          column: 'c1_1',
          cells: Array.from({ length: count }, (_, i) => `${from + i} `.repeat(20_000).slice(0, 40_000)),
        },
      ],
    });
    apply(writer, long(0, 20));
    const connection = openForWriting(path, { synchronous: 'NORMAL', autocheckpoint: 0, cacheKb: 1000 });
    // A clock that counts the looks at it: a slice is over at the third.
    let looks = 0;
    const feed = openSearchFeed(connection, () => looks++);
    const fed = (): number =>
      (connection.db.prepare('SELECT fed_row FROM record_tables').get() as { fed_row: number }).fed_row;
    feed.work(2);
    expect(fed()).toBe(2);
    // Rows and merges take turns.
    while (feed.pending()) feed.work(2);
    expect(fed()).toBe(20);
    // The same for rows that are read again.
    const dirty = (): number =>
      (connection.db.prepare('SELECT count(*) AS n FROM search_dirty').get() as { n: number }).n;
    apply(writer, {
      op: 'rows.update',
      table,
      ids: Array.from({ length: 20 }, (_, i) => idOf(i)),
      versions: Array.from({ length: 20 }, () => 2),
      columns: [{ column: 'c1_1', cells: Array.from({ length: 20 }, () => 'other '.repeat(7000)) }],
    });
    feed.mark(1);
    const before = dirty();
    expect(before).toBe(20);
    while (dirty() === before) feed.work(2);
    expect(dirty()).toBe(before - 3);
    connection.close();
  });

  it('finds every row, whether it was read with others or by itself, and whatever letters it has', () => {
    apply(writer, {
      op: 'table.create',
      table,
      columns: [
        { column: 'c1_1', kind: 'text', searchable: true },
        { column: 'c2_1', kind: 'text', searchable: true },
      ],
    });
    const odd = [null, '', '"quoted"', 'back\\slash', 'nul\u0000behind', '😀 smile', 'São Bento'];
    const cells = Array.from({ length: 2000 }, (_, i) =>
      i % 300 === 299 ? `${'long '.repeat(10_000)}end${i}end` : (odd[i % 10] ?? `plain${i}plain`),
    );
    apply(writer, {
      op: 'rows.insert',
      table,
      ids: cells.map((_, i) => idOf(i)),
      columns: [
        { column: 'c1_1', cells },
        { column: 'c2_1', cells: cells.map((_, i) => (i % 3 === 0 ? null : `other${i % 3}`)) },
      ],
    });
    while (writer.work(5));
    const connection = openForReading(path, 1000);
    const rowsOf = (match: string): unknown[] =>
      (connection.arrays('SELECT rowid FROM s1 WHERE s1 MATCH ? ORDER BY 1').all(match) as unknown as [number][]).map(
        ([row]) => row - 1,
      );
    const having = (has: (cell: string | null, i: number) => boolean): unknown[] =>
      cells.flatMap((cell, i) => (has(cell, i) ? [i] : []));
    expect(rowsOf('"pla"')).toEqual(having((cell) => cell?.startsWith('plain') === true));
    expect(rowsOf('"lon"')).toEqual(having((cell) => cell?.startsWith('long') === true));
    expect(rowsOf('"uot" AND "er1"')).toEqual(having((cell, i) => cell === '"quoted"' && i % 3 === 1));
    expect(rowsOf('"beh" AND "er2"')).toEqual(having((cell, i) => cell === 'nul\u0000behind' && i % 3 === 2));
    expect(rowsOf('"k\\s"')).toEqual(having((cell) => cell === 'back\\slash'));
    expect(rowsOf('"😀 s"')).toEqual(having((cell) => cell === '😀 smile'));
    expect(rowsOf('"o b"')).toEqual(having((cell) => cell === 'São Bento'));
    // Two texts of a row are two texts: no trigram goes over from one to the other.
    expect(rowsOf('"not"')).toEqual([]);
    connection.close();
  });

  it('merges what it has fed less often while many rows wait, and thoroughly in the end', () => {
    apply(writer, create);
    for (let i = 0; i < 25; i++) apply(writer, rows(i * 1000, 1000));
    const connection = openForReading(path, 1000);
    const merged = (): number =>
      (connection.arrays("SELECT v FROM s1_config WHERE k = 'usermerge'").get() as unknown as [number])[0];
    writer.work(1);
    expect(merged()).toBe(16);
    while (writer.work(5));
    expect(merged()).toBe(4);
    for (let i = 25; i < 50; i++) apply(writer, rows(i * 1000, 1000));
    writer.work(60_000);
    expect(merged(), 'all in one slice').toBe(4);
    connection.close();
  });

  it('leaves rows to gather while the writer is pressed, and reads them when they are many or it has time', () => {
    apply(writer, create);
    apply(writer, rows(0, 1000));
    expect(writer.work(5, true)).toBe(false);
    for (let i = 1; i <= 4; i++) apply(writer, rows(i * 1000, 1000));
    expect(writer.work(5, true)).toBe(true);
    for (let i = 0; i < 100 && writer.work(5, true); i++);
    // Fewer than those that may gather are left; they are read as soon as there is time.
    expect(writer.work(5, true)).toBe(false);
    expect(writer.work(1)).toBe(true);
    while (writer.work(20));
    expect(writer.work(5, true)).toBe(false);
  });

  it('tells that so much waits as a bulk leaves, until it has read it', () => {
    apply(writer, create, rows(0, 10_000));
    writer.work(1);
    expect(writer.behind()).toBe(false);
    while (writer.work(20));
    for (let from = 10_000; from < 40_000; from += 1000) apply(writer, rows(from, 1000));
    writer.work(1, true);
    expect(writer.behind()).toBe(true);
    let slices = 0;
    for (; writer.behind() && slices < 1000; slices++) writer.work(5);
    expect(slices).toBeGreaterThan(2);
    expect(writer.behind()).toBe(false);
    while (writer.work(20));
    expect(writer.behind()).toBe(false);
  });

  it('stops a long statement from within, and reads on afterwards', () => {
    apply(writer, create);
    for (let i = 0; i < 5; i++) apply(writer, rows(i * 1000, 1000));
    const connection = openForReading(path, 1000);
    let stop = true;
    connection.db.function('tick', () => {
      if (stop) throw passedOn('unavailable', 'query.cancelled', 'The query was cancelled');
      return 1;
    });
    const reads = openReads(connection, { columnsFromRows: 1_000_000 });
    const query: PageQuery = {
      table,
      select: [],
      limit: 5,
      allow: { op: 'and', items: [] },
      where: { op: 'contains', left: { kind: 'field', column: 'c1_1', storage: 'text' }, value: 'nowhere' },
      sort: [],
    };
    expect(() => reads.page(org, query)).toThrow(
      expect.objectContaining({ code: 'query.cancelled', kind: 'unavailable' }),
    );
    stop = false;
    expect(reads.page(org, query)).toBe('{"records":[]}');
    connection.close();
  });

  it('keeps columns in memory only as far as they may, and answers the same without', () => {
    apply(writer, create);
    for (let i = 0; i < 5; i++) apply(writer, rows(i * 1000, 1000));
    const price = { kind: 'field', column: 'c2_1', storage: 'decimal', scale: 2 } as const;
    const query: PageQuery = {
      table,
      select: [],
      limit: 20,
      allow: { op: 'and', items: [] },
      where: { op: 'ge', left: price, value: '500' },
      sort: [{ by: price, order: 'desc' }],
    };
    const answers = [0, 1_000_000].map((columnBytes) => {
      const connection = openForReading(path, 1000);
      connection.db.function('tick', () => 1);
      const reads = openReads(connection, { columnBytes, columnsFromRows: 0 });
      const answer = [reads.page(org, query), reads.count(org, query), reads.columnBytes() > 40_000];
      connection.close();
      return answer;
    });
    expect(answers[0]!.slice(0, 2)).toEqual(answers[1]!.slice(0, 2));
    expect(answers.map(([, , large]) => large)).toEqual([false, true]);
  });

  it('keeps no column in memory whose texts are too much for it, however few they are', () => {
    const names = ['c1_1', 'c2_1', 'c3_1', 'c4_1'];
    const count = 200;
    apply(writer, { op: 'table.create', table, columns: names.map((column) => ({ column, kind: 'text' })) });
    const texts = (text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i));
    apply(writer, {
      op: 'rows.insert',
      table,
      ids: texts(idOf),
      columns: [
        { column: 'c1_1', cells: texts((i) => `${i} ${'a'.repeat(1000)}`) },
        { column: 'c2_1', cells: texts((i) => `${i} ${'a'.repeat(10_000)}`) },
        { column: 'c3_1', cells: texts(() => 'a'.repeat(99_000)) },
        { column: 'c4_1', cells: texts((i) => `${i % 10}`) },
      ],
    });
    const connection = openForReading(path, 1000);
    const cache = openColumnCache(connection, 64_000_000, () => 800);
    const info = () => openCatalog(connection).table(org, table)!;
    expect(names.map((column) => cache.table(info(), [column]) !== undefined)).toEqual([true, false, false, true]);
    expect(cache.size()).toBeGreaterThan(count * 1000);
    expect(cache.size()).toBeLessThan(1_000_000);
    // What is written later is looked at before it is read, too.
    apply(writer, {
      op: 'rows.update',
      table,
      ids: texts(idOf),
      versions: texts(String).map(() => 2),
      columns: [{ column: 'c4_1', cells: texts(() => 'b'.repeat(99_000)) }],
    });
    expect(names.map((column) => cache.table(info(), [column]) !== undefined)).toEqual([true, false, false, false]);
    connection.close();
  });

  it('reads odd cells into memory as they are, with rows missing, deleted and numbers that fit no float', () => {
    apply(writer, {
      op: 'table.create',
      table,
      columns: [
        { column: 'c1_1', kind: 'text' },
        { column: 'c2_1', kind: 'decimal', scale: 2 },
        { column: 'c3_1', kind: 'decimal', scale: 0 },
        { column: 'c4_1', kind: 'options' },
        { column: 'c5_1', kind: 'boolean' },
      ],
    });
    const count = 12_000;
    const texts = ['"quoted"', 'back\\slash', 'line\nbreak', 'tab\t', 'nul\u0000nul', '\u001funit', '😀', 'é', null];
    const ids = Array.from({ length: count }, (_, i) => idOf(i));
    apply(writer, {
      op: 'rows.insert',
      table,
      ids,
      columns: [
        { column: 'c1_1', cells: ids.map((_, i) => texts[i % texts.length]!) },
        { column: 'c2_1', cells: ids.map((_, i) => (i % 7 === 0 ? null : `${(i % 500) - 250}.${i % 10}`)) },
        { column: 'c3_1', cells: ids.map((_, i) => (i === 11_000 ? '9007199254740993' : String(i % 50))) },
        { column: 'c4_1', cells: ids.map((_, i) => (i % 3 === 0 ? null : [`o${i % 4}`, 'p'])) },
        { column: 'c5_1', cells: ids.map((_, i) => (i % 5 === 0 ? null : i % 2 === 0)) },
      ],
    });
    apply(writer, { op: 'rows.delete', table, ids: [idOf(6000)], versions: [2] });
    apply(writer, { op: 'rows.erase', table, ids: [idOf(10_500)] });
    const everyone = { op: 'and', items: [] } as const;
    const operands = [
      { kind: 'field', column: 'c1_1', storage: 'text' },
      { kind: 'field', column: 'c2_1', storage: 'decimal', scale: 2 },
      { kind: 'field', column: 'c3_1', storage: 'decimal', scale: 0 },
      { kind: 'field', column: 'c4_1', storage: 'options' },
      { kind: 'field', column: 'c5_1', storage: 'boolean' },
    ] as const;
    const asked: readonly PageQuery[] = operands.flatMap((by) =>
      (['asc', 'desc'] as const).map((order) => ({
        table,
        select: operands.map((one) => ({ ...one, key: one.column })),
        limit: 500,
        allow: everyone,
        where: { op: 'notEmpty', left: by },
        sort: [{ by, order }],
      })),
    );
    const [inMemory, bySql] = [0, 1_000_000].map((columnsFromRows) => {
      const connection = openForReading(path, 1000);
      connection.db.function('tick', () => 1);
      const reads = openReads(connection, { columnsFromRows });
      const answers = asked.map((query) =>
        [1, 2].map(() => [
          reads.page(org, query),
          reads.page(org, { ...query, offset: 9000 }),
          reads.count(org, query),
        ]),
      );
      const bytes = reads.columnBytes();
      connection.close();
      return { answers, bytes };
    });
    expect(inMemory!.bytes).toBeGreaterThan(12_000 * 10);
    expect(bySql!.bytes).toBe(0);
    expect(inMemory!.answers).toEqual(bySql!.answers);
  });

  it('answers truly while columns are read in slices and rows change in between', () => {
    apply(writer, create);
    for (let i = 0; i < 25; i++) apply(writer, rows(i * 1000, 1000));
    const everyone = { op: 'and', items: [] } as const;
    const price = { kind: 'field', column: 'c2_1', storage: 'decimal', scale: 2 } as const;
    const name = { kind: 'field', column: 'c1_1', storage: 'text' } as const;
    const base: PageQuery = { table, select: [], limit: 20, allow: everyone, where: everyone, sort: [] };
    const asked: readonly PageQuery[] = [
      { ...base, offset: 20_000 },
      { ...base, where: { op: 'ge', left: price, value: '990' }, sort: [{ by: price, order: 'desc' }] },
      { ...base, offset: 4_990, sort: [{ by: price, order: 'asc' }] },
      {
        ...base,
        where: {
          op: 'lt',
          left: { kind: 'field', column: '_updated_at', storage: 'instant' },
          value: 1_700_000_000_010,
        },
        sort: [{ by: price, order: 'asc' }],
      },
      { ...base, where: { op: 'empty', left: name } },
    ];
    const connect = (columnsFromRows: number) => {
      const connection = openForReading(path, 1000);
      connection.db.function('tick', () => 1);
      return { connection, reads: openReads(connection, { columnsFromRows, helpMs: () => -1 }) };
    };
    const memory = connect(0);
    const plain = connect(1_000_000);
    const versions = new Map<string, number>();
    const next = (id: string): number => {
      versions.set(id, (versions.get(id) ?? 1) + 1);
      return versions.get(id)!;
    };
    const r = random(5);
    for (let step = 0; step < 35; step++) {
      const ids = [...new Set(Array.from({ length: 5 }, () => idOf(r.int(25_000))))];
      const change = r.int(3);
      if (change === 0) apply(writer, { op: 'rows.delete', table, ids, versions: ids.map(next) });
      else if (change === 1)
        apply(writer, {
          op: 'rows.update',
          table,
          ids,
          versions: ids.map(next),
          columns: [{ column: 'c2_1', cells: ids.map(() => String(r.int(2000))) }],
        });
      else apply(writer, rows(25_000 + step * 10, 10));
      const query = asked[Math.min(asked.length - 1, Math.floor(step / 6))]!;
      for (const one of [query, r.pick(asked)]) {
        expect(memory.reads.page(org, one), `step ${step}`).toBe(plain.reads.page(org, one));
        expect(memory.reads.count(org, one), `step ${step}`).toBe(plain.reads.count(org, one));
      }
      memory.reads.work();
    }
    expect(memory.reads.columnBytes()).toBeGreaterThan(25_000 * 9);
    memory.connection.close();
    plain.connection.close();
  });
});
