import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, type RspackPluginInstance, rspack } from '@rspack/core';
import { htmlHead } from './html-head.ts';
import { kitVersion, sharedFor, singletons, stateless } from './singletons.ts';

const require = createRequire(import.meta.url);

export type Frontend = {
  readonly name: string;
  /** Absolute folder of the front end. */
  readonly folder: string;
  readonly role: 'host' | 'remote';
  readonly mode: 'production' | 'development';
};

// A deep import of the kit would be bundled beside the shared copy, and its contexts would exist twice.
const onlySharedKit = (name: string): RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.compilation.tap('only-shared-kit', (_compilation, { normalModuleFactory }) => {
      normalModuleFactory.hooks.beforeResolve.tap('only-shared-kit', (data) => {
        const { request } = data;
        if (request.startsWith('@tessera/kit') && !(request in singletons) && !stateless.includes(request)) {
          throw new Error(`${name} imports ${request}, which is not a shared part of the kit`);
        }
        return undefined;
      });
    });
  },
});

/** The one configuration of every front end; the host builds a page, a remote exposes its manifest. */
export const frontendConfig = ({ name, folder, role, mode }: Frontend): Configuration => {
  const production = mode === 'production';
  const targets = ['chrome >= 111', 'firefox >= 113', 'safari >= 16.4'];
  return {
    name,
    mode,
    context: folder,
    // A remote has no page of its own: its manifest is its entry.
    entry: role === 'host' ? { main: './src/index.ts' } : {},
    devtool: production ? 'hidden-source-map' : 'cheap-module-source-map',
    target: ['web', 'es2022'],
    lazyCompilation: false,
    output: {
      path: join(folder, 'dist'),
      clean: true,
      uniqueName: `tessera_${name}`,
      publicPath: role === 'host' ? '/' : 'auto',
      filename: production ? 'assets/[name].[contenthash:10].js' : 'assets/[name].js',
      chunkFilename: production ? 'assets/[name].[contenthash:10].js' : 'assets/[name].js',
      cssFilename: production ? 'assets/[name].[contenthash:10].css' : 'assets/[name].css',
      cssChunkFilename: production ? 'assets/[name].[contenthash:10].css' : 'assets/[name].css',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
    module: {
      // Custom properties are the agreement between components: they keep their names.
      parser: { 'css/auto': { namedExports: false, dashedIdents: false } },
      generator: { 'css/auto': { localIdentName: production ? 't[uniqueName]-[hash:6]-[local]' : '[name]-[local]' } },
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: false } },
              target: 'es2022',
            },
          },
          type: 'javascript/auto',
        },
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.woff2$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      // Names, so that the measure of the first page can tell catalogues and pages apart.
      chunkIds: 'named',
      minimize: production,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets } }),
      ],
    },
    performance: false,
    plugins: [
      new ModuleFederationPlugin({
        name: `tessera_${name}`,
        ...(role === 'remote'
          ? { filename: 'remoteEntry.js', exposes: { './manifest': './src/manifest.ts' }, manifest: true }
          : { manifest: false }),
        shareStrategy: 'loaded-first',
        shared: sharedFor(role),
        dts: false,
        dev: false,
        experiments: role === 'remote' ? { externalRuntime: true } : { provideExternalRuntime: true },
      }),
      new rspack.DefinePlugin({
        tesseraKitVersion: JSON.stringify(kitVersion),
        tesseraDevelopment: JSON.stringify(!production),
        tesseraGallery: JSON.stringify(!production || process.env['TESSERA_GALLERY'] === 'on'),
      }),
      onlySharedKit(name),
      ...(role === 'host'
        ? [
            new rspack.HtmlRspackPlugin({
              templateContent: readFileSync(join(folder, 'src/index.html'), 'utf8'),
              scriptLoading: 'defer',
              minify: false,
            }),
            htmlHead(),
          ]
        : []),
    ],
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
};

export const rspackVersion = (): string => String(require('@rspack/core/package.json').version);
