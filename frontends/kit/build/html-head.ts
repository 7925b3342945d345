import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Compilation, type RspackPluginInstance, rspack } from '@rspack/core';

const mark = new URL('../tokens/mark.svg', import.meta.url);
const themeScript = new URL('../src/theme/first-paint.js', import.meta.url);

/**
 * Files of the chunks that every page needs: the bootstrap's and those of shared modules, which no request of ours
 * names. Pages, dialogs and catalogues are imported by name and stay out.
 */
const firstChunks = (compilation: Compilation): readonly string[] => {
  const groups = compilation.chunkGroups.filter(
    (group) => !group.isInitial() && group.origins.every(({ request }) => !request || request === './bootstrap.tsx'),
  );
  return [...new Set(groups.flatMap((group) => group.getFiles()))].filter((name) => !name.endsWith('.map'));
};

/**
 * Puts what must be there before the first paint into the page's head: the script that chooses the theme (a file,
 * because the content security policy allows no inline script) and the preload of the text face.
 */
export const htmlHead = (): RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('html-head', (compilation: Compilation) => {
      const source = readFileSync(themeScript, 'utf8');
      const drawing = readFileSync(mark, 'utf8');
      const iconFile = `assets/mark.${createHash('sha256').update(drawing).digest('hex').slice(0, 10)}.svg`;
      const file = `assets/theme.${createHash('sha256').update(source).digest('hex').slice(0, 10)}.js`;
      compilation.hooks.processAssets.tap({ name: 'html-head', stage: -2000 }, () => {
        if (!compilation.getAsset(file)) compilation.emitAsset(file, new rspack.sources.RawSource(source));
        if (!compilation.getAsset(iconFile)) compilation.emitAsset(iconFile, new rspack.sources.RawSource(drawing));
      });
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tapPromise(
        'html-head',
        async (data) => {
          const faces = compilation
            .getAssets()
            .map((asset) => asset.name)
            .filter((name) => name.includes('inter-latin-wght-normal'));
          const preloads = faces.map((name) => ({
            tagName: 'link',
            attributes: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: 'anonymous' },
            voidTag: true,
          }));
          const icon = {
            tagName: 'link',
            attributes: { rel: 'icon', type: 'image/svg+xml', href: `/${iconFile}` },
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
            .map((name) => ({ tagName: 'script', attributes: { src: `/${name}`, defer: true }, voidTag: false }));
          data.headTags = [
            { tagName: 'script', attributes: { src: `/${file}` }, voidTag: false },
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
