import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, watchErrors } from './screen.ts';

/** A function as whoever writes it meets it: created, tested, saved, its log read, restored, deleted and undone. */
describe('functions', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('are written, tested, saved in versions and restored', async ({ skip }) => {
    const { languages } = await product.api.call<{ languages: { language: string; absent: string | null }[] }>(
      'GET',
      'v3/low-code-languages',
    );
    const absent = languages.find(({ language }) => language === 'javascript')?.absent ?? null;
    if (absent !== null) skip(`javascript is not run here: ${absent}`);

    await product.api.call('POST', 'v3/tables', { label: 'Counts', fields: [] });
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/lowcode/functions');
    await page.getByText('No functions yet').waitFor();
    // What code may do stands beside it, in each language.
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.getByText('await bridge.table(tableId).get(recordId)').waitFor();
    await page.getByRole('radio', { name: 'Python' }).check({ force: true });
    await page.getByText('def main(input, bridge):').first().waitFor();
    await judge(page, 'lowcode-documentation');
    await page.getByRole('link', { name: 'Functions' }).last().click();
    await page.getByRole('button', { name: 'New function' }).first().click();
    const form = page.getByRole('dialog', { name: 'New function' });
    await form.getByRole('button', { name: 'Create function' }).click();
    await form.getByText('Enter a name.').waitFor();
    await judge(page, 'function-form');
    await form.getByRole('textbox', { name: 'Name' }).fill('Stock level');
    await form.getByRole('button', { name: 'Create function' }).click();

    const code = page.getByRole('textbox', { name: 'Code' }).first();
    await code.fill('export default async ({ input, log }) => {');
    await code.press('End');
    await code.press('Enter');
    await page.keyboard.type("log.info('counted', input.counted);");
    await page.keyboard.press('Enter');
    await page.keyboard.type('return { twice: input.counted * 2 };');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('}');
    expect(await code.inputValue()).toBe(
      "export default async ({ input, log }) => {\n  log.info('counted', input.counted);\n  return { twice: input.counted * 2 };\n}",
    );
    await page.getByText('Line 4, column 2').waitFor();

    // What is no JSON is not sent; what is, is tested from the code by its keys.
    const input = page.getByRole('textbox', { name: 'Test input' });
    await input.fill('{ counted');
    await page.getByText('This is no JSON:').waitFor();
    await input.fill('{ "counted": 14 }');
    await code.focus();
    await page.keyboard.press('Control+Enter');
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('"twice": 28').waitFor();
    await result.getByRole('list', { name: 'Log' }).getByText('counted 14').waitFor();
    await result.getByText(/ of 256 MB$/).waitFor();
    await judge(page, 'function-editor');
    await page.getByRole('radio', { name: 'Past calls' }).check({ force: true });
    const past = page.getByRole('region', { name: 'Past calls' });
    await past.getByRole('button', { name: /Done/ }).click();
    await past.getByText('counted 14').waitFor();
    await past.getByRole('button', { name: 'Use as test input' }).click();

    // Esc, then Tab leaves; the draft is there after the page was loaded anew.
    await code.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await code.evaluate((area) => area === document.activeElement)).toBe(false);
    await page.reload();
    await page.getByText('Draft saved in this browser').waitFor();
    await code.focus();
    await page.keyboard.press('Control+s');
    const save = page.getByRole('dialog', { name: 'Save as version 1' });
    await save.getByRole('textbox', { name: 'Note' }).fill('Twice the count');
    await save.getByRole('button', { name: 'Save' }).click();
    const versions = page.getByRole('list', { name: 'Versions' });
    await versions.getByText('Twice the count').waitFor();
    await code.fill('export default () => { throw new Error("broken"); };');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await result.getByText(/Error: broken/).waitFor();
    await page.getByRole('button', { name: 'Save version 2' }).click();
    await page.getByRole('dialog', { name: 'Save as version 2' }).getByRole('button', { name: 'Save' }).click();
    await versions.getByRole('button', { name: 'Restore' }).click();
    const earlier = page.getByRole('dialog', { name: 'Version 1' });
    await earlier.getByRole('textbox', { name: 'Code' }).waitFor();
    await earlier.getByRole('button', { name: 'Restore' }).click();
    await versions.getByText('From version 1').waitFor();
    expect(await code.inputValue()).toContain('twice');

    await page.getByRole('button', { name: 'Add secret' }).click();
    const secret = page.getByRole('dialog', { name: 'Add secret' });
    await secret.getByRole('textbox', { name: 'Name' }).fill('API_KEY');
    await secret.getByLabel('Value', { exact: true }).fill('s3cr3t');
    await secret.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('list', { name: 'Secrets' }).getByText('API_KEY').waitFor();

    // Deleted after a question, and back by the message.
    await page.getByRole('button', { name: 'Menu of Stock level' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('No functions yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('switch', { name: 'Stock level is on' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search functions' }).fill('other');
    await page.getByText('No function fits').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('link', { name: 'Stock level' }).waitFor();
    await judge(page, 'functions');

    // A trigger: a before event is waited for, and its editor opens.
    await page.getByRole('link', { name: 'Triggers' }).click();
    await page.getByText('No triggers yet').waitFor();
    await page.getByRole('button', { name: 'New trigger' }).first().click();
    const start = page.getByRole('dialog', { name: 'New trigger' });
    await start.getByRole('textbox', { name: 'Name' }).fill('Guard');
    await start.getByRole('button', { name: 'Create trigger' }).click();
    await start.getByText('Choose at least one event.').waitFor();
    await start.getByRole('button', { name: /^Related table:/ }).click();
    await page.getByRole('option', { name: 'Counts' }).click();
    await start.getByText('afterInsert').click();
    await start.getByText('Run in the background').click();
    await start.getByText('beforeInsert').click();
    expect(await start.getByRole('switch', { name: 'Run in the background' }).isDisabled()).toBe(true);
    await start.getByRole('button', { name: 'Create trigger' }).click();
    await page.getByRole('heading', { name: 'Starts' }).waitFor();
    await page.getByText('beforeInsert').first().waitFor();
    await page.goto('/lowcode/functions');

    const phone = await signIn(browser, product.url, product.owner, { width: 390, height: 844, theme: 'dark' });
    const small = watchErrors(phone.page);
    await phone.page.goto(page.url());
    await phone.page.getByRole('link', { name: 'Stock level' }).click();
    await phone.page.getByText('Read only').waitFor();
    await judge(phone.page, 'phone-function');
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    expect([errors, small]).toEqual([[], []]);
  });

  it('of C# are compiled when they are saved, and what is wrong is told by its line', async ({ skip }) => {
    const { languages } = await product.api.call<{ languages: { language: string; absent: string | null }[] }>(
      'GET',
      'v3/low-code-languages',
    );
    const absent = languages.find(({ language }) => language === 'dotNet')?.absent ?? null;
    if (absent !== null) skip(`C# is not run here: ${absent}`);
    const { page } = await signIn(browser, product.url, product.owner);
    await page.goto('/lowcode/functions');
    await page.getByRole('button', { name: 'New function' }).first().click();
    const form = page.getByRole('dialog', { name: 'New function' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Sums in C#');
    await form.getByRole('radio', { name: /NET/ }).check({ force: true });
    await judge(page, 'function-form-csharp');
    await form.getByRole('button', { name: 'Create function' }).click();
    const code = page.getByRole('textbox', { name: 'Code' }).first();
    const whole = await code.inputValue();
    await code.fill(whole.replace('return new { input };', 'return new { input }'));
    await page.getByRole('button', { name: 'Save version 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('On line 9').waitFor();
    await judge(page, 'function-csharp-problem');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await code.fill(whole);
    await page.getByRole('button', { name: 'Save version 1' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: 'Test input' }).fill('{ "a": 1 }');
    await code.focus();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Result' }).getByText('"a": 1').first().waitFor();
    await judge(page, 'function-csharp');
  });
});
