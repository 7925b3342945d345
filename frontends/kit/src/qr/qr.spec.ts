import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { qrOf, qrPath } from './qr.ts';

const rows = (text: string): readonly string[] =>
  (qrOf(text) ?? []).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));

it('a code has its corners, its clock and its size', () => {
  const code = rows('4006381333931');
  expect(code).toHaveLength(21);
  expect([code[0]!.slice(0, 8), code[3]!.slice(0, 8), code[6]]).toEqual([
    '#######.',
    '#.###.#.',
    '#######.#.#.#.#######',
  ]);
  expect(code[0]!.slice(13)).toBe('.#######');
});

// A decoder of somebody else read these three back, and texts of 1 to 2,331 bytes in 20 of the 40 versions.
it.each([
  ['4006381333931', 21, '4b75acfc4c9f366b'],
  ['https://tessera.example/ä?x=1', 29, '1c2b95db735d2260'],
  ['x'.repeat(500), 85, '34f2657890348f6b'],
])('draws what a decoder reads: %s', (text, size, hash) => {
  const code = rows(text);
  expect([code.length, createHash('sha256').update(code.join('\n')).digest('hex').slice(0, 16)]).toEqual([size, hash]);
});

it('a text that no code holds has none', () => {
  expect(qrOf('x'.repeat(2331))).toHaveLength(177);
  expect(qrOf('x'.repeat(2332))).toBeUndefined();
});

it('a path has a run of dark modules as one piece', () => {
  expect(
    qrPath([
      [true, true, false],
      [false, false, true],
    ]),
  ).toBe('M0 0h2v1h-2zM2 1h1v1h-1z');
});
