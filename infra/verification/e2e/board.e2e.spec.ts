import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, type Client } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Field = {
  readonly id: string;
  readonly name: string;
  readonly props: { readonly options?: readonly { readonly id: string; readonly label: string }[] };
};

/** A board: cards in the columns of a field, carried by mouse, finger and keys. */
describe('a board', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let phone: Page;
  let guest: Page;
  let errors: string[];
  let table: { readonly id: string; readonly fields: readonly Field[] };
  let address: string;
  let viewId: string;

  const field = (name: string): Field => table.fields.find((one) => one.name === name)!;
  const stage = (label: string): string => field('Stage').props.options!.find((one) => one.label === label)!.id;
  const column = (name: string, on: Page = page): Locator =>
    on.locator('section[data-column]').filter({ has: on.getByRole('listbox', { name, exact: true }) });
  const card = (name: string, on: Page = page): Locator => on.getByRole('option').filter({ hasText: name });
  const cardsOf = async (name: string): Promise<readonly string[]> =>
    (await column(name).getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]!);
  const stageOf = async (name: string): Promise<unknown> =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${table.id}/records/query`,
        {
          filter: { fieldId: field('Deal').id, operator: 'equals', value: name },
          limit: 1,
        },
      )
    ).records[0]?.fields[field('Stage').id] ?? null;
  const carry = async (from: Locator, to: Locator): Promise<void> => {
    const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!];
    await page.mouse.move(a.x + 60, a.y + 20);
    await page.mouse.down();
    await page.mouse.move(a.x + 70, a.y + 26, { steps: 3 });
    await page.mouse.move(b.x + 60, b.y + 60, { steps: 8 });
  };

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    const options = ['Qualified', 'Proposal', 'Negotiation', 'Won'].map((label) => ({ label }));
    const { id } = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        { name: 'Company', type: 'singleLineText' },
        { name: 'Stage', type: 'select', props: { options } },
        { name: 'Products', type: 'multipleSelect', props: { options: [{ label: 'Kiosks' }, { label: 'Support' }] } },
        { name: 'Owner', type: 'user' },
        { name: 'Close', type: 'date' },
        { name: 'Value', type: 'currency' },
      ],
    });
    table = await api.call('GET', `v3/tables/${id}`);
    const { users } = await api.call<{ users: { id: string }[] }>('GET', 'v3/users');
    const products = field('Products').props.options!.map((one) => one.id);
    const names = ['Qualified', 'Proposal', 'Negotiation'];
    await api.call('POST', `v3/tables/${id}/records?fieldKey=name`, {
      records: Array.from({ length: 24 }, (_, i) => ({
        fields: {
          Deal: `Deal ${String(i).padStart(2, '0')}`,
          Company: `Company ${i % 5}`,
          Stage: stage(names[i % 3]!),
          ...(i % 2 === 0 ? { Products: products } : {}),
          Owner: users[0]!.id,
          Close: `2027-01-${String(i + 1).padStart(2, '0')}`,
          Value: 1000 * (i + 1),
        },
      })),
    });
    viewId = (
      await api.call<{ id: string }>('POST', `v3/tables/${id}/views`, {
        type: 'kanban',
        label: 'Pipeline board',
        config: {
          fields: [{ fieldId: field('Value').id, total: 'sum' }],
          kanban_field: field('Stage').id,
          kanban_columns: [{ key: null }, { key: stage('Qualified'), limit: 7 }],
        },
      })
    ).id;
    address = `/object/${id}/${viewId}`;
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

  it('has a column for each option with its count, its sum and its limit, and opens by the word for it', async () => {
    await page.goto(`/object/${table.id}/pipe`);
    await card('Deal 00').waitFor();
    await expect.poll(() => column('Qualified').locator('header').innerText()).toMatch(/8 of 7[\s\S]*92,000/);
    await page.getByText('One over the limit of 7').waitFor();
    expect(await cardsOf('Proposal')).toEqual(['01', '04', '07', '10', '13', '16', '19', '22'].map((n) => `Deal ${n}`));
    expect(await cardsOf('Won')).toEqual([]);
    await judge(page, 'board');
  });

  it('a card that is carried by the mouse is there at once, is saved, and an undo brings it back', async () => {
    await carry(card('Deal 02'), column('Proposal'));
    await page.screenshot({ path: 'test-results/pictures/board-dragging.png' });
    await page.mouse.up();
    // Where it stands by its making, which is where a reload finds it.
    await expect.poll(async () => (await cardsOf('Proposal')).slice(0, 3)).toEqual(['Deal 01', 'Deal 02', 'Deal 04']);
    await until(() => stageOf('Deal 02'), stage('Proposal') as unknown);
    await expect.poll(() => cardsOf('Negotiation')).not.toContain('Deal 02');
    await expect.poll(() => column('Proposal').locator('header').innerText()).toContain('9');
    await page.keyboard.press('ControlOrMeta+z');
    await until(() => stageOf('Deal 02'), stage('Negotiation') as unknown);
    await expect.poll(() => cardsOf('Negotiation')).toContain('Deal 02');
    // Escape while it is carried leaves it where it was.
    await carry(card('Deal 05'), column('Won'));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await cardsOf('Negotiation')).toContain('Deal 05');
    expect(await stageOf('Deal 05')).toBe(stage('Negotiation'));
  });

  it('a move that is refused goes back, and says why', async () => {
    await api.call('PATCH', `v3/tables/${table.id}/fields/${field('Stage').id}`, {
      props: { options: field('Stage').props.options!.filter(({ label }) => label !== 'Won') },
    });
    await page.route(/\/v3\/tables\/[^/]+\/records(\?|$)/, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 422,
            contentType: 'application/json',
            body: JSON.stringify({ error: { code: 'records.not_ready', message: 'This deal is not ready.' } }),
          })
        : route.continue(),
    );
    await carry(card('Deal 08'), column('Proposal'));
    await page.mouse.up();
    await page.getByText('Couldn’t move Deal 08').waitFor();
    await expect.poll(() => cardsOf('Negotiation')).toContain('Deal 08');
    expect(await cardsOf('Proposal')).not.toContain('Deal 08');
    await page.unroute(/\/v3\/tables\/[^/]+\/records(\?|$)/);
    await api.call('PATCH', `v3/tables/${table.id}/fields/${field('Stage').id}`, {
      props: { options: field('Stage').props.options },
    });
    await column('Won').waitFor();
  });

  it('keys walk cards and columns, lift a card, carry it and put it down', async () => {
    await page.goto(address);
    await card('Deal 00').waitFor();
    await page.getByRole('listbox', { name: 'Qualified', exact: true }).focus();
    const here = () => page.locator('[data-here]').first().innerText();
    await expect.poll(here).toContain('Deal 00');
    await page.keyboard.press('ArrowDown');
    await expect.poll(here).toContain('Deal 03');
    await page.keyboard.press('ArrowRight');
    await expect.poll(here).toContain('Deal 04');
    await page.keyboard.press(' ');
    await expect
      .poll(() => page.getByRole('status').allInnerTexts())
      .toContainEqual(expect.stringMatching(/Deal 04 lifted/));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await judge(page, 'board-lifted');
    await page.keyboard.press(' ');
    await until(() => stageOf('Deal 04'), stage('Won') as unknown);
    await expect.poll(() => cardsOf('Won')).toEqual(['Deal 04']);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').or(page.getByRole('complementary')).filter({ hasText: 'Deal 04' }).first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('a record is added in a column and the box stays for the next one', async () => {
    await page.goto(address);
    await card('Deal 00').waitFor();
    await column('Won').getByRole('button', { name: 'New record in Won' }).click();
    await page.getByRole('textbox', { name: 'Name of the new record' }).fill('Loading bay readers');
    await page.keyboard.press('Enter');
    await card('Loading bay readers').waitFor();
    await until(() => stageOf('Loading bay readers'), stage('Won') as unknown);
    await page.keyboard.type('Dock sensors');
    await judge(page, 'board-adding');
    await page.keyboard.press('Enter');
    await until(() => stageOf('Dock sensors'), stage('Won') as unknown);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('textbox', { name: 'Name of the new record' }).count()).toBe(0);
  });

  it('what others move goes to its column while the board is open', async () => {
    const { records } = await api.call<{ records: { id: string }[] }>('POST', `v3/tables/${table.id}/records/query`, {
      filter: { fieldId: field('Deal').id, operator: 'equals', value: 'Deal 06' },
    });
    await api.call('PATCH', `v3/tables/${table.id}/records`, {
      records: [{ id: records[0]!.id, fields: { [field('Stage').id]: stage('Won') } }],
    });
    await expect.poll(() => cardsOf('Won'), { timeout: 20_000 }).toContain('Deal 06');
    await expect.poll(() => cardsOf('Qualified')).not.toContain('Deal 06');
  });

  it('columns are folded, hidden and limited, and the board is saved so for everyone', async () => {
    await page.getByRole('button', { name: 'Column Negotiation' }).click();
    await page.getByRole('menuitem', { name: 'Fold column' }).click();
    await page.getByRole('button', { name: /^Negotiation/ }).waitFor();
    await page.getByRole('button', { name: 'Column Proposal' }).click();
    await page.getByRole('menuitem', { name: 'Limit and colour' }).click();
    await page.getByRole('textbox', { name: 'Limit' }).fill('3');
    await page.getByRole('button', { name: 'rose', exact: false }).first().click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/over the limit of 3/).waitFor();
    await page.getByRole('button', { name: 'Columns: Stage' }).click();
    await page.getByRole('switch', { name: 'Show records without a value' }).click({ force: true });
    await judge(page, 'board-settings');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('listbox', { name: 'No Stage', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save for everyone' }).click();
    const saved = async () =>
      (await api.call<{ config: Record<string, unknown> }>('GET', `v3/tables/${table.id}/views/${viewId}`)).config;
    await expect.poll(saved).toMatchObject({ kanban_disable_default_column: true });
    expect((await saved())['kanban_columns']).toContainEqual({ key: stage('Negotiation'), folded: true });
  });

  it('on a phone is a column at a time, whose cards are moved from their menu', async () => {
    await phone.goto(address);
    await card('Deal 00', phone).waitFor();
    await judge(phone, 'board-phone');
    const touch = await phone.context().newCDPSession(phone);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const box = (await card('Deal 00', phone).boundingBox())!;
    const points = [{ x: box.x + 60, y: box.y + 20 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points });
    await phone.locator('[data-dragging="pointer"]').waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await phone.getByRole('menuitem', { name: 'Won', exact: true }).click();
    await until(() => stageOf('Deal 00'), stage('Won') as unknown);
  });

  it('whoever may only look moves and adds nothing', async () => {
    await guest.goto(address);
    await card('Deal 03', guest).waitFor();
    expect(await guest.getByRole('button', { name: /^New record/ }).count()).toBe(0);
    expect(await guest.locator('[data-movable]').count()).toBe(0);
    await guest.getByRole('listbox', { name: 'Qualified', exact: true }).focus();
    await guest.keyboard.press(' ');
    expect(await guest.locator('[data-dragging]').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('says that a table has no board where the word for it leads to none, and opens what is there', async () => {
    const plain = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Plain',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    await page.goto(`/object/${plain.id}/pipe`);
    await page.getByRole('heading', { name: 'This table has no view of the type “Board” yet' }).waitFor();
    await page.getByRole('link', { name: 'Open “All records”' }).click();
    await page.getByRole('grid').waitFor();
    expect(page.url()).not.toContain('/pipe');
  });
});
