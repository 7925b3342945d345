import { fieldType } from '@tessera/fields';
import { describe, expect, it } from 'vitest';
import { newBlock } from '../apps/config.ts';
import { featured, templateOf, templates } from './catalog/index.ts';
import { shownRecords } from './preview.ts';
import { dayAfter, ownReferences, planOf, resolved } from './references.ts';
import { templateSchema } from './schema.ts';

const today = '2026-11-27';
/** Ids as they are made: of 26 characters. */
const ids = (): (() => string) => {
  let last = 0;
  return () => String(++last).padStart(26, '0');
};

describe('our templates', () => {
  it.each(templates.map((one) => [one.slug, one] as const))('%s has the shape of one', (_slug, template) => {
    expect(templateSchema.parse(template)).toEqual(template);
    expect(new Set(ownReferences(template)).size).toBe(ownReferences(template).length);
  });

  it.each(templates.map((one) => [one.slug, one] as const))('%s refers to its own parts alone', (_slug, template) => {
    const newId = ids();
    const plan = planOf(template, { newId, today, userId: 'u', data: true });
    const others = new Map(template.tables.map(({ key }) => [`@${key}`, newId()]));
    // Other sides of links have the names that the link fields give them.
    for (const table of template.tables)
      for (const { type, props } of table.fields)
        if (type === 'connectedRecord')
          others.set(`${String(props!['tableId'])}.${(props!['other'] as { name: string }).name}`, newId());
    const find = (reference: string): string | undefined =>
      reference === '@me' ? 'u' : (others.get(reference) ?? plan.ids[reference]);
    const all = [template.tables, template.apps.map(({ blocks }) => blocks.map(({ config }) => config))];
    expect(() => resolved(all, find, today)).not.toThrow();
    for (const { blocks } of template.apps)
      for (const block of blocks)
        expect(
          newBlock('b', block.type, resolved(block.config, find, today) as object as Record<string, unknown>),
        ).toMatchObject({
          type: block.type,
        });
  });

  it('hold values that their fields take', () => {
    const context = { locale: 'en', timezone: 'UTC' } as never;
    for (const template of templates)
      for (const table of template.tables)
        for (const { values } of table.records)
          for (const [name, value] of Object.entries(values)) {
            const field = table.fields.find(({ key }) => key === name)!;
            expect(field, `${table.key}.${name}`).toBeDefined();
            if (field.options !== undefined || field.type === 'user' || field.type === 'connectedRecord') continue;
            const type = fieldType(field.type)!;
            const given = resolved(value, () => undefined, today);
            expect(
              () => type.fromJson(given, type.props(field.props ?? {}), context),
              `${table.key}.${name}`,
            ).not.toThrow();
          }
  });

  it('are found by their names', () => {
    expect(templateOf('help-desk')?.name).toBe('Help desk');
    expect(templateOf('nothing')).toBeUndefined();
    expect(featured.every((slug) => templateOf(slug) !== undefined)).toBe(true);
  });
});

describe('a reference', () => {
  it('leads to an id, a day or nothing at all', () => {
    const find = (reference: string) => (reference === '@deals' ? 'id' : undefined);
    expect(resolved({ tableId: '@deals', days: [{ day: 3 }], text: 'mail@home' }, find, today)).toEqual({
      tableId: 'id',
      days: ['2026-11-30'],
      text: 'mail@home',
    });
    expect(() => resolved(['@gone'], find, today)).toThrow('"@gone" is no part of the template');
  });
  it('counts days over the end of a month and a year', () => {
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
    expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29');
  });
});

describe('a preview', () => {
  it('shows labels in the place of references', () => {
    const template = templateOf('sales-pipeline')!;
    const deals = template.tables.find(({ key }) => key === 'deals')!;
    const [first] = shownRecords(template, deals, today);
    expect(first!.slice(0, 4).map(({ text }) => text)).toEqual([
      'Scanners for twelve shops',
      'Oakline Foods',
      'Offer sent',
      '48000',
    ]);
    expect(first![2]!.color).toBe('amber');
    expect(first![5]!.text).toBe('2026-12-09');
    // Nobody's name stands in a template.
    expect(first![6]!.text).toBe('');
  });
});
