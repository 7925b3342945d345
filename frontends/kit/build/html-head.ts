import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Chunk, type ChunkGroup, type Compilation, type RspackPluginInstance, rspack } from '@rspack/core';

const mark = new URL('../tokens/mark.svg', import.meta.url);
const themeScript = new URL('../src/theme/first-paint.js', import.meta.url);

/** Whether every page needs the chunks of a group: the bootstrap's, and those of the modules that it shares. */
export const isFirst = (group: ChunkGroup): boolean =>
  !group.isInitial() && group.origins.every(({ request }) => !request || request === './bootstrap.tsx');

/**
 * Files of the chunks that every page needs: the bootstrap's and those of shared modules, which no request of ours
 * names. Pages, dialogs and catalogues are imported by name and stay out. A shared module that needs others is built
 * twice, for whoever brings it and for whoever finds nobody that does; the shell brings all, so the first is loaded.
 */
const firstChunks = (compilation: Compilation): readonly string[] => {
  const groups = compilation.chunkGroups.filter(isFirst);
  const modules = (chunk: Chunk): string =>
    compilation.chunkGraph
      .getChunkModules(chunk)
      .map((module) => module.identifier())
      .toSorted()
      .join('\n');
  const names = new Map<string, string>();
  for (const chunk of groups.flatMap((group) => group.chunks)) names.set(String(chunk.id), modules(chunk));
  const first = new Map<string, string>();
  for (const [id, holds] of [...names].toSorted(([a], [b]) => a.localeCompare(b)))
    if (!first.has(holds)) first.set(holds, id);
  const kept = new Set(first.values());
  const files = groups
    .flatMap((group) => group.chunks)
    .filter((chunk) => kept.has(String(chunk.id)))
    .flatMap((chunk) => [...chunk.files]);
  return [...new Set(files)].filter((name) => !name.endsWith('.map'));
};

/** By language: the scripts of the catalogues that the page itself has, the shell's and the kit's. */
const catalogues = (compilation: Compilation): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    ['en', 'pt', 'es'].map((language) => [
      language,
      compilation.chunkGroups
        .filter((group) => group.origins.some(({ request }) => request === `./${language}.ts`))
        .flatMap((group) => group.getFiles().filter((name) => name.endsWith('.js')))
        .map((name) => `/${name}`),
    ]),
  );

/**
 * Puts what must be there before the first paint into the page's head: the script that chooses the theme (the server
 * gives it the nonce of the content security policy) and the preload of the text face.
 */
export const htmlHead = (): RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('html-head', (compilation: Compilation) => {
      const source = readFileSync(themeScript, 'utf8');
      const drawing = readFileSync(mark, 'utf8');
      // In the page: another file would take a connection that code waits for.
      const iconAddress = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
      const file = `assets/theme.${createHash('sha256').update(source).digest('hex').slice(0, 10)}.js`;
      compilation.hooks.processAssets.tap({ name: 'html-head', stage: -2000 }, () => {
        if (!compilation.getAsset(file)) compilation.emitAsset(file, new rspack.sources.RawSource(source));
      });
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tapPromise(
        'html-head',
        async (data) => {
          const faces = compilation
            .getAssets()
            .map((asset) => asset.name)
            .filter((name) => /\/inter\.[0-9a-f]*\.?woff2$/.test(name));
          const preloads = faces.map((name) => ({
            tagName: 'link',
            attributes: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: 'anonymous' },
            voidTag: true,
          }));
          const icon = {
            tagName: 'link',
            attributes: { rel: 'icon', type: 'image/svg+xml', href: iconAddress },
            voidTag: true,
          };
          // The loader would ask for these only once it runs: asked for here, they travel beside it.
          const first = firstChunks(compilation);
          const styles = first
            .filter((name) => name.endsWith('.css'))
            .map((name) => ({
              tagName: 'link',
              attributes: { rel: 'preload', as: 'style', href: `/${name}` },
              voidTag: true,
            }));
          const scripts = first
            .filter((name) => name.endsWith('.js'))
            .map((name) => ({
              tagName: 'script',
              attributes: { src: `/${name}`, defer: true },
              voidTag: false,
            }));
          // In the page itself: a file would be one more round trip before anything else is asked for.
          const innerHTML = String(compilation.getAsset(file)?.source.source() ?? '');
          if (/<[/!]|<script/i.test(innerHTML)) throw new Error('The first script would end its own element');
          compilation.deleteAsset(file);
          data.headTags = [
            {
              tagName: 'script',
              attributes: { 'data-texts': JSON.stringify(catalogues(compilation)) },
              voidTag: false,
              innerHTML,
            },
            icon,
            ...preloads,
            ...styles,
            ...scripts,
            ...data.headTags,
          ];
          return data;
        },
      );
    });
  },
});
