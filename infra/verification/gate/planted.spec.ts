import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const planted = process.env['TESSERA_PLANTED'];
const results = fileURLToPath(new URL('../../../test-results/', import.meta.url));
const mark = `${results}planted`;

/**
 * What the verdict says of a test that fails once and of one that always does:
 * `TESSERA_PLANTED=unsteady npm run gate -- unit` is green and names this file, with `broken` it is red.
 */
describe.runIf(planted !== undefined)('a planted test', () => {
  it('fails the first time and passes the second', () => {
    const before = existsSync(mark);
    mkdirSync(results, { recursive: true });
    if (before) rmSync(mark);
    else writeFileSync(mark, '');
    expect(before).toBe(true);
  });
  it.runIf(planted === 'broken')('always fails', () => {
    expect('as it is').toBe('as it should be');
  });
});
