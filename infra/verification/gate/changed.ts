import { spawnSync } from 'node:child_process';

const git = (root: string, ...args: readonly string[]): readonly string[] | undefined => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
};

/** The branch that work goes to, as this clone knows it. */
const mainOf = (root: string): string =>
  ['main', 'origin/main', 'origin/HEAD'].find((name) => git(root, 'rev-parse', '--verify', '--quiet', name)) ?? 'HEAD';

/**
 * The files, relative to the root, that differ from where this branch left main, or from `since`: committed, staged,
 * edited, new and deleted ones. Throws where git does not know `since`.
 */
export const changedFiles = (root: string, since?: string): readonly string[] => {
  const [base] = git(root, 'merge-base', since ?? mainOf(root), 'HEAD') ?? [];
  if (base === undefined) throw new Error(`git knows nothing that is called ${since ?? 'main or HEAD'}`);
  const differing = git(root, 'diff', '--name-only', '--no-renames', base) ?? [];
  const untracked = git(root, 'ls-files', '--others', '--exclude-standard') ?? [];
  return [...new Set([...differing, ...untracked])].toSorted();
};
