import type { Operand } from '@tessera/kernel';
import { expect, it } from 'vitest';
import { conversionsOf, convertCell, fieldType, readContextFor } from '../index.ts';
import { labelsIn, tags } from './type.ts';

const context = readContextFor('en', 'UTC');
const read = (text: string) => labelsIn(tags.fromText(text, {}, context));

it('are each once, whatever their case and accents, in the first writing', () => {
  expect(read('Urgent; urgent, URGÉNT, "a, b"')).toEqual(['Urgent', 'a, b']);
  expect(tags.fromJson(['São  Paulo ', 'sao paulo', ' '], {}, context)).toEqual({
    whole: ['São Paulo'],
    keys: ['sao paulo'],
    names: 'São Paulo',
  });
  expect(tags.toText(tags.fromJson(['a, b', 'say "hi"'], {}, context)!, {}, { locale: 'en', timezone: 'UTC' })).toBe(
    '"a, b", "say ""hi"""',
  );
  expect(tags.fromJson([], {}, context)).toBeNull();
  expect(() => tags.fromJson(['x'.repeat(101)], {}, context)).toThrow('at most 100 characters');
  expect(() =>
    tags.fromJson(
      Array.from({ length: 101 }, (_, at) => `t${at}`),
      {},
      context,
    ),
  ).toThrow('at most 100 tags');
  expect(() => tags.fromJson([7], {}, context)).toThrow('list of labels');
});

it('keep labels without letters apart, and drop the sign that sets ids apart in a store', () => {
  expect(labelsIn(tags.fromJson(['!', '?', 'a\u001fb'], {}, context))).toEqual(['!', '?', 'ab']);
});

it('are filtered as they are compared', () => {
  const left: Operand = { kind: 'field', column: 'c1_0', storage: 'parts' };
  const asking = { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 0 } as const;
  const made = (id: string, value: unknown) =>
    tags.operators.find((one) => one.id === id)!.predicate(left, value, {}, asking);
  expect(made('hasAllOf', ['URGENTE', 'São'])).toEqual({
    op: 'hasAll',
    left: { kind: 'field', column: 'c1_0_keys', storage: 'options' },
    values: ['urgente', 'sao'],
  });
  expect(made('contains', 'Urg')).toEqual({
    op: 'contains',
    left: { kind: 'field', column: 'c1_0_names', storage: 'text' },
    value: 'Urg',
  });
  expect(() => made('hasAnyOf', [])).toThrow('list of tags');
});

it('are renamed, merged and taken out', () => {
  const cell = tags.fromJson(['Old', 'New', 'b'], {}, context)!;
  expect(labelsIn(tags.relabelled!(cell, { old: 'new' }))).toEqual(['new', 'b']);
  expect(labelsIn(tags.relabelled!(cell, { B: null }))).toEqual(['Old', 'New']);
  expect(tags.relabelled!(tags.fromJson(['x'], {}, context)!, { x: null })).toBeNull();
  expect(tags.relabelled!(cell, { c: 'd' })).toBeUndefined();
});

it('come from options and become options', () => {
  const options = ['Red', 'Blue'].map((label, at) => ({ id: `0000000000000000000000000${at}`, label, color: 'blue' }));
  const many = { type: fieldType('multipleSelect')!, props: { options } };
  const own = { type: tags, props: {} };
  const show = { locale: 'en', timezone: 'UTC' };
  expect(conversionsOf('multipleSelect')).toContain('tags');
  expect(conversionsOf('text')).toContain('tags');
  expect(conversionsOf('tags')).toContain('multipleSelect');
  expect(
    labelsIn(
      convertCell(
        options.map(({ id }) => id),
        many,
        own,
        show,
      ).cell,
    ),
  ).toEqual(['Red', 'Blue']);
  const back = (labels: readonly string[]) => convertCell(tags.fromJson(labels, {}, context), own, many, show);
  expect(back(['blue', 'RED'])).toEqual({ cell: [options[1]!.id, options[0]!.id], outcome: 'fits' });
  expect(back(['Red', 'Green'])).toMatchObject({ outcome: 'changed', reason: 'select.unknown' });
});
