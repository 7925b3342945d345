import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { cell, judge, until, watchErrors } from './screen.ts';

/** Search marks what it finds and steps through it; on a phone the tools come from the bottom. */
describe('what is searched for', () => {
  let product: Joined;
  let browser: Browser;
  let tableId = '';

  beforeAll(async () => {
    product = await joinProduct();
    const { api } = product;
    const table = await api.call<{ id: string; fields: { id: string }[] }>('POST', 'v3/tables', {
      label: 'Visits',
      fields: [
        { name: 'Visitor', type: 'singleLineText' },
        { name: 'City', type: 'select', props: { options: ['Lima', 'São Paulo', 'Oslo'].map((label) => ({ label })) } },
        { name: 'Amount', type: 'number', props: { decimals: 0, thousands: true } },
      ],
    });
    tableId = table.id;
    for (let part = 0; part < 2; part++)
      await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
        records: Array.from({ length: 300 }, (_, i) => {
          const n = part * 300 + i;
          return {
            fields: {
              Visitor: n % 10 === 7 ? `Quill Ramos ${n}` : `Visitor ${n}`,
              City: ['Lima', 'São Paulo', 'Oslo'][n % 3],
              Amount: 1000 + n,
            },
          };
        }),
      });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** The texts that are marked, those of the step that was taken set apart. */
  const marks = (page: Page) =>
    page.evaluate(() => {
      const of = (name: string) =>
        [...((CSS as unknown as { highlights: Map<string, Set<StaticRange>> }).highlights.get(name) ?? [])].map(
          (range) => (range.startContainer.nodeValue ?? '').slice(range.startOffset, range.endOffset),
        );
      return { all: [...new Set(of('search'))], here: of('search-current') };
    });
  const selected = async (page: Page) => {
    const id = await page.getByRole('grid').getAttribute('aria-activedescendant');
    return id === null ? null : (await page.locator(`[id="${id}"]`).allInnerTexts()).join().trim();
  };

  it('is marked in the cells, stepped through by Enter, and left without losing the place', async () => {
    const { context, page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).getByText('Visitor 0').waitFor();
    await page.getByRole('button', { name: 'Search', exact: true }).last().click();
    const input = page.getByRole('textbox', { name: 'Search' });
    await input.fill('quill');
    const status = page.getByRole('search').getByRole('status');
    await until(() => status.innerText(), '60 records');
    await until(async () => (await marks(page)).all, ['Quill']);
    await input.press('Enter');
    await until(() => status.innerText(), '1 of 60');
    await until(() => selected(page), 'Quill Ramos 7');
    await until(async () => (await marks(page)).here, ['Quill']);
    await judge(page, 'search-grid');
    for (let i = 0; i < 2; i++) await input.press('Shift+Enter');
    await until(() => status.innerText(), '59 of 60');
    // Rows that come into view are marked as well.
    await until(() => selected(page), 'Quill Ramos 587');
    await until(async () => (await marks(page)).here, ['Quill']);
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    await input.press('Escape');
    await input.waitFor({ state: 'hidden' });
    await until(() => selected(page), 'Quill Ramos 587');
    await cell(page, 588, 0).getByText('Visitor 588').waitFor();
    expect(await marks(page)).toEqual({ all: [], here: [] });
    // Words without accents, amounts without separators.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search', exact: true }).last().click();
    await input.fill('sao 1004');
    await until(async () => (await marks(page)).all.toSorted(), ['1,004', 'São']);
    // Not stepped: the rows are where they were.
    await page.getByRole('button', { name: 'Close search' }).click();
    await cell(page, 588, 0).getByText('Visitor 588').waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('on a phone is marked and stepped through as well, and the tools come from the bottom', async () => {
    const { context, page } = await signIn(browser, product.url, product.owner, { width: 390, height: 844 });
    const errors = watchErrors(page);
    await page.goto('/home');
    await page.goto(`/object/${tableId}/list`);
    await page.getByText('Visitor 0').waitFor();
    const strip = (name: string) => page.getByRole('button', { name, exact: true }).first();
    await strip('Search').click();
    const input = page.getByRole('searchbox', { name: 'Search' });
    await input.fill('quill');
    const status = page.getByRole('search').getByRole('status');
    await until(() => status.innerText(), '60 records');
    await page.getByRole('button', { name: 'Previous match' }).click();
    await until(() => status.innerText(), '60 of 60');
    await page.locator('[data-current]').getByText('Quill Ramos 597').waitFor();
    await until(async () => (await marks(page)).here, ['Quill']);
    await judge(page, 'search-phone');
    await input.press('Escape');
    await page.getByText('Visitor 598').waitFor();

    const sheet = (name: string) => page.getByRole('dialog', { name });
    const high = (name: string) => sheet(name).evaluate((element) => element.getBoundingClientRect().bottom);
    for (const name of ['Filter', 'Sort', 'Fields']) {
      await strip(name).click();
      await sheet(name).waitFor();
      await judge(page, `sheet-${name.toLowerCase()}`);
      expect([name, await high(name)]).toEqual([name, 844]);
      // By Back, beside it, and pulled down.
      if (name === 'Filter') await page.goBack();
      else if (name === 'Sort') await page.mouse.click(195, 30);
      else {
        const box = (await sheet(name).boundingBox())!;
        await page.mouse.move(195, box.y + 10);
        await page.mouse.down();
        await page.mouse.move(195, box.y + 160, { steps: 4 });
        await page.mouse.up();
      }
      await sheet(name).waitFor({ state: 'hidden' });
      expect(new URL(page.url()).pathname).toBe(`/object/${tableId}/list`);
    }
    await page.getByRole('button', { name: 'All records' }).click();
    await sheet('Views').getByRole('menuitem', { name: 'New view: Table' }).click();
    await page.getByRole('button', { name: 'View 2' }).waitFor();
    await page.getByRole('button', { name: 'View 2' }).click();
    await judge(page, 'sheet-views');
    await sheet('Views').getByRole('menuitemcheckbox', { name: 'All records' }).click();
    await page.getByRole('button', { name: 'All records' }).waitFor();
    await sheet('Views').waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
    await context.close();
  });
});
