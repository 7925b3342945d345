// Makes what follows from services/*/service.json and from the folders of frontends: npm run generate. With --check it
// changes nothing, names what is stale and ends with 1.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './descriptions.ts';
import { generated, stale } from './files.ts';

const made = generated(root);
const old = stale(root);
const check = process.argv.includes('--check');
for (const file of old) {
  const text = made.get(file);
  if (check) console.error(`${file} is stale: npm run generate`);
  else if (text === undefined) rmSync(join(root, file));
  else writeFileSync(join(root, file), text);
}
if (!check) console.log(old.length === 0 ? 'Nothing is stale.' : `Made anew:\n  ${old.join('\n  ')}`);
else if (old.length > 0) process.exitCode = 1;
