import type { Table } from '@tessera/kit';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { readTable, tableKey } from './table-answer.ts';

const table = (version: number, ...views: string[]): Table =>
  ({ id: 't', version, views: views.map((id) => ({ id })) }) as unknown as Table;
const viewsOf = ({ views }: Table): string[] => views.map(({ id }) => id);

describe('the definition of a table', () => {
  it('is asked for again where a view was put into it since it was asked for', async () => {
    const client = new QueryClient();
    const answers = [table(3, 'a'), table(3, 'a', 'b')];
    client.setQueryData(tableKey('t'), table(3, 'a'));
    const read = await readTable(client, 't', async () => {
      const next = answers.shift()!;
      if (answers.length === 1) client.setQueryData(tableKey('t'), table(3, 'a', 'b'));
      return await Promise.resolve(next);
    });
    expect([viewsOf(read), answers]).toEqual([['a', 'b'], []]);
  });

  it('is not taken back by an answer of a version before', async () => {
    const client = new QueryClient();
    client.setQueryData(tableKey('t'), table(4, 'a', 'b'));
    expect(viewsOf(await readTable(client, 't', () => Promise.resolve(table(3, 'a'))))).toEqual(['a', 'b']);
    expect(viewsOf(await readTable(client, 't', () => Promise.resolve(table(4, 'c'))))).toEqual(['c']);
  });
});
