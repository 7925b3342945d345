import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { signIn } from '../../runtime/src/testing/whole.ts';
import { firstRun, startTestProduct } from '../../runtime/src/testing.ts';
import { makeWalked, unconverted, unread } from './values.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-values-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

it(
  'values of each field type are written, read, filtered, sorted, grouped, counted, found and converted, also after a rebuild',
  { timeout: 300_000 },
  async () => {
    let product = await startTestProduct({ dataFolder });
    const who = await firstRun(product);
    const table = await makeWalked(who);
    expect(await unread(who, table)).toEqual([]);
    expect(await unconverted(who, table)).toEqual([]);
    await product.stop();

    for (const model of globSync('*/model.db*', { cwd: dataFolder })) rmSync(join(dataFolder, model));
    product = await startTestProduct({ dataFolder });
    try {
      expect(await unread(await signIn(product.url), table)).toEqual([]);
    } finally {
      await product.stop();
    }
  },
);
