// `npm run test:soak`: every variant of every test that the gate keeps one of, on the one process and on the platform,
// with faults that last a minute and 200 kills. Both halves run, whatever came of the first.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const env = { TESSERA_VARIANTS: 'all', TESSERA_SOAK: 'on', ...process.env };
const run = (...args: readonly string[]): boolean =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status === 0;

const one = run(join(root, 'infra/verification/verify.ts'), 'integration', 'e2e');
const platform = run(join(root, 'infra/verification/cluster.ts'), ...process.argv.slice(2));
process.exitCode = one && platform ? 0 : 1;
