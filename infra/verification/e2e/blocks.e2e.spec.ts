import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk, makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

type App = { id: string; components: { id: string; config: Record<string, unknown> }[] };

const harbour =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="800" height="400" fill="#8fb3c9"/><rect y="260" width="800" height="140" fill="#2f5d76"/><circle cx="620" cy="120" r="60" fill="#f2c27b"/></svg>';

/** Answers in the place of the web, and keeps who was asked. */
const web = async (page: Page): Promise<string[]> => {
  const asked: string[] = [];
  await page.route(/^https:/, (route) => {
    const url = new URL(route.request().url());
    asked.push(url.host);
    if (url.host === 'pictures.example')
      return url.pathname === '/harbour.svg'
        ? route.fulfill({ contentType: 'image/svg+xml', body: harbour })
        : route.fulfill({ status: 404, body: '' });
    return route.fulfill({ contentType: 'text/html', body: `<title>x</title><p>This is ${url.host}</p>` });
  });
  return asked;
};

/** The blocks of an app that show what is of others, and those of steps, comparisons and one record. */
describe('blocks', () => {
  let product: Joined;
  let browser: Browser;
  let deals: Awaited<ReturnType<typeof makeDeals>>;
  beforeAll(async () => {
    product = await joinProduct();
    deals = await makeDeals(product.api, 'Deals of blocks');
    await bulk(product, product.api, deals, 1000);
    browser = await launch();
  });
  afterAll(() => browser?.close());
  const make = (label: string): Promise<App> => product.api.call<App>('POST', 'v3/apps', { label });
  const adder =
    (app: App) =>
    (type: string, config: object, desktop: { x: number; y: number; w: number; h: number }): Promise<unknown> =>
      product.api.call('POST', `v3/apps/${app.id}/blocks`, { type, config, desktop });

  it('show pictures, pages and videos of the web in frames, and play nothing before they are asked to', async () => {
    const app = await make('Harbour');
    const add = adder(app);
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    const asked = await web(page);
    await page.goto(`/app/${app.id}?edit`);
    await page.getByRole('button', { name: 'Add block' }).click();
    await page.keyboard.type('picture of the web');
    await page.keyboard.press('Enter');
    const settings = page.getByRole('complementary', { name: 'Settings of Image' });
    await page.getByText('Set the address of a picture').waitFor();
    await settings.getByRole('textbox', { name: 'Address' }).fill('http://pictures.example/harbour.svg');
    await settings.getByText('An address starts with https://.').waitFor();
    await settings.getByRole('textbox', { name: 'Address' }).fill('https://pictures.example/harbour.svg');
    await settings.getByRole('textbox', { name: 'What it shows, in words' }).fill('The harbour at dawn');
    await page.getByRole('img', { name: 'The harbour at dawn' }).waitFor();
    await page.locator('[data-there]').waitFor();
    await judge(page, 'blocks-image-edit');

    await page.getByRole('button', { name: 'Add block' }).click();
    await page.keyboard.type('button group');
    await page.keyboard.press('Enter');
    const group = page.getByRole('complementary', { name: 'Settings of Button Group' });
    for (const [at, label] of ['Home', 'All apps'].entries()) {
      await group.getByRole('button', { name: 'Add button' }).click();
      const one = group.getByRole('group').nth(at);
      await one.getByRole('textbox', { name: 'Link' }).fill('/home');
      await one.getByRole('textbox', { name: 'Label' }).fill(label);
    }
    await group.getByRole('button', { name: 'Move up' }).nth(1).click();
    await until(
      async () =>
        (
          (await product.api.call<App>('GET', `v3/apps/${app.id}?draft=true`)).components.at(-1)?.config['buttons'] as
            { label: string }[] | undefined
        )?.map(({ label }) => label),
      ['All apps', 'Home'],
    );
    await judge(page, 'blocks-buttons-edit');

    await add('image', { address: 'https://pictures.example/gone.png' }, { x: 60, y: 0, w: 60, h: 6 });
    await add('video', { title: 'Tour', address: 'https://youtu.be/dQw4w9WgXcQ' }, { x: 0, y: 8, w: 60, h: 8 });
    await add('embed', { title: 'Map', address: 'https://maps.example/' }, { x: 60, y: 8, w: 60, h: 8 });
    await product.api.call('POST', `v3/apps/${app.id}/publish`, {});
    await page.goto(`/app/${app.id}`);
    await page.getByText('The picture did not load.').waitFor();
    await page.frameLocator('iframe[title="Map"]').frameLocator('iframe').getByText('This is maps.example').waitFor();
    await page.getByRole('group', { name: 'Buttons' }).getByRole('link', { name: 'All apps' }).waitFor();
    await page.locator('[data-there]').waitFor();
    await judge(page, 'blocks-web');
    expect(asked).not.toContain('www.youtube-nocookie.com');
    await page.getByRole('button', { name: /^Play Tour/ }).focus();
    await page.keyboard.press('Enter');
    await page
      .frameLocator('iframe[title="Tour"]')
      .frameLocator('iframe')
      .getByText('This is www.youtube-nocookie.com')
      .waitFor();
    // The page itself asks nobody but the product.
    const own = await page.evaluate(() =>
      fetch('https://maps.example/').then(
        () => 'answered',
        () => 'refused',
      ),
    );
    expect(own).toBe('refused');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/app/${app.id}`);
    await page.locator('[data-there]').waitFor();
    await judge(page, 'blocks-web-phone');
    expect(errors.filter((text) => !text.includes('maps.example'))).toEqual([]);
  });

  it('show steps, a comparison and tasks, and the record that is picked beside it', async () => {
    const app = await make('Funnel');
    const add = adder(app);
    const tableId = deals.id;
    const [stage, amount, day] = [deals.field('Stage'), deals.field('Value'), deals.field('Close date')];
    await add(
      'funnel',
      {
        tableId,
        title: 'From lead to won',
        field: stage,
        value: { fieldId: amount, function: 'sum' },
        cumulative: true,
      },
      { x: 0, y: 0, w: 60, h: 6 },
    );
    const of = { tableId, function: 'count', period: { dateFieldId: day, kind: 'year' } };
    await add('complex_indicator', { ...of, title: 'Closing this year' }, { x: 60, y: 0, w: 30, h: 3 });
    await add(
      'complex_indicator',
      { ...of, title: 'Half of them', operation: 'part', secondFunction: 'count' },
      { x: 90, y: 0, w: 30, h: 3 },
    );
    await add('task_list', { title: 'My tasks', limit: 5 }, { x: 60, y: 3, w: 60, h: 5 });
    await add('smart_list', { tableId, title: 'Next', fields: [amount], limit: 5 }, { x: 0, y: 8, w: 40, h: 6 });
    await add('record_details', { tableId, title: 'The deal' }, { x: 40, y: 8, w: 80, h: 10 });
    await product.api.call('POST', `v3/apps/${app.id}/publish`, {});
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/app/${app.id}`);
    const funnel = page.getByRole('list', { name: 'From lead to won' });
    await page.getByRole('heading', { name: 'From lead to won' }).waitFor();
    await funnel.getByRole('listitem').first().waitFor();
    await funnel
      .getByText(/% of the step before$/)
      .first()
      .waitFor();
    await page.getByText('50%', { exact: true }).waitFor();
    expect(await page.getByText(/in the period before$/).count()).toBe(2);
    await page.getByText('Choose a record to see it here').waitFor();
    const task = page.getByRole('textbox', { name: 'Add a task' });
    await task.fill('Call the harbour');
    await task.press('Enter');
    await page.getByRole('link', { name: 'Call the harbour' }).waitFor();
    const row = page
      .locator('section', { has: page.getByRole('heading', { name: 'Next' }) })
      .getByRole('button')
      .first();
    const name = (await row.innerText()).trim();
    await row.click();
    const details = page.locator('section', { has: page.getByRole('heading', { name: 'The deal' }) });
    await details.getByRole('heading', { name }).waitFor();
    const link = (await details.getByRole('link', { name: 'Open record' }).getAttribute('href'))!;
    await page.waitForURL(/page=/);
    await judge(page, 'blocks-numbers');
    await funnel.getByRole('button', { name: 'Won', exact: true }).click();
    const behind = page.getByRole('list', { name: 'Won', exact: true });
    await behind.getByRole('listitem').first().waitFor();
    await judge(page, 'blocks-funnel-records');
    const won = behind.getByRole('button').first();
    const other = (await won.innerText()).trim();
    await won.focus();
    await page.keyboard.press('Enter');
    await details.getByRole('heading', { name: other }).waitFor();
    await row.click();
    await details.getByRole('heading', { name }).waitFor();
    await page.waitForURL((url) => url.search.includes(link.split('/').at(-1)!));
    await page.reload();
    await details.getByRole('heading', { name }).waitFor();
    await page.goto(`/app/${app.id}?record=${link.split('/').at(-1)}`);
    await details.getByRole('heading', { name }).waitFor();
    await page.goto(`/app/${app.id}?edit`);
    await page.getByText(/^Shows the record that is chosen/).waitFor();
    await page.getByRole('button', { name: 'Block Funnel From lead to won' }).focus();
    await page.getByRole('complementary', { name: 'Settings of Funnel' }).getByText('Steps by').waitFor();
    await judge(page, 'blocks-funnel-edit');
    await page.getByRole('button', { name: 'Block Complex Indicator Half of them' }).focus();
    await page
      .getByRole('complementary', { name: 'Settings of Complex Indicator' })
      .getByText('Function of the second')
      .waitFor();
    await judge(page, 'blocks-complex-edit');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/app/${app.id}?record=${link.split('/').at(-1)}`);
    await details.getByRole('heading', { name }).waitFor();
    await page.getByRole('link', { name: 'Call the harbour' }).waitFor();
    await judge(page, 'blocks-numbers-phone');
    expect(errors).toEqual([]);
  });

  it('say in a text who reads it and what a record holds, and colour numbers by rules', async () => {
    const app = await make('Words');
    const add = adder(app);
    const tableId = deals.id;
    await add('text', { tableId }, { x: 0, y: 0, w: 60, h: 5 });
    await add('simple_indicator', { tableId, title: 'Deals' }, { x: 60, y: 0, w: 30, h: 3 });
    await add(
      'speedometer',
      {
        tableId,
        title: 'On the way',
        target: 2000,
        colors: [{ when: 'from', than: 500, color: 'amber', label: 'On course' }],
      },
      { x: 90, y: 0, w: 30, h: 4 },
    );
    await add('smart_list', { tableId, title: 'Next', limit: 5 }, { x: 0, y: 5, w: 60, h: 5 });
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/app/${app.id}?edit`);
    await page.getByRole('button', { name: 'Block Text' }).focus();
    const settings = page.getByRole('complementary', { name: 'Settings of Text' });
    const text = settings.getByRole('textbox', { name: 'Text' });
    await text.click();
    await page.keyboard.type('# Hello ');
    const insert = async (name: string): Promise<void> => {
      await settings.getByRole('button', { name: 'Insert' }).focus();
      await page.keyboard.press('Enter');
      await until(() => page.getByRole('menu').evaluate((menu) => menu === document.activeElement), true);
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await until(() => text.evaluate((box) => box === document.activeElement), true);
      // The menu is gone with the frames after it.
      for (let frame = 0; frame < 2; frame++)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    };
    await insert('Name');
    await page.keyboard.press('Enter');
    await page.keyboard.type('The stage is ');
    await page.keyboard.press('ControlOrMeta+b');
    await insert('Stage');
    await until(() => text.inputValue(), '# Hello {{name}}\nThe stage is **{{record.Stage}}**');
    await page.getByText('{Stage}', { exact: true }).waitFor();
    await judge(page, 'blocks-text-edit');
    await page.getByRole('button', { name: 'Block Simple Indicator Deals' }).focus();
    const colours = page.getByRole('region', { name: 'Conditional colour' });
    await colours.getByRole('button', { name: 'Add colour' }).click();
    await colours.getByRole('textbox', { name: 'Number' }).fill('5000');
    await page.keyboard.press('Enter');
    await page.getByText('under 5,000', { exact: true }).waitFor();
    await judge(page, 'blocks-colours-edit');
    await page.getByText('Saved', { exact: true }).waitFor();
    await product.api.call('POST', `v3/apps/${app.id}/publish`, {});
    await page.goto(`/app/${app.id}`);
    await page.getByText('under 5,000', { exact: true }).waitFor();
    await page.getByText('On course', { exact: true }).waitFor();
    await page.getByRole('heading', { name: `Hello ${product.owner.name}` }).waitFor();
    await page
      .locator('section', { has: page.getByRole('heading', { name: 'Next' }) })
      .getByRole('button')
      .first()
      .click();
    await page.getByText(/^The stage is (New|Lead|Qualified|Proposal|Negotiation|Won|Lost)/).waitFor();
    await judge(page, 'blocks-words');
    const { page: phone } = await signIn(browser, product.url, product.owner, {
      width: 390,
      height: 844,
      theme: 'dark',
    });
    await phone.goto(`${new URL(page.url()).pathname}${new URL(page.url()).search}`);
    await phone.getByText('under 5,000', { exact: true }).waitFor();
    await phone.getByText(/^The stage is [A-Z]/).waitFor();
    await judge(phone, 'blocks-words-phone');
    expect(errors).toEqual([]);
  });

  it('run code of a builder in a frame that reaches one table and nothing else', async () => {
    const app = await make('Code of ours');
    const add = adder(app);
    const script = `
      const tell = (name, text) => { document.getElementById(name).textContent = text; };
      const tries = {
        parent: () => parent.document.title,
        storage: () => localStorage.length,
        cookie: () => document.cookie,
        network: () => fetch('https://maps.example/').then(() => 'answered'),
      };
      for (const [name, attempt] of Object.entries(tries))
        Promise.resolve().then(attempt).then((found) => tell(name, name + ' open ' + found), () => tell(name, name + ' shut'));
      const draw = () => tessera.records({ limit: 5 }).then((found) => tell('count', found.length + ' deals'));
      tessera.table().then(({ label }) => tell('label', label));
      draw();
      tessera.create({}).then(() => tell('made', 'written'), ({ code }) => tell('made', code));
    `;
    const html = ['parent', 'storage', 'cookie', 'network', 'count', 'label', 'made']
      .map((id) => `<p id="${id}"></p>`)
      .join('');
    await add('custom_code', { title: 'Ours', html, script, tableId: deals.id }, { x: 0, y: 0, w: 60, h: 8 });
    const day = deals.field('Close date');
    await add('gantt', { title: 'Plan', tableId: deals.id, start: day }, { x: 0, y: 8, w: 120, h: 10 });
    await add('timeline', { title: 'Line', tableId: deals.id, start: day }, { x: 0, y: 18, w: 120, h: 10 });
    await add('comments', { title: 'Said', tableId: deals.id }, { x: 60, y: 0, w: 60, h: 8 });
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/app/${app.id}?edit`);
    const inside = page.frameLocator('iframe[title="Ours"]');
    await inside.getByText('5 deals').waitFor();
    await inside.getByText('Deals of blocks').waitFor();
    await inside.getByText('read_only').waitFor();
    for (const name of ['parent', 'storage', 'cookie', 'network']) await inside.getByText(`${name} shut`).waitFor();
    await product.api.call('POST', `v3/apps/${app.id}/publish`, {});
    const { records } = await product.api.call<{ records: { id: string }[] }>(
      'POST',
      `v3/tables/${deals.id}/records/query`,
      { limit: 1 },
    );
    await page.goto(`/app/${app.id}?record=${records[0]!.id}`);
    await inside.getByText('5 deals').waitFor();
    await page.getByRole('heading', { name: 'Said' }).waitFor();
    await page.getByRole('heading', { name: 'Line' }).waitFor();
    await judge(page, 'blocks-code');
    expect(errors.filter((text) => !text.includes('maps.example'))).toEqual([]);
  });
});
