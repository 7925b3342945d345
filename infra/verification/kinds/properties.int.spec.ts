import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { signIn } from '../../runtime/src/testing/whole.ts';
import { firstRun, startTestProduct } from '../../runtime/src/testing.ts';
import { dropped, makeDescribed } from './properties.ts';
import { droppedParts, makeViews } from './views.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-properties-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

it(
  'each property of each field type and each part of each type of view survives the API, the log, a rebuild and the API',
  { timeout: 300_000 },
  async () => {
    let product = await startTestProduct({ dataFolder });
    const who = await firstRun(product);
    const [table, seen] = [await makeDescribed(who), await makeViews(who)];
    expect(await dropped(await signIn(product.url), table)).toEqual([]);
    expect(await droppedParts(await signIn(product.url), seen)).toEqual([]);
    await product.stop();

    for (const model of globSync('*/model.db*', { cwd: dataFolder })) rmSync(join(dataFolder, model));
    product = await startTestProduct({ dataFolder });
    try {
      expect(await dropped(await signIn(product.url), table)).toEqual([]);
      expect(await droppedParts(await signIn(product.url), seen)).toEqual([]);
    } finally {
      await product.stop();
    }
  },
);
