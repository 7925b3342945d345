import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Chunk, type Configuration, type RspackPluginInstance, rspack } from '@rspack/core';
import { htmlHead, isFirst } from './html-head.ts';
import { remoteFiles } from './remote-files.ts';
import { kitVersion, sharedFor, singletons, stateless, trimmed } from './singletons.ts';

const require = createRequire(import.meta.url);

/** What every browser that we build for leaves out of a font that comes in several forms. */
export const onlyWoff2 = { test: /\.(?:woff|ttf)$/, type: 'asset/resource', generator: { emit: false } } as const;

/**
 * The runtime of federation as ES modules, of which only what is used is shipped: its plugin names the CommonJS files,
 * which are shipped whole.
 */
const federation = Object.fromEntries(
  [
    '@module-federation/runtime',
    '@module-federation/webpack-bundler-runtime',
    '@module-federation/inject-external-runtime-core-plugin',
  ].flatMap((name) => {
    const file = require.resolve(name);
    const module = file.replace(/\.cjs$/, '.js');
    return [
      [name, module],
      [`${file}$`, module],
    ];
  }),
);

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

const first = (name: string, test: RegExp, priority: number) => ({
  name,
  test,
  priority,
  chunks: (chunk: Chunk): boolean => [...chunk.groupsIterable].every(isFirst),
  enforce: true,
});

/**
 * What every page needs, as few files of about one size: a file for each shared module is some fifteen requests before
 * the first frame, and on a slow line each costs a round trip of its own; one alone begins as slowly as a connection
 * does. Other people's code stays in the caches of browsers when ours changes.
 */
const firstFiles = {
  react: first('react', /node_modules[/\\](react|react-dom|scheduler)[/\\]/, 3),
  widgets: first('widgets', /node_modules[/\\](@mantine|@floating-ui|@tabler|clsx)[/\\]/, 3),
  vendor: first('vendor', /node_modules[/\\]|kit[/\\]build[/\\]shared[/\\]/, 2),
  first: first('first', /./, 1),
};

/**
 * In a remote: what several of its pages know about tables and their fields is one file. The rest of what they share is
 * in each: a page would load all of it for a little. What rules about fields are read by comes with records and forms.
 */
const common = {
  name: 'common',
  chunks: 'async' as const,
  minChunks: 2,
  enforce: true,
  type: /^javascript/,
  test: /proto[/\\](?!blocks[/\\]|fields[/\\]src[/\\]conditionals)|infra[/\\](?!kernel[/\\]src[/\\]satisfies)|src[/\\](field-types|data)[/\\]|src[/\\]table[/\\][\w.-]+\.ts$/,
};

/** Nothing else is cut out of a page's chunk: each piece would be one more request. */
const whole = { default: false, defaultVendors: false } as const;

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
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      // Another name for the package itself: by its own one it is the shared module, which is made from it.
      alias: {
        ...federation,
        ...Object.fromEntries(Object.keys(trimmed).map((shared) => [`whole/${shared}$`, shared])),
      },
    },
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
        onlyWoff2,
      ],
    },
    optimization: {
      // Names, so that the measure of the first page can tell catalogues and pages apart.
      chunkIds: 'named',
      ...(production
        ? { splitChunks: { cacheGroups: role === 'host' ? { ...whole, ...firstFiles } : { ...whole, common } } }
        : {}),
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
        experiments: {
          ...(role === 'remote' ? { externalRuntime: true } : { provideExternalRuntime: true }),
          // Remotes are entered by their own script, not by a manifest that the runtime reads first.
          optimization: { disableSnapshot: true, target: 'web' },
        },
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
            // By this name for ever: browsers look for a newer one there.
            new rspack.CopyRspackPlugin({
              patterns: [
                { from: 'src/push-worker.js', to: 'push-worker.js' },
                { from: 'src/installed/files', to: '.' },
              ],
            }),
          ]
        : [remoteFiles()]),
    ],
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
};

export const rspackVersion = (): string => String(require('@rspack/core/package.json').version);
