import { viewTypes } from '@tessera/proto/views';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, type Client } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Made = {
  readonly id: string;
  readonly views: readonly { readonly id: string }[];
  readonly fields: readonly { readonly id: string; readonly name: string }[];
};

/** What each type of view that shows records shares with the others. A type that is added is among them without a word here. */
describe('a view of each type', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let phone: Page;
  let guest: Page;
  let errors: string[];
  let table: Made;
  let made = 0;

  /** A view of the type, for everyone; answers its address. */
  const view = async (type: string, config: object = { fields: [] }): Promise<string> => {
    const { id } = await api.call<{ id: string }>('POST', `v3/tables/${table.id}/views`, {
      type,
      label: `${type} ${++made}`,
      config,
    });
    return `/object/${table.id}/${id}`;
  };
  const field = (name: string): string => table.fields.find((one) => one.name === name)!.id;
  const seen = (on: Page, name: string) => on.locator('[data-place]').filter({ hasText: name }).first();
  const recordOf = async (name: string): Promise<{ id: string }> =>
    (
      await api.call<{ records: { id: string }[] }>('POST', `v3/tables/${table.id}/records/query`, {
        filter: { fieldId: field('Company'), operator: 'equals', value: name },
        limit: 1,
      })
    ).records[0]!;

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    table = await api.call<Made>('POST', 'v3/tables', {
      label: 'Companies',
      fields: [
        { name: 'Company', type: 'singleLineText' },
        { name: 'City', type: 'singleLineText' },
        { name: 'Open value', type: 'currency' },
        { name: 'Sector', type: 'select', props: { options: [{ label: 'Food' }, { label: 'Health' }] } },
        { name: 'Owner', type: 'user' },
        { name: 'Due', type: 'date' },
      ],
    });
    const known = await api.call<{ fields: { name: string; props: { options?: { id: string }[] } }[] }>(
      'GET',
      `v3/tables/${table.id}`,
    );
    const sectors = known.fields.find(({ name }) => name === 'Sector')?.props.options ?? [];
    const { users } = await api.call<{ users: { id: string }[] }>('GET', 'v3/users');
    // The first two are of today, the others three or fewer on the other days of this month: a calendar shows each.
    const today = new Date().toISOString().slice(0, 10);
    const others = Array.from({ length: 28 }, (_, i) => `${today.slice(0, 8)}${String(i + 1).padStart(2, '0')}`).filter(
      (day) => day !== today,
    );
    await api.call('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
      records: Array.from({ length: 60 }, (_, i) => ({
        fields: {
          Company: `Company ${String(i).padStart(2, '0')}`,
          City: i % 3 === 0 ? 'Omaha, NE' : 'Tucson, AZ',
          'Open value': 1000 * i,
          Sector: sectors[i % 2]?.id,
          Owner: users[0]?.id,
          Due: i < 2 ? today : others[i % others.length],
        },
      })),
    });
    const viewer = { name: 'Vera Quinn', email: product.address('vera'), password: 'grey-kettle-19' };
    await invite(api, viewer, 'Member', 'viewer');
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    ({ page: phone } = await signIn(browser, product.url, product.owner, { width: 390, height: 844, theme: 'dark' }));
    ({ page: guest } = await signIn(browser, product.url, viewer));
    errors = watchErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  // One that has no order shows no records, but what is asked for or what they come to.
  const showing = viewTypes.filter(({ config }) => config['sort'] !== undefined);
  describe.each(showing.map(({ id }) => id))('%s', (type) => {
    it('shows the records of its query, and is filtered, sorted and searched as any other', async () => {
      await page.goto(
        await view(type, {
          fields: [{ fieldId: field('City') }],
          filter: { fieldId: field('City'), operator: 'equals', value: 'Omaha, NE' },
          sort: [{ fieldId: field('Company'), order: 'desc' }],
        }),
      );
      await seen(page, 'Company 57').waitFor();
      // A view of several lists has a first one in each.
      const firsts = await page.locator('[data-place="0"]').allInnerTexts();
      expect(firsts.filter((one) => one.includes('Company 57'))).toHaveLength(1);
      expect(await page.locator('[data-place]').filter({ hasText: 'Company 56' }).count()).toBe(0);
      await judge(page, `view-${type}`);
      await page.keyboard.press('/');
      await page.getByRole('textbox', { name: 'Search' }).fill('Company 09');
      await expect.poll(() => page.locator('[data-place]').filter({ hasText: 'Company' }).count()).toBe(1);
      await page.getByRole('textbox', { name: 'Search' }).fill('no such company');
      await page
        .getByText(/no such company/)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Close search' }).click();
      await seen(page, 'Company 57').waitFor();
    });

    it('shows what others change while it is open, and an undo takes back what was changed here', async () => {
      await page.goto(await view(type));
      await seen(page, 'Company 03').waitFor();
      const { id } = await recordOf('Company 03');
      const rename = (name: string) =>
        api.call('PATCH', `v3/tables/${table.id}/records`, { records: [{ id, fields: { [field('Company')]: name } }] });
      // Only what is on screen is heard of with its ids: the page says which that is a moment after it is drawn.
      await expect
        .poll(
          async () => {
            await rename('Kestrel Clinics');
            return seen(page, 'Kestrel Clinics').count();
          },
          { timeout: 30_000 },
        )
        .toBe(1);
      await rename('Company 03');
      await seen(page, 'Company 03').waitFor();
      await page.goto(`${page.url().split('?')[0]}?recordId=${id}`);
      const panel = page.getByRole('dialog').or(page.getByRole('complementary')).filter({ hasText: 'Company 03' });
      await panel.first().waitFor();
      await page.getByRole('button', { name: /^City/ }).first().click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('Dayton, OH');
      await page.keyboard.press('Enter');
      const city = async () =>
        (await api.call<{ fields: Record<string, unknown> }>('GET', `v3/tables/${table.id}/records/${id}`)).fields[
          field('City')
        ];
      await until(city, 'Dayton, OH' as unknown);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+z');
      await until(city, 'Omaha, NE' as unknown);
    });

    it('is read on a phone', async () => {
      await phone.goto(await view(type, { fields: [], sort: [{ fieldId: field('Company'), order: 'asc' }] }));
      await seen(phone, 'Company 00').waitFor();
      await judge(phone, `view-${type}-phone`);
      await seen(phone, 'Company 01').click();
      await phone.getByRole('dialog', { name: 'Company 01' }).waitFor();
      await phone.getByRole('button', { name: 'Back' }).click();
      await seen(phone, 'Company 01').waitFor();
    });

    it('offers nothing to whoever may only look', async () => {
      await guest.goto(await view(type));
      await seen(guest, 'Company 00').waitFor();
      expect(await guest.getByRole('button', { name: 'New record' }).count()).toBe(0);
      await guest.goto(
        await view(type, { fields: [], filter: { fieldId: field('City'), operator: 'equals', value: 'nowhere' } }),
      );
      await guest.getByText('No records match').first().waitFor();
    });
  });

  it('is made from the menu of views, and its settings are kept for everyone', async () => {
    await page.goto(`/object/${table.id}/${table.views[0]!.id}`);
    await seen(page, 'Company 00').waitFor();
    await page.getByRole('button', { name: /^View: / }).click();
    await page.getByRole('menuitem', { name: 'New view: Gallery' }).click();
    await page.getByRole('option').filter({ hasText: 'Company 00' }).waitFor();
    const lane = async () => Math.round((await page.getByRole('option').first().boundingBox())?.width ?? 0);
    const medium = await lane();
    await page.getByText('Large', { exact: true }).click();
    await expect.poll(lane).toBeGreaterThan(medium);
    await page.getByRole('button', { name: 'Save for everyone' }).click();
    const id = page.url().split('/').at(-1)!;
    await until(
      async () =>
        (await api.call<{ config: Record<string, unknown> }>('GET', `v3/tables/${table.id}/views/${id}`)).config[
          'size'
        ],
      'large' as unknown,
    );
  });

  it('with cards is walked by keys: Enter opens one, X ticks it, N makes another', async () => {
    await page.goto(await view('gallery', { fields: [], sort: [{ fieldId: field('Company'), order: 'asc' }] }));
    const cards = page.getByRole('listbox', { name: 'Records of Companies' });
    await seen(page, 'Company 00').waitFor();
    await cards.focus();
    const here = () => page.locator('[data-here]').innerText();
    await page.keyboard.press('ArrowRight');
    await expect.poll(here).toContain('Company 00');
    await page.keyboard.press('ArrowRight');
    await expect.poll(here).toContain('Company 01');
    const first = (await page.locator('[data-place="0"]').boundingBox())!;
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await page.locator('[data-here]').boundingBox())?.x).toBe(first.x);
    await page.keyboard.press('End');
    await expect.poll(here).toContain('Company 59');
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: 'Selected records' }).waitFor();
    await judge(page, 'view-gallery-ticked');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('toolbar', { name: 'Selected records' }).count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Next record' }).click();
    await expect.poll(() => page.locator('[data-current]').innerText()).toContain('Company 01');
    await page.keyboard.press('Escape');
    await cards.focus();
    await page.keyboard.press('n');
    const records = async () =>
      (await api.call<{ total: number }>('POST', `v3/tables/${table.id}/records/count`, {})).total;
    await until(records, 61);
    expect(errors).toEqual([]);
  });
});
