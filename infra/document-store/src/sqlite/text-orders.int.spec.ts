import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventContext, ModelOp, PageQuery } from '@tessera/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelWriter } from '../model-writer.ts';
import { random } from '../testing/random.ts';
import { openForReading } from './connection.ts';
import { openModelWriter } from './model-writer.ts';
import { openReads } from './read.ts';

const org = '01horganization00000000001';
const table = '01htable000000000000000001';
const idOf = (n: number): string => `01hrow${String(n).padStart(20, '0')}`;
const name = { kind: 'field', column: 'c1_1', storage: 'text' } as const;
const everyone = { op: 'and', items: [] } as const;

describe('orders by texts', () => {
  let folder: string;
  let path: string;
  let writer: ModelWriter;
  let position = 0;
  const r = random(17);
  const versions = new Map<string, number>();
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
  /** Texts of which many are equal, differ by case alone, or stand in another order as bytes than as letters. */
  const text = (): string | null =>
    r.chance(0.1)
      ? null
      : r.chance(0.3)
        ? r.pick(['same', 'Same', 'SAME', 'éclair', 'eclair', '😀', '\uFFEE', ''])
        : `${r.pick(['b', 'a', 'Z', 'ü'])}${r.int(3000)}`;
  const insert = (from: number, count: number): void => {
    const ids = Array.from({ length: count }, (_, i) => idOf(from + i));
    for (const id of ids) versions.set(id, 1);
    apply({ op: 'rows.insert', table, ids, columns: [{ column: 'c1_1', cells: ids.map(text) }] });
  };
  const next = (id: string): number => {
    versions.set(id, (versions.get(id) ?? 1) + 1);
    return versions.get(id)!;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-orders-'));
    path = join(folder, 'model.db');
    writer = openModelWriter({ path, collections: [] });
    apply({ op: 'table.create', table, columns: [{ column: 'c1_1', kind: 'text' }] });
  });
  afterEach(() => {
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  /** With orders in memory, and by SQL alone. */
  const connect = (columnsFromRows: number, firstRowsFrom?: number) => {
    const connection = openForReading(path, 1000);
    connection.db.function('tick', () => 1);
    return {
      connection,
      reads: openReads(connection, { columnsFromRows, mostTexts: 10, ...(firstRowsFrom && { firstRowsFrom }) }),
    };
  };
  const page = (more: Partial<PageQuery>): PageQuery => ({
    table,
    select: [{ ...name, key: 'name' }],
    limit: 20,
    where: everyone,
    allow: everyone,
    sort: [{ by: name, order: 'asc' }],
    ...more,
  });

  it('lead to the pages that the table has, while rows change in every way', () => {
    let count = 6000;
    insert(0, count);
    const memory = connect(0);
    const plain = connect(1_000_000);
    for (let step = 0; step < 60; step++) {
      // What is put in memory at first is looked at from its second asking on.
      for (const order of ['asc', 'desc'] as const) {
        const asked = page({ sort: [{ by: name, order }], offset: r.int(count + 50), limit: 1 + r.int(40) });
        const found = memory.reads.page(org, asked);
        expect(found, `step ${step}`).toBe(plain.reads.page(org, asked));
        const after = (JSON.parse(found) as { next?: string }).next;
        if (after === undefined) continue;
        const { offset: _, ...rest } = asked;
        const beyond = { ...rest, after, ...(r.chance(0.3) && { offset: r.int(200) }) };
        expect(memory.reads.page(org, beyond), `step ${step}`).toBe(plain.reads.page(org, beyond));
      }
      const ids = [...new Set(Array.from({ length: 1 + r.int(9) }, () => idOf(r.int(count))))].filter((id) =>
        versions.has(id),
      );
      const change = r.int(6);
      if (change === 0) apply({ op: 'rows.delete', table, ids, versions: ids.map(next) });
      else if (change === 1) apply({ op: 'rows.restore', table, ids, versions: ids.map(next) });
      else if (change === 2) {
        apply({ op: 'rows.erase', table, ids });
        for (const id of ids) versions.delete(id);
      } else if (change === 3) {
        const added = r.chance(0.1) ? 5200 : 1 + r.int(30);
        insert(count, added);
        count += added;
      } else
        apply({
          op: 'rows.update',
          table,
          ids,
          versions: ids.map(next),
          columns: [{ column: 'c1_1', cells: ids.map(text) }],
        });
      if (step === 30) {
        writer.useIndex(org, table, ['c1_1']);
        while (writer.work(20));
      }
    }
    memory.connection.close();
    plain.connection.close();
  });

  it('are made for a large table once its first rows were asked for some times, or one far from them', () => {
    insert(0, 6000);
    const plain = connect(1_000_000);
    for (const far of [false, true]) {
      const { connection, reads } = connect(0, 1000);
      let made = 0;
      const { arrays } = connection;
      Object.assign(connection, {
        arrays: (sql: string) => {
          if (sql.includes('json_group_array(_row)')) made++;
          return arrays(sql);
        },
      });
      for (let i = 0; i < 4; i++) {
        const asked = page({ sort: [{ by: name, order: i % 2 === 0 ? 'asc' : 'desc' }], offset: 10 * i });
        const found = reads.page(org, asked);
        expect(found).toBe(plain.reads.page(org, asked));
        const { offset: _, ...rest } = { ...asked, after: (JSON.parse(found) as { next: string }).next };
        if (i === 1) expect(reads.page(org, rest)).toBe(plain.reads.page(org, rest));
        if (i === (far ? 0 : 2)) break;
      }
      expect(made).toBe(0);
      expect(reads.missingIndex()).toMatchObject({ table, columns: ['c1_1'] });
      const asked = page({ offset: far ? 3000 : 0 });
      expect(reads.page(org, asked)).toBe(plain.reads.page(org, asked));
      expect(made).toBeGreaterThan(0);
      connection.close();
    }
    plain.connection.close();
  });

  it('are made once, and follow what changes without sorting the table again', () => {
    insert(0, 6000);
    const { connection, reads } = connect(0);
    const sorted: string[] = [];
    const { arrays } = connection;
    Object.assign(connection, {
      arrays: (sql: string) => {
        if (sql.includes('ORDER BY c1_1_k') && !sql.includes('json_each')) sorted.push(sql);
        return arrays(sql);
      },
    });
    for (let i = 0; i < 20; i++) {
      reads.page(org, page({ offset: i * 250 }));
      apply({
        op: 'rows.update',
        table,
        ids: [idOf(i)],
        versions: [2],
        columns: [{ column: 'c1_1', cells: [`changed ${i}`] }],
      });
    }
    expect(sorted).toHaveLength(1);
    expect(reads.missingIndex()).toMatchObject({ table, columns: ['c1_1'] });
    connection.close();
  });
});
