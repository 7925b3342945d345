// Writes the types of the browser's client anew, from the API of the product as it is here.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTestProduct } from '../../runtime/src/testing.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-api-types-'));
const product = await startTestProduct({ dataFolder });
try {
  const script = join(import.meta.dirname, '../../../frontends/kit/build/api-types.ts');
  // Beside this process, which is the product that answers it.
  await promisify(execFile)(process.execPath, [script, product.url, ...process.argv.slice(2)]);
} finally {
  await product.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}
