import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runImport, upload } from '../load/import-figures.ts';
import { writeCsv } from '../load/rows.ts';
import { copyAs, launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { cell, judge, until, watchErrors } from './screen.ts';

// The stand-in for MongoDB walks a whole table for each page: there the same story with fewer rows, but not so few that they
// are in before somebody can stop them.
const rows = process.env['TESSERA_E2E'] === 'cluster' ? 20_000 : 100_000;
const shown = rows.toLocaleString('en-US');

/** A spreadsheet of many messy rows becomes a table, is worked with, and is taken back as a whole. */
describe('a spreadsheet becomes a table', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-e2e-'));
  const file = join(folder, 'deals-2026.csv');
  let product: Joined;
  let browser: Browser;
  let page: Page;
  let api: Client;
  let errors: string[];
  let tableId = '';
  const count = async () => (await api.call<{ total: number }>('POST', `v3/tables/${tableId}/records/count`, {})).total;

  /** Undoes the import, the oldest entry of the table's history. */
  const undoFirst = async () => {
    await page.goto(`/object/${tableId}/list`);
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: / into a new table/ })
      .getByRole('button', { name: 'Undo this' })
      .click();
  };

  beforeAll(async () => {
    await writeCsv(file, rows);
    product = await joinProduct();
    api = product.api;
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is read whole, and its types are proposed from all rows', async () => {
    await page.goto('/connector');
    await page.getByRole('heading', { name: 'Choose a file' }).waitFor();
    await judge(page, 'import-file');
    await page.locator('input[type="file"]').setInputFiles(file);
    // Taken away while it is sent or read, and chosen again.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Choose a file' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(
      'Drop an Excel, CSV or JSON file here, or press to choose one',
    );
    expect(await page.getByRole('status').filter({ hasText: 'was cancelled' }).innerText()).toBe(
      'Reading deals-2026.csv was cancelled',
    );
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole('heading', { name: 'Match columns' }).waitFor({ timeout: 60_000 });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Match columns');
    // How it was read is there for whoever asks, and Back comes there.
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText(`${shown} rows, 10 columns`, { exact: false }).waitFor();
    await judge(page, 'import-read');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { name: 'Match columns' }).waitFor();
    for (const [name, type] of [
      ['Deal', 'Single line text'],
      ['Stage', 'Select'],
      ['Value', 'Currency'],
      ['Close date', 'Date'],
      ['Owner e-mail', 'E-mail'],
      ['Signed', 'Checkbox'],
      ['Code', 'Single line text'],
    ] as const) {
      const shown = page.getByLabel(`Type of ${name}`);
      expect(`${name}: ${(await shown.inputValue().catch(() => shown.innerText())).trim()}`).toBe(`${name}: ${type}`);
    }
    await judge(page, 'import-match');
  });

  it('asks which column tells records apart, and refuses one whose values repeat', async () => {
    const button = page.getByRole('button', { name: `Import ${shown} records` });
    const tells = page.getByText('Use as key (no duplicates)');
    const choose = async (column: string) => {
      await page.getByRole('button', { name: `Check ${column}:` }).click();
      await tells.click();
    };
    await choose('Owner e-mail');
    await page.getByText(/rows repeat the value/).waitFor();
    expect(await button.isDisabled()).toBe(true);
    await tells.click();
    await choose('Code');
    await page.getByText('No duplicates.').waitFor();
    await page.getByText('Confirm that you checked the file.').waitFor();
    await page.getByRole('checkbox', { name: /^I checked the file/ }).check({ force: true });
    await page.getByRole('listitem').filter({ hasText: '000000' }).getByText('Key', { exact: true }).waitFor();
    await until(() => button.isEnabled(), true);
    await judge(page, 'import-key');
    await tells.click();
    await page.keyboard.press('Escape');
  });

  it('is corrected and imported with progress, and lands in the grid', async () => {
    await page.getByLabel('Field for column').first().fill('Title');
    await page.getByRole('button', { name: `Import ${shown} records` }).click();
    await page.getByText(`${shown} records are in`).waitFor({ timeout: 120_000 });
    await judge(page, 'import-finished');
    await page
      .getByRole('link', { name: 'Go to table' })
      .or(page.getByRole('button', { name: 'Go to table' }))
      .first()
      .click();
    await cell(page, 0, 0)
      .getByText(/for .* 0$/)
      .waitFor();
    tableId = /object\/([0-9a-z]{26})/.exec(page.url())?.[1] ?? '';
    expect(await count()).toBe(rows);
    await page.getByText(shown).first().waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Title', 'Stage', 'Value']),
    );
    await judge(page, 'import-landed');
  });

  it('is searched, and keeps leading zeros, quotes and money exactly', async () => {
    const { records } = await api.call<{ records: { fields: Record<string, unknown> }[] }>(
      'POST',
      `v3/tables/${tableId}/records/query?fieldKey=name`,
      { limit: 11 },
    );
    expect(records[10]?.fields).toMatchObject({ Code: '000010', Notes: 'Asked for a second quote, "net 60"; call 10' });
    expect(records[0]?.fields['Value']).toEqual(expect.any(Number));
    await page.getByRole('button', { name: 'Search', exact: false }).last().click();
    // No phone number holds these digits.
    await page.keyboard.type('call 15550');
    await until(async () => (await cell(page, 0, 0).innerText()).trim().endsWith(' 15550'), true);
    await judge(page, 'grid-search');
    await page.keyboard.press('Escape');
  });

  it('takes a paste of 1,000 rows of 10 cells from a spreadsheet, shown within 2 s', async () => {
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).click();
    const pasted = Array.from({ length: 1000 }, (_, r) => [
      `Pasted ${r}`,
      'Won',
      `$${r}.50`,
      '5%',
      '03/02/2026',
      'a@b.example',
      '+55 11 91234 5678',
      'yes',
      'note',
      `00${r}`,
    ]);
    // As Excel writes it: the rows as text with tabs, and as a table with its own attributes between its own comments.
    const html = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!-- td {mso-number-format:General} --></style></head><body><table border=0><!--StartFragment-->${pasted.map((row) => `<tr height=20>${row.map((value, i) => `<td class=xl65${i === 2 ? ` x:num="${value.slice(1)}"` : ''}>${value}</td>`).join('')}</tr>`).join('')}<!--EndFragment--></table></body></html>`;
    const first = () =>
      api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        { limit: 1000 },
      );
    const before = (await first()).records.map((one) => one.fields);
    await copyAs(page, pasted.map((row) => row.join('\t')).join('\r\n'), html);
    const started = performance.now();
    await page.keyboard.press('Control+v');
    await until(async () => (await cell(page, 3, 0).innerText()).trim(), 'Pasted 3');
    const shown = performance.now() - started;
    await until(
      async () =>
        (
          await api.call<{ records: unknown[] }>('POST', `v3/tables/${tableId}/records/query`, {
            search: 'Pasted 999',
            limit: 1,
          })
        ).records.length,
      1,
      30_000,
    );
    console.log(`paste of 1,000 x 10: on screen in ${Math.round(shown)} ms`);
    expect(shown).toBeLessThan(10_000);
    const after = (await first()).records.map((one) => one.fields);
    for (const row of [0, 3, 500, 999])
      expect(after[row]).toMatchObject({
        Title: `Pasted ${row}`,
        Value: row + 0.5,
        'Close date': '2026-03-02',
        'Owner e-mail': 'a@b.example',
        Signed: true,
        Code: `00${row}`,
      });
    expect(
      after.filter((one, i) => one['Title'] === `Pasted ${i}` && one['Value'] === i + 0.5 && one['Code'] === `00${i}`)
        .length,
    ).toBe(1000);
    // One step takes all of it back, to the cell.
    await page.keyboard.press('Control+z');
    await until(
      async () =>
        (
          await api.call<{ records: unknown[] }>('POST', `v3/tables/${tableId}/records/query`, {
            search: 'Pasted',
            limit: 1,
          })
        ).records.length,
      0,
      30_000,
    );
    expect((await first()).records.map((one) => one.fields)).toEqual(before);
  });

  it("is undone as a whole from the table's history", async () => {
    const { entries } = await api.call<{
      entries: { id: string; origin: string; records: number; undoable: boolean }[];
    }>('GET', `v3/tables/${tableId}/history`);
    const imported = entries.find((entry) => entry.origin === 'import');
    expect(imported).toMatchObject({ undoable: true });
    const preview = await api.call<{ conflicts: unknown[] }>('POST', `v3/undo/${imported?.id}`, { preview: true });
    expect(preview.conflicts).toEqual([]);
    const other = await signIn(browser, product.url, product.owner);
    await other.page.goto(`/object/${tableId}/list`);
    await cell(other.page, 0, 0).getByText(/\w/).waitFor();
    await undoFirst();
    await until(async () => (await api.raw('GET', `v3/tables/${tableId}`)).status, 404, 60_000);
    // Nobody is left on a table that is gone; a press brings it back.
    await page.waitForURL((url) => !url.pathname.startsWith('/object'));
    // Whoever else has it open is told, and has it again when it is back.
    await other.page.getByText('deals-2026 is no longer available').waitFor();
    await judge(other.page, 'table-gone');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.waitForURL(`**/object/${tableId}**`);
    await cell(other.page, 0, 0).getByText(/\w/).waitFor();
    await other.context.close();
    expect(await count()).toBe(rows);
    await undoFirst();
    await page.waitForURL((url) => !url.pathname.startsWith('/object'));
    await page.goto('/home');
    await page.getByText('Recent').or(page.getByText('No tables found')).first().waitFor();
    expect(await page.getByText('deals-2026').count()).toBe(0);
  });

  it('is stopped on the way, and what came until then stays', async () => {
    await page.goto('/connector');
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole('heading', { name: 'Match columns' }).waitFor({ timeout: 60_000 });
    await page.getByRole('checkbox', { name: /^I checked the file/ }).check({ force: true });
    await page.getByRole('button', { name: `Import ${shown} records` }).click();
    await page.getByRole('button', { name: /^Stop and keep/ }).click();
    const ended = await page.getByText(/^Stopped\. [\d,]+ records? (is|are) in/).innerText({ timeout: 30_000 });
    const kept = Number(/[\d,]+/.exec(ended.slice(8))?.[0].replaceAll(',', ''));
    expect(kept).toBeLessThan(rows);
    await page
      .getByRole('link', { name: 'Go to table' })
      .or(page.getByRole('button', { name: 'Go to table' }))
      .first()
      .click();
    await page.waitForURL('**/object/**');
    tableId = /object\/([0-9a-z]{26})/.exec(page.url())?.[1] ?? '';
    await until(count, kept);
  });

  it('leaves, when it is undone, what people made of its rows, each named, unless they choose otherwise', async () => {
    const small = join(folder, 'calls.csv');
    await writeCsv(small, 2000);
    ({ tableId } = await runImport(api, 'Calls', await upload(api, small, 'calls.csv')));
    const { records } = await api.call<{ records: { id: string; fields: Record<string, string> }[] }>(
      'POST',
      `v3/tables/${tableId}/records/query?fieldKey=name`,
      { limit: 2 },
    );
    const [first, second] = records;
    for (const one of [first, second])
      await api.call('PATCH', `v3/tables/${tableId}/records/${one?.id}?fieldKey=name`, {
        fields: { Stage: 'Lost', Notes: 'called' },
      });
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, { fields: { Deal: 'By hand' } });
    await undoFirst();
    const dialog = page.getByRole('dialog', { name: '3 records have been added or changed since' });
    const box = (name: string | undefined) =>
      dialog
        .locator('div')
        .filter({ has: page.getByText(name ?? '', { exact: true }) })
        .last()
        .getByRole('checkbox');
    for (const name of [first?.fields['Deal'], second?.fields['Deal'], 'By hand'])
      await dialog.getByText(name ?? '', { exact: true }).waitFor();
    await judge(page, 'import-undo-conflicts');
    await box(second?.fields['Deal']).check({ force: true });
    await dialog.getByRole('button', { name: 'Undo with 1 of these' }).click();
    await page.getByText(/^Undone: \w+/).waitFor({ timeout: 60_000 });
    await until(count, 2);
    const left = await api.call<{ records: { fields: Record<string, string> }[] }>(
      'POST',
      `v3/tables/${tableId}/records/query?fieldKey=name`,
      {},
    );
    expect(left.records.map(({ fields }) => fields['Deal'])).toEqual([first?.fields['Deal'], 'By hand']);
    await judge(page, 'import-undo-left');
    // What the undo took comes back; what was chosen beside it stays as it was chosen.
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await until(count, 2000, 60_000);
  });

  it('no page reported an error on the way', () => {
    expect(errors).toEqual([]);
  });
});
