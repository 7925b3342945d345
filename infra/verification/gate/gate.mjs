// What .ci/run runs: `npm test`, then `npm run test:cluster`, whatever came of the first; ends with what failed, by
// name and with its first lines, and one line of counts of both.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const counted = /^(\d+) passed, (\d+) failed(?:, (\d+) files not run)?$/;
const pinned = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url));
/** How a failed test of vitest begins, and a failed check of verify.ts. */
const failing = /^\s*FAIL(?:ED)?\s/;
const linesOfOne = 14;

/**
 * Runs an npm script and shows what it prints; answers its last line of counts and what failed. One that ends badly
 * without counting a failure is one.
 */
const run = (args) =>
  new Promise((resolve) => {
    const started = Date.now();
    const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const failures = [];
    let counts = [0, 0, 0];
    const follow = (stream, out) => {
      let rest = '';
      let more = 0;
      stream.setEncoding('utf8').on('data', (text) => {
        out.write(text);
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const coloured of lines) {
          const line = stripVTControlCharacters(coloured).trimEnd();
          const found = counted.exec(line.trim());
          if (found) counts = found.slice(1).map((count) => Number(count ?? 0));
          if (failing.test(line)) more = linesOfOne;
          if (more > 0 && line !== '') {
            failures.push(line);
            more--;
          }
        }
      });
    };
    follow(child.stdout, process.stdout);
    follow(child.stderr, process.stderr);
    child.once('close', (code) => {
      console.log(`npm ${args.join(' ')}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
      if (code !== 0 && counts[1] === 0) counts[1] = 1;
      resolve({ counts, failures });
    });
  });

const both = [await run(['test']), await run(['run', '--silent', 'test:cluster', '--', '--gate'])];
const [passed, failed, notRun] = [0, 1, 2].map((n) => both.reduce((sum, { counts }) => sum + counts[n], 0));
const failures = both.flatMap((part) => part.failures);
if (failures.length > 0) console.log(`\nWhat failed:\n${failures.slice(0, 100).join('\n')}\n`);
spawnSync(pinned, ['infra/verification/gate/times.ts'], { cwd: root, stdio: 'inherit' });
if (notRun > 0) console.log(`${notRun} files not run: the lines that begin with "Not run" say which and why`);
console.log(`${passed} passed, ${failed} failed${notRun > 0 ? `, ${notRun} files not run` : ''}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
