import { holds, isParts, kinds } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cell, Group, GroupQuery, ModelOp, PageQuery, Row } from '@tessera/kernel';
import { cellOf, evaluate, evaluateAggregate, evaluateGroups } from '../query/evaluate.ts';
import type { OpenAdapter, StoreAdapter } from './adapter.ts';
import { aggregates, cell, columns, groupQuery, query } from './cases.ts';
import { random } from './random.ts';
import type { Random } from './random.ts';

const organization = 'org1';
const table = 'table1';

const idOf = (n: number): string => `01hrow${String(n).padStart(20, '0')}`;

/** Rows as the test believes them, changed beside the store's. */
const makeWorld = () => {
  const rows: Row[] = [];
  let position = 1;
  const insert = (
    r: Random,
    count: number,
  ): { readonly op: ModelOp; readonly at: { time: number; actorId: string; position: number } } => {
    const at = { time: 1_700_000_000_000 + r.int(3), actorId: r.pick(['u1', 'u2', 'U3']), position: ++position };
    const ids = Array.from({ length: count }, (_, i) => idOf(rows.length + i));
    const cells = columns.map((spec) => ({ column: spec.column, cells: ids.map(() => cell(r, spec)) }));
    for (const [i, id] of ids.entries()) {
      rows.push({
        id,
        version: 1,
        deleted: false,
        createdAt: at.time,
        createdBy: at.actorId,
        updatedAt: at.time,
        updatedBy: at.actorId,
        cells: Object.fromEntries(cells.map((column) => [column.column, column.cells[i] ?? null])),
      });
    }
    return { op: { op: 'rows.insert', table, ids, columns: cells }, at };
  };
  const change = (
    r: Random,
  ): { readonly op: ModelOp; readonly at: { time: number; actorId: string; position: number } } => {
    const at = { time: 1_700_000_000_010 + r.int(3), actorId: r.pick(['u1', 'u2']), position: ++position };
    const places = [...new Set(Array.from({ length: 1 + r.int(6) }, () => r.int(rows.length)))];
    const ids = places.map((place) => rows[place]!.id);
    const versions = places.map((place) => rows[place]!.version + 1);
    const touched = (place: number, more: Partial<Row>): void => {
      rows[place] = {
        ...rows[place]!,
        version: rows[place]!.version + 1,
        updatedAt: at.time,
        updatedBy: at.actorId,
        ...more,
      };
    };
    if (r.chance(0.3)) {
      const deleted = r.chance(0.6);
      for (const place of places) touched(place, { deleted });
      return { op: { op: deleted ? 'rows.delete' : 'rows.restore', table, ids, versions }, at };
    }
    const given = columns
      .filter(() => r.chance(0.3))
      .map((spec) => ({
        column: spec.column,
        cells: ids.map((): Cell | null | undefined => (r.chance(0.3) ? undefined : cell(r, spec))),
      }));
    for (const [i, place] of places.entries()) {
      const set = given
        .filter(({ cells }) => cells[i] !== undefined)
        .map(({ column, cells }) => [column, cells[i]!] as const);
      touched(place, { cells: { ...rows[place]!.cells, ...Object.fromEntries(set) } });
    }
    return { op: { op: 'rows.update', table, ids, versions, columns: given }, at };
  };
  return { rows, insert, change };
};

/** Beyond 15 digits a decimal travels as a text (decision 4). */
const jsonNumber = (decimal: string): number | string =>
  decimal.replace(/^-?[0.]*/, '').replace('.', '').length > 15 ? decimal : Number(decimal);

const valueOf = (row: Row, { column, storage, parts }: PageQuery['select'][number]): unknown => {
  const value = cellOf(row, column);
  if (holds(storage) === 'files') return kinds[storage].value(value!, false);
  if (isParts(value))
    return Object.fromEntries(
      Object.entries(parts!)
        .filter(([name]) => value[name] !== undefined)
        .map(([name, { kind }]) => [
          name,
          valueOf({ ...row, cells: { one: value[name]! } }, { column: 'one', storage: kind, key: name }),
        ]),
    );
  return storage === 'decimal'
    ? jsonNumber(value as string)
    : storage === 'instant'
      ? new Date(value as number).toISOString()
      : value;
};
const json = (row: Row, select: PageQuery['select']): object => ({
  id: row.id,
  version: row.version,
  fields: Object.fromEntries(
    select.filter(({ column }) => cellOf(row, column) !== null).map((column) => [column.key, valueOf(row, column)]),
  ),
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
});

/** Generated queries against the plain evaluator; `cases` a seed. */
export const queriesContract = (
  name: string,
  open: OpenAdapter,
  options: { readonly seeds: number; readonly cases: number },
): void => {
  describe(`${name}: generated queries agree with the plain evaluator`, () => {
    let store: StoreAdapter;
    const world = makeWorld();
    const setUp = random(7);

    const run = async ({
      op,
      at,
    }: {
      readonly op: ModelOp;
      readonly at: { time: number; actorId: string; position: number };
    }) => store.write(organization, [op], at);

    beforeAll(async () => {
      store = await open();
      await store.write(organization, [{ op: 'table.create', table, columns: columns.slice(0, 9) }], { position: 1 });
      await store.write(organization, [{ op: 'table.columns', table, add: columns.slice(9) }], { position: 1 });
      // Another organization with the same table id must never be seen.
      await store.write(
        'org2',
        [
          { op: 'table.create', table, columns },
          { op: 'rows.insert', table, ids: [idOf(999)], columns: [] },
        ],
        { position: 1 },
      );
      for (let i = 0; i < 6; i++) await run(world.insert(setUp, 40));
    });
    afterAll(() => store.close());

    const check = async (asked: PageQuery, r: Random): Promise<void> => {
      const truth = evaluate(world.rows, asked);
      // Pages by cursor cover everything exactly once, in order.
      const got: { id: string }[] = [];
      let after: string | undefined;
      for (let pages = 0; pages < 500; pages++) {
        const page = JSON.parse(
          await store.records.page(organization, { ...asked, ...(after === undefined ? {} : { after }) }),
        ) as { records: { id: string }[]; next?: string };
        got.push(...page.records);
        after = page.next;
        if (after === undefined) break;
        expect(page.records).toHaveLength(asked.limit);
      }
      expect(got.map(({ id }) => id)).toEqual(truth.map(({ id }) => id));
      expect(got).toEqual(truth.map((row) => json(row, asked.select)));
      expect(await store.records.count(organization, asked)).toBe(truth.length);
      // A jump lands where counting would.
      const offset = r.int(truth.length + 3);
      const jumped = await store.records.rows(organization, { ...asked, offset });
      expect(jumped.rows.map(({ id }) => id)).toEqual(truth.slice(offset, offset + asked.limit).map(({ id }) => id));
      if (jumped.next !== undefined) {
        const step = r.int(5);
        const next = await store.records.rows(organization, { ...asked, after: jumped.next, offset: step });
        const from = offset + asked.limit + step;
        expect(next.rows.map(({ id }) => id)).toEqual(truth.slice(from, from + asked.limit).map(({ id }) => id));
      }
      const wanted = r.pick(world.rows);
      const place = truth.findIndex(({ id }) => id === wanted.id);
      expect(await store.records.placeOf(organization, asked, wanted.id)).toBe(place < 0 ? undefined : place);
      if (r.chance(0.1)) {
        const all = aggregates();
        const values = await store.records.aggregate(organization, asked, all);
        expect(values).toEqual(all.map(({ of, function: fn }) => evaluateAggregate(truth, of, fn)));
      }
    };

    const checkGroups = async (asked: GroupQuery): Promise<void> => {
      const got: Group[] = [];
      for (let after: string | undefined; ;) {
        const page = await store.records.groups(organization, { ...asked, ...(after !== undefined && { after }) });
        got.push(...page.groups);
        after = page.next;
        if (after === undefined) break;
        expect(page.groups).toHaveLength(asked.limit);
      }
      expect(got).toEqual(evaluateGroups(world.rows, asked));
    };

    for (let seed = 1; seed <= options.seeds; seed++) {
      it(`seed ${seed}: ${options.cases} queries, ${['nothing indexed', 'indexed and changed since', 'all indexed'][seed % 3]}`, async () => {
        const r = random(seed * 1009);
        let agreed = 0;
        if (seed % 3 === 1) {
          await store.settle();
          for (let i = 0; i < 12; i++) await run(world.change(r));
          await run(world.insert(r, 10));
        } else if (seed % 3 === 2) await store.settle();
        for (let i = 0; i < options.cases; i++) {
          const asked = query(r, table);
          try {
            await check(asked, r);
            if (r.chance(0.3)) {
              const grouped = groupQuery(r, asked);
              await checkGroups(grouped).catch((error: unknown) => {
                throw new Error(`groups: ${JSON.stringify(grouped)}`, { cause: error });
              });
            }
            agreed++;
          } catch (error) {
            throw new Error(`seed ${seed}, case ${i}: ${JSON.stringify(asked)}`, { cause: error });
          }
          if (r.chance(0.05)) await run(world.change(r));
        }
        expect(agreed).toBe(options.cases);
      });
    }

    it('answers the same questions anew after each change', async () => {
      const r = random(77);
      const asked = Array.from({ length: 8 }, () => ({ ...query(r, table), limit: 25 }));
      const orders = new Set(asked.map(({ sort }) => sort.length));
      expect(orders.size).toBeGreaterThan(1);
      for (let round = 0; round < 40; round++) {
        for (const one of asked) {
          const page = JSON.parse(await store.records.page(organization, one)) as { records: object[] };
          expect(page.records).toEqual(
            evaluate(world.rows, one)
              .slice(0, one.limit)
              .map((row) => json(row, one.select)),
          );
        }
        await run(r.chance(0.2) ? world.insert(r, 5) : world.change(r));
      }
    });

    it('gives groups of long texts page by page, by no more bytes than a page has', async () => {
      const long = Array.from({ length: 60 }, (_, i) => `${'n'.repeat(i % 2 === 0 ? 2_000 : 200_000)}${i % 30}`);
      const by = { kind: 'field', column: 'c1_1', storage: 'text' } as const;
      const spec = [{ column: 'c1_1', kind: 'text' }] as const;
      await store.write(organization, [{ op: 'table.create', table: 'long', columns: spec }], { position: 1 });
      const ids = long.map((_, i) => idOf(i));
      for (let from = 0; from < long.length; from += 10)
        await store.write(
          organization,
          [
            {
              op: 'rows.insert',
              table: 'long',
              ids: ids.slice(from, from + 10),
              columns: [{ column: 'c1_1', cells: long.slice(from, from + 10) }],
            },
          ],
          { position: 10_000 + from },
        );
      const everyone = { op: 'and', items: [] } as const;
      for (const [limit, pages] of [
        [7, 5],
        [1000, 2],
      ] as const) {
        const got: Group[] = [];
        let count = 0;
        for (let after: string | undefined; ; count++) {
          const page = await store.records.groups(organization, {
            table: 'long',
            where: everyone,
            allow: everyone,
            groups: [{ by, order: 'asc' }],
            aggregates: [],
            limit,
            ...(after !== undefined && { after }),
          });
          got.push(...page.groups);
          after = page.next;
          if (after === undefined) break;
        }
        expect(count + 1).toBeGreaterThanOrEqual(pages);
        expect(got.map(({ values, count: n, begins }) => [(values[0] as string).length, n, begins])).toEqual(
          [...new Set(long)].toSorted().map((text) => [text.length, 2, 0]),
        );
      }
    });

    it('returns rows with every cell as it was written', async () => {
      const select = columns.map(({ column, kind, scale, parts }) => ({
        column,
        storage: kind,
        ...(parts === undefined ? {} : { parts }),
        key: column,
        ...(scale === undefined ? {} : { scale }),
      }));
      const everything: PageQuery = {
        table,
        select,
        where: { op: 'and', items: [] },
        allow: { op: 'and', items: [] },
        sort: [],
        limit: 10_000,
      };
      const { rows } = await store.records.rows(organization, everything);
      const live = world.rows.filter(({ deleted }) => !deleted);
      expect(rows).toEqual(
        live.map((row) => ({
          ...row,
          cells: Object.fromEntries(Object.entries(row.cells).filter(([, value]) => value !== null)),
        })),
      );
      for (const row of live.slice(0, 20))
        expect(JSON.parse((await store.records.one(organization, table, row.id, select)) ?? '')).toEqual(
          json(row, select),
        );
    });
  });
};
