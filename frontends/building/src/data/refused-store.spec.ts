import { describe, expect, it } from 'vitest';
import type { RefusedCell } from './edits.ts';
import { openRefused } from './refused-store.ts';

const memory = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
};
const cell = (text: string): RefusedCell => ({
  recordId: 'r1',
  fieldId: 'f1',
  value: text,
  text,
  refusal: { code: 'number.invalid', message: 'This is not a number.' },
});

describe('refused values', () => {
  it('are there for the next page of the same person and table, and gone when none is left', () => {
    const storage = memory();
    openRefused('org.ada', 't1', () => storage).write([cell('12 apples')]);
    expect(openRefused('org.ada', 't1', () => storage).read()).toEqual([cell('12 apples')]);
    expect(openRefused('org.ada', 't2', () => storage).read()).toEqual([]);
    openRefused('org.ada', 't1', () => storage).write([]);
    expect(storage.kept.size).toBe(0);
  });

  it('of another person are removed unread, in every table', () => {
    const storage = memory();
    openRefused('org.ada', 't1', () => storage).write([cell('secret')]);
    expect(openRefused('org.bo', 't2', () => storage).read()).toEqual([]);
    expect([...storage.kept.values()].join()).not.toContain('secret');
    // A name that begins alike is another person all the same.
    openRefused('org.a', 't1', () => storage).write([cell('secret')]);
    expect(openRefused('org.ab', 't1', () => storage).read()).toEqual([]);
    expect(storage.kept.size).toBe(0);
  });

  it('are kept up to a size, the newest first; a broken entry is none', () => {
    const storage = memory();
    const many = Array.from({ length: 8 }, (_, i) => ({ ...cell('x'.repeat(50_000)), recordId: `r${i}` }));
    const store = openRefused('org.ada', 't1', () => storage);
    store.write(many);
    expect(store.read().map((one) => one.recordId)).toEqual(['r4', 'r5', 'r6', 'r7']);
    storage.setItem('tessera.refused.org.ada.t1', '{');
    expect(store.read()).toEqual([]);
  });

  it('are on the page alone where the browser keeps nothing', () => {
    const store = openRefused('org.ada', 't1', () => {
      throw new Error('denied');
    });
    store.write([cell('1')]);
    expect(store.read()).toEqual([]);
  });
});
