import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureChromium, reasonOf, type Way } from './chromium.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-chromium-'));
  vi.stubEnv('CHROMIUM', undefined);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const program = (name: string, exit = 0): string => {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexit ${exit}\n`, { mode: 0o755 });
  return path;
};
const way = (name: string, get: Way['get'], applies = true): Way => ({ name, applies: () => applies, get });
const never = (): never => {
  throw new Error('not to be asked');
};

describe('a Chromium for this machine', () => {
  const told: string[] = [];
  const ensure = (names: readonly string[], by: readonly Way[]) =>
    ensureChromium((line) => void told.push(line), { find: () => names.map((name) => join(folder, name)), by });

  it('is the one that is there and starts', () => {
    program('broken', 1);
    const whole = program('whole');
    expect(ensure(['missing', 'broken', 'whole'], [way('apt', never)])).toEqual({ path: whole });
  });
  it('is installed by the first way that applies and works', () => {
    const ways = [
      way('apt', never, false),
      way('mirror', () => 'no route to host'),
      way('download', () => void program('downloaded')),
      way('more', never),
    ];
    expect(ensure(['downloaded'], ways)).toEqual({ path: join(folder, 'downloaded') });
    expect(told).toEqual([expect.stringContaining('mirror'), expect.stringContaining('download')]);
  });
  it('is missing with the reason of each way and what helps, where none works', () => {
    const ways = [way('apt', () => 'E: Unable to locate package'), way('download', () => void program('loaded', 127))];
    expect(ensure(['loaded'], ways)).toEqual({
      missing: expect.stringMatching(
        /^apt: E: Unable to locate package; download: what it installed does not start; install .*CHROMIUM=/,
      ),
    });
  });
  it.each([
    [
      [
        'Downloading Chrome for Testing from http://127.0.0.1:1/chrome-linux64.zip',
        'Error: connect ECONNREFUSED 127.0.0.1:1',
        '    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:2083:16) {',
        "  code: 'ECONNREFUSED',",
        '}',
        'Failed to install browsers',
        'Error: Failed to download Chrome for Testing, caused by',
      ],
      'Error: connect ECONNREFUSED 127.0.0.1:1',
    ],
    [
      ['W: Failed to fetch http://packages.example', 'E: Unable to locate package chromium', 'E: No candidate'],
      'E: Unable to locate package chromium',
    ],
    [['no space left', '    at somewhere', '}'], 'no space left'],
    [[''], undefined],
  ])('says why a way failed by its first error, not by the end of a trace: %j', (said, reason) => {
    expect(reasonOf(said.join('\n'))).toBe(reason);
  });
  it('is not looked for elsewhere when CHROMIUM names one', () => {
    vi.stubEnv('CHROMIUM', join(folder, 'nowhere'));
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
    expect(ensureChromium(never)).toEqual({ missing: expect.stringContaining('nowhere does not start') });
  });
});
