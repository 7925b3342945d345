import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

type Table = {
  readonly id: string;
  readonly conditionals: readonly { readonly action: string }[];
  readonly fields: readonly {
    readonly id: string;
    readonly name: string;
    readonly props: { readonly options?: readonly { readonly id: string }[] };
  }[];
};

/** A rule is made in the panel; the record and the form follow it. */
describe('conditional fields', () => {
  let product: Joined;
  let browser: Browser;
  let table: Table;
  const field = (name: string): string => table.fields.find((one) => one.name === name)!.id;
  beforeAll(async () => {
    product = await joinProduct();
    table = await product.api.call('POST', 'v3/tables', {
      label: 'Claims',
      fields: [
        { name: 'Claim', type: 'singleLineText' },
        { name: 'Open', type: 'select', props: { options: [{ label: 'Yes' }, { label: 'No' }] } },
        { name: 'Closed because', type: 'singleLineText' },
      ],
    });
    const [yes, no] = table.fields.find(({ name }) => name === 'Open')!.props.options!.map(({ id }) => id);
    await product.api.call('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
      records: [{ fields: { Claim: 'Broken crate', Open: yes } }, { fields: { Claim: 'Late lorry', Open: no } }],
    });
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('are made in the panel, and followed by records and forms', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/object/${table.id}/list?panel=conditionals`);
    const panel = page
      .getByRole('dialog', { name: 'Conditional fields' })
      .or(page.getByRole('complementary', { name: 'Conditional fields' }));
    await panel.getByRole('button', { name: 'New rule' }).click();
    await panel.getByText('There are invalid conditions').waitFor();
    await panel.getByRole('button', { name: /^Fields/ }).click();
    await page.getByRole('option', { name: 'Closed because' }).click();
    await panel.getByText(/for every form and record/).click();
    await panel
      .getByRole('button', { name: /^Field\b(?!s)/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'Open' }).click();
    await panel.getByRole('button', { name: /Value/ }).first().click();
    await page.getByRole('option', { name: 'No', exact: true }).click();
    await panel.getByText(/for every form and record/).click();
    await panel.getByText('Met by 1 of 2 records').waitFor();
    await judge(page, 'conditional-fields');
    await panel.getByRole('button', { name: 'Save rules' }).click();
    await until(
      async () =>
        (await product.api.call<Table>('GET', `v3/tables/${table.id}`)).conditionals.map(({ action }) => action),
      ['show'],
    );
    const { records } = await product.api.call<{ records: { id: string; fields: Record<string, unknown> }[] }>(
      'POST',
      `v3/tables/${table.id}/records/query`,
      { sort: [{ fieldId: field('Claim'), order: 'asc' }] },
    );
    await page.goto(`/object/${table.id}/record/${records[1]!.id}`);
    await page.getByText('Closed because').first().waitFor();
    await page.goto(`/object/${table.id}/record/${records[0]!.id}`);
    await page.getByText('Broken crate').first().waitFor();
    expect(await page.locator('[data-fields]').getByText('Closed because').count()).toBe(0);
    await judge(page, 'conditional-record');
    expect(errors).toEqual([]);
  });
});
