import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { changedFiles } from './changed.ts';

const root = mkdtempSync(join(tmpdir(), 'tessera-changed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const git = (...args: readonly string[]): void => {
  const { status, stderr } = spawnSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t.example', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
};
const write = (name: string, text = ''): void => writeFileSync(join(root, name), text);

describe('what changed', () => {
  it('is what differs from main, committed or not, and not what main has gained', () => {
    git('init', '--quiet', '--initial-branch=main');
    for (const name of ['kept.ts', 'edited.ts', 'gone.ts', 'moved.ts']) write(name, name);
    git('add', '.');
    git('commit', '--quiet', '-m', 'one');
    expect(changedFiles(root)).toEqual([]);
    git('checkout', '--quiet', '-b', 'work');
    write('committed.ts');
    git('add', '.');
    git('mv', 'moved.ts', 'there.ts');
    git('commit', '--quiet', '-m', 'two');
    git('checkout', '--quiet', 'main');
    write('of-main.ts');
    git('add', '.');
    git('commit', '--quiet', '-m', 'three');
    git('checkout', '--quiet', 'work');
    write('edited.ts', 'otherwise');
    write('new.ts');
    rmSync(join(root, 'gone.ts'));
    expect(changedFiles(root)).toEqual(['committed.ts', 'edited.ts', 'gone.ts', 'moved.ts', 'new.ts', 'there.ts']);
    expect(changedFiles(root, 'HEAD')).toEqual(['edited.ts', 'gone.ts', 'new.ts']);
    expect(() => changedFiles(root, 'nothing-of-the-kind')).toThrow(/nothing-of-the-kind/);
  });
});
