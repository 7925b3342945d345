import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, watchErrors } from './screen.ts';

/** Who somebody is, and what the organization is called: changed where people look for it, and shown at once. */
describe('the settings', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('are found in the menu, say what is wrong and what is not saved, and can be taken back', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/settings/my-profile');
    const phone = page.getByRole('textbox', { name: 'Phone' });
    await phone.fill('call me');
    await page.getByText('Write it with digits').waitFor();
    await phone.fill('+351 912 555 014');
    await page.getByText('1 change is not saved').waitFor();
    await judge(page, 'profile');
    await phone.press('Control+s');
    await page.getByText('Your profile is saved').waitFor();
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('+351 912 555 014');

    const buffer = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const picture = page.getByLabel('Change photo').and(page.locator('input'));
    await picture.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await page.getByText('Invalid picture format').waitFor();
    await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Remove' }).waitFor();

    await page.goto('/settings/organisation-settings');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Harbour Group');
    await judge(page, 'organization');
    await page.getByRole('button', { name: /^Save changes/ }).click();
    await page.getByText('The organization is saved').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => name.inputValue()).toBe('Marlow Supply');
    // The menu finds a setting by its name, and Escape leaves.
    await page.getByRole('textbox', { name: 'Find a setting' }).fill('hist');
    await page.getByRole('link', { name: 'History log' }).click();
    await page.waitForURL('**/settings/action-history');
    await page.getByRole('link', { name: /^Settings/ }).click();
    await page.waitForURL('**/home');
    await page.getByRole('button', { name: /^Marlow Supply/ }).waitFor();
    expect(errors).toEqual([]);
  });

  it('plan that the organization goes, tell everybody, and abort it', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/settings/my-profile');
    const entry = page.getByRole('link', { name: 'Erase All Data' });
    expect(await entry.count()).toBe(0);
    await page.getByRole('button', { name: 'More' }).click();
    await entry.click();
    await page.waitForURL('**/settings/privacy');
    await page.getByRole('heading', { name: 'Delete all data' }).waitFor();
    await judge(page, 'privacy');
    await page.getByRole('button', { name: 'Delete organization' }).click();
    const dialog = page.getByRole('dialog');
    const go = dialog.getByRole('button', { name: 'Delete organization' });
    await dialog.getByText('Nothing is deleted for 7 days').waitFor();
    expect(await go.isDisabled()).toBe(true);
    for (const one of ['All data is deleted', 'No one can log in to it', 'Its address is free for others'])
      await dialog.getByRole('switch', { name: one }).check({ force: true });
    await go.click();
    await dialog.getByText('Enter your password.').waitFor();
    await dialog.getByLabel('Your password').fill('not-this-one');
    await go.click();
    await dialog.getByText('This password is not right.').waitFor();
    await judge(page, 'privacy-dialog');
    await dialog.getByLabel('Your password').fill(product.owner.password);
    await go.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Asked for by').waitFor();
    await judge(page, 'privacy-planned');
    await page.goto('/home');
    const bar = page.getByRole('status').filter({ hasText: 'This organization is deleted with all its data on' });
    await bar.getByRole('button', { name: 'Abort' }).click();
    await page.getByText('The deletion is aborted').waitFor();
    await bar.waitFor({ state: 'detached' });
    expect(errors.filter((one) => !one.includes('401'))).toEqual([]);
  });

  it('say who is told of what is important, and when nobody works', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/settings/fun-mode');
    const emails = page.getByRole('textbox', { name: 'Important e-mails' });
    await emails.fill('ops@marlow.example, nobody');
    await page.getByText('Invalid email address').waitFor();
    await emails.fill(Array.from({ length: 31 }, (_, n) => `a${n}@marlow.example`).join(', '));
    await page.getByText('You can only add up to 30 emails').waitFor();
    await emails.fill('ops@marlow.example, cfo@marlow.example');
    await page.getByRole('button', { name: 'Add holiday' }).click();
    await page.getByLabel('Day', { exact: true }).fill('2026-12-25');
    await page.getByRole('textbox', { name: 'Holiday' }).fill('Christmas');
    await page.getByRole('switch', { name: 'Fun mode' }).check({ force: true });
    await judge(page, 'organization-days');
    await page.getByRole('button', { name: /^Save changes/ }).click();
    await page.getByText('The organization is saved').waitFor();
    const kept = () =>
      product.api.call<{ important_emails: string[]; holidays: object[]; fun_mode: boolean }>('GET', 'v3/organization');
    expect(await kept()).toMatchObject({
      important_emails: ['ops@marlow.example', 'cfo@marlow.example'],
      holidays: [{ day: '2026-12-25', name: 'Christmas' }],
      fun_mode: true,
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await kept()).holidays).toEqual([]);
    expect(errors).toEqual([]);
  });
});
