import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Made = { readonly id: string };
let line = 0;
/** Ids of lines are the caller's own. */
const lineId = (): string => `01m7zamdpj3k29d3eysp40c4${String(10 + line++)}`;

/** The bars of an app, and the pages of the product that keep them around. */
describe('the bars of an app', () => {
  let product: Joined;
  let browser: Browser;
  let deals: Awaited<ReturnType<typeof makeDeals>>;
  let desk: Made;
  let office: Made;
  let channel: Made;
  let folder: Made;

  beforeAll(async () => {
    product = await joinProduct();
    const { api } = product;
    deals = await makeDeals(api, 'Deals');
    desk = await api.call<Made>('POST', 'v3/apps', { label: 'Front desk' });
    office = await api.call<Made>('POST', 'v3/apps', { label: 'Back office' });
    channel = await api.call<Made>('POST', 'v3/conversations', { chatType: 'channel', name: 'sales-floor' });
    folder = await api.call<Made>('POST', 'v3/folders', { label: 'Operations', tabs: [] });
    for (const { id } of [desk, office])
      await api.call('POST', `v3/apps/${id}/blocks`, {
        type: 'title_bar',
        config: { line: 'What is next', button: { label: 'New deal', tableId: deals.id } },
      });
    const group = lineId();
    await api.call('PUT', `v3/apps/${desk.id}/bars`, {
      menu_bar: {
        title: 'Sales at Marlow',
        top_bg_color: 'blue',
        bottom_bg_color: 'neutral',
        allow_hide_menu: true,
        shortcuts: { jump_in: true, notifications: true, chat: true, settings: true, create_new: true, login: true },
        items: [
          { id: lineId(), type: 'app', app_id: desk.id },
          { id: group, type: 'folder', folder_config: { name: 'Pipeline', is_collapsable: true } },
          { id: lineId(), type: 'table', table_id: deals.id },
          { id: lineId(), type: 'app', app_id: office.id },
          { id: lineId(), type: 'folder_end', folder_end_for: group },
          { id: lineId(), type: 'chat_channel', item_id: channel.id },
          { id: lineId(), type: 'workspace', item_id: folder.id },
          { id: lineId(), type: 'favorites' },
        ],
      },
      bottom_nav: {
        only_show_on_mobile: true,
        items: [
          { id: lineId(), type: 'app', target: desk.id, label: 'Home', icon: 'home' },
          { id: lineId(), type: 'addRecord', target: deals.id, label: 'Add deal', icon: 'plus' },
        ],
      },
    });
    for (const { id } of [desk, office]) await api.call('POST', `v3/apps/${id}/publish`, {});
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('keeps its menu around tables, apps, channels, folders and settings, also after a reload', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    const at = (place: string) => page.waitForURL((url) => url.pathname.startsWith(`/app/${desk.id}/bundle/${place}`));
    const menu = page.getByRole('complementary', { name: 'Sales at Marlow' });
    const own = page.getByRole('navigation', { name: 'Workspace' });
    await page.goto(`/app/${desk.id}`);
    await menu.getByRole('link', { name: 'Deals' }).click();
    await at(`object/${deals.id}`);
    await page.getByRole('grid').waitFor();
    await menu.getByRole('link', { name: 'Deals' }).and(page.locator('[aria-current=page]')).waitFor();
    expect(await own.isVisible()).toBe(false);
    await page.reload();
    await page.getByRole('grid').waitFor();
    await menu.getByRole('link', { name: 'Deals' }).waitFor();
    await judge(page, 'bars-table');

    await menu.getByRole('link', { name: 'Back office' }).click();
    await at(`app-page/${office.id}`);
    await page.getByRole('heading', { name: 'Back office' }).first().waitFor();
    await menu.getByRole('link', { name: 'sales-floor' }).click();
    await at(`chat/channel/${channel.id}`);
    await page.getByRole('heading', { name: 'sales-floor' }).first().waitFor();
    await judge(page, 'bars-channel');
    await menu.getByRole('link', { name: 'Operations' }).click();
    await at(`home/folders/${folder.id}`);
    await page.getByRole('heading', { name: 'Operations' }).first().waitFor();
    await menu.getByRole('link', { name: 'Notifications' }).click();
    await at('for-you');
    await menu.getByRole('link', { name: 'Settings' }).click();
    await at('settings');
    const settings = page.getByRole('navigation', { name: 'Workspace' });
    await settings.getByRole('link', { name: 'Public links' }).click();
    await at('settings/public-links');
    await page.getByRole('heading', { name: 'Public links' }).waitFor();
    await menu.getByRole('link', { name: 'Front desk' }).click();
    await page.waitForURL((url) => url.pathname === `/app/${desk.id}`);
    await menu.getByRole('button', { name: 'Edit favorites' }).click();
    const favorites = page.getByRole('dialog', { name: 'Edit favorites' });
    await favorites.getByRole('button', { name: /^Add to favorites/ }).click();
    await page.getByRole('option', { name: /^Back office/ }).click();
    await favorites.getByRole('button', { name: 'Remove Back office from favorites' }).waitFor();
    await judge(page, 'bars-favorites');
    await favorites.getByRole('button', { name: 'Done' }).click();
    await until(() => menu.getByRole('link', { name: 'Back office' }).count(), 2);
    await menu.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('menuitem', { name: 'New Super Form' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.getByRole('button', { name: product.owner.name }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    await page.keyboard.press('Escape');
    await judge(page, 'bars-menu');
    expect(errors).toEqual([]);
  });

  it('widens no right, and says what is not there', async () => {
    const person = { name: 'Bo Lindqvist', email: product.address('bo-bars'), password: product.owner.password };
    await invite(product.api, person, 'Member');
    const { page } = await signIn(browser, product.url, person);
    await page.goto(`/app/${desk.id}/bundle/settings/public-links`);
    await page.getByText('You don’t have access to public links').waitFor();
    await page.goto(`/app/${desk.id}/bundle/object/01m7zamdpj3k29d3eysp40c47z`);
    await page
      .getByText(/not found|doesn’t exist|no longer/i)
      .first()
      .waitFor();
    await page.getByRole('complementary', { name: 'Sales at Marlow' }).waitFor();
    await page.goto(`/app/01m7zamdpj3k29d3eysp40c47z/bundle/object/${deals.id}`);
    await until(() => page.getByRole('grid').count(), 0);
    await page.getByText('Page not found').first().waitFor();
  });

  it('adds a record from the bar of a phone', async () => {
    const { page } = await signIn(browser, product.url, product.owner, { width: 390, height: 844 });
    const errors = watchErrors(page);
    await page.goto(`/app/${desk.id}`);
    await page.getByRole('button', { name: 'New deal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add record to Deals' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const bar = page.getByRole('navigation', { name: 'Bottom bar' });
    await bar.getByRole('button', { name: 'Add deal' }).click();
    await dialog.getByRole('textbox').first().fill('Lab custody');
    await judge(page, 'bars-phone-add');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Record added').waitFor();
    await page.goto(`/app/${desk.id}/bundle/chat/channel/${channel.id}`);
    await page.getByText('Sales at Marlow').waitFor();
    await page.getByRole('button', { name: 'Menu', exact: true }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Sales at Marlow' });
    await sheet.getByRole('link', { name: 'Operations' }).waitFor();
    await judge(page, 'bars-phone-menu');
    await sheet.getByRole('link', { name: 'Operations' }).click();
    await page.getByRole('heading', { name: 'Operations' }).first().waitFor();
    await judge(page, 'bars-phone');
    expect(errors).toEqual([]);
  });

  it('lets builders see one another, and B builds', async () => {
    const person = { name: 'Ada Weaver', email: product.address('ada-bars'), password: product.owner.password };
    await invite(product.api, person, 'Admin');
    const [mine, theirs] = await Promise.all([
      signIn(browser, product.url, product.owner),
      signIn(browser, product.url, person),
    ]);
    await mine.page.goto(`/app/${desk.id}`);
    await mine.page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    await mine.page.keyboard.press('b');
    await mine.page.waitForURL(/\?edit/);
    await theirs.page.goto(`/app/${desk.id}?edit`);
    await theirs.page.getByRole('button', { name: /^Block Title bar/i }).click();
    await mine.page.getByText('Ada Weaver').last().waitFor();
    await until(() => mine.page.locator('section').getByText('Ada Weaver').count(), 1);
    await judge(mine.page, 'bars-builders');
  });

  it('has a top bar with a logo, a style of five, and the menu of the person; that of another app warns', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/app/${office.id}?edit`);
    const settings = page.getByRole('complementary', { name: 'App' });
    await settings.getByRole('button', { name: 'Create top bar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create top bar' });
    await dialog.getByRole('button', { name: /^Add app:/ }).click();
    await page.getByRole('option', { name: 'Front desk' }).click();
    await dialog.getByText('Own icons').click();
    await dialog
      .getByLabel('Choose a picture')
      .last()
      .setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } }),
      });
    await dialog.getByRole('button', { name: 'Remove logo' }).waitFor();
    await judge(page, 'bars-top');
    await dialog.getByRole('button', { name: 'Create top bar' }).click();
    await settings.getByRole('button', { name: 'Edit top bar' }).waitFor();
    const logo = async () =>
      (
        await product.api.call<{ bundleConfig: { top_bar: { logo?: string } | null } }>(
          'GET',
          `v3/apps/${office.id}?draft=true`,
        )
      ).bundleConfig.top_bar?.logo?.slice(0, 15);
    await until(logo, 'data:image/webp');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Back office is published. Members see it from now on.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    await page.keyboard.press('Escape');
    await judge(page, 'bars-top-shown');
    await page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: 'Front desk' }).click();
    await page.waitForURL((url) => url.pathname === `/app/${desk.id}`);
    await page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: 'Back office' }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await settings.getByRole('button', { name: 'Edit top bar of Back office' }).click();
    const warning = page.getByRole('dialog', { name: 'The top bar of another app' });
    await judge(page, 'bars-top-other');
    await warning.getByRole('button', { name: 'Edit it' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit top bar' });
    await edited.getByText('Lower bar').click();
    await edited.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The top bar of Back office is changed').waitFor();
    expect(errors).toEqual([]);
  });
});
