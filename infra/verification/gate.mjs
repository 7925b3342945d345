// What .ci/run runs: `npm test`, then `npm run test:cluster`, whatever came of the first; ends with one line of counts of both.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const counted = /^(\d+) passed, (\d+) failed(?:, (\d+) files not run)?$/;

/** Runs an npm script and shows what it prints; answers its last line of counts. One that ends badly without counting a failure is one. */
const run = (args) =>
  new Promise((resolve) => {
    const started = Date.now();
    const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let counts = [0, 0, 0];
    let line = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text);
      const lines = (line + text).split('\n');
      line = lines.pop() ?? '';
      for (const one of lines) {
        const found = counted.exec(one.trim());
        if (found) counts = found.slice(1).map((count) => Number(count ?? 0));
      }
    });
    child.once('close', (code) => {
      console.log(`npm ${args.join(' ')}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
      if (code !== 0 && counts[1] === 0) counts[1] = 1;
      resolve(counts);
    });
  });

const both = [await run(['test']), await run(['run', '--silent', 'test:cluster', '--', '--gate'])];
const [passed, failed, notRun] = [0, 1, 2].map((n) => both.reduce((sum, counts) => sum + counts[n], 0));
if (notRun > 0) console.log(`${notRun} files not run: this machine can have no container engine`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
