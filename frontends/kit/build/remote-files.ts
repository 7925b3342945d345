import { type Compilation, type RspackPluginInstance, rspack } from '@rspack/core';

/** In a remote's dist: by what an import in its sources names, the files that it loads; '' for the remote's manifest. */
export const chunksFile = 'chunks.json';

/** Writes which files each import of a remote loads, so that a page can ask for them before its code does. */
export const remoteFiles = (): RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('remote-files', (compilation: Compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'remote-files', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const chunks: Record<string, readonly string[]> = {};
          for (const group of compilation.chunkGroups) {
            const files = group.getFiles().filter((name) => /\.(?:js|css)$/.test(name));
            const exposed = group.name?.startsWith('__federation_expose') === true;
            for (const { request } of group.origins) {
              const name = exposed ? '' : request;
              if (name !== undefined && name !== null) chunks[name] = [...new Set([...(chunks[name] ?? []), ...files])];
            }
          }
          compilation.emitAsset(chunksFile, new rspack.sources.RawSource(`${JSON.stringify(chunks, null, 2)}\n`));
        },
      );
    });
  },
});
