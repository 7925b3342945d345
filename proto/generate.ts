// Generates proto/gen from the contracts: `npm run proto`. The same input gives the same files; `--check` fails where
// they differ from what is committed, `--release` makes today's contracts the ones that later ones must stay compatible
// with.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const buf = (args: readonly string[]) =>
  execFileSync(join(here, '..', 'node_modules', '.bin', 'buf'), args, { cwd: here, stdio: 'inherit' });
const files = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]),
  );

if (process.argv.includes('--release')) {
  buf(['build', '-o', 'released.binpb']);
} else if (process.argv.includes('--check')) {
  const kept = mkdtempSync(join(tmpdir(), 'gen-'));
  try {
    cpSync(join(here, 'gen'), kept, { recursive: true });
    buf(['generate']);
    const before = files(kept);
    const after = files(join(here, 'gen'));
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    );
    if (differing.length > 0) {
      console.error(`generated code differs from the contracts: ${differing.join(', ')}; run npm run proto and commit`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(kept, { recursive: true });
  }
} else {
  buf(['generate']);
}
