import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageQuery } from '@tessera/kernel';
import { everyVariant } from '@tessera/kernel/testing';
import { openModelWriter } from './model-writer.ts';
import { openReaderPool } from './reader-pool.ts';
import type { ReaderPool } from './reader-pool.ts';

const query = (limit: number): string =>
  JSON.stringify({
    query: {
      table: 't',
      select: [{ column: 'c1_1', storage: 'text', key: 'name' }],
      limit,
      allow: { op: 'and', items: [] },
      where: { op: 'and', items: [] },
      sort: [],
    } satisfies PageQuery,
  });

describe('the reader threads', () => {
  let folder: string;
  let path: string;
  let pool: ReaderPool;
  let version = 1;
  const read = (limit: number, options?: { signal?: AbortSignal }) =>
    pool.run(
      { path, organizationId: 'o', kind: 'page', request: query(limit), affinity: 't', version: () => version },
      options,
    );

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-pool-'));
    path = join(folder, 'model.db');
    const writer = openModelWriter({ path, collections: [] });
    writer.begin();
    const context = {
      organizationId: 'o',
      commitId: 'c',
      position: 9,
      index: 0,
      time: 1,
      actorId: 'u',
      origin: 'api',
      advances: [],
    };
    writer.apply('o', { op: 'table.create', table: 't', columns: [{ column: 'c1_1', kind: 'text' }] }, context);
    writer.apply(
      'o',
      { op: 'rows.insert', table: 't', ids: ['a', 'b', 'c'], columns: [{ column: 'c1_1', cells: ['x', 'y', 'z'] }] },
      context,
    );
    writer.commit();
    writer.close();
    version = 1;
    pool = openReaderPool({ threads: 2, queue: 10 });
  });
  afterEach(async () => {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answer equal reads in flight with one answer, and tell its position', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => read(2)));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]!.position).toBe(9);
  });

  it('are replaced when one dies, which refuses what it worked on and nothing else', async () => {
    const writer = openModelWriter({ path, collections: [] });
    writer.begin();
    const context = {
      organizationId: 'o',
      commitId: 'd',
      position: 10,
      index: 0,
      time: 1,
      actorId: 'u',
      origin: 'api',
      advances: [],
    };
    const cells = ['x'.repeat(25_000_000)];
    writer.apply('o', { op: 'table.create', table: 'heavy', columns: [{ column: 'c1_1', kind: 'text' }] }, context);
    writer.apply('o', { op: 'rows.insert', table: 'heavy', ids: ['h'], columns: [{ column: 'c1_1', cells }] }, context);
    writer.commit();
    writer.close();
    await pool.close();
    const lost: Error[] = [];
    pool = openReaderPool({ threads: 1, queue: 10, heapMb: 20, onLost: (error) => lost.push(error) });
    const heavy = pool.run({
      path,
      organizationId: 'o',
      kind: 'page',
      request: query(1).replace('"t"', '"heavy"'),
      affinity: 'heavy',
      version: () => version,
    });
    await expect(heavy).rejects.toMatchObject({ kind: 'unavailable' });
    expect(lost).toMatchObject([{ code: 'ERR_WORKER_OUT_OF_MEMORY' }]);
    expect(JSON.parse((await read(2)).value as string)).toMatchObject({ records: [{ id: 'a' }, { id: 'b' }] });
    expect(lost).toHaveLength(1);
  });

  it('answer apart once something was written in between', async () => {
    const before = read(2);
    version = 2;
    const after = read(2);
    expect(await before).not.toBe(await after);
  });

  it('refuse what would wait behind too much, and go on with the rest', async () => {
    const results = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => read(i + 1)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(40);
    for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'unavailable', code: 'unavailable' });
    expect((await read(3)).value).toContain('"z"');
  });

  it('let one leave without the others, and free the place of a read that nobody wants', async () => {
    for (let round = 0; round < 10; round++) {
      const [stay, ...gone] = Array.from({ length: 8 }, () => new AbortController());
      const kept = read(100 + round, { signal: stay!.signal });
      const left = gone.map((controller) => read(100 + round, { signal: controller.signal }));
      for (const controller of gone) controller.abort();
      for (const one of left) await expect(one).rejects.toMatchObject({ code: 'query.cancelled' });
      expect((await kept).value).toContain('"x"');
    }
    expect((await read(1)).value).toContain('"x"');
  });

  it('are told each selection once, and again after many others', async () => {
    const {
      query: { select: _select, ...rest },
    } = JSON.parse(query(3)) as { query: PageQuery };
    const named = (number: number) => {
      const selection = { number, text: JSON.stringify([{ column: 'c1_1', storage: 'text', key: `name${number}` }]) };
      return pool.run({
        path,
        organizationId: 'o',
        kind: 'page',
        request: JSON.stringify({ query: rest }),
        selection,
        affinity: 't',
        version: () => version,
      });
    };
    for (const number of [1, 1, ...Array.from({ length: 1100 }, (_, i) => i + 2), 1]) {
      const answers = await Promise.all([named(number), named(number)]);
      for (const { value } of answers) expect(value).toContain(`{"name${number}":"x"}`);
    }
  });

  it('finish what is under way before they close, and take nothing more', async () => {
    const under = read(2);
    const closing = pool.close();
    await expect(read(3)).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await under).value).toContain('"x"');
    await closing;
  });

  describe('with long reads among short ones', () => {
    const rows = 25_000;
    /** A page that no index leads to, over the whole table: the value makes each another one. */
    const scan = (value: string): string =>
      JSON.stringify({
        query: {
          table: 'long',
          select: [],
          limit: 10,
          allow: { op: 'and', items: [] },
          where: { op: 'contains', left: { kind: 'field', column: 'c1_1', storage: 'text' }, value },
          sort: [],
        } satisfies PageQuery,
      });
    const asked = (organizationId: string, request: string, asker: string, signal?: AbortSignal) =>
      pool.run(
        { path, organizationId, kind: 'page', request, affinity: 'long', version: () => 1 },
        { asker, deadlineMs: 60_000, ...(signal && { signal }) },
      );
    beforeEach(async () => {
      await pool.close();
      const writer = openModelWriter({ path, collections: [] });
      for (const [i, organizationId] of ['o', 'other'].entries()) {
        writer.begin();
        const context = {
          organizationId,
          commitId: `d${i}`,
          position: 10 + i,
          index: 0,
          time: 1,
          actorId: 'u',
          origin: 'api',
          advances: [],
        };
        const ids = Array.from({ length: rows }, (_, row) => `${organizationId}${row}`);
        const cells = ids.map((id) => `${id} ${'words that are long '.repeat(10)}`);
        writer.apply(
          organizationId,
          { op: 'table.create', table: 'long', columns: [{ column: 'c1_1', kind: 'text' }] },
          context,
        );
        writer.apply(
          organizationId,
          { op: 'rows.insert', table: 'long', ids, columns: [{ column: 'c1_1', cells }] },
          context,
        );
        writer.commit();
      }
      writer.close();
      pool = openReaderPool({ threads: 2, queue: 300, shortMs: 4, reads: { columnsFromRows: 1_000_000 } });
      await read(1);
    });

    it.runIf(everyVariant)('answer a page before the scans that were asked for earlier are done', async () => {
      const order: string[] = [];
      const scans = Array.from({ length: 6 }, (_, i) =>
        asked('o', scan(`qz${i}`), 'ada').then(() => order.push('scan')),
      );
      await scans[0];
      const pages = Array.from({ length: 5 }, async (_, i) => {
        await read(i + 1);
        order.push('page');
      });
      await Promise.all([...scans, ...pages]);
      expect(order.filter((one) => one === 'scan')).toHaveLength(6);
      expect(order.lastIndexOf('page'), order.join(' ')).toBeLessThan(order.lastIndexOf('scan') - 1);
    });

    it('give each organization and each asker its turn, however many one of them asks for', async () => {
      const order: string[] = [];
      const one = (organizationId: string, asker: string, value: string) =>
        asked(organizationId, scan(value), asker).then(() => order.push(asker));
      const greedy = Array.from({ length: 12 }, (_, i) => one('o', 'greedy', `qx${i}`));
      await greedy[0];
      await Promise.all([...greedy, one('o', 'beside', 'qy'), one('other', 'else', 'qw')]);
      expect(order.indexOf('beside')).toBeLessThan(8);
      expect(order.indexOf('else')).toBeLessThan(8);
    });

    it('refuse more long reads of one asker than may wait, and stop those whose asker left', async () => {
      const first = asked('o', scan('qa'), 'ada');
      const leaving = new AbortController();
      await first;
      const gone = asked('o', scan('qb'), 'ada', leaving.signal);
      const many = Array.from({ length: 60 }, (_, i) => asked('o', scan(`qc${i}`), 'ada'));
      leaving.abort();
      await expect(gone).rejects.toMatchObject({ code: 'query.cancelled' });
      const results = await Promise.allSettled([...many, asked('o', scan('qd'), 'eve')]);
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused.length).toBeGreaterThan(5);
      for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'unavailable' });
      expect(results.at(-1)!.status).toBe('fulfilled');
    });
  });
});
