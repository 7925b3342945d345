import { describe, expect, it } from 'vitest';
import { createEarlyKeys, type EarlyKey, type Typed, typedBy } from './early-keys.ts';

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false };
const keys = (...all: readonly (string | Partial<EarlyKey>)[]): readonly EarlyKey[] =>
  all.map((one) => ({ ...plain, ...(typeof one === 'string' ? { key: one } : { key: '', ...one }) }));

describe('keys that come before the rows', () => {
  it('are texts of cells, one after the other', () => {
    expect(typedBy(keys('A', 'n', 'x', 'Backspace', 'n', 'Tab', '5', 'Enter', 'B', ' ', '😀'))).toEqual({
      cells: [
        { text: 'Ann', go: 'right' },
        { text: '5', go: 'down' },
      ],
      rest: 'B 😀',
    });
    expect(typedBy(keys({ key: 'Tab', shiftKey: true }, { key: 'Enter', shiftKey: true }))).toEqual({
      cells: [
        { text: '', go: 'left' },
        { text: '', go: 'up' },
      ],
      rest: '',
    });
  });

  const bench = () => {
    let started = false;
    let tell: (() => void) | undefined;
    let hear: ((event: KeyboardEvent) => void) | undefined;
    const said: (string | Typed)[] = [];
    const early = createEarlyKeys({
      ready: () => started,
      subscribe: (listener) => {
        tell = listener;
        return () => (tell = undefined);
      },
      replay: (typed) => said.push(typed),
      target: {
        addEventListener: (_type: string, listener: unknown) => (hear = listener as typeof hear),
        removeEventListener: () => (hear = undefined),
      } as Pick<Document, 'addEventListener' | 'removeEventListener'>,
      isOwn: (event) => event.target === null,
    });
    return {
      said,
      early,
      act: (name: string) => early.whenReady(() => said.push(name)),
      listens: () => hear !== undefined || tell !== undefined,
      /** Answers whether the page's own keys were kept from it. */
      press: (one: string | Partial<KeyboardEvent>): boolean => {
        let taken = false;
        hear?.({
          ...keys(one as string)[0]!,
          target: null,
          ...(typeof one === 'string' ? {} : one),
          preventDefault: () => (taken = true),
          stopImmediatePropagation: () => undefined,
        } as unknown as KeyboardEvent);
        return taken;
      },
      start: () => {
        started = true;
        tell?.();
      },
    };
  };

  it('wait for what was asked for, and follow it once', () => {
    const one = bench();
    one.act('entry');
    expect(['h', 'i', 'Tab'].map(one.press)).toEqual([true, true, true]);
    expect(one.said).toEqual([]);
    one.start();
    expect(one.said).toEqual(['entry', { cells: [{ text: 'hi', go: 'right' }], rest: '' }]);
    expect([one.listens(), one.press('x')]).toEqual([false, false]);
  });
  it('are those of the last act, and none after Escape', () => {
    const one = bench();
    one.act('first');
    one.press('a');
    one.act('second');
    one.press('b');
    one.start();
    expect(one.said).toEqual(['second', { cells: [], rest: 'b' }]);
    const other = bench();
    other.act('entry');
    other.press('Escape');
    expect(other.listens()).toBe(false);
    other.start();
    expect(other.said).toEqual([]);
  });
  it('leave shortcuts, keys of others and keys of an input method alone', () => {
    const one = bench();
    one.act('entry');
    expect(one.press({ key: 'z', ctrlKey: true })).toBe(false);
    expect(one.press({ key: 'ArrowDown' })).toBe(false);
    expect(one.press({ key: 'Process', isComposing: true })).toBe(false);
    expect(one.press({ key: 'a', target: {} as EventTarget })).toBe(false);
    expect(one.press({ key: '@', ctrlKey: true, altKey: true })).toBe(true);
    one.start();
    expect(one.said).toEqual(['entry', { cells: [], rest: '@' }]);
  });
  it('act at once where the rows are there', () => {
    const one = bench();
    one.start();
    one.act('entry');
    expect([one.said, one.listens()]).toEqual([['entry'], false]);
  });
});
