import type { Browser, Page } from 'playwright-core';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk, makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { client, invite } from '../product/product.ts';
import type { Client } from '../product/product.ts';
import { cell, interceptable, judge, until, watchErrors } from './screen.ts';

/**
 * Seats, roles and invitations as people meet them: what a viewer sees, what a link says when it no longer works, how
 * rights are given and taken.
 */
describe('people and what they may do', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let vera: { readonly name: string; readonly email: string; readonly password: string };
  let tableId = '';
  let role = '';
  const invitation = (seat = 'member') =>
    api.call<{ id: string; link: string }>('POST', 'v3/invitations', { seat, role });
  const token = (link: string) => link.split('/').at(-1) ?? '';
  const accept = (link: string, who: typeof vera) =>
    client(product.url, '').call('POST', `invitations/${token(link)}/accept`, who);
  const stranger = async (path: string): Promise<Page> => {
    const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
    await page.goto(path);
    return page;
  };

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    vera = { name: 'Vera Lind', email: product.address('vera'), password: 'grey-kettle-19' };
    const deals = await makeDeals(api, 'Deals');
    await bulk(product, api, deals, 1000);
    tableId = deals.id;
    const { profiles } = await api.call<{ profiles: { id_profile: string; name: string }[] }>(
      'POST',
      'profile/list',
      {},
    );
    role = profiles.find((one) => one.name === 'Member')?.id_profile ?? '';
    await accept((await invitation('viewer')).link, vera);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('a visitor whom nobody knows finds no error in the console, nor does who logged out', async () => {
    const page = await browser.newPage({ baseURL: product.url });
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text() + ' ' + message.location().url);
    });
    const login = page.getByRole('button', { name: 'Log in' });
    for (const path of ['/', `/object/${tableId}/list`]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await login.waitFor();
    }
    await page.getByLabel('E-mail').fill(vera.email);
    await page.getByLabel('Password', { exact: true }).fill(vera.password);
    await login.click();
    await cell(page, 0, 0).waitFor();
    await page.reload();
    await cell(page, 0, 0).waitFor();
    await page.getByRole('button', { name: 'Marlow Supply' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await login.waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await login.waitFor();
    expect(said).toEqual([]);
    await page.close();
  });

  it('a viewer reads everything, is offered nothing to change, and is told why when they try', async () => {
    const { context, page } = await signIn(browser, product.url, vera);
    const errors = watchErrors(page);
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).getByText(/ for /).waitFor();
    await cell(page, 0, 0).click();
    const before = await cell(page, 0, 0).innerText();
    expect(await page.getByRole('button', { name: 'New record' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add Field' }).count()).toBe(0);
    expect(await page.getByRole('grid').getAttribute('aria-readonly')).toBe('true');
    await page.keyboard.type('x');
    await page.getByText('You don’t have permission to edit records in this table.').waitFor();
    await judge(page, 'viewer-table');
    await page.keyboard.press('Delete');
    expect(await cell(page, 0, 0).innerText()).toBe(before);
    for (const [path, why] of [
      ['/connector', "You don't have permission to create tables."],
      ['/settings/users', 'You don’t have access to this page'],
    ] as const) {
      await page.goto(path);
      await page.getByText(why).waitFor();
      await judge(page, `viewer${path.replaceAll('/', '-')}`);
    }
    expect(errors).toEqual([]);
    await context.close();
  });

  it.runIf(everyVariant)(
    'a view that a member changes is theirs alone until a builder saves it for everyone',
    async () => {
      const mina = { name: 'Mina Sato', email: product.address('mina'), password: 'grey-kettle-19' };
      await invite(api, mina);
      const { context, page } = await signIn(browser, product.url, mina);
      const errors = watchErrors(page);
      await interceptable(page);
      const sorted = async (on: Page) => {
        await on.getByRole('columnheader', { name: 'Deal' }).getByRole('button').last().click();
        await on.getByRole('menuitem', { name: 'Sort A to Z' }).click();
        await on.getByRole('button', { name: 'Reset' }).waitFor();
      };
      await page.goto(`/object/${tableId}/list`);
      await cell(page, 0, 0).getByText(/ for /).waitFor();
      await sorted(page);
      expect(await page.getByRole('button', { name: 'Save for everyone' }).count()).toBe(0);
      await page.getByRole('button', { name: /^View: / }).click();
      await page.getByRole('menuitem', { name: 'Save as personal view' }).waitFor();
      const offered = (await page.getByRole('menu').getByRole('menuitem').allInnerTexts()).map((one) => one.trim());
      expect(offered).toContain('Save as personal view');
      for (const kept of ['Save for everyone', 'New view', 'Rename view', 'Delete view', 'Share with everyone'])
        expect(offered).not.toContain(kept);
      await judge(page, 'member-views');
      await page.getByRole('menuitem', { name: 'Save as personal view' }).click();
      await page.getByRole('button', { name: 'View: View 2' }).waitFor();
      // One's own may be named, and still not be shown to others.
      await page.getByRole('button', { name: 'View: View 2' }).click();
      expect(await page.getByRole('menuitem', { name: 'Share with everyone' }).count()).toBe(0);
      await page.getByRole('menuitem', { name: 'Rename view' }).click();
      // The old name is selected: what is typed takes its place.
      await until(() => page.evaluate(() => getSelection()?.toString()), 'View 2');
      await page.keyboard.type('By deal');
      await judge(page, 'view-rename');
      // A name that is refused stays in its dialog, with the reason.
      await page.route(
        '**/views/*',
        (route) =>
          route.fulfill({
            status: 409,
            contentType: 'application/json',
            body: JSON.stringify({
              error: { id: 'x', code: 'views.name_taken', message: 'A view with this name already exists.' },
            }),
          }),
        { times: 1 },
      );
      await page.keyboard.press('Enter');
      const renaming = page.getByRole('dialog', { name: /^Rename/ });
      await renaming.getByText(/name/i).last().waitFor();
      await until(() => renaming.getByRole('textbox').getAttribute('aria-invalid'), 'true');
      expect(await renaming.getByRole('textbox').inputValue()).toBe('By deal');
      await renaming.getByRole('textbox').press('Enter');
      await page.getByRole('button', { name: 'View: By deal' }).waitFor();
      const mine = /object\/[0-9a-z]{26}\/([0-9a-z]{26})/.exec(page.url())?.[1] ?? '';
      expect(errors).toEqual([]);
      await context.close();
      // The first view has its name in everybody's language, and a rename that changes nothing leaves it so.
      const before = await api.call<{ views: { id: string; label: string }[] }>('GET', `v3/tables/${tableId}`);
      for (const [language, name, rename, save] of [
        ['pt', 'Todos os registros', 'Renomear visualização', 'Salvar'],
        ['es', 'Todos los registros', 'Cambiar el nombre de la vista', 'Guardar'],
      ] as const) {
        const other = await signIn(browser, product.url, product.owner);
        await other.context.addInitScript((chosen) => localStorage.setItem('tessera:language', chosen), language);
        await other.page.goto(`/object/${tableId}/${before.views[0]?.id}`);
        await other.page.getByRole('button', { name: `: ${name}` }).click();
        await other.page.getByRole('menuitem', { name: rename }).click();
        await until(() => other.page.evaluate(() => getSelection()?.toString()), name);
        await other.page.getByRole('button', { name: save, exact: true }).click();
        await other.page.getByRole('dialog').waitFor({ state: 'hidden' });
        await other.context.close();
      }
      expect((await api.call<typeof before>('GET', `v3/tables/${tableId}`)).views).toEqual(before.views);
      // The owner is not shown it, and saves what they chose for everyone.
      const owner = await signIn(browser, product.url, product.owner);
      await owner.page.goto(`/object/${tableId}/${mine}`);
      await owner.page.getByText('Page not found').waitFor();
      await owner.page.goto(`/object/${tableId}/list`);
      await cell(owner.page, 0, 0).waitFor();
      await sorted(owner.page);
      await owner.page.getByRole('button', { name: 'Save for everyone' }).click();
      await owner.page.getByText('View saved for everyone').waitFor();
      const { views } = await api.call<{ views: { label: string; config: { sort?: unknown[] } }[] }>(
        'GET',
        `v3/tables/${tableId}`,
      );
      expect(views.map((one) => [one.label, one.config.sort?.length])).toEqual([[expect.any(String), 1]]);
      await owner.context.close();
    },
  );

  it.runIf(everyVariant)(
    'filters, and what the trash keeps of an option, have their whole text in Portuguese and Spanish, on a desk and on a phone',
    async () => {
      const { id, fields, views } = await api.call<{
        id: string;
        fields: { id: string; name: string }[];
        views: { id: string }[];
      }>('POST', 'v3/tables', {
        label: 'Tasks',
        fields: [
          { name: 'Name', type: 'singleLineText' },
          { name: 'Due', type: 'date' },
          { name: 'Done', type: 'checkbox' },
          { name: 'Who', type: 'user' },
          { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] } },
        ],
      });
      const of = (name: string, operator: string, value?: unknown) => ({
        fieldId: fields.find((one) => one.name === name)?.id,
        operator,
        ...(value !== undefined && { value }),
      });
      const filter = {
        and: [
          of('Due', 'isWithin', { relative: 'pastDays', days: 30 }),
          of('Done', 'equals', true),
          {
            or: [
              of('Who', 'isEmpty'),
              of('Due', 'isWithin', { relative: 'thisMonth' }),
              of('Due', 'isWithin', { relative: 'pastDays', days: 365 }),
            ],
          },
        ],
      };
      await api.call('PATCH', `v3/tables/${id}/views/${views[0]?.id}`, { config: { fields: [], filter } });
      const thrown = await api.call<{ id: string }>('POST', `v3/tables/${id}/records?fieldKey=name`, {
        fields: { Name: 'Thrown away', Stage: 'Open' },
      });
      await api.call('DELETE', `v3/tables/${id}/records/${thrown.id}`);
      for (const [language, menu, structure, kept, widths] of [
        [
          'pt',
          'Menu da tabela',
          'Estrutura da tabela',
          'Mais 1 na lixeira, que também muda.',
          everyVariant ? [1440, 390] : [390],
        ],
        [
          'es',
          'Menú de la tabla',
          'Estructura de la tabla',
          '1 más en la papelera, que también cambia.',
          everyVariant ? [1440, 390] : [1440],
        ],
      ] as const)
        for (const width of widths) {
          const { page, context } = await signIn(browser, product.url, product.owner, { width });
          await context.addInitScript((chosen) => localStorage.setItem('tessera:language', chosen), language);
          await page.goto(`/object/${id}/list`);
          await page.getByRole('button', { name: /^Filtro 5/ }).click();
          const dialog = page.getByRole('dialog').last();
          await dialog.getByText('30').or(dialog.getByRole('textbox').first()).first().waitFor();
          await judge(page, `filter-${language}-${width}`);
          const cut = await dialog.evaluate((root) =>
            [...root.querySelectorAll<HTMLElement>('button, button *, input')]
              .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
              .map((one) => one.textContent || (one as HTMLInputElement).value),
          );
          expect(cut, `${language} ${width}`).toEqual([]);
          await page.keyboard.press('Escape');
          await dialog.waitFor({ state: 'hidden' });
          await page.getByRole('button', { name: menu }).click();
          await page.getByRole('menuitem', { name: structure }).click();
          await page.getByRole('button', { name: /^Stage/ }).click();
          await page.getByRole('button', { name: /^(Remover|Quitar|Eliminar|Excluir) Open$/ }).click();
          await page.getByText(kept, { exact: false }).waitFor();
          await judge(page, `option-${language}-${width}`);
          await context.close();
        }
    },
  );

  it('an invitation says why it cannot be used: taken back, used, unknown, or one is somebody already', async () => {
    const revoked = await invitation();
    await api.call('DELETE', `v3/invitations/${revoked.id}`);
    const used = await invitation();
    await accept(used.link, { ...vera, name: 'Lark Ito', email: product.address('lark') });
    for (const [name, address, says] of [
      ['revoked', revoked.link, 'This invitation was revoked'],
      ['used', used.link, 'This invitation was already used'],
      ['unknown', `${product.url}/invitation/nonsense`, 'Invitation not found'],
    ] as const) {
      const page = await stranger(new URL(address).pathname);
      await page.getByText(says).waitFor();
      await judge(page, `invitation-${name}`);
      await page.close();
    }
    const open = await invitation();
    const { context, page } = await signIn(browser, product.url, vera);
    await page.goto(new URL(open.link).pathname);
    await page.getByText('You are logged in as Vera Lind').waitFor();
    await judge(page, 'invitation-another');
    await page.getByRole('button', { name: 'Log out and accept' }).click();
    await page.getByRole('heading', { name: 'Join Marlow Supply' }).waitFor();
    await context.close();
  });

  it('an administrator gives a seat, takes it back with Undo, and takes an invitation back', async () => {
    await invitation();
    const { context, page } = await signIn(browser, product.url, product.owner);
    await page.goto('/settings/users');
    await page.getByRole('button', { name: 'Actions for Vera Lind' }).click();
    await judge(page, 'people-menu');
    await page
      .getByRole('menuitemradio', { name: 'Builder' })
      .or(page.getByRole('menuitemcheckbox', { name: 'Builder' }))
      .or(page.getByRole('menuitem', { name: 'Builder' }))
      .first()
      .click();
    const seat = async () =>
      (await api.call<{ users: { email: string; seat: string }[] }>('GET', 'v3/users')).users.find(
        (one) => one.email === vera.email,
      )?.seat;
    await until(seat, 'builder');
    await page.getByText('Vera Lind’s seat is now Builder').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(seat, 'viewer');
    await page.getByText('Change undone').waitFor();
    // It is the commit that was taken back: the history says so, where the opposite change would be one more.
    const { users } = await api.call<{ users: { id: string; email: string }[] }>('GET', 'v3/users');
    const id = users.find((one) => one.email === vera.email)?.id;
    const { entries } = await api.call<{ entries: { origin: string; undoes?: string; id: string }[] }>(
      'GET',
      `v3/account/user/${id}/history`,
    );
    expect(entries[0]).toMatchObject({ origin: 'undo', undoes: entries[1]?.id });
    const open = async () =>
      (await api.call<{ invitations: { state: string }[] }>('GET', 'v3/invitations')).invitations.filter(
        (one) => one.state === 'open',
      ).length;
    const before = await open();
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await page.getByText('Invitation revoked').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change undone').waitFor();
    await until(open, before);
    // A toast under the pointer stays, and its time stands still.
    await page.mouse.move(700, 400);
    await judge(page, 'people');
    await context.close();
  });

  it('a right that is taken away ends the session under an open page', async () => {
    const { context, page } = await signIn(browser, product.url, vera);
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).waitFor();
    const { users } = await api.call<{ users: { id: string; email: string }[] }>('GET', 'v3/users');
    const id = users.find((one) => one.email === vera.email)?.id;
    await api.call('PUT', `v3/account/user/${id}`, { active: false });
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.waitFor({ timeout: 15_000 });
    expect(await dialog.getByLabel('E-mail').inputValue()).toBe(vera.email);
    await api.call('PUT', `v3/account/user/${id}`, { active: true });
    await context.close();
  });
});
