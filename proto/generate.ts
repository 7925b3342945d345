// Generates proto/gen from the contracts: `npm run proto`. Reproducible: the same input gives the same files.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
execFileSync('../node_modules/.bin/buf', ['generate'], { cwd: here, stdio: 'inherit' });
