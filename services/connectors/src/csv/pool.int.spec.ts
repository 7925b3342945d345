import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { ConvertPlan } from './convert.ts';
import { createParsers } from './pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const small = fileOf('small.csv', 'a,b\n1,2\n');
const long = fileOf('long.csv', `n\n${Array.from({ length: 30_000 }, (_, i) => i).join('\n')}\n`);
const plan: ConvertPlan = {
  dialect: { delimiter: ',', encoding: 'utf-8', plainQuotes: false },
  headerRow: 1,
  rows: 30_000,
  timezone: 'UTC',
  columns: [
    {
      index: 0,
      fieldId: 'f',
      generation: 1,
      type: 'number',
      props: {},
      decimal: '.',
      dayFirst: true,
      serialDates: false,
      replacements: [],
    },
  ],
};

it('a parser that runs out of memory dies alone, with a reason, and the next one works', async () => {
  const wide = fileOf(
    'wide.csv',
    Array.from({ length: 3000 }, (_, row) =>
      Array.from({ length: 300 }, (_, column) => `value ${row} of ${column}`).join(','),
    ).join('\n'),
  );
  const parsers = createParsers({ heapMb: 24, threads: 1 });
  await expect(parsers.analyse(wide, { headerRow: 0 }, [], 'UTC', () => undefined)).rejects.toMatchObject({
    code: 'too_complex',
  });
  expect((await parsers.analyse(small, {}, [], 'UTC', () => undefined)).layout.rows).toBe(1);
});

it('a file that is not there is an error in words', async () => {
  await expect(createParsers().analyse(join(folder, 'gone.csv'), {}, [], 'UTC', () => undefined)).rejects.toMatchObject(
    {
      code: 'unreadable',
    },
  );
});

it('hands over one chunk after the other, in order, however long each takes', async () => {
  let working = 0;
  let most = 0;
  const chunks: number[] = [];
  await createParsers().convert(long, plan, [], 0, 2, async (batch) => {
    most = Math.max(most, ++working);
    chunks.push(batch.chunk);
    for (let i = batch.chunk % 3; i >= 0; i--) await new Promise(setImmediate);
    working--;
  });
  expect(most).toBe(1);
  expect(chunks).toEqual(Array.from({ length: 30 }, (_, i) => i));
});

it('stops when a chunk is refused, with the refusal, and when it is cancelled', async () => {
  let handled = 0;
  await expect(
    createParsers().convert(long, plan, [], 0, 2, async () => {
      if (++handled === 3) throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  expect(handled).toBe(3);
  const abort = new AbortController();
  await expect(
    createParsers().convert(long, plan, [], 0, 2, async () => abort.abort(), abort.signal),
  ).rejects.toMatchObject({ code: 'cancelled' });
});

it('is not done when it is cancelled after its thread ended, with chunks that nobody took', async () => {
  const parsers = createParsers({ threads: 1 });
  const abort = new AbortController();
  const chunks: number[] = [];
  await expect(
    parsers.convert(
      long,
      plan,
      [],
      0,
      40,
      async (batch) => {
        chunks.push(batch.chunk);
        // The only thread is free again, so the one that made the chunks has ended.
        await parsers.analyse(small, {}, [], 'UTC', () => undefined);
        abort.abort();
      },
      abort.signal,
    ),
  ).rejects.toMatchObject({ code: 'cancelled' });
  expect(chunks).toEqual([0]);
});
