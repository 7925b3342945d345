import { describe, expect, it } from 'vitest';
import { fits, noFilter } from './filter.ts';
import { changedLines, indented, newLine, outdented, placeOf, type Edit } from './typing.ts';

const applied = (text: string, edit: Edit | undefined): string =>
  edit === undefined ? text : text.slice(0, edit.from) + edit.text + text.slice(edit.to);

describe('keys in code', () => {
  it('go in to the next step, and take the place of what is selected', () => {
    expect(indented('ab', 1, 1, '  ')).toEqual({ from: 1, to: 1, text: ' ', select: [2, 2] });
    expect(applied('ab', indented('ab', 0, 2, '    '))).toBe('    ');
    expect(indented('x\nab', 2, 2, '  ')).toMatchObject({ text: '  ', select: [4, 4] });
  });
  it('take every selected line in and out, and leave empty ones', () => {
    const text = 'a\n\n  b\nc';
    const edit = indented(text, 0, 6, '  ');
    expect(applied(text, edit)).toBe('  a\n\n    b\nc');
    expect(edit.select).toEqual([0, 10]);
    expect(applied('  a\n\n    b\nc', outdented('  a\n\n    b\nc', 3, 10, '  '))).toBe(text);
    expect(applied('\tx', outdented('\tx', 1, 1, '    '))).toBe('x');
    expect(outdented('x', 0, 1, '  ')).toBeUndefined();
  });
  it('keep the caret where it was in its line', () => {
    expect(outdented('x\n  ab', 5, 5, '  ')?.select).toEqual([3, 3]);
    expect(outdented('x\n  ab', 2, 2, '  ')?.select).toEqual([2, 2]);
  });
  it('start the next line as far in, and further behind what opens', () => {
    expect(newLine('  a', 3, 3, '  ').text).toBe('\n  ');
    expect(newLine('if (x) {', 8, 8, '  ').text).toBe('\n  ');
    expect(newLine('  def a(): ', 11, 11, '    ').text).toBe('\n      ');
    expect(newLine('a\nb', 1, 1, '  ')).toEqual({ from: 1, to: 1, text: '\n', select: [2, 2] });
  });
  it('are told their line and column', () => {
    expect(placeOf('', 0)).toEqual({ line: 1, column: 1 });
    expect(placeOf('ab\ncd', 2)).toEqual({ line: 1, column: 3 });
    expect(placeOf('ab\ncd', 3)).toEqual({ line: 2, column: 1 });
    expect(placeOf('ab\ncd\n', 6)).toEqual({ line: 3, column: 1 });
  });
  it('mark what differs from the version', () => {
    expect(changedLines('a\nb', 'a\nb')).toBeUndefined();
    expect(changedLines('a\nb\nc', 'a\nx\nc')).toEqual({ from: 1, count: 1 });
    expect(changedLines('a\nc', 'a\nb\nb\nc')).toEqual({ from: 1, count: 2 });
    expect(changedLines('a\nb\nc', 'a\nc')).toEqual({ from: 1, count: 1 });
    expect(changedLines('a', 'a\nb')).toEqual({ from: 1, count: 1 });
  });
});

describe('the filter of functions', () => {
  const one = {
    label: 'Ação of stock',
    language: 'python',
    ownerId: 'tobin',
    active: true,
    lastCall: { state: 'failed' },
  } as const;
  it('asks for all of what is chosen', () => {
    expect(fits(one, noFilter)).toBe(true);
    expect(fits(one, { ...noFilter, search: ' acao ', language: 'python', owner: 'tobin', on: 'on' })).toBe(true);
    expect(fits(one, { ...noFilter, language: 'php' })).toBe(false);
    expect(fits(one, { ...noFilter, owner: 'quill' })).toBe(false);
    expect(fits(one, { ...noFilter, on: 'off' })).toBe(false);
    expect(fits(one, { ...noFilter, last: 'failed' })).toBe(true);
    expect(fits(one, { ...noFilter, last: 'never' })).toBe(false);
    expect(fits({ ...one, lastCall: null }, { ...noFilter, last: 'never' })).toBe(true);
  });
});
