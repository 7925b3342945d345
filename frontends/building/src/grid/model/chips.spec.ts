import { describe, expect, it } from 'vitest';
import { chipsThatFit } from './chips.ts';

const more = () => 30;

describe('chips in a cell', () => {
  it('shows all when all fit', () => {
    expect(chipsThatFit([80, 80, 70], 246, 1, more)).toBe(3);
  });
  it('leaves room for the count of the rest', () => {
    expect(chipsThatFit([80, 80, 80], 246, 1, more)).toBe(2);
    expect(chipsThatFit([80, 80, 80, 10], 246, 1, more)).toBe(2);
    expect(chipsThatFit([120, 122, 40], 246, 1, more)).toBe(1);
  });
  it('uses every row', () => {
    expect(chipsThatFit([150, 150, 150, 150], 246, 3, more)).toBe(3);
    expect(chipsThatFit([100, 100, 100, 100, 100, 100], 246, 2, more)).toBe(4);
  });
  it('cuts a chip that is wider than the cell rather than hiding it', () => {
    expect(chipsThatFit([500, 50], 246, 1, more)).toBe(1);
    expect(chipsThatFit([500], 246, 1, more)).toBe(1);
    expect(chipsThatFit([], 246, 1, more)).toBe(0);
  });
});
