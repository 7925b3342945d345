import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'tessera-supervise-'));
afterAll(() => rmSync(folder, { recursive: true }));
const module = new URL('../supervise.mjs', import.meta.url).href;
let runs = 0;

/** Supervises a process that notes each of its starts and then does `what`; how all of it ended. */
const supervised = async (what: string, signalAfter?: number, signal: NodeJS.Signals = 'SIGTERM') => {
  const notes = join(folder, `run-${(runs += 1)}`);
  const child = `require('node:fs').appendFileSync(${JSON.stringify(notes)}, process.pid + '\\n'); ${what}`;
  const parent = `import { supervise } from ${JSON.stringify(module)};
    process.exit(await supervise(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' }, () => undefined));`;
  const running = spawn(process.execPath, ['--input-type=module', '-e', parent], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => running.on('exit', (code) => resolve(code)));
  const pids = (): string[] => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []);
  if (signalAfter !== undefined) {
    await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(signalAfter);
    running.kill(signal);
  }
  return { code: await ended, starts: pids().length };
};

describe('npm start', () => {
  it('starts a process again that crashed, at most three times', async () => {
    expect(await supervised('process.exit(70)')).toEqual({ code: 70, starts: 4 });
    expect(await supervised('process.abort()')).toEqual({ code: 134, starts: 4 });
  });

  it('again once the crashes are more than ten minutes ago', async () => {
    const { createRestarts } = (await import(module)) as {
      createRestarts: (now: () => number) => (code: number | null, signal: string | null) => boolean;
    };
    let now = 0;
    const again = createRestarts(() => now);
    const crashes = (): boolean[] => Array.from({ length: 4 }, () => again(70, null));
    expect(crashes()).toEqual([true, true, true, false]);
    now = 599_999;
    expect(again(70, null)).toBe(false);
    now = 600_000;
    expect(crashes()).toEqual([true, true, true, false]);
  });

  it('never after a storage error, a failed start or a good end', async () => {
    for (const code of [74, 1, 0]) expect(await supervised(`process.exit(${code})`)).toEqual({ code, starts: 1 });
  });

  it('never after a signal, whoever got it', async () => {
    expect(await supervised("process.kill(process.pid, 'SIGKILL')")).toEqual({ code: 137, starts: 1 });
    expect(await supervised("process.on('SIGTERM', () => process.exit(70)); setInterval(() => 0, 1000)", 1)).toEqual({
      code: 70,
      starts: 1,
    });
  });
});
