import { describe, expect, it } from 'vitest';
import { lettersOf, placeOf } from './anchors.ts';

describe('the words that a comment is about', () => {
  const text = 'one two one two one';
  it('are those nearest to where they stood', () => {
    expect(placeOf(text, { quote: 'one', at: 0 })).toEqual({ from: 0, to: 3 });
    expect(placeOf(text, { quote: 'one', at: 7 })).toEqual({ from: 8, to: 11 });
    expect(placeOf(text, { quote: 'one', at: 99 })).toEqual({ from: 16, to: 19 });
  });
  it('are gone where they were written anew', () => {
    expect(placeOf(text, { quote: 'three', at: 0 })).toBeUndefined();
  });
  it('stand in the document where their letters do', () => {
    const { text: all, places } = lettersOf([
      { text: 'ab', from: 1 },
      { text: 'c', from: 7 },
    ]);
    expect([all, places]).toEqual(['abc', [1, 2, 7]]);
  });
});
