import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk, makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

/** A page is written with the marks that people know, saved by itself, and brought back as it was. */
describe('a doc page', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('is written, saved by itself, found in the list and brought back', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/doc-pages');
    await page.getByRole('button', { name: 'New page' }).first().click();
    const title = page.getByRole('textbox', { name: 'Title of the page' });
    await title.fill('Harbour plan');
    const text = page.getByRole('textbox', { name: 'Text of the page' });
    await text.click();
    await page.keyboard.type('## Ropes');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- two of them');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/quo');
    await page.getByRole('option', { name: 'Quote' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Calm seas');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    // A formula between two dollars, and one of its own whose source is no formula until it is put right.
    await page.keyboard.type('so $a^2$ it is');
    await text.locator('.katex').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('/formu');
    await page.getByRole('option', { name: 'Formula', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    const source = page.getByRole('textbox', { name: 'Formula as LaTeX' });
    await source.fill('\\frac{a');
    await text.getByText('This formula can’t be read:').waitFor();
    await judge(page, 'doc-page-formula');
    await source.fill('\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}');
    await page.keyboard.press('Enter');
    await text.locator('.katex-display').waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await judge(page, 'doc-page');
    await page.reload();
    await page.getByRole('heading', { name: 'Ropes' }).waitFor();
    expect(await text.locator('blockquote').innerText()).toBe('Calm seas');

    // What is said of chosen words stands at the side, and is settled there.
    await text.locator('blockquote').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await page.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name: 'Comment', exact: true }).click();
    const side = page.getByRole('complementary', { name: 'Comments' });
    await side.getByRole('textbox', { name: 'Comment on these words' }).fill('How calm?');
    await page.keyboard.press('Enter');
    await side.getByText('How calm?').waitFor();
    await text.locator('[data-comment]').waitFor();
    await judge(page, 'doc-page-comments');
    await side.getByRole('button', { name: 'Resolve', exact: true }).click();
    await side.getByText('No open comments').waitFor();
    await page.getByRole('button', { name: 'Add to favorites' }).click();
    await page.getByRole('list', { name: 'Favorites' }).getByRole('link', { name: 'Harbour plan' }).waitFor();

    // The palette finds it by the words of its text.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('calm seas');
    await page.getByRole('option', { name: 'Harbour plan' }).waitFor();
    await judge(page, 'palette-pages');
    await page.keyboard.press('Escape');

    await page.goto('/doc-pages');
    const listed = page.getByRole('list', { name: 'Pages' }).getByRole('link', { name: 'Harbour plan' });
    await listed.waitFor();
    await judge(page, 'doc-pages');
    await listed.click();
    await page.getByRole('button', { name: 'Page menu' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Bring back' }).last().click();
    await page.getByText('The version is back').waitFor();
    await page.getByRole('heading', { name: 'Ropes' }).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  it('is written by two at once, and takes in what one wrote without a connection', async () => {
    const [one, two] = await Promise.all([
      signIn(browser, product.url, product.owner),
      signIn(browser, product.url, product.owner),
    ]);
    const errors = [watchErrors(one.page), watchErrors(two.page)];
    const text = (page: typeof one.page) => page.getByRole('textbox', { name: 'Text of the page' });
    await one.page.goto('/doc-pages');
    await one.page.getByRole('button', { name: 'New page' }).first().click();
    await text(one.page).click();
    await one.page.keyboard.type('Ropes');
    await one.page.getByText('Saved', { exact: true }).waitFor();
    await two.page.goto(new URL(one.page.url()).pathname);
    await text(two.page).getByText('Ropes').waitFor();
    await text(two.page).click();
    await two.page.keyboard.press('Control+End');
    await two.page.keyboard.type(' and sails');
    await text(one.page).getByText('Ropes and sails').waitFor();
    // Where the other stands is shown by name.
    await text(one.page).locator(`[data-caret="${product.owner.name}"]`).waitFor();
    await one.page.getByText('1 other person is here').waitFor();
    await judge(one.page, 'doc-page-together');

    await two.page.context().setOffline(true);
    await two.page.keyboard.type(' of ours');
    await two.page.getByText('Not saved, kept here').waitFor();
    await one.page.keyboard.press('Control+Home');
    await one.page.keyboard.type('Our ');
    await one.page.getByText('Saved', { exact: true }).waitFor();
    await two.page.context().setOffline(false);
    for (const { page } of [one, two]) await text(page).getByText('Our Ropes and sails of ours').waitFor();
    // What one wrote oneself is undone, what the other wrote stays.
    await one.page.keyboard.press('Control+z');
    await text(two.page)
      .getByText(/^Ropes and sails of ours$/)
      .waitFor();
    expect(errors.flat().filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it('takes a block of an app from where it is built, and another from the menu, as high as one likes', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    const deals = await makeDeals(product.api, 'Deals of a page');
    await bulk(product, product.api, deals, 1000);
    const app = await product.api.call<{ id: string }>('POST', 'v3/apps', { label: 'Deal desk' });
    const add = (type: string, config: object) =>
      product.api.call('POST', `v3/apps/${app.id}/blocks`, { type, config });
    await add('simple_indicator', { tableId: deals.id, title: 'How many deals', function: 'count' });
    await add('app_filters', { tableId: deals.id });
    await product.api.call('POST', `v3/apps/${app.id}/publish`, {});
    const desk = await product.api.call<{ id: string }>('POST', 'v3/apps', { label: 'Second desk' });
    const { id } = await product.api.call<{ id: string }>('POST', 'v3/doc-pages', {
      title: 'Quarter in numbers',
      content: { text: 'Where we stand' },
    });
    await page.goto(`/app/${app.id}?edit`);
    await page.getByRole('button', { name: 'Block Filters' }).focus();
    await page.getByRole('button', { name: 'Copy to an app or page' }).click();
    const choice = page.getByRole('dialog', { name: 'Copy to an app or page' });
    await choice.getByRole('button', { name: 'Second desk' }).waitFor();
    expect(await choice.getByRole('button', { name: 'Quarter in numbers' }).count()).toBe(0);
    await choice.getByRole('button', { name: 'Second desk' }).click();
    await page.waitForURL(`**/app/${desk.id}?edit`);
    await page.getByRole('button', { name: 'Block Filters' }).waitFor();
    await page.goto(`/app/${app.id}?edit`);
    await page.getByRole('button', { name: 'Block Simple Indicator How many deals' }).focus();
    await page.getByRole('button', { name: 'Copy to an app or page' }).click();
    await choice.getByRole('button', { name: 'Second desk' }).waitFor();
    await judge(page, 'app-copy-block');
    await choice
      .getByRole('searchbox')
      .or(choice.getByRole('textbox', { name: 'Find an app or page' }))
      .fill('quarter');
    await choice.getByRole('button', { name: 'Second desk' }).waitFor({ state: 'detached' });
    await choice.getByRole('button', { name: 'Quarter in numbers' }).click();
    await page.waitForURL(`**/doc-page/${id}`);
    const text = page.getByRole('textbox', { name: 'Text of the page' });
    const blocks = text.locator('[role="slider"]');
    await text.getByText('How many deals').waitFor();
    await text.getByText('1,000', { exact: true }).waitFor();
    await judge(page, 'doc-page-block');
    await blocks.first().focus();
    const height = Number(await blocks.first().getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowDown');
    await until(async () => Number(await blocks.first().getAttribute('aria-valuenow')) > height, true);

    // Another one from the menu behind a slash.
    await text.getByText('Where we stand').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/block of');
    await page.getByRole('option', { name: 'Block of an app' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose a block' });
    await dialog
      .getByRole('combobox', { name: 'App' })
      .or(dialog.getByRole('button', { name: 'App' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Deal desk' }).click();
    await dialog.getByRole('button', { name: /How many deals/ }).waitFor();
    await judge(page, 'doc-page-choose-block');
    await dialog.getByRole('button', { name: /How many deals/ }).click();
    await until(() => blocks.count(), 2);
    await text.getByRole('button', { name: 'Remove block' }).last().focus();
    await page.keyboard.press('Enter');
    await until(() => blocks.count(), 1);
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await until(() => blocks.count(), 1);
    await text.getByText('1,000', { exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await judge(page, 'phone-doc-page-block');
    expect(errors).toEqual([]);
  });

  it('is shown to strangers by a link, as text alone', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    const { id } = await product.api.call<{ id: string }>('POST', 'v3/doc-pages', {
      title: 'Opening hours',
      content: {
        text: '## Summer\n\nDaily from **nine**.\n\n- Ropes\n- Sails\n\n| Day | From |\n|---|---|\n| Mon | 9 |\n\nso $a^2$ and $\\frac{a$',
      },
    });
    await page.goto(`/doc-page/${id}`);
    await page.getByRole('button', { name: 'Page menu' }).click();
    await page.getByRole('menuitem', { name: 'Share publicly' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Opening hours' });
    await dialog.getByText('Open to everyone with the link').or(dialog.locator('label').first()).first().click();
    const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue();
    await judge(page, 'doc-page-share');
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(new URL(address).pathname.replace(/^/, product.url));
    await stranger.getByRole('heading', { name: 'Opening hours', level: 1 }).waitFor();
    await stranger.getByRole('heading', { name: 'Summer', level: 2 }).waitFor();
    expect(await stranger.getByRole('listitem').allInnerTexts()).toEqual(['Ropes', 'Sails']);
    expect(await stranger.locator('strong').innerText()).toBe('nine');
    await stranger.locator('.katex').waitFor();
    await stranger.locator('code.wrong').waitFor();
    await judge(stranger, 'public-doc-page');
    await stranger.setViewportSize({ width: 390, height: 844 });
    await judge(stranger, 'phone-public-doc-page');
    expect(errors).toEqual([]);
  });
});
