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
 * What a browser loads until a page of a remote can be asked for, in bytes after gzip level 6: the scripts that the page
 * names, one language's catalogues (the largest), and of the heaviest remote its entry, manifest and catalogue. The other
 * remotes come when the page has what it needs.
 */
export const firstPage = (shell: string, remotes: readonly string[]): FirstPage => {
  const weigh = (path: string): { file: string; gzip: number } => ({
    file: path.split('/frontends/')[1] ?? path,
    gzip: gzipSync(readFileSync(path), { level: 6 }).length,
  });
  const heaviest = (folder: string): readonly string[] => {
    const languages = ['en', 'pt', 'es'].map((language) =>
      scripts(folder)
        .filter((file) => file.includes(`locales_${language}_ts`) || file.includes(`texts-${language}.`))
        .map((file) => join(folder, file)),
    );
    const total = (files: readonly string[]): number => files.reduce((sum, file) => sum + weigh(file).gzip, 0);
    return languages.toSorted((a, b) => total(b) - total(a))[0] ?? [];
  };
  const page = [...readFileSync(join(shell, 'index.html'), 'utf8').matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(
    ([, file]) => join(shell, file ?? ''),
  );
  const sum = (files: FirstPage['files']): number => files.reduce((all, { gzip }) => all + gzip, 0);
  const [remote = []] = remotes
    .map((folder) =>
      [
        ...scripts(folder)
          .filter((file) => /remoteEntry|federation_expose/.test(file))
          .map((file) => join(folder, file)),
        ...heaviest(folder),
      ].map(weigh),
    )
    .toSorted((a, b) => sum(b) - sum(a));
  const files = [...[...page, ...heaviest(shell)].map(weigh), ...remote].toSorted((a, b) => b.gzip - a.gzip);
  return { gzip: sum(files), files };
};

/** What one page of a remote loads beside the first page's files: its scripts and styles, in bytes after gzip level 6. */
export const pageWeights = (frontends: string): readonly { readonly path: string; readonly gzip: number }[] => {
  const listed = JSON.parse(readFileSync(join(frontends, 'shell/dist/remotes.json'), 'utf8')) as {
    remotes: { files: { pages: Record<string, readonly string[]> } }[];
  };
  const fileOf = (address: string): string => join(frontends, address.replace(/^\/remotes\/([^/]+)\//, '$1/dist/'));
  return listed.remotes.flatMap(({ files }) =>
    Object.entries(files.pages).map(([path, addresses]) => ({
      path,
      gzip: addresses.reduce((sum, one) => sum + gzipSync(readFileSync(fileOf(one)), { level: 6 }).length, 0),
    })),
  );
};
