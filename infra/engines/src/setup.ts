import { spawnSync } from 'node:child_process';
import { makeReady } from './ready.ts';

const docker = (...args: readonly string[]): readonly string[] => spawnSync('docker', args, { encoding: 'utf8' }).stdout.split('\n').filter((line) => line !== '');

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const remove = (ids: readonly string[]): void => {
  if (ids.length > 0) docker('rm', '--force', '--volumes', ...ids);
};

/** Before the cluster tests: a Docker engine answers, and what a killed run left is gone. After them: what they left is gone. */
export const setup = (): (() => void) => {
  makeReady('engine');
  process.env['TESSERA_TEST_RUN'] = String(process.pid);
  const left = docker('ps', '--all', '--filter', 'label=tessera-test', '--format', '{{.ID}} {{.Label "tessera-test"}}').map((line) => line.split(' '));
  remove(left.flatMap(([id = '', run = '']) => (run !== '' && !alive(Number(run)) ? [id] : [])));
  return () => remove(docker('ps', '--all', '--quiet', '--filter', `label=tessera-test=${process.pid}`));
};
