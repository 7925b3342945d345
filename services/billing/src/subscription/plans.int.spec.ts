import { caller, firstRun, startTestProduct, type TestCaller, type TestProduct } from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setPlan } from './operator.ts';

let product: TestProduct;
let admin: TestCaller;
let organizationId: string;
beforeAll(async () => {
  product = await startTestProduct({ environment: { TESSERA_BILLING: 'on' } });
  admin = await firstRun(product);
  const session = await admin.call('GET', '/v3/session');
  organizationId = (session.body as { organization: { id: string } }).organization.id;
});
afterAll(() => product.stop());

const to = (plan: string) => setPlan(product.ports('billing'), { organizationId, to: plan });
/** The edge remembers a plan for some seconds. */
const becomes = (method: string, path: string, body: unknown, wanted: object) =>
  vi.waitFor(async () => expect(await admin.call(method, path, body)).toMatchObject(wanted), {
    timeout: 10_000,
    interval: 100,
  });
const role = (name: string) => ({ profile_name: name, color: 'blue', profile_data: {} });

describe('with plans', () => {
  it('an organization begins with a trial that has everything', async () => {
    expect((await admin.call('GET', '/v3/subscription/current')).body).toMatchObject({
      planId: 'trial',
      isTrial: true,
      trialDaysLeft: 30,
      maxAutomationRuns: 15_000,
    });
    expect((await admin.call('POST', '/profile/create', role('Coders'))).status).toBeLessThan(300);
    const { plans } = (await admin.call('GET', '/v3/subscription/plans')).body as { plans: { id: string }[] };
    expect(plans.map(({ id }) => id)).toEqual(['business', 'developer', 'scale', 'expert']);
  });
  it('a plan without a feature refuses what needs it, by a token all, and is opened by another', async () => {
    const { token } = (await admin.call('POST', '/v3/api-token', { name: 'Program' })).body as { token: string };
    const program = caller(product.url, token);
    expect((await program.call('GET', '/v3/tables')).status).toBe(200);
    expect(await to('business')).toEqual({ plan: 'business' });
    await becomes(
      'POST',
      '/v3/api-token',
      { name: 'Other' },
      { status: 403, body: { error: { code: 'plan.feature' } } },
    );
    const refused = { status: 403, body: { error: { code: 'plan.feature' } } };
    expect(await program.call('GET', '/v3/tables')).toMatchObject(refused);
    expect(await admin.call('POST', '/profile/create', role('Testers'))).toMatchObject(refused);
    expect(await admin.call('POST', '/historyLog/list', {})).toMatchObject(refused);
    expect((await admin.call('GET', '/v3/tables')).status).toBe(200);
    expect((await admin.call('GET', '/v3/features')).body).toMatchObject({
      features: { api: 'blocked', manageAutomations: 'on' },
    });
    await to('developer');
    await becomes('POST', '/v3/api-token', { name: 'Other' }, { status: 201 });
    expect((await program.call('GET', '/v3/tables')).status).toBe(200);
  });
  it('a plan without public sharing opens nothing to strangers, and lets what is open be closed', async () => {
    const made = await admin.call('POST', '/v3/tables', {
      label: 'Visitors',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    expect(made).toMatchObject({ status: 201 });
    const identifier = (made.body as { id: string }).id;
    const shared = { identifier, type: 'object' };
    const opened = await admin.call('POST', '/public-view/create', shared);
    expect(opened).toMatchObject({ status: 200 });
    const { id } = opened.body as { id: string };
    await to('free');
    const refused = { status: 403, body: { error: { code: 'plan.feature' } } };
    await becomes('POST', '/public-view/create', shared, refused);
    expect(await admin.call('PATCH', `/v3/public-links/${id}`, { show_brand: false })).toMatchObject(refused);
    expect((await admin.call('POST', '/public-view/get', shared)).status).toBe(200);
    expect((await admin.call('POST', '/public-view/delete', shared)).status).toBe(204);
    expect(await admin.call('PATCH', `/v3/public-links/${id}`, { active: true })).toMatchObject(refused);
    await to('developer');
    await becomes('POST', '/public-view/create', shared, { status: 200 });
  });
  it('a blocked plan answers 402 but for its own addresses, and is reactivated', async () => {
    expect(await to('blocked')).toEqual({ plan: 'blocked' });
    await becomes('GET', '/v3/tables', undefined, { status: 402, body: { error: { code: 'plan.blocked' } } });
    expect(await admin.call('GET', '/v3/subscription/current')).toMatchObject({
      status: 200,
      body: { planId: 'blocked' },
    });
    expect((await admin.call('GET', '/v3/session')).status).toBe(200);
    expect(await to('reactivated')).toEqual({ plan: 'developer' });
    await becomes('GET', '/v3/tables', undefined, { status: 200 });
  });
  it('a plan that there is not, and a trial, nobody sets', async () => {
    await expect(to('golden')).rejects.toMatchObject({ code: 'plan.not_found' });
    await expect(to('trial')).rejects.toMatchObject({ code: 'plan.not_found' });
  });
});
