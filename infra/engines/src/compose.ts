import { spawn, spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageNames } from './images.ts';
import { makeReady } from './ready.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const tools =
  process.env['TESSERA_TOOLS'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tessera-tools');

const command = (): readonly [string, ...string[]] => {
  const { stdout, status } = spawnSync('docker', ['compose', 'version', '--short'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = stdout.trim().replace(/^v/, '').split('.').map(Number);
  return status === 0 && (major > 2 || (major === 2 && minor >= 24))
    ? ['docker', 'compose']
    : [join(tools, 'bin/docker-compose')];
};

export type ComposeResult = { readonly status: number; readonly stdout: string; readonly stderr: string };

/**
 * Runs docker compose on the project's file with this machine's images; `environment` goes before everything but the
 * PATH, and an .env file is not read.
 */
export const compose = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ComposeResult> => {
  makeReady('compose');
  const [program, ...before] = command();
  const child = spawn(program, [...before, '--env-file', '/dev/null', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Debian's own client first: a newer one asks for buildx, which Debian's engine does not bring.
    env: {
      HOME: homedir(),
      PATH: `/usr/bin:${process.env['PATH'] ?? ''}`,
      DOCKER_BUILDKIT: '1',
      ...imageNames(),
      ...environment,
    },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ status: code ?? 1, ...said }));
  });
};
