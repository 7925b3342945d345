import type { Value } from './cut-text.ts';
import { describe, expect, it } from 'vitest';
import { type Change, createEdits, type Failure, type Saved } from './edits.ts';

type Answer = {
  readonly change: Change;
  readonly ok: (saved?: Saved) => void;
  readonly fail: (failure: Failure) => void;
};

const recordsOf = (change: Change, version: number): Saved['records'] =>
  [...(change.updates ?? []), ...(change.creates ?? [])].map((write) => ({
    id: write.id,
    version,
    fields: write.fields as Readonly<Record<string, Value>>,
    createdAt: '',
    updatedAt: '',
  }));

const setup = () => {
  const sent: Answer[] = [];
  const timers: (() => void)[] = [];
  const saved: Change[] = [];
  const edits = createEdits({
    send: (change) =>
      new Promise((resolve, reject) => {
        sent.push({ change, ok: (answer) => resolve(answer ?? { records: recordsOf(change, 2) }), fail: reject });
      }),
    failure: (error) => error as Failure,
    onChange: () => undefined,
    onSaved: (_saved, change) => saved.push(change),
    onRefused: () => undefined,
    now: () => 5,
    later: (run) => {
      timers.push(run);
      return () => undefined;
    },
  });
  return { edits, sent, timers, saved };
};

const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};
const refused = (cells: Extract<Failure, { kind: 'refused' }>['cells'] = []): Failure => ({
  kind: 'refused',
  refusal: { code: 'x', message: 'No' },
  cells,
});

describe('edits', () => {
  it('are shown at once and settle with the answer', async () => {
    const { edits, sent } = setup();
    const done = edits.push({ updates: [{ id: 'r1', fields: { a: 'new' } }] });
    expect(edits.of('r1')?.['a']).toMatchObject({ value: 'new', state: 'pending' });
    expect(edits.unsent()).toBe(1);
    sent[0]?.ok();
    expect(await done).not.toBeNull();
    expect(edits.of('r1')).toBeUndefined();
    expect(edits.unsent()).toBe(0);
  });

  it('are sent one after the other, in their order', async () => {
    const { edits, sent } = setup();
    void edits.push({ updates: [{ id: 'r1', fields: { a: 1 } }] });
    void edits.push({ updates: [{ id: 'r1', fields: { a: 2 } }] });
    await settle();
    expect(sent.length).toBe(1);
    sent[0]?.ok();
    await settle();
    expect(edits.of('r1')?.['a']?.value).toBe(2);
    expect(sent.map(({ change }) => change.updates?.[0]?.fields)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('build on the version that the own earlier edit made', async () => {
    const { edits, sent } = setup();
    void edits.push({ updates: [{ id: 'r1', version: 1, fields: { a: 1 } }] });
    void edits.push({ updates: [{ id: 'r1', version: 1, fields: { a: 2 } }] });
    sent[0]?.ok();
    await settle();
    expect(sent[1]?.change.updates?.[0]?.version).toBe(2);
  });

  it('build on the own change over which a cell was opened, and not on what others changed between', async () => {
    const { edits, sent } = setup();
    let saved = 1;
    const change = async (version: number, fields: Record<string, unknown>) => {
      void edits.push({ updates: [{ id: 'r1', version, fields }] });
      const last = sent.at(-1)!;
      const asked = last.change.updates?.[0]?.version;
      last.ok({ records: recordsOf(last.change, ++saved) });
      await settle();
      return asked;
    };
    // Saved as version 2, then 3: a cell that was opened meanwhile says 1.
    expect(await change(1, { a: 1 })).toBe(1);
    expect(await change(1, { a: 2 })).toBe(2);
    expect(await change(1, { a: 3 })).toBe(3);
    // Another cell of the record was not changed here.
    expect(await change(1, { b: 1 })).toBe(1);
    expect(await change(1, { a: 4, c: 1 })).toBe(1);
  });

  it('stay and are tried again when the network fails', async () => {
    const { edits, sent, timers } = setup();
    void edits.push({ updates: [{ id: 'r1', fields: { a: 'kept' } }] });
    sent[0]?.fail({ kind: 'later' });
    await settle();
    expect(edits.offline()).toBe(true);
    expect(edits.of('r1')?.['a']).toMatchObject({ value: 'kept', state: 'pending' });
    timers[0]?.();
    await settle();
    expect(sent.length).toBe(2);
    sent[1]?.ok();
    await edits.idle();
    expect(edits.offline()).toBe(false);
    expect(edits.unsent()).toBe(0);
  });

  it('that are refused keep their value and the reason until discarded', async () => {
    const { edits, sent } = setup();
    const done = edits.push({ updates: [{ id: 'r1', fields: { a: 'bad' } }] });
    sent[0]?.fail(refused());
    expect(await done).toBeNull();
    expect(edits.of('r1')?.['a']).toMatchObject({ value: 'bad', state: 'refused', refusal: { message: 'No' } });
    edits.discard('r1', 'a');
    expect(edits.of('r1')).toBeUndefined();
  });

  it('go on without the cells that were at fault', async () => {
    const { edits, sent } = setup();
    void edits.push({
      updates: [
        { id: 'r1', fields: { a: 'bad', b: 'good' } },
        { id: 'r2', fields: { a: 'fine' } },
      ],
    });
    sent[0]?.fail(refused([{ recordId: 'r1', fieldId: 'a', refusal: { code: 'unique', message: 'Taken' } }]));
    await settle();
    expect(sent[1]?.change.updates).toEqual([
      { id: 'r1', fields: { b: 'good' } },
      { id: 'r2', fields: { a: 'fine' } },
    ]);
    sent[1]?.ok();
    await edits.idle();
    expect(edits.of('r1')).toMatchObject({ a: { state: 'refused', refusal: { message: 'Taken' } } });
    expect(edits.of('r1')?.['b']).toBeUndefined();
    expect(edits.of('r2')).toBeUndefined();
  });

  it('go on with the next one after a refusal', async () => {
    const { edits, sent } = setup();
    void edits.push({ updates: [{ id: 'r1', fields: { a: 'bad' } }] });
    void edits.push({ updates: [{ id: 'r2', fields: { a: 'good' } }] });
    sent[0]?.fail(refused());
    await settle();
    expect(sent[1]?.change.updates?.[0]?.id).toBe('r2');
  });

  it('keep text that is no value, and a new edit takes its place', async () => {
    const { edits, sent } = setup();
    edits.mark([
      { recordId: 'r1', fieldId: 'n', text: 'abc', refusal: { code: 'number.invalid', message: 'No number' } },
    ]);
    expect(edits.of('r1')?.['n']).toMatchObject({ text: 'abc', state: 'refused' });
    expect(edits.refused()).toBe(1);
    void edits.push({ updates: [{ id: 'r1', fields: { n: 5 } }] });
    expect(edits.of('r1')?.['n']).toMatchObject({ value: 5, state: 'pending' });
    sent[0]?.ok();
    await edits.idle();
    expect(edits.refused()).toBe(0);
  });

  it('that were refused are handed on and taken over by the next page, but not over what was typed since', async () => {
    const { edits, sent } = setup();
    edits.mark([{ recordId: 'r1', fieldId: 'a', text: '12 apples', refusal: { code: 'x', message: 'No' } }]);
    void edits.push({ updates: [{ id: 'r2', fields: { a: 5, b: 6 } }] });
    sent[0]?.fail(refused([{ recordId: 'r2', fieldId: 'b', refusal: { code: 'y', message: 'Nor this' } }]) as never);
    await settle();
    const before = edits.refusals();
    expect(edits.refusedCells()).toEqual([
      { recordId: 'r1', fieldId: 'a', value: '12 apples', text: '12 apples', refusal: { code: 'x', message: 'No' } },
      { recordId: 'r2', fieldId: 'b', value: 6, refusal: { code: 'y', message: 'Nor this' } },
    ]);
    const { edits: next } = setup();
    void next.push({ updates: [{ id: 'r2', fields: { b: 7 } }] });
    next.restore(edits.refusedCells());
    expect([next.of('r1')?.['a']?.text, next.of('r2')?.['b']?.value]).toEqual(['12 apples', 7]);
    edits.discard('r1', 'a');
    expect(edits.refusals()).toBeGreaterThan(before);
    expect(edits.refusedCells()).toHaveLength(1);
  });
});
