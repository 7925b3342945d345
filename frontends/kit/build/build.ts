import { join } from 'node:path';
import { type Stats, rspack } from '@rspack/core';
import { firstPage } from './measure.ts';
import { readManifest, remotes, writeRemotes } from './remotes.ts';
import { frontendConfig } from './rspack.ts';

const frontends = new URL('../../', import.meta.url).pathname;
const mode = process.argv.includes('--dev') ? 'development' : 'production';

// Names build only those: `npm run build -- shell`.
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const wanted = (name: string): boolean => named.length === 0 || named.includes(name);

/** The page's JavaScript before anything is asked for, in bytes after gzip. */
const limit = 350 * 1024;

const run = (): Promise<readonly Stats[]> =>
  new Promise((resolve, reject) => {
    const compiler = rspack([
      ...(wanted('shell')
        ? [frontendConfig({ name: 'shell', folder: join(frontends, 'shell'), role: 'host', mode })]
        : []),
      ...remotes
        .filter(wanted)
        .map((name) => frontendConfig({ name, folder: join(frontends, name), role: 'remote', mode })),
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

const measured = firstPage(
  join(frontends, 'shell/dist'),
  remotes.map((name) => join(frontends, name, 'dist')),
);
for (const { file, gzip } of measured.files) console.log(`${(gzip / 1024).toFixed(1).padStart(8)} KiB  ${file}`);
console.log(
  `${(measured.gzip / 1024).toFixed(1).padStart(8)} KiB  first page, JavaScript, gzip (limit ${limit / 1024})`,
);
console.log(`Front ends built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
if (mode === 'production' && measured.gzip > limit) {
  console.error('The first page is too heavy.');
  process.exitCode = 1;
}
