import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct } from '../product/join.ts';
import { type Client, invite } from '../product/product.ts';
import { cell, interceptable, until, watchErrors } from './screen.ts';

type Field = { readonly id: string; readonly name: string };

/** A text of 90 kB that begins like the others and ends in its own way. */
const long = (end: string): string => `${'The lease says. '.repeat(5_700)}${end}`;

/** As many as do not fit one write with such a text each. */
const names = ['Ash', 'Birch', 'Cedar', 'Date', 'Elm', 'Fir', 'Gum', 'Hazel', 'Iris', 'Juniper', 'Kauri', 'Larch'];

/** A text by its length and its end, so that a comparison can be read. */
const brief = (text: string | undefined): string | null => (text ? `${text.length} ${text.slice(-30)}` : null);

/** The grid holds how long texts begin; what is edited, copied, filled and opened is the whole of them. */
describe('long texts', () => {
  let browser: Browser;
  let page: Page;
  let api: Client;
  let mia: Client;
  let errors: string[];
  let tableId = '';
  let ids: readonly string[] = [];
  const answers: string[] = [];
  const read = () =>
    api.call<{ records: { id: string; version: number; fields: Record<string, string> }[] }>(
      'POST',
      `v3/tables/${tableId}/records/query?fieldKey=name`,
      { limit: 20 },
    );
  const stored = async (name = 'Text') => (await read()).records.map((one) => brief(one.fields[name]));
  const versions = async () => (await read()).records.map((one) => one.version);
  const write = (who: Client, fields: Record<string, unknown>) =>
    who.call('PATCH', `v3/tables/${tableId}/records/${ids[0]}?fieldKey=name`, { fields });
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const editor = () => page.locator('[data-editor] textarea:not([aria-busy])');
  const panel = () => page.getByRole('dialog', { name: 'Ash' });

  beforeAll(async () => {
    const product = await joinProduct();
    api = product.api;
    mia = await invite(api, { name: 'Mia Long', email: 'mia.long@example.com' }, 'Builder');
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    await interceptable(page);
    errors = watchErrors(page);
    const table = await api.call<{ id: string; fields: readonly Field[] }>('POST', 'v3/tables', {
      label: 'Long texts',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Text', type: 'text' },
        { name: 'Other', type: 'text' },
        { name: 'Link', type: 'link' },
      ],
    });
    tableId = table.id;
    const made = await api.call<{ records: { id: string }[] }>('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
      records: names.map((Name) => ({ fields: { Name } })),
    });
    ids = made.records.map(({ id }) => id);
    await write(api, { Text: long('Signed.') });
    page.on('response', (response) => {
      if (response.url().includes('/records')) answers.push(response.url());
    });
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 1).getByText('The lease says.').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('come cut to the grid, which shows how they begin', async () => {
    const shown = (await cell(page, 0, 1).textContent()) ?? '';
    expect([shown.length, shown.slice(0, 15), shown.at(-1)]).toEqual([501, 'The lease says.', '…']);
    expect(answers.filter((url) => url.includes('/query'))).toSatisfy(
      (urls: readonly string[]) => urls.length > 0 && urls.every((url) => url.includes('texts=short')),
    );
  });

  it('are edited whole, with what is typed before they are there', async () => {
    const before = await versions();
    await cell(page, 0, 1).click();
    // Left as it was opened: nothing is written.
    await press('Enter');
    await editor().waitFor();
    expect(await editor().inputValue()).toBe(long('Signed.'));
    await press('Enter');
    await press('F2');
    await editor().waitFor();
    await press('Escape');
    await cell(page, 0, 1).click();
    await press('Enter');
    await page.keyboard.type(' Twice.');
    await until(
      async () => (await editor().count()) === 1 && (await editor().inputValue()) === long('Signed. Twice.'),
      true,
    );
    await press('Control+Enter');
    await until(async () => (await stored())[0], brief(long('Signed. Twice.')));
    expect((await versions())[0]).toBe(before[0]! + 1);
  });

  it('are copied, pasted and filled down whole', async () => {
    await cell(page, 0, 1).click();
    await press('Control+c');
    await page.getByText('1 row copied').waitFor();
    await cell(page, 1, 2).click();
    await press('Control+v');
    await until(async () => (await stored('Other'))[1], brief(long('Signed. Twice.')));
    await cell(page, 0, 1).click();
    await press(...names.slice(1).map(() => 'Shift+ArrowDown'), 'Control+d');
    await until(async () => (await stored()).every((text) => text === brief(long('Signed. Twice.'))), true);
    // All of it is one action, in however many parts it travelled.
    await press('Control+z');
    await until(
      () => stored(),
      names.map((_, at) => (at === 0 ? brief(long('Signed. Twice.')) : null)),
    );
  });

  it('that are links lead nowhere while they are cut', async () => {
    const links = (length: number) => `https://example.com/${'a'.repeat(length)}`;
    await write(mia, { Link: links(900) });
    await api.call('PATCH', `v3/tables/${tableId}/records/${ids[1]}?fieldKey=name`, { fields: { Link: links(9) } });
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 3).getByText('https://').waitFor();
    const hrefs = (root: Locator) =>
      root.locator('a[href]').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    await cell(page, 1, 3).hover();
    await until(() => hrefs(cell(page, 1, 3)), [links(9)]);
    await cell(page, 0, 3).hover();
    await until(() => hrefs(cell(page, 1, 3)), []);
    expect(await hrefs(cell(page, 0, 3))).toEqual([]);
    await page.goto(`/object/${tableId}/list?recordId=${ids[0]}`);
    await until(() => hrefs(panel()), [links(900)]);
  });

  it('are opened whole, and kept while somebody else changes another field', async () => {
    await page.goto(`/object/${tableId}/list?recordId=${ids[0]}`);
    await panel().waitFor();
    const value = panel().getByRole('button', { name: /^Text:/ });
    await until(async () => (await value.textContent())?.includes('Signed. Twice.') ?? false, true);
    await value.click();
    await editor().waitFor();
    await page.keyboard.type(' Sealed.');
    await write(mia, { Other: 'Meanwhile' });
    await panel().getByRole('button', { name: 'Other: Meanwhile' }).waitFor();
    await press('Control+Enter');
    await until(async () => (await stored())[0], brief(long('Signed. Twice. Sealed.')));
    expect((await stored('Other'))[0]).toBe(brief('Meanwhile'));
  });

  it('are restored whole where an undo found them changed since', async () => {
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 1).getByText('The lease says.').waitFor();
    // Two cells are emptied at once; one of them is written again by somebody else.
    await cell(page, 0, 1).click();
    await press('Shift+ArrowRight', 'Delete');
    await until(async () => [(await stored())[0], (await stored('Other'))[0]], [null, null]);
    await write(mia, { Text: 'Something else' });
    await press('Control+z');
    const asked = page.getByRole('dialog', { name: /changed since/ });
    await asked.waitFor();
    await asked.getByRole('checkbox').first().focus();
    await press('Space');
    await asked.getByRole('button', { name: 'Undo with 1 of these' }).click();
    await until(
      async () => [(await stored())[0], (await stored('Other'))[0]],
      [brief(long('Signed. Twice. Sealed.')), brief('Meanwhile')],
    );
    expect(errors).toEqual([]);
  });
});
