import { firstRun, startTestProduct, type TestCaller, type TestProduct } from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setPlan } from './operator.ts';

let product: TestProduct;
let admin: TestCaller;
let organizationId: string;
beforeAll(async () => {
  product = await startTestProduct({ environment: { TESSERA_BILLING: 'on' } });
  admin = await firstRun(product);
  const session = await admin.call('GET', '/v3/session');
  ({ organizationId } = { organizationId: (session.body as { organization: { id: string } }).organization.id });
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
  it('a plan without programs refuses tokens, and is opened by another', async () => {
    expect(await to('business')).toEqual({ plan: 'business' });
    await becomes('GET', '/v3/tables', undefined, { status: 403, body: { error: { code: 'plan.feature' } } });
    expect((await admin.call('GET', '/v3/features')).body).toMatchObject({
      features: { api: 'blocked', manageAutomations: 'on' },
    });
    await to('developer');
    await becomes('GET', '/v3/tables', undefined, { status: 200 });
    expect(await admin.call('POST', '/historyLog/list', {})).toMatchObject({ status: 403 });
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
