import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chosenParts, createParts, endBench, partNames } from './parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-parts-'));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
  process.exitCode = 0;
});

describe('the parts of a bench', () => {
  it('are chosen by name, and one that is not there is named', () => {
    expect([...chosenParts(undefined)]).toEqual([...partNames]);
    expect([...chosenParts('crowd, start')]).toEqual(['crowd', 'start']);
    expect(() => chosenParts('crwod,api')).toThrow('there is no part "crwod"; choose of api, text, import');
  });

  it('go on after one that fails, and the report names it and what was not run', async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    const parts = createParts(['api', 'import', 'browser', 'live']);
    const broken = await parts.run('import', () => Promise.reject(new Error('the disk is full')));
    expect(broken).toBeUndefined();
    expect(await parts.run('api', () => 7)).toBe(7);
    parts.skip('browser', 'no Chromium');
    const figure = { what: 'single', wanted: '1/s', reached: '2/s', ok: true, values: { perSecond: 2 } };
    endBench(join(folder, 'results', 'bench.json'), { rows: 5 }, [figure], parts);
    expect(JSON.parse(readFileSync(join(folder, 'results', 'bench.json'), 'utf8'))).toEqual({
      rows: 5,
      figures: [figure],
      failed: [{ part: 'import', why: 'the disk is full' }],
      notRun: [
        { part: 'browser', why: 'no Chromium' },
        { part: 'live', why: 'what it needs failed before' },
      ],
    });
    expect(lines.join('\n')).not.toMatch(/\n\s+at /);
    expect(lines.at(-1)).toMatch(/^1 of 1 reached/);
    expect(process.exitCode).toBe(1);
  });
});
