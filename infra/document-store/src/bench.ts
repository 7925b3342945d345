// Times vary with what else runs; the CPU time of an operation, all threads, varies less: two cores give at most
// 2,000,000 / us a second. Prints what the document store reaches on this machine: `node
// infra/document-store/src/bench.ts [rows, default 100000] [big rows, default 1000000]`.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRejection } from '@tessera/kernel';
import type { ColumnSpec, Operand, PageQuery, Predicate, SelectedColumn } from '@tessera/kernel';
import { openModelWriter, openReaderPool, openReaders } from './index.ts';
import type { ModelWriter, Readers } from './index.ts';
import { random } from './testing/random.ts';

const organization = 'bench';
const everyone: Predicate = { op: 'and', items: [] };
const columns: readonly ColumnSpec[] = [
  { column: 'c1_1', kind: 'text', searchable: true },
  { column: 'c2_1', kind: 'option' },
  { column: 'c3_1', kind: 'decimal', scale: 2 },
  { column: 'c4_1', kind: 'date' },
  { column: 'c5_1', kind: 'boolean' },
  { column: 'c6_1', kind: 'text', searchable: true },
  { column: 'c7_1', kind: 'decimal', scale: 0 },
  { column: 'c8_1', kind: 'instant' },
  { column: 'c9_1', kind: 'user' },
  { column: 'c10_1', kind: 'options' },
];
const select: readonly SelectedColumn[] = columns.map(({ column, kind, scale }, i) => ({
  column,
  storage: kind,
  key: `01hfield000000000000000${String(i).padStart(3, '0')}`,
  ...(scale === undefined ? {} : { scale }),
}));
const field = (column: string): Operand => {
  const { kind, scale } = columns.find((spec) => spec.column === column)!;
  return { kind: 'field', column, storage: kind, ...(scale === undefined ? {} : { scale }) };
};
const options = Array.from({ length: 7 }, (_, i) => `01hoption0000000000000000${i}`);
const firstNames = ['Ana', 'João', 'Maria', 'Pedro', 'Lucía', 'John', 'Emma', 'Olaf', 'Chloé', 'Wei', 'Fatima', 'Igor'];
const lastNames = [
  'Silva',
  'Souza',
  'García',
  'Smith',
  'Müller',
  'Rossi',
  'Tanaka',
  'Novak',
  'Dubois',
  'Jensen',
  'Okafor',
  'Haddad',
  'Petrov',
];
const nouns = [
  'invoice',
  'contract',
  'shipment',
  'meeting',
  'warranty',
  'inspection',
  'proposal',
  'renewal',
  'complaint',
  'upgrade',
];

const print = (name: string, value: string): void => console.log(`${name.padEnd(74)} ${value}`);
const idOf = (n: number): string => `01hbench0000000000${String(n).padStart(8, '0')}`;

let position = 0;
const write = (writer: ModelWriter, work: (context: Parameters<ModelWriter['apply']>[2]) => void): void => {
  position++;
  writer.begin();
  work({
    organizationId: organization,
    commitId: String(position),
    position,
    index: 0,
    time: 1_700_000_000_000 + position,
    actorId: '01huser0000000000000000001',
    origin: 'api',
    advances: [],
  });
  writer.commit();
};

const fill = (writer: ModelWriter, table: string, rows: number): { readonly ms: number; readonly busy: number } => {
  const r = random(rows);
  write(writer, (context) => writer.apply(organization, { op: 'table.create', table, columns }, context));
  let spent = 0;
  let busy = 0;
  const batch = 1000;
  for (let from = 0; from < rows; from += batch) {
    const ids = Array.from({ length: Math.min(batch, rows - from) }, (_, i) => idOf(from + i));
    const cells = [
      ids.map(() => `${r.pick(firstNames)} ${r.pick(lastNames)}`),
      ids.map(() => r.pick(options)),
      ids.map(() => (r.int(10_000_000) / 100).toString()),
      ids.map(
        () => `20${10 + r.int(16)}-${String(1 + r.int(12)).padStart(2, '0')}-${String(1 + r.int(28)).padStart(2, '0')}`,
      ),
      ids.map(() => r.chance(0.5)),
      ids.map((_, i) => `${r.pick(nouns)} no ${from + i} for ${r.pick(lastNames)}`),
      ids.map(() => String(r.int(1000))),
      ids.map(() => 1_600_000_000_000 + r.int(100_000_000) * 1000),
      ids.map(() => `01huser000000000000000000${r.int(9)}`),
      ids.map(() => [r.pick(options)]),
    ];
    const start = performance.now();
    const cpu = process.cpuUsage();
    write(writer, (context) =>
      writer.apply(
        organization,
        { op: 'rows.insert', table, ids, columns: columns.map(({ column }, i) => ({ column, cells: cells[i]! })) },
        context,
      ),
    );
    writer.checkpoint(1000);
    spent += performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    busy += (user + system) / 1000;
  }
  return { ms: spent, busy };
};

const work = (writer: ModelWriter): { readonly ms: number; readonly longest: number } => {
  const start = performance.now();
  let longest = 0;
  for (;;) {
    const from = performance.now();
    const more = writer.work(5);
    longest = Math.max(longest, performance.now() - from);
    writer.checkpoint(1000);
    if (!more) return { ms: performance.now() - start, longest };
  }
};

/** `ask(i)` over and over for `seconds`, `width` at a time. */
const measure = async (
  name: string,
  width: number,
  seconds: number,
  ask: (i: number) => Promise<unknown>,
): Promise<void> => {
  await ask(0).catch(() => undefined);
  const times: number[] = [];
  let refused = 0;
  let n = 0;
  const until = performance.now() + seconds * 1000;
  const started = performance.now();
  const cpu = process.cpuUsage();
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (performance.now() < until) {
        const from = performance.now();
        try {
          await ask(n++);
          times.push(performance.now() - from);
        } catch (error) {
          if (!isRejection(error)) throw error;
          refused++;
        }
      }
    }),
  );
  const total = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(2);
  print(
    name,
    `${Math.round((times.length / total) * 1000)}/s  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  cpu ${((user + system) / times.length).toFixed(0)} us${refused > 0 ? `  ${refused} refused` : ''}`,
  );
};

const page = (table: string, more: Partial<PageQuery>): PageQuery => ({
  table,
  select,
  where: everyone,
  allow: everyone,
  sort: [],
  limit: 50,
  ...more,
});
/** Filter on a select, sort on a number; `i` makes each one different so that no cache answers. */
const sorted = (table: string, i: number): PageQuery =>
  page(table, {
    where: {
      op: 'and',
      items: [
        { op: 'eq', left: field('c2_1'), value: options[i % 7]! },
        { op: 'ge', left: field('c3_1'), value: String(i % 9973) },
      ],
    },
    sort: [{ by: field('c3_1'), order: i % 2 === 0 ? 'asc' : 'desc' }],
  });

const textual = (op: 'contains' | 'startsWith' | 'eq', column: string, value: string): Predicate => ({
  op,
  left: field(column),
  value,
});

/** A text that one row has, another one each time. */
const equal = (table: string, rows: number, i: number): PageQuery =>
  page(table, { where: textual('eq', 'c6_1', `${nouns[i % 10]} no ${(i * 7919) % rows} for ${lastNames[i % 13]}`) });

const reads = async (
  readers: Readers,
  remembering: Readers,
  table: string,
  rows: number,
  label: string,
): Promise<void> => {
  const { records } = readers;
  let n = 0;
  const first: string[] = [];
  for (let i = 0; i < 5; i++) {
    const from = performance.now();
    await records.page(organization, sorted(table, n++));
    first.push((performance.now() - from).toFixed(0));
  }
  print(`${label}: the first pages, while columns are read into memory`, `${first.join(', ')} ms`);
  await measure(`${label}: page of 50, filter on a select + sort on a number, one at a time`, 1, 2, () =>
    records.page(organization, sorted(table, n++)),
  );
  await measure(`${label}: the same, 16 in flight`, 16, 2, () => records.page(organization, sorted(table, n++)));
  await measure(`${label}: the same query again and again, 16 in flight`, 16, 1, () =>
    remembering.records.page(organization, sorted(table, 3)),
  );
  await measure(`${label}: page of 50 by creation, jump to a random offset`, 4, 1, (i) =>
    records.page(organization, page(table, { offset: (i * 7919) % rows })),
  );
  await measure(`${label}: count with a filter`, 4, 1, () => records.count(organization, sorted(table, n++)));
  await measure(`${label}: sum of a number`, 4, 1, () =>
    records.aggregate(organization, sorted(table, n++), [{ of: field('c3_1'), function: 'sum' }]),
  );
  const columnsSearched = [field('c1_1'), field('c6_1')];
  await measure(`${label}: search, rare word, page of 50`, 16, 2, (i) =>
    records.page(organization, page(table, { search: { text: `no ${(i * 31) % rows}`, columns: columnsSearched } })),
  );
  await measure(`${label}: search, common word, page of 50`, 16, 2, (i) =>
    records.page(
      organization,
      page(table, { search: { text: lastNames[i % 12]!, columns: columnsSearched }, limit: 40 + (n++ % 20) }),
    ),
  );
  await measure(`${label}: search, no hit`, 16, 1, (i) =>
    records.page(organization, page(table, { search: { text: `nowhere${i}`, columns: columnsSearched } })),
  );
  await measure(`${label}: search, two letters`, 4, 1, (i) =>
    records.page(organization, page(table, { search: { text: 'qz', columns: columnsSearched }, limit: 10 + (i % 90) })),
  );
  await measure(`${label}: contains on a text, rare, page of 50`, 8, 2, (i) =>
    records.page(organization, page(table, { where: textual('contains', 'c6_1', `no ${(i * 7919) % rows} for`) })),
  );
  await measure(`${label}: contains on a text, common, sorted by a number`, 8, 2, (i) =>
    records.page(
      organization,
      page(table, {
        where: {
          op: 'and',
          items: [
            textual('contains', 'c6_1', lastNames[i % 13]!),
            { op: 'ge', left: field('c3_1'), value: String(i % 9973) },
          ],
        },
        sort: [{ by: field('c3_1'), order: i % 2 === 0 ? 'asc' : 'desc' }],
      }),
    ),
  );
  await measure(`${label}: equals on a text, page of 50`, 8, 2, (i) =>
    records.page(organization, equal(table, rows, i)),
  );
  await measure(`${label}: the same, one at a time`, 1, 2, (i) =>
    records.page(organization, equal(table, rows, 31 * i)),
  );
  await measure(`${label}: equals on a text of few values, page of 50`, 8, 2, (i) =>
    records.page(
      organization,
      page(table, {
        where: {
          op: 'and',
          items: [
            textual('eq', 'c1_1', `${firstNames[i % 12]} ${lastNames[i % 13]}`),
            { op: 'ge', left: field('c3_1'), value: String(i % 9973) },
          ],
        },
      }),
    ),
  );
  await measure(`${label}: sort by a text, any page of 50`, 4, 2, (i) =>
    records.page(
      organization,
      page(table, { sort: [{ by: field('c6_1'), order: i % 2 === 0 ? 'asc' : 'desc' }], offset: (i * 7919) % rows }),
    ),
  );
  await measure(`${label}: filter on a select, range on the sorted number`, 16, 2, (i) =>
    records.page(organization, {
      ...sorted(table, i),
      where: {
        op: 'and',
        items: [
          { op: 'eq', left: field('c2_1'), value: options[i % 7]! },
          { op: 'ge', left: field('c3_1'), value: String(((i * 7919) % 9_999_991) / 100) },
        ],
      },
    }),
  );
  const started = performance.now();
  let ones = 0;
  for (; performance.now() - started < 1000; ones++)
    if (records.one(organization, table, idOf((ones * 7919) % rows), select) === undefined)
      throw new Error('a row is missing');
  print(`${label}: one record by id, on the main thread`, `${ones}/s`);
};

const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
const path = join(folder, 'model.db');
const [small = 100_000, big = 1_000_000] = process.argv.slice(2).map(Number);
try {
  const writer = openModelWriter({ path, collections: [{ name: 'things', indexes: ['color'] }] });
  const pool = openReaderPool();
  // Without remembered answers, so that every read is done; `remembering` shows what a repeated one costs.
  const readers = openReaders(path, pool, { resultBytes: 0 });
  const remembering = openReaders(path, pool);
  for (const [table, rows] of [
    ['small', small],
    ['big', big],
  ] as const) {
    if (rows === 0) continue;
    const label = `${(rows / 1000).toLocaleString('en')}k rows`;
    const filled = fill(writer, table, rows);
    print(
      `${label}: rows.insert of 10 columns, 1,000 a commit`,
      `${Math.round((rows / filled.ms) * 1000)} rows/s, by CPU time ${Math.round((rows / filled.busy) * 1000)} rows/s`,
    );
    const fed = work(writer);
    print(
      `${label}: search index fed`,
      `${Math.round((rows / fed.ms) * 1000)} rows/s, longest slice ${fed.longest.toFixed(1)} ms`,
    );
    await reads(readers, remembering, table, rows, `${label}, no index`);
    writer.useIndex(organization, table, ['c6_1']);
    const byText = work(writer);
    print(
      `${label}: building the index of a text by use`,
      `${byText.ms.toFixed(0)} ms, longest stall ${byText.longest.toFixed(0)} ms`,
    );
    for (const width of [1, 4])
      await measure(`${label}, indexed: sort by a text, any page of 50, ${width} in flight`, width, 2, (i) =>
        readers.records.page(
          organization,
          page(table, {
            sort: [{ by: field('c6_1'), order: i % 2 === 0 ? 'asc' : 'desc' }],
            offset: (i * 7919) % rows,
          }),
        ),
      );
    for (const width of [1, 8])
      await measure(`${label}, indexed: equals on a text, page of 50, ${width} in flight`, width, 2, (i) =>
        readers.records.page(organization, equal(table, rows, width * i)),
      );
    const from = performance.now();
    write(writer, (context) =>
      writer.apply(organization, { op: 'table.indexes', table, indexes: [{ columns: ['c2_1', 'c3_1'] }] }, context),
    );
    print(`${label}: declaring an index`, `${(performance.now() - from).toFixed(1)} ms`);
    const built = work(writer);
    print(`${label}: building it when idle`, `${built.ms.toFixed(0)} ms, longest stall ${built.longest.toFixed(0)} ms`);
    let n = 0;
    await measure(`${label}, indexed: page of 50, filter + sort, one at a time`, 1, 2, () =>
      readers.records.page(organization, sorted(table, n++)),
    );
    await measure(`${label}, indexed: the same, 16 in flight`, 16, 2, () =>
      readers.records.page(organization, sorted(table, n++)),
    );
    const r = random(5);
    const start = performance.now();
    let updates = 0;
    for (; performance.now() - start < 1000; updates++) {
      const id = idOf(r.int(rows));
      write(writer, (context) =>
        writer.apply(
          organization,
          {
            op: 'rows.update',
            table,
            ids: [id],
            versions: [2 + updates],
            columns: [{ column: 'c1_1', cells: ['Somebody Else'] }],
          },
          context,
        ),
      );
      if (updates % 100 === 0) writer.checkpoint(1000);
    }
    print(`${label}: rows.update of one cell, a transaction each`, `${updates}/s`);
  }
  print(
    'file',
    `${(statSync(path).size / 1e6).toFixed(0)} MB, log ${existsSync(`${path}-wal`) ? (statSync(`${path}-wal`).size / 1e6).toFixed(0) : 0} MB`,
  );
  print('memory of the process', `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
  await pool.close();
  readers.close();
  remembering.close();
  writer.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
