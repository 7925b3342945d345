import type { Page } from 'playwright-core';
import { gzipSync } from 'node:zlib';
import { launch, paste, signIn } from '../product/browser.ts';
import type { Figure } from './report.ts';
import { ms } from './report.ts';

/** Cells of the first field: the grid's own first column holds the row's number. */
const cell = '[role="gridcell"][aria-colindex="2"]';

/** What a person sees: first rows of a million, frames while scrolling, a big paste, the weight of the first page. */
export const browserFigures = async (url: string, tableId: string, rows: number): Promise<Figure[]> => {
  const browser = await launch();
  try {
    const { page } = await signIn(browser, url);
    const figures = [await firstPageWeight(page, url)];
    const first = await firstRows(page, `${url}/object/${tableId}/list`);
    figures.push({
      what: `grid at ${rows.toLocaleString('en-US')} rows: first rows on screen`,
      wanted: 'under 1 s',
      reached: `${ms(first)} from the start of the page's load`,
      ok: first < 1000,
      values: { first },
    });
    figures.push(await scrollFrames(page), await pasteFigure(page, url));
    return figures;
  } finally {
    await browser.close();
  }
};

/**
 * Milliseconds from the navigation to the frame after ten rows have their texts. The page watches itself: a driver
 * looks only every half second.
 */
const firstRows = async (page: Page, address: string): Promise<number> => {
  await page.addInitScript((rowCell) => {
    const look = (): void => {
      const there =
        [...document.querySelectorAll(rowCell)].filter((one) => one.textContent.includes(' for ')).length > 10;
      requestAnimationFrame(there ? () => performance.mark('bench-rows') : look);
    };
    requestAnimationFrame(look);
  }, cell);
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('bench-rows').length > 0);
  return page.evaluate(() => performance.getEntriesByName('bench-rows')[0]?.startTime ?? Number.NaN);
};

const firstPageWeight = async (page: Page, url: string): Promise<Figure> => {
  const sizes: number[] = [];
  page.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url())) {
      void response
        .body()
        .then((body) => sizes.push(gzipSync(body, { level: 9 }).byteLength))
        .catch(() => undefined);
    }
  });
  // What comes after Home is on screen is fetched ahead, for the page after it.
  await page.goto(`${url}/`);
  await page.getByRole('heading', { name: 'Recent' }).waitFor();
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  page.removeAllListeners('response');
  return {
    what: 'first page: JavaScript, gzip',
    wanted: 'under 275 KiB',
    reached: `${Math.round(bytes / 1024)} KiB in ${sizes.length} files`,
    ok: bytes > 0 && bytes < 275 * 1024,
    values: { bytes },
  };
};

const scrollFrames = async (page: Page): Promise<Figure> => {
  const grid = await page.locator('[role="grid"]').first().boundingBox();
  await page.mouse.move((grid?.x ?? 0) + 400, (grid?.y ?? 0) + 300);
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const tick = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { benchFrames: frames });
  });
  for (let i = 0; i < 120; i++) await page.mouse.wheel(0, i < 60 ? 600 : -500);
  const frames = await page.evaluate(() => (window as unknown as { benchFrames: number[] }).benchFrames.slice(2));
  const worst = Math.max(...frames);
  const long = frames.filter((frame) => frame > 50).length;
  return {
    what: 'grid: scrolling',
    wanted: 'no frame over 50 ms',
    reached: `longest ${ms(worst)}, ${long} of ${frames.length} over 50 ms`,
    ok: long === 0,
    values: { worst, long, frames: frames.length },
  };
};

const pasteFigure = async (page: Page, url: string): Promise<Figure> => {
  const { id } = (await page.evaluate(async () => {
    const response = await fetch('/api/v3/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'tessera' },
      body: JSON.stringify({
        label: 'Pasted',
        fields: Array.from({ length: 10 }, (_, i) => ({
          name: `Column ${i + 1}`,
          type: i % 3 === 1 ? 'number' : 'singleLineText',
        })),
      }),
    });
    return response.json();
  })) as { id: string };
  await page.evaluate(async (table) => {
    await fetch(`/api/v3/tables/${table}/records`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'tessera' },
      body: JSON.stringify({ records: Array.from({ length: 1000 }, () => ({ fields: {} })) }),
    });
  }, id);
  await page.goto(`${url}/object/${id}/list`);
  await page.locator(cell).nth(5).waitFor();
  await page.locator(cell).first().click();
  const text = Array.from({ length: 1000 }, (_, r) =>
    Array.from({ length: 10 }, (__, c) => (c % 3 === 1 ? r * 10 + c : `cell ${r} ${c}`)).join('\t'),
  ).join('\n');
  const started = performance.now();
  await paste(page, text);
  await page.getByText('cell 5 2', { exact: true }).first().waitFor();
  const shown = performance.now() - started;
  // Durable, too: the last pasted row is on the server.
  for (;;) {
    const found = await page.evaluate(async (table) => {
      const response = await fetch(`/api/v3/tables/${table}/records/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'tessera' },
        body: JSON.stringify({ search: 'cell 999 9', limit: 1 }),
      });
      return ((await response.json()) as { records: unknown[] }).records.length;
    }, id);
    if (found || performance.now() - started > 30_000) break;
  }
  const saved = performance.now() - started;
  return {
    what: 'paste of 1,000 x 10',
    wanted: 'on screen under 2 s',
    reached: `on screen ${ms(shown)}, saved ${ms(saved)}`,
    ok: shown < 2000 && saved < 30_000,
    values: { shown, saved },
  };
};
