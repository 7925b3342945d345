import { spawnSync } from 'node:child_process';
import { makeReady } from './ready.ts';

const docker = (...args: readonly string[]): readonly string[] =>
  spawnSync('docker', args, { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '');

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

/** Everything of compose projects that a test made. */
const removeProject = (name: string): void => {
  const filter = ['--filter', `label=com.docker.compose.project=${name}`];
  remove(docker('ps', '--all', '--quiet', ...filter));
  for (const kind of ['network', 'volume'])
    for (const id of docker(kind, 'ls', '--quiet', ...filter)) docker(kind, 'rm', id);
};

/**
 * Before the cluster tests: a Docker engine answers, and what a killed run left is gone. After them: what they left is
 * gone.
 */
export const setup = (): (() => void) => {
  makeReady('engine');
  process.env['TESSERA_TEST_RUN'] = String(process.pid);
  const left = docker(
    'ps',
    '--all',
    '--filter',
    'label=tessera-test',
    '--format',
    '{{.ID}} {{.Label "tessera-test"}}',
  ).map((line) => line.split(' '));
  remove(left.flatMap(([id = '', run = '']) => (run !== '' && !alive(Number(run)) ? [id] : [])));
  const projects = new Set(
    docker(
      'ps',
      '--all',
      '--filter',
      'label=com.docker.compose.project',
      '--format',
      '{{.Label "com.docker.compose.project"}}',
    ),
  );
  for (const name of projects)
    if (!alive(Number(/^tessera-test-(\d+)-/.exec(name)?.[1] ?? process.pid))) removeProject(name);
  return () => remove(docker('ps', '--all', '--quiet', '--filter', `label=tessera-test=${process.pid}`));
};
