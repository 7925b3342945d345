import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk, makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, watchErrors } from './screen.ts';

const run = promisify(execFile);

/** The API of the organization's own tables: ids to take along, and examples that run as they are. */
describe('the API of a table', () => {
  let product: Joined;
  let browser: Browser;
  let table: { readonly id: string };
  let token = '';
  beforeAll(async () => {
    product = await joinProduct();
    const deals = await makeDeals(product.api, 'Deals');
    table = deals;
    await bulk(product, product.api, deals, 1000);
    token = (await product.api.call<{ token: string }>('POST', 'v3/api-token', { name: 'Examples' })).token;
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('has the table’s id and its fields’, and programs that do each operation', async () => {
    const { page, context } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/automations/tables');
    await page.getByText(table.id).waitFor();
    await judge(page, 'api-tables');
    await page.getByRole('link', { name: 'Deals' }).last().press('Enter');
    await page.getByRole('heading', { name: 'List records' }).waitFor();
    await page.getByRole('button', { name: 'Run' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status').getByText('200').waitFor();
    await judge(page, 'api-page');

    const example = page.getByRole('region', { name: 'Example' });
    const program = async (operation: string): Promise<string> => {
      await page.getByRole('navigation', { name: 'Calls' }).getByRole('button', { name: operation }).press('Enter');
      await example.getByText('JavaScript').click();
      const text = example.locator('pre');
      await text.getByText('process').or(text.getByText('fetch')).first().waitFor();
      return text.innerText();
    };
    const answered = async (operation: string): Promise<string> => {
      const text = await program(operation);
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', text], {
        env: { ...process.env, TESSERA_TOKEN: token, NODE_OPTIONS: '' },
      });
      return stdout;
    };
    expect(await answered('List')).toContain('records');
    expect(await answered('One record')).toContain('fields');
    expect(await answered('Create')).not.toContain('error');
    expect(await answered('Change')).not.toContain('error');
    expect((await answered('Delete')).trim()).toBe('204');
    // By the package for programs, which comes from here.
    await example.getByText('TypeScript').click();
    await example.locator('pre').getByText('createClient').first().waitFor();
    expect(await example.locator('pre').innerText()).toContain(`npm install ${product.url}/tessera-client.tgz`);
    await judge(page, 'api-page-client');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('reads on a phone in the dark', async () => {
    const { page, context } = await signIn(browser, product.url, product.owner, {
      width: 390,
      height: 844,
      theme: 'dark',
    });
    await page.goto(`/automations/tables/table-data/${table.id}`);
    await page.getByRole('heading', { name: 'List records' }).waitFor();
    await judge(page, 'api-page-phone');
    await context.close();
  });
});
