import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForWriting, type Connection } from './connection.ts';
import { allOf, anyOf, needOf, openMatches, wordNeed } from './match.ts';

describe('what a search index is asked', () => {
  let folder: string;
  let connection: Connection;
  const feed = (from: number, to: number, text: (row: number) => string): void => {
    const put = connection.statement('INSERT INTO s1 (rowid, text) VALUES (?, ?)');
    connection.db.exec('BEGIN');
    for (let row = from; row <= to; row++) put.get(row, text(row));
    connection.db.exec('COMMIT');
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'match-'));
    connection = openForWriting(join(folder, 'model.db'), {
      synchronous: 'NORMAL',
      autocheckpoint: 1000,
      cacheKb: 4096,
    });
    connection.db.exec(
      "CREATE VIRTUAL TABLE s1 USING fts5(text, content='', contentless_delete=1, detail='none', tokenize='trigram case_sensitive 1')",
    );
    feed(1, 5000, (row) => `linen for quill ${row} colour${row % 3} shape${row % 4}`);
  });
  afterEach(() => {
    connection.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const table = { number: 1, fedRow: 5000, shortWords: false };
  const asked = (
    match: ReturnType<typeof openMatches>,
    searched: typeof table,
    words: readonly string[],
  ): string | undefined => {
    const need = allOf(words.map(wordNeed));
    return need && match(searched, need)?.text;
  };

  it('is the rarest trigrams, without those that every row has', () => {
    expect(asked(openMatches(connection), table, ['linen', 'for', 'colour1', 'shape2'])).toBe('"pe2" AND "ur1"');
    expect(asked(openMatches(connection), table, ['linen', 'for', 'quill', '4321'])).toBe('"432"');
  });

  it('is several trigrams of thousands of rows where the table has many times more', () => {
    const large = { ...table, fedRow: 1_000_000 };
    expect(asked(openMatches(connection), table, ['linen', 'shape2', 'colour1'])).toBe('"pe2" AND "ur1"');
    expect(asked(openMatches(connection), large, ['linen', 'shape2', 'colour1'])).toBe(
      '"pe2" AND "ur1" AND "lin" AND "ine" AND "nen" AND "sha" AND "hap" AND "ape" AND "col" AND "olo" AND "lou" AND "our"',
    );
  });

  it('is everything where nothing is rare', () => {
    expect(asked(openMatches(connection), table, ['linen', 'for'])).toBe('"lin" AND "ine" AND "nen" AND "for"');
  });

  it('is one trigram where it leaves next to nothing, even one that no row has', () => {
    feed(5001, 5001, () => 'walrus');
    expect(asked(openMatches(connection), table, ['linen', 'walrus'])).toBe('"wal"');
    expect(asked(openMatches(connection), table, ['absent', 'linen'])).toBe('"abs"');
  });

  it('is nothing for words too short to have a trigram where texts do not end with lines, and takes quotes as letters', () => {
    const match = openMatches(connection);
    expect(asked(match, table, ['ab', 'c'])).toBeUndefined();
    expect(asked(match, table, ['"a"'])).toBe('"""a"""');
  });

  it('is all trigrams that a short word begins, as they are at that moment', () => {
    const match = openMatches(connection);
    const short = { ...table, shortWords: true };
    expect(match(short, wordNeed('sh')!)).toEqual({ text: '"sha"', rows: 4000, wide: true });
    expect(match(short, wordNeed('zq')!)).toEqual({ text: '"\u0001\u0001\u0001"', rows: 0 });
    feed(5001, 5001, () => 'buzz\n\n');
    feed(5002, 5002, () => 'zzz\n\n');
    expect(match(short, wordNeed('zz')!)).toEqual({ text: '"zz\n" OR "zzz"', rows: 2 });
    expect(match(short, wordNeed('z')!)).toEqual({ text: '"z\n\n" OR "zz\n" OR "zzz"', rows: 2 });
    expect(asked(match, short, ['sh', 'zz'])).toBe('("zz\n" OR "zzz")');
    expect(asked(match, short, ['linen', 'sh', 'walrus'])).toBe('"wal"');
    expect(match(short, anyOf([wordNeed('zz'), wordNeed('4321')])!)).toEqual({
      text: '("zz\n" OR "zzz") OR ("432")',
      rows: 17,
    });
  });

  it('is nothing for a short word that begins more trigrams than are worth asking for', () => {
    const short = { ...table, shortWords: true };
    feed(5001, 5300, (row) => `zz${String.fromCodePoint(0x4e00 + row)}`);
    feed(5301, 5340, (row) => `q${String.fromCodePoint(0x4e00 + row)}x`);
    const match = openMatches(connection);
    expect(match(short, wordNeed('zz')!)).toBeUndefined();
    expect(match(short, wordNeed('q')!)).toBeUndefined();
    expect(match(short, allOf([wordNeed('zz'), wordNeed('4321')])!)?.text).toBe('"432"');
    expect(match(short, anyOf([wordNeed('zz'), wordNeed('4321')])!)).toBeUndefined();
  });

  it('is counted anew once the table has grown', () => {
    const match = openMatches(connection);
    expect(asked(match, table, ['walrus', '4321'])).toBe('"wal"');
    feed(5001, 9100, () => 'walrus');
    expect(asked(match, { ...table, fedRow: 9100 }, ['walrus', '4321'])).toBe('"432"');
  });

  it('is one of several words where one of them is enough, and tells how many rows it may have', () => {
    feed(5001, 5002, () => 'walrus');
    const match = openMatches(connection);
    expect(match(table, anyOf([wordNeed('walrus'), wordNeed('4321')])!)).toEqual({
      text: '("wal") OR ("432")',
      rows: 17,
    });
    expect(match(table, allOf([anyOf([wordNeed('walrus'), wordNeed('linen')]), wordNeed('4321')])!)).toEqual({
      text: '"432"',
      rows: 15,
    });
  });

  it('is told by the conditions on a text of which the index knows enough', () => {
    const columns = new Map([
      ['c1_1', { column: 'c1_1', kind: 'text', searchable: true } as const],
      ['c2_1', { column: 'c2_1', kind: 'text', searchable: false } as const],
      ['c3_1', { column: 'c3_1', kind: 'option' } as const],
    ]);
    const of = (column: string, storage: 'text' | 'option' = 'text') => ({ kind: 'field', column, storage }) as const;
    const need = (predicate: Parameters<typeof needOf>[1]) => needOf({ columns }, predicate);
    const contains = { op: 'contains', left: of('c1_1'), value: 'Ação' } as const;
    const option = { op: 'eq', left: of('c3_1', 'option'), value: 'a' } as const;
    expect(need(contains)).toEqual({ word: 'acao' });
    expect(need({ op: 'and', items: [contains, option] })).toEqual({ word: 'acao' });
    expect(need({ op: 'or', items: [contains, option] })).toBeUndefined();
    expect(need({ op: 'not', item: contains })).toBeUndefined();
    expect(need({ ...contains, value: 'ac' })).toEqual({ short: 'ac' });
    expect(need({ ...contains, value: '' })).toBeUndefined();
    expect(need({ ...contains, left: of('c2_1') })).toBeUndefined();
    expect(need({ op: 'in', left: of('c1_1'), values: ['one', 'two'] })).toEqual({
      any: [{ word: 'one' }, { word: 'two' }],
    });
    expect(need({ op: 'ne', left: of('c1_1'), value: 'one' })).toBeUndefined();
  });

  it('takes no letter for a word of its own language', () => {
    const match = openMatches(connection);
    const hostile = [
      'a"b OR',
      'x AND y',
      'NEAR(a',
      'col:one',
      'abc*',
      '^abc',
      '\0abc',
      'ab\0cdef',
      '{a b}:cd',
      "a'b--",
      '"',
      'a"',
      '*',
    ];
    for (const word of hostile) {
      const need = wordNeed(word);
      if (need === undefined) continue;
      for (const shortWords of [false, true]) {
        const text = match({ ...table, shortWords }, need)?.text;
        if (text === undefined) continue;
        expect(() => connection.arrays('SELECT rowid FROM s1 WHERE s1 MATCH ?').all(text), word).not.toThrow();
      }
    }
  });
});
