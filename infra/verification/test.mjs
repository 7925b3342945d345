// `npm test` from a clean clone: installs what the lockfile names, then runs everything that CI runs. Needs nothing but
// Node 20 and npm.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const installed = JSON.parse(read(join(root, 'node_modules', '.package-lock.json')) || '{"packages":{}}').packages;
const wanted = JSON.parse(read(join(root, 'package-lock.json'))).packages;
const missing = Object.entries(wanted).some(
  ([path, { version, optional }]) =>
    path.startsWith('node_modules/') && version && !optional && installed[path]?.version !== version,
);
if (missing) run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
run('npm', ['run', '--silent', 'verify', '--', ...process.argv.slice(2)]);
