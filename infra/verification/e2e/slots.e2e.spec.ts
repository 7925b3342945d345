import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { cell, judge } from './screen.ts';

const shown = ['table.header', 'record.tabs', 'field.editor', 'home', 'sidebar'] as const;
const acted = ['record.menu', 'settings.menu', 'palette'] as const;

/** A front end as the shell loads it, written by hand: in every slot one that works, one that does not load, one without the right. */
const remote = `
let scope;
globalThis.plantedTries = 0;
const react = async () => {
  const [version] = Object.keys(scope.react);
  return (await scope.react[version].get())();
};
const part = (slot) => async () => {
  const { createElement } = await react();
  return { Extension: (given) => createElement('p', { 'data-planted': slot }, 'Part of ' + slot + ' ' + Object.keys(given).sort().join()) };
};
const act = (slot) => async () => ({ run: (given) => { document.body.dataset.planted = slot + ' ' + Object.keys(given).sort().join(); } });
const broken = async () => { globalThis.plantedTries++; throw new Error('it does not load'); };
const extensions = ${JSON.stringify([...shown, ...acted])}.flatMap((slot) => [
  { slot, id: 'works', label: 'planted:works', load: ${JSON.stringify(shown)}.includes(slot) ? part(slot) : act(slot) },
  { slot, id: 'broken', label: 'planted:broken', load: broken },
  { slot, id: 'hidden', label: 'planted:hidden', right: 'canViewNothing', load: part(slot) },
]);
const messages = async () => ({ messages: { works: 'Planted part', broken: 'Broken part', hidden: 'Hidden part', page: 'Planted page' } });
const manifest = {
  manifestVersion: 1, name: 'planted', kit: '0.1.0', routes: [], commands: [], shortcuts: [],
  menu: [{ id: 'planted', label: 'planted:page', to: '/planted' }, { id: 'hidden', label: 'planted:hidden', to: '/planted', right: 'canViewNothing' }],
  messages: { en: messages, pt: messages, es: messages }, extensions,
};
globalThis.tessera_planted = { init: (shared) => { scope = shared; }, get: async () => () => ({ manifest }) };
`;

/** A front end extends another by its manifest alone: the other has places, and names nobody. */
describe('the slots of front ends', () => {
  let product: Joined;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let table: string;

  const part = (slot: string) => page.locator(`[data-planted="${slot}"]`);
  const failures = () => page.getByRole('alert').filter({ hasText: '“Broken part” did not load.' });
  const acting = () => page.evaluate(() => document.body.dataset['planted']);

  beforeAll(async () => {
    product = await joinProduct();
    const made = await product.api.call<{ id: string; fields: { id: string }[] }>('POST', 'v3/tables', {
      label: 'Extended',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    table = made.id;
    await product.api.call('POST', `v3/tables/${table}/records?fieldKey=name`, { fields: { Name: 'Oak' } });
    browser = await launch();
    ({ context, page } = await signIn(browser, product.url, product.owner));
    await context.route('**/remotes.json', async (route) => {
      const answer = await route.fetch();
      const { remotes } = (await answer.json()) as { remotes: object[] };
      // As a build writes them: the entries of the sidebar, which is drawn before any front end is there.
      const entry = (label: string) => ({ to: '/planted', label: { en: label, pt: label, es: label } });
      const menu = [
        { id: 'planted', ...entry('Planted page') },
        { id: 'hidden', ...entry('Hidden part'), right: 'canViewNothing' },
      ];
      const planted = { name: 'planted', entry: '/remotes/planted/remoteEntry.js', paths: [], menu };
      await route.fulfill({ json: { remotes: [...remotes, planted] } });
    });
    await context.route('**/remotes/planted/remoteEntry.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: remote }),
    );
  });
  afterAll(() => browser?.close());

  it('are filled in the sidebar and on the home page, each failure in its own place', async () => {
    await page.goto('/home');
    await part('home').getByText('Part of home').waitFor();
    await part('sidebar').getByText('Part of sidebar').waitFor();
    await expect.poll(() => failures().count(), { timeout: 10_000 }).toBe(2);
    await page.getByRole('link', { name: 'Planted page' }).waitFor();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await page.getByText('Hidden part').count()).toBe(0);
    await judge(page, 'slots-home');
  });

  it('try again where it is asked for', async () => {
    const tries = () => page.evaluate(() => (globalThis as unknown as { plantedTries: number }).plantedTries);
    const before = await tries();
    await failures().first().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(tries, { timeout: 10_000 }).toBe(before + 1);
    await expect.poll(() => failures().count(), { timeout: 10_000 }).toBe(2);
  });

  it('are entries of the menu of the organization and of the palette', async () => {
    await page.getByRole('button', { name: product.owner.organization }).click();
    expect(await page.getByRole('menuitem', { name: 'Hidden part' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Planted part' }).click();
    await expect.poll(acting, { timeout: 10_000 }).toBe('settings.menu navigate,openModal');
    await page.getByRole('button', { name: product.owner.organization }).click();
    await page.getByRole('menuitem', { name: 'Broken part' }).click();
    await page.getByText('“Broken part” did not load.').nth(2).waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('planted part');
    await page.getByRole('option', { name: 'Planted part' }).click();
    await expect.poll(acting, { timeout: 10_000 }).toBe('palette navigate,openModal');
  });

  it('are filled in the header of a table, beside a record and in its menu', async () => {
    await page.goto(`/object/${table}/list`);
    await part('table.header').getByText('Part of table.header tableId').waitFor();
    await cell(page, 0, 0).getByText('Oak').click();
    await page.keyboard.press('Space');
    const section = page.getByRole('region', { name: 'Planted part' });
    await section.getByText('Part of record.tabs recordId,tableId').waitFor();
    await page.getByRole('region', { name: 'Broken part' }).getByText('did not load').waitFor();
    expect(await page.getByRole('region', { name: 'Hidden part' }).count()).toBe(0);
    await page.getByRole('region', { name: 'Activity' }).waitFor();
    await judge(page, 'slots-record');
    await page.getByRole('button', { name: 'Record menu' }).click();
    await page.getByRole('menuitem', { name: 'Planted part' }).click();
    await expect.poll(acting, { timeout: 10_000 }).toBe('record.menu recordId,tableId');
  });

  it('are filled below the settings of a field', async () => {
    await page.goto(`/object/${table}/list`);
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'Structure' }).click();
    await page.getByRole('dialog', { name: 'Table Structure' }).getByRole('button', { name: /^Name/ }).click();
    await part('field.editor').getByText('Part of field.editor fieldId,tableId').waitFor();
    await judge(page, 'slots-field');
  });
});
