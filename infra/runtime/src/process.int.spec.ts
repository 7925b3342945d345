import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';

type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly output: string };

/** Runs `testing/stuck.ts`, and sends a signal once it says that it is ready. */
const run = (how: string): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [new URL('./testing/stuck.ts', import.meta.url).pathname, how], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const read = (chunk: Buffer): void => {
      const before = output.includes('ready');
      output += chunk.toString();
      if (!before && output.includes('ready')) child.kill('SIGTERM');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code, signal) => resolve({ code, signal, output }));
  });

describe('a signal ends the process', () => {
  it('that drains', async () => expect(await run('drains')).toMatchObject({ code: 0, signal: null }));

  it('whose main thread is stuck', async () => {
    const { signal, output } = await run('main');
    expect(output).toContain('the main thread has been stuck');
    expect(signal).toBe('SIGKILL');
  });

  it.each(['thread', 'native'])('whose drain waits for a stuck worker (%s)', async (how) => {
    const { signal, output } = await run(how);
    expect(output).toContain('stopping has taken');
    expect(signal).toBe('SIGKILL');
  });
});
