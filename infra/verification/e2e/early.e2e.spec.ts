import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { cell, interceptable, until, watchErrors } from './screen.ts';

/** Hands that do not wait: whole words typed before the rows of the table are there stand in its cells. */
describe('keys before the rows', () => {
  let product: Joined;
  let browser: Browser;
  let page: Page;
  let inspector: CDPSession;
  let api: Client;
  let errors: string[];
  const rows = async (tableId: string) =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        { limit: 20 },
      )
    ).records.map((one) => one.fields);
  const idHere = (): string => /object\/([^/?]+)/.exec(page.url())![1]!;
  /** The first rows wait until they are let go; what was asked for is answered meanwhile. */
  const holdRows = async () => {
    const waiting: (() => Promise<void>)[] = [];
    await page.route(/records\/query/, async (route) => {
      const response = await route.fetch();
      await new Promise<void>((resolve) => waiting.push(() => route.fulfill({ response }).then(resolve)));
    });
    return {
      held: async () => waiting.length > 0,
      release: async (): Promise<void> => {
        await page.unroute(/records\/query/);
        for (const go of waiting) await go();
      },
    };
  };
  const blankTable = async (): Promise<void> => {
    await page.goto('/home');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Blank table' }).click();
    await page.getByRole('textbox', { name: 'Table name' }).waitFor();
  };
  const people = async (): Promise<string> => {
    const { id, fields } = await api.call<{ id: string; fields: { id: string; name: string }[] }>('POST', 'v3/tables', {
      label: 'People',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Age', type: 'number' },
        { name: 'Team', type: 'select', props: { options: [{ label: 'Sales' }, { label: 'Support' }] } },
      ],
    });
    expect(fields).toHaveLength(3);
    await api.call('POST', `v3/tables/${id}/records?fieldKey=name`, { fields: { Name: 'Ada', Age: 36 } });
    return id;
  };

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    await interceptable(page);
    inspector = await page.context().newCDPSession(page);
    errors = watchErrors(page);
  });
  afterAll(() => browser?.close());

  it('after the name of a new table, land in its first records', async () => {
    const gate = await holdRows();
    await blankTable();
    await page.keyboard.type('Suppliers');
    await page.keyboard.press('Enter');
    await until(gate.held, true);
    await page.keyboard.type('nfa?/ Northwind');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Contoso');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await gate.release();
    await cell(page, 0, 0).getByText('nfa?/ Northwind').waitFor();
    await until(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value ?? ''), 'Contoso');
    await page.keyboard.type(' Ltd');
    await page.keyboard.press('Enter');
    await until(
      async () => (await rows(idHere())).map((one) => one['Name']).slice(0, 2),
      ['nfa?/ Northwind', 'Contoso Ltd'],
    );
  });

  it('on a slow processor, where a page is begun more than once, find rows that were asked for once', async () => {
    const id = await people();
    const asked: string[] = [];
    page.on('request', (request) => {
      // The table before this one may still count what was written to it.
      if (request.url().includes(id) && /records\/(?:query|count)/.test(request.url()))
        asked.push(new URL(request.url()).pathname.split('/').at(-1)!);
    });
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.goto(`/object/${id}/list`);
    await cell(page, 0, 0).getByText('Ada').waitFor();
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    expect(asked.toSorted()).toEqual(['count', 'query']);
    page.removeAllListeners('request');
  });

  it('after New record, land in the new record, cell by cell', async () => {
    const id = await people();
    const gate = await holdRows();
    await page.goto(`/object/${id}/list`);
    await until(gate.held, true);
    await page.getByRole('button', { name: 'New record' }).first().click();
    await page.keyboard.type('Grace Hopper');
    await page.keyboard.press('Tab');
    await page.keyboard.type('85');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Support');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Alan');
    await gate.release();
    await until(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value ?? ''), 'Alan');
    await page.keyboard.press('Enter');
    await until(
      async () => (await rows(id)).map((one) => [one['Name'], one['Age'] ?? null, typeof one['Team']]),
      [
        ['Ada', 36, 'undefined'],
        ['Grace Hopper', 85, 'string'],
        ['Alan', null, 'undefined'],
      ],
    );
  });

  it('after a press on a row that is still being read, replace what stands there', async () => {
    const id = await people();
    const gate = await holdRows();
    await page.goto(`/object/${id}/list`);
    await until(gate.held, true);
    const box = (await page.getByRole('grid').boundingBox())!;
    await page.mouse.click(box.x + 120, box.y + 36 + 16);
    await page.keyboard.type('Augusta');
    await page.keyboard.press('Enter');
    await gate.release();
    await until(async () => (await rows(id)).map((one) => one['Name']), ['Augusta']);
  });

  it('over a change of their own that is on its way, are in conflict with nobody', async () => {
    const id = await people();
    await page.goto(`/object/${id}/list`);
    await cell(page, 0, 0).getByText('Ada').waitFor();
    const waiting: (() => void)[] = [];
    const records = /v3\/tables\/[^/]+\/records(?:\?|$)/;
    await page.route(records, async (route) => {
      if (waiting.length === 0 && route.request().method() === 'PATCH')
        await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
    });
    await cell(page, 0, 0).click();
    await page.keyboard.type('First');
    // There is no row below: the cell stays selected.
    await page.keyboard.press('Enter');
    await until(async () => waiting.length, 1);
    await page.keyboard.type('Second');
    const answered = page.waitForResponse(records);
    waiting[0]!();
    await answered;
    await page.keyboard.press('Enter');
    await until(async () => (await rows(id))[0]?.['Name'], 'Second');
    expect(await page.getByText('Not saved').count()).toBe(0);
    await page.unroute(records);
  });

  it('are whole words with a slow network and a slow processor, without anybody holding an answer', async () => {
    await page.goto('/home');
    await page.getByRole('button', { name: 'Create', exact: true }).waitFor();
    await inspector.send('Network.enable');
    await inspector.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: 100_000,
      uploadThroughput: 50_000,
    });
    await inspector.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    try {
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Blank table' }).click();
      await page.getByRole('textbox', { name: 'Table name' }).waitFor();
      await page.keyboard.type('Warehouses');
      await page.keyboard.press('Enter');
      for (const name of ['Rotterdam', 'Santos', 'Savannah']) {
        await page.keyboard.type(name);
        await page.keyboard.press('Enter');
      }
      await until(
        async () => (await rows(idHere())).map((one) => one['Name'] ?? null).slice(0, 3),
        ['Rotterdam', 'Santos', 'Savannah'],
        60_000,
      );
      expect((await api.call<{ label: string }>('GET', `v3/tables/${idHere()}`)).label).toBe('Warehouses');
    } finally {
      await inspector.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await inspector.send('Network.disable');
    }
  }, 120_000);

  it('no page reported an error on the way', () => {
    expect(errors).toEqual([]);
  });
});
