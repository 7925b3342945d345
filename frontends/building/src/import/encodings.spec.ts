import { expect, it } from 'vitest';
import { encodings, readAs, tellingLines } from './encodings.ts';

const bytes = (...parts: readonly (string | number)[]): Blob =>
  new Blob([
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.of(part)))),
  ]);

it('every encoding of the list can be read', () => {
  for (const { name } of encodings) expect(readAs(Buffer.from('a,b\r\n'), name).length, name).toBeGreaterThan(0);
});

it('lines tell encodings apart where a byte is no plain letter, and begin near it', async () => {
  const lines = await tellingLines(bytes('Name,City\nAnn,Leeds\nJo', 0xe3, 'o,Santos\n', 'x'.repeat(500), 0xe9, 'y\n'));
  expect(lines.map((line) => readAs(line, 'windows-1252'))).toEqual(['João,Santos', `${'x'.repeat(60)}éy`]);
  expect(await tellingLines(bytes('plain\n'))).toEqual([]);
  expect((await tellingLines(bytes(...'é\n'.repeat(9)))).length).toBe(4);
});

it('text of two bytes a character is not cut at its lines', async () => {
  const file = Buffer.from('\ufeffNome\nJoão\n', 'utf16le');
  const [first] = await tellingLines(new Blob([file]));
  expect(readAs(first!, 'utf-16le')).toBe('Nome João');
});
