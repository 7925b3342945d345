import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Configuration, rspack } from '@rspack/core';
import { type Frontend, onlyWoff2 } from './rspack.ts';

const tokens = new URL('../tokens/tokens.css', import.meta.url).pathname;

/**
 * A page that strangers open: it stands alone, shares nothing with the shell, and loads none of the kit but its tokens.
 */
export const pageConfig = ({ name, folder, mode }: Omit<Frontend, 'role'>): Configuration => {
  const production = mode === 'production';
  const hashed = production ? 'assets/[name].[contenthash:10]' : 'assets/[name]';
  return {
    name,
    mode,
    context: folder,
    entry: { main: [tokens, './src/main.ts'] },
    devtool: production ? 'hidden-source-map' : 'cheap-module-source-map',
    target: ['web', 'es2022'],
    lazyCompilation: false,
    output: {
      path: join(folder, 'dist'),
      clean: true,
      publicPath: `/remotes/${name}/`,
      filename: `${hashed}.js`,
      cssFilename: `${hashed}.css`,
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
          type: 'javascript/auto',
        },
        { test: /\.css$/, type: 'css' },
        { test: /\.woff2$/, type: 'asset/resource' },
        onlyWoff2,
      ],
    },
    optimization: {
      minimize: production,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false }),
        new rspack.LightningCssMinimizerRspackPlugin(),
      ],
    },
    performance: false,
    plugins: [
      new rspack.HtmlRspackPlugin({
        templateContent: readFileSync(join(folder, 'src/index.html'), 'utf8'),
        scriptLoading: 'defer',
        minify: false,
      }),
    ],
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
};

/** The scripts that such a page loads, in bytes after gzip level 6. */
export const pageWeight = (folder: string): number =>
  [...readFileSync(join(folder, 'dist/index.html'), 'utf8').matchAll(/<script[^>]* src="\/remotes\/[^/]+\/([^"]+)"/g)]
    .map(([, file]) => gzipSync(readFileSync(join(folder, 'dist', file ?? '')), { level: 6 }).length)
    .reduce((sum, one) => sum + one, 0);
