import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventContext, ModelOp, PageQuery, Predicate } from '@tessera/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelWriter } from '../model-writer.ts';
import { random } from '../testing/random.ts';
import { openForReading } from './connection.ts';
import { openModelWriter } from './model-writer.ts';
import { openReads } from './read.ts';

const org = '01horganization00000000001';
const table = '01htable000000000000000001';
const idOf = (n: number): string => `01hrow${String(n).padStart(20, '0')}`;
const text = { kind: 'field', column: 'c1_1', storage: 'text' } as const;
const number = { kind: 'field', column: 'c2_1', storage: 'decimal', scale: 0 } as const;
const stage = { kind: 'field', column: 'c3_1', storage: 'option' } as const;
const other = { kind: 'field', column: 'c4_1', storage: 'text' } as const;
const everyone: Predicate = { op: 'and', items: [] };

type Held = { text: string | null; number: number; stage: string; other: string | null; gone: boolean };

describe('pages of a large table that ask for texts or for more than an index tells', () => {
  let folder: string;
  let path: string;
  let writer: ModelWriter;
  let position: number;
  let held: Held[];
  const r = random(23);
  const apply = (op: ModelOp): void => {
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
    writer.begin();
    writer.apply(org, op, context);
    writer.commit();
  };
  const versions = new Map<string, number>();
  const next = (id: string): number => {
    versions.set(id, (versions.get(id) ?? 1) + 1);
    return versions.get(id)!;
  };
  const word = (): string =>
    r.pick(['delivery', 'warranty', 'oak', 'zq', 'x', 'aq', 'qa', 'São', 'no 7', '北京', '👍a']);
  const made = (): Held => ({
    text: r.chance(0.1) ? null : Array.from({ length: 1 + r.int(3) }, word).join(' '),
    number: r.int(1000),
    stage: r.pick(['new', 'won', 'lost']),
    other: r.chance(0.7) ? null : word(),
    gone: false,
  });
  const columnsOf = (rows: readonly Held[]) => [
    { column: text.column, cells: rows.map((row) => row.text) },
    { column: number.column, cells: rows.map((row) => String(row.number)) },
    { column: stage.column, cells: rows.map((row) => row.stage) },
    { column: other.column, cells: rows.map((row) => row.other) },
  ];
  const insert = (rows: readonly Held[]): void => {
    const ids = rows.map((_, i) => idOf(held.length + i));
    held.push(...rows);
    apply({ op: 'rows.insert', table, ids, columns: columnsOf(rows) });
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-texts-'));
    path = join(folder, 'model.db');
    writer = openModelWriter({ path, collections: [] });
    position = 0;
    held = [];
    versions.clear();
    apply({
      op: 'table.create',
      table,
      columns: [
        { column: text.column, kind: 'text', searchable: true },
        { column: number.column, kind: 'decimal', scale: 0 },
        { column: stage.column, kind: 'option' },
        { column: other.column, kind: 'text', searchable: true },
      ],
    });
  });
  afterEach(() => {
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const connect = () => {
    const connection = openForReading(path, 4000);
    connection.db.function('tick', () => 1);
    const asked: string[] = [];
    const { arrays } = connection;
    Object.assign(connection, { arrays: (sql: string) => (asked.push(sql), arrays(sql)) });
    return { connection, asked, reads: openReads(connection, { columnsFromRows: 0, mostTexts: 4, fewHits: 20 }) };
  };
  const page = (more: Partial<PageQuery>): PageQuery => ({
    table,
    select: [{ ...number, key: 'number' }],
    limit: 50,
    where: everyone,
    allow: everyone,
    sort: [],
    ...more,
  });
  const idsOf = (answer: string): readonly string[] =>
    (JSON.parse(answer) as { records: { id: string }[] }).records.map(({ id }) => id);

  it('ask the search index for as many hits as fill the page, not for all of a common word', () => {
    insert(
      Array.from({ length: 6000 }, (_, i) => ({
        text: i % 3 === 0 ? `the delivery no ${i}` : `a warranty no ${i}`,
        number: i,
        stage: 'new',
        other: null,
        gone: false,
      })),
    );
    while (writer.work(50));
    const { connection, asked, reads } = connect();
    const query = page({
      where: {
        op: 'and',
        items: [
          { op: 'contains', left: text, value: 'Delivery' },
          { op: 'ge', left: number, value: '1500' },
        ],
      },
    });
    const wanted = Array.from({ length: 50 }, (_, i) => idOf(1500 + 3 * i));
    reads.page(org, query);
    asked.length = 0;
    expect(idsOf(reads.page(org, query))).toEqual(wanted);
    expect(asked.filter((sql) => /json_group_array\(rowid\)/.test(sql))).toEqual([]);
    const hits = asked.filter((sql) => /MATCH \? AND rowid > \?/.test(sql));
    expect(hits.length).toBeGreaterThan(0);
    connection.close();
  });

  it('go by columns in memory where an index leads to rows that another condition must look up', () => {
    insert(Array.from({ length: 6000 }, made));
    while (writer.work(50));
    writer.useIndex(org, table, [number.column]);
    while (writer.work(50));
    const { connection, asked, reads } = connect();
    const sort = [{ by: number, order: 'asc' }] as const;
    const above: Predicate = { op: 'gt', left: number, value: '400' };
    const byIndex = (): boolean => asked.splice(0).some((sql) => /FROM \(SELECT x\._row/.test(sql));
    const both = page({ sort, where: { op: 'and', items: [{ op: 'eq', left: stage, value: 'won' }, above] } });
    const wanted = held
      .map((row, i) => ({ ...row, i }))
      .filter((row) => row.stage === 'won' && row.number > 400)
      .sort((a, b) => a.number - b.number || a.i - b.i)
      .slice(0, 50)
      .map(({ i }) => idOf(i));
    for (let i = 0; i < 3; i++) expect(idsOf(reads.page(org, both))).toEqual(wanted);
    asked.length = 0;
    expect(idsOf(reads.page(org, both))).toEqual(wanted);
    expect(byIndex()).toBe(false);
    reads.page(org, page({ sort, where: above }));
    expect(byIndex(), 'nothing but the index is needed').toBe(true);
    connection.close();
  });

  it('hold each row that a short word, a long one or a common one is in, while rows change in every way', () => {
    insert(Array.from({ length: 3000 }, made));
    const { connection, asked, reads } = connect();
    let byIndex = 0;
    for (let step = 0; step < 120; step++) {
      const short = r.pick([
        'zq',
        'x',
        'aq',
        'qa',
        'ao',
        '7',
        '北京',
        '京',
        '👍',
        'a',
        'qq',
        'é',
        'li',
        'delivery',
        'oak',
      ]);
      const least = r.pick([0, 0, 300, 990]);
      const bySearch = r.chance(0.5);
      const sorted = r.chance(0.3);
      const where: Predicate[] = [];
      if (!bySearch) where.push({ op: 'contains', left: text, value: short });
      if (least > 0) where.push({ op: 'ge', left: number, value: String(least) });
      const folded = short === 'é' ? 'e' : short;
      // A word that also means a number, as the ones of a search box do.
      const meant = bySearch && r.chance(0.4) ? r.int(1000) : undefined;
      const looked = {
        ...(bySearch && {
          search: {
            text: meant === undefined ? short : `${short} ${meant}`,
            columns: [text, other],
            ...(meant !== undefined && {
              also: [{ word: String(meant), or: [{ op: 'eq', left: number, value: String(meant) } as const] }],
            }),
          },
        }),
        ...(sorted && { sort: [{ by: number, order: 'asc' } as const] }),
      };
      const has = (value: string | null): boolean =>
        value !== null && value.replace('São', 'sao').toLowerCase().includes(folded);
      const matching = held
        .map((row, i) => ({ ...row, i }))
        .filter(
          (row) =>
            !row.gone &&
            row.number >= least &&
            (has(row.text) || (bySearch && has(row.other))) &&
            (meant === undefined ||
              row.number === meant ||
              [row.text, row.other].some((value) => value?.includes(String(meant)) === true)),
        );
      if (sorted) matching.sort((a, b) => a.number - b.number || a.i - b.i);
      const offset = r.pick([0, 0, 7, 60]);
      const limit = 1 + r.int(60);
      asked.length = 0;
      const answer = reads.page(
        org,
        page({
          where: { op: 'and', items: where },
          ...looked,
          offset,
          limit,
        }),
      );
      const wanted = matching.map(({ i }) => idOf(i));
      expect(idsOf(answer), `step ${step}: ${short} ${least} ${meant} ${bySearch} ${sorted} ${offset}`).toEqual(
        wanted.slice(offset, offset + limit),
      );
      const { next: after } = JSON.parse(answer) as { next?: string };
      if (after !== undefined) {
        const beyond = reads.page(
          org,
          page({
            where: { op: 'and', items: where },
            ...looked,
            after,
            limit,
          }),
        );
        expect(idsOf(beyond), `behind step ${step}`).toEqual(wanted.slice(offset + limit, offset + 2 * limit));
      }
      if (asked.some((sql) => /MATCH/.test(sql))) byIndex++;
      const places = [...new Set(Array.from({ length: 1 + r.int(9) }, () => r.int(held.length)))];
      const ids = places.map(idOf);
      const change = r.int(4);
      if (change === 0) {
        for (const place of places) held[place]!.gone = true;
        apply({ op: 'rows.delete', table, ids, versions: ids.map(next) });
      } else if (change === 1) {
        for (const place of places) held[place]!.gone = false;
        apply({ op: 'rows.restore', table, ids, versions: ids.map(next) });
      } else if (change === 2) insert(Array.from({ length: 1 + r.int(200) }, made));
      else {
        const rows = places.map((place) => ({ ...made(), gone: held[place]!.gone }));
        for (const [i, place] of places.entries()) held[place] = rows[i]!;
        apply({ op: 'rows.update', table, ids, versions: ids.map(next), columns: columnsOf(rows) });
      }
      // What the index has not read stays for the next pages to look at.
      if (step % 3 === 0) while (writer.work(20));
      reads.work();
    }
    expect(byIndex).toBeGreaterThan(60);
    connection.close();
  });
});
