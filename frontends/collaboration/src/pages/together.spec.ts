import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { readCursor } from './cursors.ts';
import { createTogether, type State } from './together.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A service that may be away, and tells everybody who listens. */
const createService = () => {
  let doc = new Y.Doc();
  const listeners = new Set<() => void>();
  const service = {
    said: () => doc.getText('default').toString(),
    /** Is set back to what it was before anybody wrote. */
    forget: () => void (doc = new Y.Doc()),
    away: false,
    /** Writes what it gets, and is gone before it says so. */
    losesAnswers: false,
    refuses: false,
    writes: 0,
    open: (writes = true) => {
      const states: State[] = [];
      const answered = <T>(value: () => T): Promise<T> =>
        service.away ? Promise.reject(new Error('away')) : Promise.resolve(value());
      const made = createTogether({
        wire: {
          lacking: (since) =>
            answered(() => ({
              update: Y.encodeStateAsUpdate(doc, since.length === 0 ? undefined : since),
              vector: Y.encodeStateVector(doc),
            })),
          write: (update) =>
            answered(() => {
              if (service.refuses) throw new Error('refused');
              const next = new Y.Doc();
              Y.applyUpdate(next, Y.encodeStateAsUpdate(doc));
              Y.applyUpdate(next, update);
              if (next.store.pendingStructs !== null) throw new Error('apart');
              Y.applyUpdate(doc, update);
              service.writes++;
              for (const listener of listeners) listener();
              if (service.losesAnswers) throw new Error('away');
            }),
          kindOf: (error) => {
            const { message } = error as Error;
            return message === 'apart' || message === 'refused' ? message : 'later';
          },
        },
        writes,
        onState: (state) => states.push(state),
        pauseMs: () => 100,
      });
      listeners.add(() => void made.pull());
      void made.pull();
      return { ...made, states, text: made.doc.getText('default') };
    },
  };
  return service;
};
const rest = (ms = 40_000): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

it('takes in what each writes, in one text', async () => {
  const service = createService();
  const [a, b] = [service.open(), service.open()];
  await rest(0);
  a.text.insert(0, 'Ropes');
  b.text.insert(0, 'and ');
  await rest();
  expect(a.text.toString()).toBe(b.text.toString());
  expect(a.text.toString()).toContain('Ropes');
  expect(a.states.at(-1)).toBe('saved');
});

it('gathers what is written at once', async () => {
  const service = createService();
  const a = service.open();
  await rest(0);
  for (const letter of 'harbour') a.text.insert(a.text.length, letter);
  expect(a.states.at(-1)).toBe('waits');
  await rest();
  expect([service.writes, service.said()]).toEqual([1, 'harbour']);
});

it('loses no letter while the connection comes and goes', async () => {
  const service = createService();
  const writers = [service.open(), service.open(), service.open()];
  await rest(0);
  for (let cut = 0; cut < 10; cut++) {
    service.away = cut % 2 === 0;
    service.losesAnswers = cut % 3 === 0;
    for (const [at, { text }] of writers.entries()) text.insert(text.length, `${cut}${'abc'[at]!} `);
    await rest(700);
  }
  [service.away, service.losesAnswers] = [false, false];
  for (const one of writers) one.hurry();
  await rest();
  const words = service.said().trim().split(' ').toSorted();
  expect(words).toEqual(Array.from({ length: 10 }, (_, cut) => [`${cut}a`, `${cut}b`, `${cut}c`]).flat());
  for (const { text, states } of writers) expect([text.toString(), states.at(-1)]).toEqual([service.said(), 'saved']);
});

it('sends all that the service lacks where a piece builds on what it does not have', async () => {
  const service = createService();
  const a = service.open();
  await rest(0);
  a.text.insert(0, 'one ');
  await rest();
  service.forget();
  a.text.insert(4, 'two');
  await rest();
  expect([service.said(), a.states.at(-1)]).toEqual(['one two', 'saved']);
});

it('stops at what is not taken, and keeps it here', async () => {
  const service = createService();
  const a = service.open();
  await rest(0);
  service.refuses = true;
  a.text.insert(0, 'x');
  await rest();
  a.text.insert(1, 'y');
  await rest();
  expect([service.writes, a.states.at(-1), a.text.toString()]).toEqual([0, 'refused', 'xy']);
});

it('sends nothing of who only reads', async () => {
  const service = createService();
  const [a, reader] = [service.open(), service.open(false)];
  await rest(0);
  reader.text.insert(0, 'mine');
  a.text.insert(0, 'Ropes');
  await rest();
  expect([service.said(), service.writes, reader.states.at(-1)]).toEqual(['Ropes', 1, 'saved']);
});

it('sends what waits when it ends', async () => {
  const service = createService();
  const a = service.open();
  await rest(0);
  a.text.insert(0, 'last');
  a.end();
  await rest(0);
  expect(service.said()).toBe('last');
});

it('takes a place for what it is', () => {
  const place = { anchor: { type: null, item: { client: 4, clock: 2 }, assoc: 0 }, head: { assoc: 0 } };
  expect(readCursor(JSON.stringify(place))).toEqual(place);
  for (const wrong of ['', 'null', '{}', '{"anchor":1,"head":2}', '[]']) expect(readCursor(wrong)).toBeUndefined();
});
