import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export type FirstPage = { readonly gzip: number; readonly files: readonly { readonly file: string; readonly gzip: number }[] };

/**
 * What a browser loads before the home page works, in bytes after gzip level 6. The build names the chunks of that page with the
 * prefix `main` or `first`; lazily loaded ones have other names and are left out.
 */
export const firstPage = (shell: string, remotes: readonly string[]): FirstPage => {
  const scripts = (folder: string, wanted: (file: string) => boolean): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js') && wanted(file))
      .map((file) => join(folder, file));
  const files = [...scripts(shell, () => true), ...remotes.flatMap((remote) => scripts(remote, (file) => /remoteEntry/.test(file)))]
    .map((path) => ({ file: path.split('/frontends/')[1] ?? path, gzip: gzipSync(readFileSync(path), { level: 6 }).length }))
    .toSorted((a, b) => b.gzip - a.gzip);
  return { gzip: files.reduce((sum, { gzip }) => sum + gzip, 0), files };
};
