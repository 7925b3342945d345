import type { CommandMeta, Row } from '@tessera/kernel';
import { expect } from 'vitest';
import { metaFor } from './actors.ts';
import { derivedColumns, follows } from './lists-derived.ts';
import type { ListState } from './service.ts';

/** A seeded source of whole numbers below a bound. */
export const choosing = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
};

export type Writes = {
  execute<A>(command: { readonly type: string; readonly payload: unknown }, meta: CommandMeta): Promise<{ answer: A }>;
};

export const columns = ['c1_1', 'c2_1'] as const;
export const makeList = (store: Writes) =>
  store.execute({ type: 'make', payload: { list: 'l', label: 'begun', columns: [...columns] } }, metaFor('org'));

/** One generated command on the list: new items, changes, removals, some put back, another definition. */
export const step = async (
  store: Writes,
  choose: (below: number) => number,
  ids: string[],
  name: string,
): Promise<void> => {
  const run = <A>(type: string, payload: object) =>
    store.execute<A>({ type, payload: { list: 'l', ...payload } }, metaFor('org'));
  const value = (): string | null => [null, 'bad', `${name} ${choose(9)}`][choose(3)]!;
  const kind = choose(10);
  if (ids.length === 0 || kind < 3) {
    const count = 1 + choose(40);
    const { answer } = await run<{ ids: string[] }>('add', {
      count,
      columns: { [columns[choose(2)]!]: Array.from({ length: count }, value) },
    });
    ids.push(...answer.ids);
    return;
  }
  const some = [...new Set(Array.from({ length: 1 + choose(4) }, () => ids[choose(ids.length)]!))];
  if (kind < 8) await run('set', { ids: some, column: columns[choose(2)]!, values: some.map(value) });
  else if (kind === 8) await run('remove', { ids: some, back: choose(2) === 0 });
  else await run('label', { label: `${name} ${choose(5)}` });
};

const seen = async (store: Writes, ids: readonly string[]) => {
  const { answer } = await store.execute<{ snapshot: { state: ListState }; rows: readonly Row[] }>(
    { type: 'look', payload: { list: 'l', ids } },
    metaFor('org'),
  );
  const [value, failure] = derivedColumns(answer.snapshot.state);
  return answer.rows.map((row) => ({
    id: row.id,
    is: [row.cells[value] ?? null, row.cells[failure] ?? null],
    follows: follows(answer.snapshot.state, row),
  }));
};

/** In the end every derived value is that of a computation from nothing. */
export const expectDerived = async (store: Writes, ids: readonly string[], within = 20_000): Promise<void> => {
  const deadline = performance.now() + within;
  for (;;) {
    const rows = await seen(store, ids);
    const wrong = rows.filter((row) => String(row.is) !== String(row.follows));
    if (wrong.length === 0) break;
    if (performance.now() > deadline) expect(wrong).toEqual([]);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
};
