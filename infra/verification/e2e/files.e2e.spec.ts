import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct } from '../product/join.ts';
import { root, type Client } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

const picture = readFileSync(join(root, 'infra/pictures/grid.png'));
const note = { name: 'Notes ü.txt', mimeType: 'text/plain', buffer: Buffer.from('Call the dock on Monday.') };
const photo = { name: 'Dock doors.png', mimeType: 'image/png', buffer: picture };

describe('files of a record', () => {
  let browser: Browser;
  let context: BrowserContext;
  let api: Client;
  let page: Page;
  let errors: string[];
  let url: string;
  let tableId = '';
  let product: Awaited<ReturnType<typeof joinProduct>>;

  const names = async (): Promise<readonly string[]> => {
    const { records } = await api.call<{ records: { fields: Record<string, unknown> }[] }>(
      'POST',
      `v3/tables/${tableId}/records/query?fieldKey=name`,
      { limit: 1 },
    );
    return ((records[0]!.fields['Papers'] ?? []) as { name: string }[]).map(({ name }) => name);
  };
  const list = () => page.getByRole('list', { name: 'Papers' });
  const open = (name: string) => list().getByRole('button', { name: new RegExp(`^${name},`) });

  beforeAll(async () => {
    product = await joinProduct();
    ({ api, url } = product);
    browser = await launch();
    ({ context, page } = await signIn(browser, url, product.owner));
    errors = watchErrors(page);
    const table = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Deals with papers',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        { name: 'Papers', type: 'files', props: { maximum_mb: 1 } },
      ],
    });
    tableId = table.id;
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
      records: [{ fields: { Deal: 'Scanners' } }],
    });
    await page.goto(`/object/${tableId}/list`);
    await until(async () => (await page.getByRole('grid').getAttribute('aria-busy')) === null, true);
    await page.getByRole('gridcell', { name: 'Scanners' }).first().click();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: /Drop or paste files here/ }).waitFor();
  }, 60_000);
  afterAll(async () => {
    await context?.close();
    await browser?.close();
  });

  it('are chosen several at once, and what is too large is told at once and holds up nobody', async () => {
    const large = { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1_100_000) };
    await page.locator('input[type=file][multiple]').setInputFiles([photo, large, note]);
    await expect.poll(async () => (await names()).toSorted()).toEqual(['Dock doors.png', 'Notes ü.txt']);
    await expect
      .poll(() => list().getByRole('alert').allInnerTexts())
      .toEqual([expect.stringMatching(/over the limit/)]);
    await expect.poll(() => list().locator('img').count()).toBe(1);
    await until(
      () =>
        list()
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
      true,
    );
    await judge(page, 'files-panel');
    await page.getByRole('button', { name: 'Put large.bin out of sight' }).click();
    await expect.poll(() => list().getByRole('alert').count()).toBe(0);
  });

  it('are put in order, renamed and removed by keys, and a removal is taken back', async () => {
    const first = (await names())[0]!;
    await open(first).press('Alt+ArrowDown');
    await expect.poll(async () => (await names())[1]).toBe(first);
    await open('Dock doors.png').press('F2');
    await page.getByRole('textbox', { name: 'Name of the file' }).fill('Doors');
    await page.keyboard.press('Enter');
    await expect.poll(names).toContain('Doors.png');
    await open('Notes ü.txt').press('Delete');
    await expect.poll(names).toEqual(['Doors.png']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await names()).toSorted()).toEqual(['Doors.png', 'Notes ü.txt']);
  });

  it('are looked at over everything with keys, and the focus comes back', async () => {
    await open('Doors.png').press('Home');
    await open('Doors.png').press('Enter');
    const viewer = page.getByRole('dialog', { name: 'Doors.png' });
    await until(
      () =>
        viewer
          .getByRole('img', { name: 'Doors.png' })
          .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
      true,
    );
    await judge(page, 'files-viewer');
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press((await names())[0] === 'Doors.png' ? 'ArrowRight' : 'Home');
    const text = page.getByRole('dialog', { name: 'Notes ü.txt' });
    await expect.poll(() => text.locator('pre').innerText()).toBe('Call the dock on Monday.');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog', { name: 'Notes ü.txt' }).count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      .toMatch(/^Doors.png,/);
  });

  it('are pasted into a cell, which shows their pictures', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('gridcell', { name: 'Scanners' }).first().click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Drop or paste files here/ }).waitFor();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }));
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect.poll(names).toContain('pasted.txt');
    await judge(page, 'files-cell');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: /Drop or paste files here/ }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('are there on a phone in the dark, with its camera', async () => {
    const phone = await signIn(browser, url, product.owner, { width: 390, height: 844, theme: 'dark' });
    try {
      await phone.page.goto(`/object/${tableId}/list`);
      await phone.page.getByText('Scanners').first().click();
      await phone.page.getByRole('button', { name: 'Take a picture' }).waitFor();
      expect(await phone.page.locator('input[type=file][capture]').count()).toBe(1);
      await judge(phone.page, 'files-phone');
    } finally {
      await phone.context.close();
    }
  });
});
