import { describe, expect, it } from 'vitest';
import { ariaKeys, type KeyPress, matchesKeys, showKeys } from './keys.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('a shortcut', () => {
  it('matches its letter without modifiers only', () => {
    expect(matchesKeys(press('n'), 'n', false)).toBe(true);
    expect(matchesKeys(press('n', { ctrlKey: true }), 'n', false)).toBe(false);
    expect(matchesKeys(press('N', { shiftKey: true }), 'n', false)).toBe(false);
    expect(matchesKeys(press('N', { shiftKey: true }), 'shift+n', false)).toBe(true);
  });

  it('means Cmd on a Mac and Ctrl elsewhere', () => {
    expect(matchesKeys(press('k', { ctrlKey: true }), 'mod+k', false)).toBe(true);
    expect(matchesKeys(press('k', { metaKey: true }), 'mod+k', false)).toBe(false);
    expect(matchesKeys(press('k', { metaKey: true }), 'mod+k', true)).toBe(true);
    expect(matchesKeys(press('k', { ctrlKey: true }), 'mod+k', true)).toBe(false);
  });

  it('finds ? on layouts where it needs Shift and where it does not', () => {
    expect(matchesKeys(press('?', { shiftKey: true }), '?', false)).toBe(true);
    expect(matchesKeys(press('?'), '?', false)).toBe(true);
  });

  it('finds Ctrl+/ on layouts that write the stroke with Shift', () => {
    expect(matchesKeys(press('/', { ctrlKey: true, shiftKey: true }), 'mod+/', false)).toBe(true);
    expect(matchesKeys(press('?', { ctrlKey: true, shiftKey: true }), 'mod+/', false)).toBe(false);
  });

  it('follows the place of a letter when the layout writes another script', () => {
    expect(matchesKeys(press('л', { ctrlKey: true, code: 'KeyK' }), 'mod+k', false)).toBe(true);
    expect(matchesKeys(press('л', { code: 'KeyK' }), 'k', false)).toBe(false);
  });

  it('is not its neighbour with Shift', () => {
    expect(matchesKeys(press('z', { ctrlKey: true, shiftKey: true }), 'mod+z', false)).toBe(false);
    expect(matchesKeys(press('Z', { ctrlKey: true, shiftKey: true }), 'mod+shift+z', false)).toBe(true);
  });

  it('is written as the machine writes it', () => {
    expect(showKeys('mod+k', false)).toBe('Ctrl K');
    expect(showKeys('mod+shift+k', true)).toBe('⌘ ⇧ K');
    expect(showKeys('escape', false)).toBe('Esc');
    expect(ariaKeys('mod+shift+k', true)).toBe('Meta+Shift+K');
  });
});
