import { join } from 'node:path';
import { type Stats, rspack } from '@rspack/core';
import { buildApiClient } from './api-client.ts';
import { buildApiDocs } from './api-docs.ts';
import { compressBuilt } from './compress.ts';
import { firstPage, pageWeights } from './measure.ts';
import { pageConfig, pageWeight } from './page.ts';
import { readManifest, remotes, writeRemotes } from './remotes.ts';
import { frontendConfig } from './rspack.ts';

const frontends = new URL('../../', import.meta.url).pathname;
const mode = process.argv.includes('--dev') ? 'development' : 'production';

// Names build only those: `npm run build -- shell`.
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const wanted = (name: string): boolean => named.length === 0 || named.includes(name);

/** The page's JavaScript before anything is asked for, in bytes after gzip. */
const limit = 275 * 1024;
/** What one page of a remote may load beside it, in bytes after gzip. */
const pageLimit = 110 * 1024;
/** What the page of strangers loads in all, in bytes after gzip. */
const publicLimit = 150 * 1024;

const run = (): Promise<readonly Stats[]> =>
  new Promise((resolve, reject) => {
    const compiler = rspack([
      ...(wanted('shell')
        ? [frontendConfig({ name: 'shell', folder: join(frontends, 'shell'), role: 'host', mode })]
        : []),
      ...remotes
        .filter(wanted)
        .map((name) => frontendConfig({ name, folder: join(frontends, name), role: 'remote', mode })),
      ...(wanted('public') ? [pageConfig({ name: 'public', folder: join(frontends, 'public'), mode })] : []),
    ]);
    compiler.run((error, stats) => {
      compiler.close(() => undefined);
      if (error) reject(error);
      else if (!stats || stats.hasErrors())
        reject(new Error(stats?.toString({ preset: 'errors-warnings', colors: false }) ?? 'no build'));
      else resolve(stats.stats);
    });
  });

const started = performance.now();
for (const name of remotes.filter(wanted)) await readManifest(frontends, name);
// A remote that does not build must not take the page with it: the others are listed all the same.
try {
  await run();
} finally {
  await writeRemotes(frontends);
}

const docs = wanted('shell') ? await buildApiDocs(frontends) : 0;
const client = wanted('shell') ? await buildApiClient(join(frontends, 'shell/dist')) : 0;
if (client === undefined) console.warn('The package for programs is left out: npm install brings what it needs.');
if (docs === undefined) console.warn('The API docs are left out: npm install brings what they need.');

if (mode === 'production')
  for (const name of ['shell', 'public', ...remotes].filter(wanted)) await compressBuilt(join(frontends, name, 'dist'));

const measured = firstPage(
  join(frontends, 'shell/dist'),
  remotes.map((name) => join(frontends, name, 'dist')),
);
for (const { file, gzip } of measured.files) console.log(`${(gzip / 1024).toFixed(1).padStart(8)} KiB  ${file}`);
console.log(
  `${(measured.gzip / 1024).toFixed(1).padStart(8)} KiB  first page, JavaScript, gzip (limit ${limit / 1024})`,
);
const pages = pageWeights(frontends);
for (const { path, gzip } of pages) console.log(`${(gzip / 1024).toFixed(1).padStart(8)} KiB  ${path}`);
const strangers = pageWeight(join(frontends, 'public'));
console.log(`${(strangers / 1024).toFixed(1).padStart(8)} KiB  /public/:token (limit ${publicLimit / 1024})`);
console.log(`Front ends built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
if (mode === 'production' && measured.gzip > limit) {
  console.error('The first page is too heavy.');
  process.exitCode = 1;
}
if (mode === 'production' && strangers > publicLimit) {
  console.error('The page of strangers is too heavy.');
  process.exitCode = 1;
}
for (const { path } of pages.filter(({ gzip }) => mode === 'production' && gzip > pageLimit)) {
  console.error(`${path} is too heavy: a page of a remote may weigh ${pageLimit / 1024} KiB.`);
  process.exitCode = 1;
}
