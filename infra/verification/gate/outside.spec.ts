import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { outsideOfTheGate } from './outside.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

it('names files that are there, each once', () => {
  expect(outsideOfTheGate.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  expect(new Set(outsideOfTheGate).size).toBe(outsideOfTheGate.length);
});
