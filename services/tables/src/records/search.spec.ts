import { describe, expect, it } from 'vitest';
import { schemaOf } from '../definitions/schema.ts';
import { madeTable } from '../testing/definitions.ts';
import { meaningsOf } from './search.ts';

const table = madeTable({
  fields: [
    { name: 'Name', type: 'singleLineText' },
    { name: 'Stage', type: 'select', props: { options: [{ label: 'Closed Won' }, { label: 'Lost' }] } },
    { name: 'Tags', type: 'multipleSelect', props: { options: [{ label: 'Ação' }, { label: 'Won back' }] } },
    { name: 'Value', type: 'currency', props: { decimals: 2 } },
    { name: 'Share', type: 'percent' },
    { name: 'Close', type: 'date' },
    { name: 'Call', type: 'dateTime' },
    { name: 'Owner', type: 'user' },
  ],
});
const { fields } = schemaOf(table);
const people = [
  { id: 'u1', name: 'Tobin Müller', email: 't@example.com' },
  { id: 'u2', name: 'Ana', email: 'tobin-fan@example.com' },
];
const asked = (text: string, language = 'en') =>
  meaningsOf(fields, text, { people, language, timezone: 'America/Sao_Paulo', today: '2026-11-23' });
const columnOf = (name: string): string => fields.find((field) => field.name === name)!.column;
type Leaf = {
  readonly left: { readonly column: string };
  readonly value?: string | number;
  readonly values?: readonly string[];
};
/** What a word means, as "field: values". */
const meant = (text: string, language?: string): Record<string, string[]> =>
  Object.fromEntries(
    asked(text, language).map(({ word, or }) => [
      word,
      or.map((condition) => {
        const leaves = ('items' in condition ? condition.items : [condition]) as readonly Leaf[];
        const name = fields.find(({ column }) => column === leaves[0]!.left.column)!.name;
        const values = leaves.flatMap(({ value, values: list }): readonly (string | number)[] => list ?? [value ?? '']);
        return `${name}: ${values
          .map((value) => (typeof value === 'number' ? new Date(value).toISOString() : (labels.get(value) ?? value)))
          .join(' ')}`;
      }),
    ]),
  );
const labels = new Map(
  table.fields.flatMap(({ props }) => (props.options ?? []).map(({ id, label }) => [id, label] as const)),
);

describe('the words of a search', () => {
  it('mean options by any part of their label, and people by any part of their name', () => {
    expect(meant('won')).toEqual({ won: ['Stage: Closed Won', 'Tags: Won back'] });
    expect(meant('ACAO')).toEqual({ acao: ['Tags: Ação'] });
    expect(meant('tobin muller')).toEqual({ tobin: ['Owner: u1'], muller: ['Owner: u1'] });
    expect(meant('scanners')).toEqual({});
  });

  it('mean numbers as they are shown, with either sign for decimals', () => {
    expect(meant('184,000.50')).toEqual({ '184,000.50': ['Value: 184000.5', 'Share: 184000.5'] });
    expect(meant('1.234,5', 'pt')).toEqual({ '1.234,5': ['Value: 1234.5', 'Share: 1234.5'] });
    expect(meant('12%')).toEqual({ '12%': ['Share: 12'] });
    expect(meant('R$ 1.234,50', 'pt')['1.234,50']).toContain('Value: 1234.5');
  });

  it('mean amounts by what is written of them, where it is whole', () => {
    expect(meant('$2,237')['$2,237']).toContain('Value: 2237 2238');
    expect(meant('-40')['-40']).toContain('Value: -41 -40');
    expect(meant('2,237.00')['2,237.00']).toContain('Value: 2237');
  });

  it('mean moments as they are shown, to the minute', () => {
    const minute = 'Call: 2026-01-07T13:26:00.000Z 2026-01-07T13:27:00.000Z';
    for (const [text, language] of [
      ['Jan 7, 2026, 10:26 AM', 'en'],
      ['Jan 7, 2026, 10:26\u202fAM', 'en'],
      ['2026-01-07 10:26', 'en'],
      ['7 de jan. de 2026, 10:26', 'pt'],
      ['7 ene 2026, 10:26', 'es'],
    ] as const) {
      const words = meant(text, language);
      const clock = Object.keys(words).find((word) => word.includes(':')) ?? '';
      expect(words[clock], text).toContain(minute);
      expect(
        words[clock]?.some((one) => one.startsWith('Close')),
        text,
      ).toBe(false);
    }
  });

  it('mean days, months and years, also of moments in the reader’s zone', () => {
    const day = ['Close: 2026-11-14 2026-11-14', 'Call: 2026-11-14T03:00:00.000Z 2026-11-15T03:00:00.000Z'];
    for (const text of ['Nov 14', '14 nov', '14 de nov.']) {
      const words = meant(text);
      for (const word of ['14', text.includes('nov.') ? 'nov.' : 'nov'])
        expect(words[word], text).toEqual(expect.arrayContaining(day));
    }
    expect(meant('nov')).toEqual({
      nov: ['Close: 2026-11-01 2026-11-30', 'Call: 2026-11-01T03:00:00.000Z 2026-12-01T03:00:00.000Z'],
    });
    expect(meant('2026')['2026']).toEqual([
      'Value: 2026 2027',
      'Share: 2026 2027',
      'Close: 2026-01-01 2026-12-31',
      'Call: 2026-01-01T03:00:00.000Z 2027-01-01T03:00:00.000Z',
    ]);
    expect(meant('2025-02-03')['2025-02-03']).toContain('Close: 2025-02-03 2025-02-03');
    expect(meant('03/02/2025', 'pt')['03/02/2025']).toContain('Close: 2025-02-03 2025-02-03');
    expect(meant('03/02/2025')['03/02/2025']).toContain('Close: 2025-03-02 2025-03-02');
    expect(meant('31 feb')['feb']).toEqual(meant('feb')['feb']);
  });

  it('mean nothing in fields that the reader does not see, and never more than a query may hold', () => {
    const name = columnOf('Name');
    expect(
      meaningsOf(
        fields.filter(({ column }) => column === name),
        'won 2026 tobin',
        {
          people,
          language: 'en',
          timezone: 'UTC',
          today: '2026-11-23',
        },
      ),
    ).toEqual([]);
    const many = Array.from({ length: 500 }, (_, i) => ({ ...fields[5]!, id: `f${i}`, column: `c${i + 20}_1` }));
    const also = meaningsOf(many, '1 2 3 4 5 6 7 2026 nov 14', {
      people,
      language: 'en',
      timezone: 'UTC',
      today: '2026-11-23',
    });
    expect(also.flatMap(({ or }) => or).length).toBeLessThanOrEqual(300);
  });
});
