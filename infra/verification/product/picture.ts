// Takes the README's picture of the grid: `node infra/verification/product/picture.ts`.
import { join } from 'node:path';
import { launch, signIn } from './browser.ts';
import { invite, owner, root, setUp, startProduct } from './product.ts';

const deals = [
  ['Dispatch scanners, north hub', 'Proposal', 184_000, 60, '2026-12-12'],
  ['Clinic check-in kiosks', 'Negotiation', 92_500, 75, '2026-11-30'],
  ['Renewal 2027, all sites', 'Negotiation', 310_000, 80, '2026-12-18'],
  ['Lens stock pilot', 'Qualified', 24_800, 35, '2027-01-22'],
  ['Turbine parts tracking', 'Proposal', 148_200, 55, '2027-01-08'],
  ['Lab sample custody', 'Won', 67_400, 100, '2026-11-09'],
  ['Linen room rollout, 14 hotels', 'Qualified', 118_000, 40, '2027-02-15'],
  ['Ticket gate handhelds', 'Proposal', 231_000, 65, '2026-12-21'],
  ['Tool crib, two workshops', 'Lead', 18_900, 15, '2027-03-02'],
  ['Cold chain labels', 'Won', 41_300, 100, '2026-10-28'],
  ['Night shift add-on', 'Negotiation', 36_750, 70, '2026-11-27'],
  ['Yard inventory, phase 2', 'Qualified', 212_000, 45, '2027-03-04'],
  ['Spare parts portal', 'Lost', 54_000, 0, '2026-10-14'],
  ['Orchard bins, harvest trial', 'Lead', 12_600, 10, '2027-04-01'],
  ['Pallet sensors', 'Qualified', 29_900, 30, '2027-01-29'],
  ['Window film, retrofit', 'Proposal', 76_050, 50, '2027-02-02'],
] as const;
const product = await startProduct();
const browser = await launch();
try {
  const api = await setUp(product.url);
  await invite(api, { name: 'Tobin Reyes', email: 'tobin@marlow.example' });
  const { users } = await api.call<{ users: { id: string }[] }>('GET', 'v3/users');
  const stages = ['Lead', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost'].map((label, i) => ({
    label,
    color: ['neutral', 'blue', 'violet', 'amber', 'green', 'rose'][i],
  }));
  const { id } = await api.call<{ id: string }>('POST', 'v3/tables', {
    label: 'Deals',
    color: 'blue',
    fields: [
      { name: 'Deal', type: 'singleLineText' },
      { name: 'Stage', type: 'select', props: { options: stages } },
      { name: 'Value', type: 'currency', props: { decimals: 2 } },
      { name: 'Owner', type: 'user' },
      { name: 'Close date', type: 'date' },
      { name: 'Chance', type: 'percent' },
    ],
  });
  await api.call('POST', `v3/tables/${id}/records?fieldKey=name`, {
    records: deals.map(([Deal, Stage, Value, Chance, close], i) => ({
      fields: { Deal, Stage, Value, Chance, 'Close date': close, Owner: users[i % users.length]?.id },
    })),
  });
  const tobin = await signIn(browser, product.url, { email: 'tobin@marlow.example', password: 'grey-kettle-19' });
  const { page } = await signIn(browser, product.url, owner);
  await page.goto(`/object/${id}/list`);
  await tobin.page.goto(`/object/${id}/list`);
  const cell = (on: typeof page, row: number, column: number) =>
    on.locator(`[role="gridcell"][id$="-${row}-${column}"]`);
  await cell(page, 1, 1).click();
  await cell(page, 4, 2).click({ modifiers: ['Shift'] });
  await cell(tobin.page, 6, 3).click();
  await page.getByText('Tobin').first().waitFor();
  await page.screenshot({ path: join(root, 'infra', 'pictures', 'grid.png') });
} finally {
  await browser.close();
  await product.stop();
}
