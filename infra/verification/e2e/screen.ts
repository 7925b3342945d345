import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../product/product.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = join(root, 'test-results', 'pictures');
mkdirSync(pictures, { recursive: true });

/** A cell of the grid by its row and column, both from 0 (column 0 is the first field). */
export const cell = (page: Page, row: number, column: number): Locator =>
  page.locator(`[role="gridcell"][id$="-${row}-${column}"]`);

/** What the grid shows of a block of cells, row by row. */
export const texts = async (page: Page, rows: number, columns: number): Promise<string[][]> => {
  const found: string[][] = [];
  for (let row = 0; row < rows; row++) {
    const line: string[] = [];
    for (let column = 0; column < columns; column++) line.push((await cell(page, row, column).innerText()).trim());
    found.push(line);
  }
  return found;
};

/** Waits until `look` answers what is wanted; the last answer stands in the failure. */
export const until = async <T>(look: () => Promise<T>, wanted: T, within = 10_000): Promise<number> => {
  const started = performance.now();
  let last: T;
  do {
    last = await look();
    if (JSON.stringify(last) === JSON.stringify(wanted)) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 5));
  } while (performance.now() - started < within);
  expect(last).toEqual(wanted);
  return within;
};

/** Takes a picture of the screen and lets axe judge it: no violation is left. */
export const judge = async (page: Page, name: string): Promise<void> => {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => {
          const { iterations = 1, endTime = 0 } = one.effect?.getComputedTiming() ?? {};
          // What counts down, as a message does, is to be seen before its end.
          return iterations !== Infinity && Number(endTime) < 2_000;
        })
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  // The page's own rules forbid foreign scripts; the inspector's world is not under them.
  const violations = await page.evaluate(
    `(() => { const module = undefined; const exports = undefined; ${axeSource}; return axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')).join(' | '))); })()`,
  );
  expect(violations, name).toEqual([]);
};

/**
 * Requests of this page may be answered by a test from now on. To be called before the page is there: a browser that is
 * asked for it later may let the next request pass.
 */
export const interceptable = (page: Page): Promise<unknown> => page.route(/^never:/, (route) => route.continue());

/** Errors that the page reports, but for refusals that a test provokes on purpose. */
export const watchErrors = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text());
  });
  return errors;
};
