import { describe, expect, it } from 'vitest';
import { hueOf, optionColor } from './hues.ts';
import { initials } from './initials.ts';
import { fold } from './search.ts';

describe('hues', () => {
  it('of new options visit all twelve before one returns', () => {
    expect(new Set(Array.from({ length: 12 }, (_, i) => optionColor(i))).size).toBe(12);
    expect(optionColor(12)).toBe(optionColor(0));
  });

  it('belong to an id for good', () => {
    expect(hueOf('01m8z')).toBe(hueOf('01m8z'));
  });
});

describe('initials', () => {
  it('are first and last, or the first two letters', () => {
    expect(initials('Ana Maria Souza')).toBe('AS');
    expect(initials('  isolde ')).toBe('IS');
    expect(initials('李雷')).toBe('李雷');
    expect(initials('')).toBe('?');
  });
});

describe('searches', () => {
  it('ignore case and accents', () => {
    expect(fold('Ação São')).toBe('acao sao');
  });
});
