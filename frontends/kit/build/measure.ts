import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export type FirstPage = {
  readonly gzip: number;
  readonly files: readonly { readonly file: string; readonly gzip: number }[];
};

const scripts = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));

/**
 * What a browser loads until the home page works, in bytes after gzip level 6: the scripts that the page names, one
 * language's catalogues (the largest), and of each remote its entry, manifest and catalogue.
 */
export const firstPage = (shell: string, remotes: readonly string[]): FirstPage => {
  const weigh = (path: string): { file: string; gzip: number } => ({
    file: path.split('/frontends/')[1] ?? path,
    gzip: gzipSync(readFileSync(path), { level: 6 }).length,
  });
  const heaviest = (folder: string): readonly string[] => {
    const languages = ['en', 'pt', 'es'].map((language) =>
      scripts(folder)
        .filter((file) => file.includes(`locales_${language}_ts`))
        .map((file) => join(folder, file)),
    );
    const total = (files: readonly string[]): number => files.reduce((sum, file) => sum + weigh(file).gzip, 0);
    return languages.toSorted((a, b) => total(b) - total(a))[0] ?? [];
  };
  const page = [...readFileSync(join(shell, 'index.html'), 'utf8').matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(
    ([, file]) => join(shell, file ?? ''),
  );
  const remote = remotes.flatMap((folder) => [
    ...scripts(folder)
      .filter((file) => /remoteEntry|federation_expose/.test(file))
      .map((file) => join(folder, file)),
    ...heaviest(folder),
  ]);
  const files = [...page, ...heaviest(shell), ...remote].map(weigh).toSorted((a, b) => b.gzip - a.gzip);
  return { gzip: files.reduce((sum, { gzip }) => sum + gzip, 0), files };
};
