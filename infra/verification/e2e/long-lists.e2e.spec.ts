import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

/** Lists that are longer than a screen should carry at once come a part at a time, and none of it is left out. */
describe('long lists of people and mail', () => {
  const count = 105;
  let product: Joined;
  let browser: Browser;

  beforeAll(async () => {
    product = await joinProduct();
    for (let n = 0; n < count; n++)
      await product.api.call('POST', 'v3/invitations', {
        email: product.address(`guest-${n}`),
        seat: 'member',
        role: '3',
      });
    const mails = async (): Promise<number> =>
      (await product.api.call<{ mails: unknown[] }>('GET', 'v3/mails')).mails.length;
    await until(mails, count, 60_000);
    browser = await launch();
  }, 180_000);
  afterAll(() => browser?.close());

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('show a hundred, and the rest as it is asked for: %s, %d wide', async (theme, width) => {
    const { context, page } = await signIn(browser, product.url, product.owner, { width, height: 900, theme });
    const errors = watchErrors(page);
    for (const [path, list] of [
      ['/settings/users', page.getByRole('region', { name: 'Pending invitations' }).getByRole('listitem')],
      ['/settings/mail', page.getByRole('list', { name: 'Outgoing e-mail' }).getByRole('listitem')],
    ] as const) {
      await page.goto(path);
      await until(() => list.count(), 100, 30_000);
      const more = page.getByRole('button', { name: 'Show more' });
      await more.scrollIntoViewIfNeeded();
      await judge(page, `long-list${path.replaceAll('/', '-')}-${theme}`);
      await more.focus();
      await page.keyboard.press('Enter');
      await until(() => list.count(), count, 30_000);
      expect(await more.count()).toBe(0);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});
