import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  checkDescribed,
  exampleOf,
  fieldType,
  fieldTypes,
  readProps,
  storeProps,
  type FieldProps,
  type FieldType,
} from './index.ts';
import { flag, isOf, whole, type Properties, type PropsOf } from './property.ts';
import { propsInput } from './schema.ts';

/** By version: the shape of a type's properties as it was released. Only additions to the newest version. */
const releasedOf = (id: string): Readonly<Record<string, Properties>> =>
  JSON.parse(readFileSync(new URL(`${id}/released.json`, import.meta.url), 'utf8')) as ReturnType<typeof releasedOf>;
const examplesOf = (properties: Properties): FieldProps =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, exampleOf(property)]));
const option = z.strictObject({ id: z.string(), label: z.string(), color: z.string() });

describe.each(fieldTypes.map((type) => [type.id, type] as const))('the properties of %s', (id, type) => {
  it('pass the schema of the API, the type, the log and back, none of them dropped', () => {
    const given = propsInput(option).parse(examplesOf(type.properties)) as FieldProps;
    const kept = type.props(given);
    expect(kept).toMatchObject(examplesOf(type.properties));
    expect(readProps(id, storeProps(id, kept))).toEqual(kept);
  });

  it('may be left out, and what the type then takes for granted is kept as well', () => {
    const kept = type.props({});
    expect(readProps(id, storeProps(id, kept))).toEqual(kept);
  });

  it('have each shape that was released among them, and each is read', () => {
    const released = releasedOf(id);
    const newest = String(type.version ?? 1);
    expect(
      type.properties,
      'the released.json of the type keeps the shape of each version; a new property is added there, none is changed',
    ).toEqual(released[newest]);
    for (const [version, properties] of Object.entries(released)) {
      const propsJson = JSON.stringify(examplesOf(properties));
      const read = readProps(id, { propsJson, propsVersion: Number(version) });
      expect(() => checkDescribed(type, read)).not.toThrow();
    }
  });
});

it('are not stored where the type does not describe them, or describes them otherwise', () => {
  expect(() => storeProps('checkbox', { max: 10 } as FieldProps)).toThrow(
    'checkbox does not describe its property max',
  );
  expect(() => storeProps('number', { decimals: '2' } as unknown as FieldProps)).toThrow('its property decimals');
  expect(() => storeProps('number', { decimals: 99 })).toThrow('its property decimals');
  expect(() => storeProps('number', { constructor: 1 } as unknown as FieldProps)).toThrow('its property constructor');
});

/** What a type of its own would be: stars up to a highest one, which no other type has a word for. */
const properties = { stars: whole(1, 10) } as const;
const review: FieldType<PropsOf<typeof properties>> = {
  ...fieldType('number')!,
  id: 'review',
  properties,
  props: ({ stars }) => ({ stars: stars ?? 5 }),
  scale: () => 0,
  fromJson: () => null,
  toJson: (cell) => cell,
  fromText: () => null,
  exactly: () => null,
  toText: (cell, { stars }) => `${String(cell)}/${stars}`,
};

it('of a type that is new are taken and kept without another file that names them', () => {
  const types: readonly FieldType[] = [...fieldTypes, review];
  const kept = review.props(propsInput(option, types).parse({ stars: 10 }) as object);
  expect(() => checkDescribed(review, kept)).not.toThrow();
  expect(readProps('review', storeProps('review', kept))).toEqual({ stars: 10 });
});

it('of an earlier shape are led to the shape of today', () => {
  expect(isOf(whole(1, 10), 10)).toBe(true);
  expect(isOf(whole(1, 10), 11)).toBe(false);
  // What a type of another version left is kept as it is: this version cannot know what it means.
  expect(readProps('review', { propsJson: '{"stars":10}', propsVersion: 3 })).toEqual({ stars: 10 });
});

it('that the first releases wrote, a field of the message each, are read', () => {
  const flat = { options: [], currencySymbol: 'R$', dateFormat: '', includeTimeSeconds: false };
  const props = { ...flat, decimals: 0, thousands: true, notify: false };
  const read = { decimals: 0, currency_symbol: 'R$', thousands: true };
  expect(readProps('currency', { props, propsJson: '', propsVersion: 0 })).toEqual(read);
  expect(readProps('currency', { props })).toEqual(read);
});

it('are refused by the schema where no type describes them, and described in one way', () => {
  expect(propsInput(option).safeParse({ stars: 10 }).success).toBe(false);
  const types = [
    { id: 'review', properties: { stars: whole(1, 10) } },
    { id: 'steps', properties: { stars: flag } },
  ];
  expect(propsInput(option, types.slice(0, 1)).parse({ stars: 10 })).toEqual({ stars: 10 });
  expect(() => propsInput(option, types)).toThrow('steps describes its property stars otherwise');
});
