import type { Field } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import type { ShownRecord } from '../data/cut-text.ts';
import { changesOf, firstChoice, joined, linesOf } from './model.ts';

const field = (id: string, type: string, props: object = {}): Field =>
  ({ id, name: id, type, props }) as unknown as Field;
const record = (id: string, fields: object): ShownRecord => ({ id, version: 1, fields }) as unknown as ShownRecord;

const fields = [
  field('name', 'singleLineText'),
  field('city', 'singleLineText'),
  field('tags', 'tags'),
  field('deals', 'connectedRecord', { multiple: true }),
  field('owner', 'connectedRecord', { multiple: false }),
  field('files', 'files'),
  field('count', 'count'),
];
const file = (id: string) => ({ id, name: `${id}.txt`, size: 1, type: 'text/plain', url: `/f/${id}` });
const records = [
  record('01', { name: 'Acme', tags: ['a', 'b'], deals: ['d1'], owner: ['o1'], files: [file('f1')], count: 1 }),
  record('02', {
    name: 'Acme Inc',
    city: 'Dayton',
    tags: ['b', 'c'],
    deals: ['d1'],
    owner: ['o2'],
    files: [file('f2')],
    count: 2,
  }),
  record('03', { name: 'Acme', city: 'Rome', deals: ['d1'] }),
];

describe('several records that become one', () => {
  const lines = linesOf(fields, records);

  it('lists are joined, one of single values is picked, what nobody writes is shown', () => {
    expect(lines.map(({ kind }) => kind)).toEqual(['pick', 'pick', 'joined', 'same', 'pick', 'joined', 'shown']);
    expect(joined(fields[2]!, records, 1)).toEqual(['b', 'c', 'a']);
  });

  it('the record that stays keeps its values; where it has none the newest one comes', () => {
    expect(firstChoice(fields[0]!, records, 0)).toBe(0);
    expect(firstChoice(fields[1]!, records, 0)).toBe(2);
    expect(changesOf(lines, records, 0, new Map())).toEqual({
      city: 'Rome',
      tags: ['a', 'b', 'c'],
      files: [
        { id: 'f1', name: 'f1.txt' },
        { id: 'f2', name: 'f2.txt' },
      ],
    });
  });

  it('what is chosen is written, and nothing that it has already', () => {
    const chosen = new Map([
      ['name', 1],
      ['city', 0],
      ['owner', 1],
    ]);
    expect(changesOf(lines, records, 0, chosen)).toMatchObject({ name: 'Acme Inc', owner: ['o2'] });
    expect(changesOf(lines, records, 0, chosen)).not.toHaveProperty('city');
  });
});
