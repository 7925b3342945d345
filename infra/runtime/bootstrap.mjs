// `npm start`: makes a clone ready and runs it. Needs Node 20 and nothing else: the rest of the house runs on the Node
// that it installs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supervise } from './supervise.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, '.cache');
const say = (line) => process.stdout.write(`${line}\n`);
const fail = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`Tessera needs Node 20 or newer to start; this is ${process.version}.`);

const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', () => resolve(127));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });

/** Whether what is installed is what the lockfile names, so that an install made by hand is left alone. */
const installed = () => {
  const hidden = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return 'missing';
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/') || entry.optional || entry.peer || entry.devOptional) continue;
    if (entry.link && !existsSync(join(root, path))) return 'stale';
    if (entry.link) continue;
    if (present[path]?.version !== entry.version) return 'stale';
  }
  return 'fresh';
};

const install = async () => {
  const state = installed();
  if (state === 'fresh') return;
  say(state === 'missing' ? 'First start: installing packages (about a minute) …' : 'Packages changed: installing …');
  const code = await run('npm', [
    state === 'missing' ? 'ci' : 'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0) fail('The packages could not be installed. The lines above say why.');
};

const sourceFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && !entry.parentPath.includes('node_modules') && !/\.spec\.tsx?$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name));

/** A hash of everything that the front ends are built from. */
const frontendHash = () => {
  const frontends = join(root, 'frontends');
  const folders = readdirSync(frontends).flatMap((name) =>
    ['src', 'build', 'tokens'].map((part) => join(frontends, name, part)),
  );
  const files = [...folders, join(root, 'proto/client'), join(root, 'proto/fields/src'), join(root, 'infra/kernel/src')]
    .filter((folder) => existsSync(folder))
    .flatMap(sourceFiles);
  const hash = createHash('sha256');
  for (const file of [...files.sort(), join(root, 'package-lock.json')])
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** One build at a time in a clone: a second start waits for the first one's. */
const withBuildLock = async (work) => {
  const lock = join(cache, 'building');
  mkdirSync(cache, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
      if (owner > 0 && !alive(owner)) rmSync(lock, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
};

const build = async () => {
  const stamp = join(cache, 'frontends.sha256');
  const page = join(root, 'frontends/shell/dist/index.html');
  const fresh = (hash) => existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (fresh(frontendHash())) return;
  await withBuildLock(async () => {
    const hash = frontendHash();
    if (fresh(hash)) return;
    say(existsSync(page) ? 'The screens changed: building them …' : 'Building the screens (about half a minute) …');
    const code = await run('npm', ['run', '--silent', 'build'], {
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (code === 0) writeFileSync(stamp, hash);
    else if (existsSync(page))
      process.stderr.write('The screens could not be built; the last build is served instead.\n');
    else fail('The screens could not be built. The lines above say why.');
  });
};

/**
 * V8 lets garbage of the main thread pile up to four times what it uses, and takes 48 MB for what is young: with half as
 * much again, and 24 MB, the peak of the same requests is 100 MB lower at the same processor time.
 */
const heap = ['--heap-growing-percent=50', '--max-semi-space-size=8'];

/** The size from which glibc gives a block back to the system at once. */
const blocks = 'MALLOC_MMAP_THRESHOLD_';

const serve = () => {
  const node = join(root, 'node_modules/node/bin/node');
  if (!existsSync(node) || statSync(node).size === 0) fail('The pinned Node is missing: run "npm rebuild node".');
  const entry =
    process.argv[2] === 'cli' ? ['infra/runtime/src/cli.ts', ...process.argv.slice(3)] : ['infra/runtime/src/main.ts'];
  const options = {
    cwd: root,
    // The channel tells the server when this process is gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cache, 'compile'),
      // glibc gives each thread a heap of its own and keeps what it was once given: with two for all, an import's peak
      // is 50 to 100 MB lower at the same speed.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
      // It also learns to keep larger and larger blocks for itself: bodies and pages beyond this size go back at once.
      [blocks]: process.env[blocks] ?? '131072',
    },
  };
  const warn = (line) => process.stderr.write(`${line}\n`);
  supervise(node, [...heap, ...entry], options, warn).then(
    (code) => process.exit(code),
    (error) => fail(`Tessera could not be started: ${error.message}`),
  );
};

process.chdir(dirname(join(root, 'package.json')));
await install();
if (process.argv[2] !== 'cli') await build();
serve();
