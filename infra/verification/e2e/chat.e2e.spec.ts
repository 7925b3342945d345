import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, watchErrors } from './screen.ts';

/** Two people talk: in a channel, in a thread, and to each other. */
describe('chat', () => {
  let product: Joined;
  let browser: Browser;
  let page: Page;
  let theirs: Page;
  let errors: string[];
  beforeAll(async () => {
    product = await joinProduct();
    const mo = { name: 'Mo Lund', email: product.address('mo'), password: product.owner.password };
    await invite(product.api, mo, 'Member');
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    ({ page: theirs } = await signIn(browser, product.url, mo));
    errors = watchErrors(page);
  });
  afterAll(() => browser?.close());

  it('has channels in which everybody hears at once what is said, and threads, signs and corrections', async () => {
    await page.goto('/home');
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Chat' }).click();
    await page.getByRole('heading', { name: 'Choose a conversation' }).waitFor();
    await page.getByRole('navigation', { name: 'Chat' }).getByRole('button', { name: 'New channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'New channel' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sales');
    await dialog.getByRole('button', { name: 'Create channel' }).click();
    const write = page.getByRole('textbox', { name: 'Message Sales' });
    await write.fill('Good morning @Mo');
    await page.getByRole('button', { name: '@Mo Lund' }).click();
    await write.press('End');
    await write.press('Enter');
    const log = page.getByRole('log', { name: 'Message Sales' });
    await log.getByText('@Mo Lund', { exact: true }).waitFor();

    await theirs.goto('/chat');
    const entry = theirs.getByRole('navigation', { name: 'Workspace' });
    await entry.getByRole('link', { name: /^Chat\s*1 unread message/ }).waitFor();
    await theirs.getByRole('link', { name: /Sales/ }).click();
    await theirs.getByRole('log').getByText('Good morning').waitFor();
    await entry.getByRole('link', { name: 'Chat', exact: true }).waitFor();
    await theirs.getByRole('textbox', { name: 'Message Sales' }).fill('Hello, see https://example.com');
    await theirs.keyboard.press('Enter');
    await log.getByRole('link', { name: 'https://example.com' }).waitFor();

    const hello = log.getByRole('listitem').filter({ hasText: 'Hello, see' });
    await hello.hover();
    await hello.getByRole('button', { name: 'Add reaction' }).click();
    await page.getByRole('menuitem', { name: '🎉' }).click();
    await theirs.getByRole('button', { name: '🎉 1' }).waitFor();
    await hello.hover();
    await hello.getByRole('button', { name: 'Reply in thread' }).click();
    const thread = page.getByRole('dialog', { name: 'Thread' });
    await thread.getByRole('textbox', { name: 'Reply' }).fill('Thank you');
    await thread.getByRole('textbox', { name: 'Reply' }).press('Enter');
    await thread.getByText('Thank you').waitFor();
    // What goes on in it is told no more, until one hears it again.
    await thread.getByRole('button', { name: 'Thread menu' }).click();
    await page.getByRole('menuitem', { name: 'Mute thread' }).click();
    await page.getByText('The thread is muted.').waitFor();
    await thread.getByRole('button', { name: 'Thread menu' }).click();
    await page.getByRole('menuitem', { name: 'Unmute thread' }).waitFor();
    await judge(page, 'chat-thread');
    await page.getByRole('menuitem', { name: 'Unmute thread' }).click();
    await page.getByText('The thread is heard again').waitFor();
    await page.keyboard.press('Escape');
    await theirs.getByRole('button', { name: '1 reply' }).waitFor();

    const own = log.getByRole('listitem').filter({ hasText: 'Good morning' });
    await own.hover();
    await own.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete message' }).click();
    await theirs.getByText('This message was deleted.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await theirs.getByRole('log').getByText('Good morning').waitFor();
    await judge(page, 'chat');
  });

  it('is between two people where nobody else hears', async () => {
    await page.getByRole('button', { name: 'New direct message' }).click();
    await page.getByRole('menuitem', { name: 'Mo Lund' }).click();
    const write = page.getByRole('textbox', { name: 'Message Mo Lund' });
    await write.fill('Lunch?');
    await write.press('Enter');
    await theirs.getByText('1 unread message').first().waitFor({ state: 'attached' });
    // New ones stand apart until they are left; who is online has a dot.
    const direct = theirs.getByRole('list', { name: 'New' }).getByRole('link', { name: /Online/ });
    await direct.click();
    await theirs.getByRole('log').getByText('Lunch?').waitFor();
    await theirs.getByRole('textbox', { name: /^Message / }).fill('Yes, at');
    await page.getByText('Mo Lund is typing').waitFor();
    expect(errors).toEqual([]);
  });

  it('has what is said of a record, for whom it concerns', async () => {
    const { id } = await product.api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    const record = await product.api.call<{ id: string }>('POST', `v3/tables/${id}/records?fieldKey=name`, {
      fields: { Name: 'Renewal 2027' },
    });
    const { users } = await product.api.call<{ users: { id: string; name: string }[] }>('GET', 'v3/users');
    const mo = users.find(({ name }) => name === 'Mo Lund')!.id;
    await product.api.call('POST', `v3/tables/${id}/records/${record.id}/comments`, { text: `<@${mo}> ready?` });
    await theirs
      .getByRole('list', { name: 'New' })
      .getByRole('link', { name: /Renewal 2027/ })
      .click();
    await theirs.getByRole('log').getByText('ready?').waitFor();
    await theirs.getByRole('textbox', { name: 'Message Renewal 2027' }).fill('Yes, it is');
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('log').getByText('Yes, it is').waitFor();
    await page.goto(`/object/${id}/record/${record.id}`);
    await page.getByText('Yes, it is').waitFor();
    await page.goto('/chat');
    expect(errors).toEqual([]);
  });

  it('finds what was said, and leads to it', async () => {
    const list = page.getByRole('navigation', { name: 'Chat' });
    await list.getByRole('searchbox', { name: 'Search chats' }).fill('hello');
    await list.getByRole('list', { name: 'Messages', exact: true }).getByRole('link').click();
    await page.getByRole('log', { name: 'Message Sales' }).getByText('Hello, see').waitFor();
    await judge(page, 'chat-search');
    await page.keyboard.press('Escape');
    await list.getByRole('searchbox', { name: 'Search chats' }).fill('');
    await list.getByRole('button', { name: 'DMs' }).click();
    await list.getByRole('list', { name: 'Channels' }).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});
