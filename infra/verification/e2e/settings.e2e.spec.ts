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
});
