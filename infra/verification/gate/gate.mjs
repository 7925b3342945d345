// `npm run gate`, which .ci/run calls: `npm test`, then CI's part of `npm run test:cluster`, whatever came of the first;
// then what failed once more, alone, and the verdict on both. With words it is `npm test` with these words alone.
// GATE lets it make the engines beside its checks.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pinned = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url));
const words = process.argv.slice(2);
const env = { ...process.env, ...(words.length === 0 && { GATE: 'on' }) };
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });

const badly = [];
for (const args of words.length > 0
  ? [['test', '--', ...words]]
  : [['test'], ['run', '--silent', 'test:cluster', '--', '--gate']]) {
  const { status, signal } = run('npm', args);
  if (status !== 0) badly.push(`npm ${args.join(' ')} ended with ${status ?? signal}`);
}
if (existsSync(pinned)) {
  process.exitCode = run(pinned, ['infra/verification/gate/verdict.ts', ...badly]).status ?? 1;
} else {
  console.log(`\nWhat failed:\n${badly.join('\n')}\n\n0 passed, ${badly.length} failed`);
  process.exitCode = 1;
}
