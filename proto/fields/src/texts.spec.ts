import { describe, expect, it } from 'vitest';
import { fieldType, type FieldType, type ReadContext } from './index.ts';

const context: ReadContext = { decimal: '.', dayFirst: false, timezone: 'UTC' };
const type = (id: string): FieldType => fieldType(id)!;
const read = (id: string, text: string, props = {}, more: Partial<ReadContext> = {}): unknown => {
  try {
    return type(id).fromText(text, props, { ...context, ...more });
  } catch (error) {
    return `! ${(error as { code: string }).code}`;
  }
};

describe('texts', () => {
  it('become one line, or keep their lines', () => {
    expect(read('singleLineText', ' a\r\n b\tc ')).toBe('a b c');
    expect(read('text', 'a\r\nb')).toBe('a\nb');
    expect(read('singleLineText', 'a\0b\ud800')).toBe('ab\ufffd');
  });
  it('have at most 100,000 bytes', () => {
    expect(read('text', 'é'.repeat(50_000))).toHaveLength(50_000);
    expect(read('text', 'é'.repeat(50_001))).toBe('! text.too_long');
  });
});

describe('links, e-mails and phones', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['http://x.y/z?q=1', 'http://x.y/z?q=1'],
    ['mailto:a@b.co', 'mailto:a@b.co'],
    ['javascript:alert(1)', '! link.invalid'],
    ['data:text/html,x', '! link.invalid'],
    ['a b', '! link.invalid'],
    ['http://', '! link.invalid'],
    ['hello', '! link.invalid'],
  ])('link %s', (text, expected) => {
    expect(read('link', text)).toBe(expected);
  });
  it.each([
    ['Ana@Example.com', 'Ana@Example.com'],
    ['mailto:a@b.co', 'a@b.co'],
    ['a@b', '! email.invalid'],
    ['a b@c.de', '! email.invalid'],
    ['a@b..de', '! email.invalid'],
    ['zoé@café.fr', 'zoé@café.fr'],
  ])('e-mail %s', (text, expected) => {
    expect(read('email', text)).toBe(expected);
  });
  it.each([
    ['+55 (11) 98765-4321', '+55 (11) 98765-4321'],
    ['555-1234 ext. 5', '555-1234 ext. 5'],
    ['123', '! phone.invalid'],
    ['call me', '! phone.invalid'],
    ['31/12/2025 a', '! phone.invalid'],
  ])('phone %s', (text, expected) => {
    expect(read('phone', text)).toBe(expected);
  });
});

it.each([
  ['sim', true],
  ['NÃO', false],
  ['nao', false],
  ['Yes', true],
  ['x', true],
  ['TRUE', true],
  ['0', false],
  ['sí', true],
  ['maybe', '! checkbox.invalid'],
  ['', null],
])('the tick of %s', (text, expected) => {
  expect(read('checkbox', text)).toBe(expected);
});

describe('options', () => {
  const props = {
    options: [
      { id: '00000000000000000000000001', label: 'To do', color: 'blue' },
      { id: '00000000000000000000000002', label: 'Done, late', color: 'rose' },
    ],
  };
  it('are found by label without case and accents, or by id', () => {
    expect(read('select', ' TO  DO', props)).toBe('00000000000000000000000001');
    expect(read('select', '00000000000000000000000002', props)).toBe('00000000000000000000000002');
    expect(read('select', 'Other', props)).toBe('! select.unknown');
    expect(read('select', 'Other', props, { onNewOption: (label) => `new ${label}` })).toBe('new Other');
  });
  it('that differ in case, accents or the like stay apart: an exact label is meant, else the only one alike', () => {
    const units = {
      options: ['mW', 'MW', 'x²', 'x2', 'Tp53', 'été'].map((label, i) => ({ id: `o${i}`, label, color: 'blue' })),
    };
    expect(
      ['mW', 'MW', 'x²', 'x2', 'TP53', 'tp53', 'ete', 'e\u0301te\u0301'].map((text) => read('select', text, units)),
    ).toEqual(['o0', 'o1', 'o2', 'o3', 'o4', 'o4', 'o5', 'o5']);
    expect(read('select', 'mw', units)).toBe('! select.ambiguous');
    expect(read('multipleSelect', 'x2; mw', units)).toBe('! select.ambiguous');
    expect(read('select', 'mw', units, { onNewOption: (label) => `new ${label}` })).toBe('! select.ambiguous');
    const left = { kind: 'field', column: 'c', storage: 'option' } as const;
    const equals = type('select').operators.find((o) => o.id === 'equals')!;
    expect(() => equals.predicate(left, 'mw', units, {} as never)).toThrow(
      expect.objectContaining({ code: 'select.ambiguous', params: { label: 'mw', options: '"mW", "MW"' } }),
    );
    expect(equals.predicate(left, 'tp53', units, {} as never)).toMatchObject({ value: 'o4' });
  });
  it('are lists where commas separate, unless a label has one', () => {
    expect(read('multipleSelect', 'Done, late', props)).toEqual(['00000000000000000000000002']);
    expect(read('multipleSelect', 'to do; "Done, late"; to do', props)).toEqual([
      '00000000000000000000000001',
      '00000000000000000000000002',
    ]);
    expect(read('multipleSelect', 'To do', { ...props, minimum_options: 2 })).toBe('! multipleSelect.too_few');
  });
  it('are checked when defined', () => {
    expect(() =>
      type('select').props({
        options: [
          { id: '1', label: 'A', color: '' },
          { id: '2', label: ' A ', color: '' },
        ],
      }),
    ).toThrow(expect.objectContaining({ code: 'select.option_twice' }));
    expect(() => type('select').props({ options: [{ id: '1', label: ' ', color: '' }] })).toThrow(
      expect.objectContaining({ code: 'select.option_label' }),
    );
    expect(
      type('select')
        .props({
          options: [
            { id: '1', label: 'A', color: '' },
            { id: '2', label: 'B', color: 'teal' },
          ],
        })
        .options!.map((o) => o.color),
    ).toEqual(['blue', 'teal']);
  });
  it('in a filter, an id whose option is gone matches nothing instead of failing', () => {
    const equals = type('select').operators.find((o) => o.id === 'equals')!;
    const left = { kind: 'field', column: 'c', storage: 'option' } as const;
    const filter = { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 1 } as const;
    expect(equals.predicate(left, '0000000000000000000000000z', props, filter)).toMatchObject({
      value: '0000000000000000000000000z',
    });
    expect(() => equals.predicate(left, 'Gone', props, filter)).toThrow(
      expect.objectContaining({ code: 'select.unknown' }),
    );
  });
});

it('a user is found through the directory of the context, and by nobody else', () => {
  expect(
    read(
      'user',
      'ana@x.co',
      {},
      { findUser: (text) => (text === 'ana@x.co' ? '00000000000000000000000007' : undefined) },
    ),
  ).toBe('00000000000000000000000007');
  expect(read('user', 'Bob', {}, { findUser: () => undefined })).toBe('! user.unknown');
  expect(read('user', 'Bob')).toBe('! user.unknown');
});
