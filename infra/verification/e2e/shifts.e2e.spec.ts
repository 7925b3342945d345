import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../product/browser.ts';
import { owner, startProduct, type Product } from '../product/product.ts';
import { cell } from './screen.ts';

type Shift = { readonly value: number; readonly what: string };

/**
 * What people look at stays where it is, from the first run to an imported table: also right after a press, which the
 * browser's own sum leaves out.
 */
describe('nothing jumps', () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const watched = async (width: number, height: number): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width, height }, baseURL: product.url, locale: 'en-US' });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const shifts: Shift[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as {
          value: number;
          sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
        }[])
          shifts.push({
            value: entry.value,
            what: entry.sources
              .map(({ node, previousRect, currentRect }) =>
                [
                  (node instanceof Element ? node : node?.parentElement)?.textContent?.slice(0, 40),
                  `${previousRect.x},${previousRect.y} ${previousRect.width}x${previousRect.height}`,
                  `${currentRect.x},${currentRect.y} ${currentRect.width}x${currentRect.height}`,
                ].join(' > '),
              )
              .join(' | '),
          });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    return page;
  };

  /** Goes one step and answers the shifts that the browser saw until the page had come to rest. */
  const recorder = (page: Page) => {
    const seen: string[] = [];
    let sum = 0;
    return {
      step: async (name: string, run: () => Promise<unknown>): Promise<void> => {
        await run();
        // Whatever was drawn in place of something else has gone.
        await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [class*="-skeleton"]') === null);
        const shifts = await page.evaluate(
          () =>
            new Promise<readonly Shift[]>((resolve) =>
              requestAnimationFrame(() =>
                requestAnimationFrame(() => resolve((window as unknown as { shifts: Shift[] }).shifts.splice(0))),
              ),
            ),
        );
        for (const { value, what } of shifts) {
          sum += value;
          seen.push(`${name}: ${value.toFixed(4)} ${what}`);
        }
      },
      judge: () => expect(sum, seen.join('\n')).toBeLessThan(0.01),
    };
  };

  const everywhere = async (page: Page, step: (name: string, run: () => Promise<unknown>) => Promise<void>) => {
    const go = page
      .getByRole('link', { name: 'Go to table' })
      .or(page.getByRole('button', { name: 'Go to table' }))
      .first();
    await step('choose a file', async () => {
      await page.goto('/connector');
      await page.getByText(/2,000,000/).waitFor();
    });
    await step('match columns', async () => {
      const rows = Array.from({ length: 60 }, (_, i) => `Deal ${i},${['Open', 'Won'][i % 2]},${i * 10}`);
      await page.locator('input[type="file"]').setInputFiles({
        name: 'Deals of the year.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['Deal,Stage,Value', ...rows].join('\n')),
      });
      await page.getByRole('heading', { name: 'Match columns', exact: true }).waitFor();
    });
    await step('tick', () => page.getByRole('checkbox', { name: /^I checked the file/ }).check({ force: true }));
    await step('import', async () => {
      await page.getByRole('button', { name: 'Import 60 records' }).click();
      await go.waitFor();
    });
    await step('the imported table', async () => {
      await go.click();
      await page.getByText('Deal 0').first().waitFor();
    });
    const table = new URL(page.url()).pathname;
    await step('the table from its address', async () => {
      await page.goto(table);
      await page.getByText('Deal 0').first().waitFor();
    });
    for (const [name, address, shown] of [
      [
        'history',
        `${table}?panel=history`,
        page.getByRole('dialog', { name: 'History' }).getByRole('listitem').first(),
      ],
      ['deleted records', `${table}?panel=deleted`, page.getByRole('dialog', { name: 'Deleted records' })],
      ['trash', '/workspaces/recovery/archived-tables', page.getByText('Trash is empty')],
      ['people', '/settings/users', page.getByText(owner.email).first()],
      ['tables', '/home/tables', page.getByRole('heading', { name: 'Tables' }).first()],
      ['home', '/home', page.getByRole('heading', { name: 'Recent' })],
    ] as const)
      await step(name, async () => {
        await page.goto(address);
        await shown.waitFor();
      });
    await page.goto(table);
    await page.getByText('Deal 0').first().waitFor();
  };

  it('on a wide screen, from the first run on', async () => {
    const page = await watched(1440, 900);
    const { step, judge } = recorder(page);
    await step('account', async () => {
      await page.goto('/');
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
    });
    if (product.code !== undefined) await page.getByLabel('One-time code').fill(product.code);
    await page.getByLabel('Name', { exact: true }).fill(owner.name);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
    await step('organization', async () => {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Your organization' }).waitFor();
    });
    await page.getByLabel('Name', { exact: true }).fill(owner.organization);
    await page.getByText('One blank table').click();
    await step('the blank table', async () => {
      await page.getByRole('button', { name: `Create ${owner.organization}` }).click();
      await page.waitForURL('**/object/**');
      await cell(page, 2, 0).waitFor();
    });
    await everywhere(page, step);
    for (const name of [/^Filter/, /^Sort/, /Fields|hidden/, 'Row height'] as const) {
      await step(`open ${name}`, () => page.getByRole('button', { name }).first().click());
      await step(`close ${name}`, () => page.keyboard.press('Escape'));
    }
    await step('search', async () => {
      await page.getByRole('button', { name: 'Search', exact: true }).last().click();
      await page.getByRole('textbox', { name: 'Search' }).fill('Deal 12');
      await page.getByRole('search').getByRole('status').getByText('1 record').waitFor();
      await page.keyboard.press('Escape');
    });
    await step('a record', async () => {
      await cell(page, 0, 0).click();
      await page.keyboard.press('Space');
      await page.getByRole('dialog', { name: 'Deal 0' }).waitFor();
    });
    await step('a record from its address', async () => {
      await page.reload();
      await page.getByRole('dialog', { name: 'Deal 0' }).waitFor();
    });
    await step('the palette', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    });
    judge();
    await page.context().close();
  });

  it('on a phone, from signing in on', async () => {
    const page = await watched(390, 844);
    const { step, judge } = recorder(page);
    await step('log in', async () => {
      await page.goto('/home');
      await page.getByRole('button', { name: 'Log in' }).waitFor();
    });
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
    await step('home after signing in', async () => {
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('heading', { name: 'Recent' }).waitFor();
    });
    await everywhere(page, step);
    await step('a record', async () => {
      await page.getByText('Deal 0').first().click();
      await page.getByRole('dialog', { name: 'Deal 0' }).waitFor();
    });
    judge();
    await page.context().close();
  });
});
