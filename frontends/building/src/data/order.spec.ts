import type { ShownRecord } from './cut-text.ts';
import { describe, expect, it } from 'vitest';
import { createRows, type RowSource } from './rows.ts';

const record = (id: string): ShownRecord => ({ id, version: 1, fields: {}, createdAt: '', updatedAt: '' });

type Waiting<T> = { readonly answer: (value: T) => void };

/**
 * A server whose answers come when the test says so: what they tell is what is true then, and where `told` is, the
 * position is told along.
 */
const server = (told: boolean, ...ids: string[]) => {
  let list = ids;
  let position = 1;
  const pages: Waiting<Awaited<ReturnType<RowSource['page']>>>[] = [];
  const counts: Waiting<{ total: number }>[] = [];
  const at = () => (told ? { position } : {});
  const asked =
    <T>(queue: Waiting<T>[]) =>
    (): Promise<T> =>
      new Promise((resolve) => queue.push({ answer: resolve }));
  const source: RowSource = { page: asked(pages), count: asked(counts) };
  return {
    source,
    /** Answers of this moment; they arrive when they are called. */
    page: (): (() => void) => {
      const answer = { records: list.map(record), ...at() };
      return () => pages.shift()?.answer(answer);
    },
    count: (): (() => void) => {
      const answer = { total: list.length, ...at() };
      return () => counts.shift()?.answer(answer);
    },
    commit: (change: (before: string[]) => string[]): number => {
      list = change(list);
      return ++position;
    },
    waiting: () => ({ pages: pages.length, counts: counts.length }),
  };
};

const settle = async (): Promise<void> => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

const shown = (rows: ReturnType<typeof createRows>): (string | undefined)[] =>
  Array.from({ length: rows.size() }, (_, at) => rows.idAt(at));

const open = async (told: boolean, ...ids: string[]) => {
  const memory = server(told, ...ids);
  const rows = createRows(memory.source, { onChange: () => undefined, onError: (error) => expect.fail(String(error)) });
  rows.want(0, 10);
  memory.page()();
  await settle();
  void rows.count();
  memory.count()();
  await settle();
  const answerAll = async (): Promise<void> => {
    for (let waiting = memory.waiting(); waiting.pages + waiting.counts > 0; waiting = memory.waiting()) {
      memory.page()();
      memory.count()();
      await settle();
    }
  };
  return { ...memory, rows, answerAll };
};

/** Every order of a few steps. */
const orders = <T>(steps: readonly T[]): readonly (readonly T[])[] =>
  steps.length < 2
    ? [steps]
    : steps.flatMap((step, i) => orders(steps.filter((_, at) => at !== i)).map((rest) => [step, ...rest]));

describe.each([
  { told: true, where: 'with positions' },
  { told: false, where: 'without positions' },
])('answers in any order, $where', ({ told }) => {
  it('never bring back a row that was deleted here', async () => {
    for (const order of orders(['page', 'count', 'answer', 'notice'] as const)) {
      const { rows, ...db } = await open(told, 'a', 'b', 'c');
      rows.refresh();
      const page = db.page();
      const count = db.count();
      rows.remove(['b'], 'pending');
      const position = db.commit((ids) => ids.filter((id) => id !== 'b'));
      for (const step of order) {
        if (step === 'page') page();
        else if (step === 'count') count();
        else if (step === 'answer') rows.settle(['b'], position);
        else rows.remove(['b'], position);
        await settle();
        expect(shown(rows), order.join()).toEqual(['a', 'c']);
      }
      void rows.count();
      await db.answerAll();
      expect([shown(rows), rows.total()], order.join()).toEqual([['a', 'c'], 2]);
    }
  });

  it('never bring back a row that somebody else deleted', async () => {
    const { rows, ...db } = await open(told, 'a', 'b', 'c');
    rows.refresh();
    const page = db.page();
    const position = db.commit((ids) => ids.filter((id) => id !== 'a'));
    rows.remove(['a'], position);
    page();
    await settle();
    expect(shown(rows)).toEqual(['b', 'c']);
  });

  it('never take away a row that was made here', async () => {
    for (const order of orders(['page', 'count', 'answer'] as const)) {
      const { rows, ...db } = await open(told, 'a', 'b');
      rows.refresh();
      const page = db.page();
      const count = db.count();
      rows.insert(2, [record('new')]);
      const position = db.commit((ids) => [...ids, 'new']);
      for (const step of order) {
        if (step === 'page') page();
        else if (step === 'count') count();
        else rows.settle(['new'], position);
        await settle();
        expect(shown(rows), order.join()).toEqual(['a', 'b', 'new']);
      }
      void rows.count();
      await db.answerAll();
      expect([shown(rows), rows.total()], order.join()).toEqual([['a', 'b', 'new'], 3]);
    }
  });

  it('show a row again that came back, also where its deletion is heard late', async () => {
    const { rows, ...db } = await open(told, 'a', 'b', 'c');
    rows.remove(['b'], 'pending');
    const deleted = db.commit((ids) => ids.filter((id) => id !== 'b'));
    rows.settle(['b'], deleted);
    db.commit(() => ['a', 'b', 'c']);
    rows.refresh();
    await db.answerAll();
    expect(shown(rows)).toEqual(['a', 'b', 'c']);
    rows.remove(['b'], deleted);
    expect(shown(rows)).toEqual(['a', 'b', 'c']);
  });

  it('bring a row back whose deletion failed', async () => {
    const { rows, ...db } = await open(told, 'a', 'b');
    rows.remove(['b'], 'pending');
    rows.restore(['b']);
    rows.refresh();
    await db.answerAll();
    expect(shown(rows)).toEqual(['a', 'b']);
  });

  it('leave a row in its place that has left the filter, until it is taken out', async () => {
    const { rows, ...db } = await open(told, 'a', 'b', 'c');
    const count = db.count();
    void rows.count();
    db.commit(() => ['a', 'c']);
    rows.hold('b', true);
    count();
    await db.answerAll();
    expect([shown(rows), rows.total()]).toEqual([['a', 'b', 'c'], 3]);
    rows.insert(rows.size(), [record('new')]);
    rows.settle(
      ['new'],
      db.commit(() => ['a', 'c', 'new']),
    );
    void rows.count();
    await db.answerAll();
    expect([shown(rows), rows.placeOf('new')]).toEqual([['a', 'b', 'c', 'new'], 3]);
    rows.remove(['b']);
    await db.answerAll();
    expect([shown(rows), rows.total()]).toEqual([['a', 'c', 'new'], 3]);
  });
});
