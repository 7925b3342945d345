import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForWriting, type Connection } from './connection.ts';
import { openMatches } from './match.ts';

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
  const table = { number: 1, fedRow: 5000 };

  it('is the rarest trigrams, without those that every row has', () => {
    expect(openMatches(connection)(table, ['linen', 'for', 'colour1', 'shape2'])).toBe('"pe2" AND "ur1"');
    expect(openMatches(connection)(table, ['linen', 'for', 'quill', '4321'])).toBe('"432"');
  });

  it('is everything where nothing is rare', () => {
    expect(openMatches(connection)(table, ['linen', 'for'])).toBe('"lin" AND "ine" AND "nen" AND "for"');
  });

  it('is one trigram where it leaves next to nothing, even one that no row has', () => {
    feed(5001, 5001, () => 'walrus');
    expect(openMatches(connection)(table, ['linen', 'walrus'])).toBe('"wal"');
    expect(openMatches(connection)(table, ['absent', 'linen'])).toBe('"abs"');
  });

  it('is nothing for words too short to have a trigram, and takes quotes as letters', () => {
    const match = openMatches(connection);
    expect(match(table, ['ab', 'c'])).toBeUndefined();
    expect(match(table, ['"a"'])).toBe('"""a"""');
  });

  it('is counted anew once the table has grown', () => {
    const match = openMatches(connection);
    expect(match(table, ['walrus', '4321'])).toBe('"wal"');
    feed(5001, 9100, () => 'walrus');
    expect(match({ number: 1, fedRow: 9100 }, ['walrus', '4321'])).toBe('"432"');
  });
});
