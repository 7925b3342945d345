import type { Field, Filter } from '@tessera/kit';
import { expect, it, onTestFinished } from 'vitest';
import { undrawn } from './drawer.ts';
import type { List } from './list.ts';
import { openTable, recordWith, settled } from './testing.ts';

const stage = { id: 'stage', name: 'Stage', type: 'singleLineText', props: {} } as Field;
const at = (value: string): Filter => ({ fieldId: 'stage', operator: 'equals', value });
const ids = ({ rows }: List): readonly string[] => rows.loadedIds(0, 100);

/** A board of two columns: two lists of one table. */
const openBoard = async () => {
  const table = openTable({
    records: [recordWith('a', { stage: 'new' }), recordWith('b', { stage: 'new' }), recordWith('c', { stage: 'won' })],
    fields: [stage],
  });
  const { bench } = table;
  const [left, right] = ['new', 'won'].map((value) => bench.openList({ filter: at(value), sort: [], search: '' }));
  onTestFinished(() => bench.dispose());
  await settled();
  return { ...table, left: left!, right: right! };
};

it('several lists of a table hold the records of their own queries', async () => {
  const { bench, left, right } = await openBoard();
  expect([ids(left), ids(right)]).toEqual([['a', 'b'], ['c']]);
  expect([bench.listOf('b'), bench.listOf('c'), bench.listOf('nowhere')]).toEqual([left, right, bench.main]);
});

it('an edit is seen at once in whichever list has the record, and moves it to the list that it then belongs to', async () => {
  const { bench, left, right } = await openBoard();
  bench.write('b', stage, { value: 'won' }, 1);
  expect([bench.value(bench.record('b')!, 'stage'), ids(left)]).toEqual(['won', ['a', 'b']]);
  await settled();
  expect([ids(left), ids(right)]).toEqual([['a'], ['b', 'c']]);
});

it('a record stays in its list while the person stands on it, and leaves when they move on', async () => {
  const { bench, left, right } = await openBoard();
  let active: string | undefined = 'b';
  left.draw({ ...undrawn, active: () => active });
  bench.write('b', stage, { value: 'won' }, 1);
  await settled();
  expect([ids(left), left.state().leaving.get('b')]).toEqual([['a', 'b'], 'filter']);
  active = 'a';
  left.moved();
  await settled();
  expect([ids(left), ids(right)]).toEqual([['a'], ['b', 'c']]);
});

it('what is deleted leaves each list, and what others delete too', async () => {
  const { bench, left, right } = await openBoard();
  const gone: (readonly number[])[] = [];
  left.draw({ ...undrawn, removing: () => (places) => gone.push(places) });
  await bench.remove(['a', 'c']);
  expect([ids(left), ids(right), gone]).toEqual([['b'], [], [[0]]]);
  bench.heard({ kind: 'deleted', ids: ['b'], actorId: 'other', position: '9' } as never, () => 1);
  expect(ids(left)).toEqual([]);
});

it('a new record stands in the list that it was begun in', async () => {
  const { bench, left, right } = await openBoard();
  const { id } = bench.create(right, { stage: 'won' })!;
  expect([ids(right).includes(id), ids(left).includes(id), bench.record(id)?.version]).toEqual([true, false, 0]);
  await settled();
  expect([ids(right), bench.record(id)?.version]).toEqual([['c', id], 1]);
});

it('what others change is read once for all lists, and flashes where it is seen', async () => {
  const { bench, records, left, right } = await openBoard();
  const changed = recordWith('c', { stage: 'won', note: 'late' });
  records([recordWith('a', { stage: 'new' }), recordWith('b', { stage: 'new' }), changed]);
  bench.heard({ kind: 'updated', ids: ['c'], actorId: 'other' } as never, () => 5);
  await settled();
  expect(bench.record('c')?.fields['note']).toBe('late');
  expect([left.state().flashes.size, right.state().flashes.get('c')?.color]).toEqual([0, 5]);
});

it('a card that others moved leaves its list and stands in the one that it belongs to', async () => {
  const { bench, records, left, right } = await openBoard();
  records([recordWith('a', { stage: 'new' }), recordWith('b', { stage: 'won' }), recordWith('c', { stage: 'won' })]);
  bench.heard({ kind: 'updated', ids: ['b'], actorId: 'other' } as never, () => 5);
  await settled();
  expect([ids(left), ids(right)]).toEqual([['a'], ['b', 'c']]);
  records([
    recordWith('a', { stage: 'new' }),
    recordWith('b', { stage: 'won' }),
    recordWith('c', { stage: 'won' }),
    recordWith('d', { stage: 'won' }),
  ]);
  bench.heard({ kind: 'created', ids: ['d'], actorId: 'other' } as never, () => 5);
  await settled();
  expect(ids(right)).toEqual(['b', 'c', 'd']);
});

it('a list that knows that a record is none of its own does not ask for its place', async () => {
  const { bench, places } = await openBoard();
  const holds = (value: string) => (id: string) =>
    bench.value(bench.record(id)!, 'stage') === value ? undefined : false;
  const third = bench.openList({ filter: at('lost'), sort: [], search: '' }, holds('lost'));
  const fourth = bench.openList({ filter: at('late'), sort: [], search: '' }, holds('late'));
  await settled();
  const before = places();
  bench.write('a', stage, { value: 'lost' }, 1);
  await settled();
  expect([ids(third), ids(fourth)]).toEqual([['a'], []]);
  // Both lists that were there before, and the one that it went to.
  expect(places() - before).toBe(3);
});

it('a list that is closed is asked for nothing more', async () => {
  const { bench, asked, left } = await openBoard();
  bench.closeList(left);
  const before = asked();
  bench.refresh();
  await settled();
  expect([ids(bench.listOf('a')), asked() - before]).toEqual([[], 1]);
});
