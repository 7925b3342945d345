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
  it('asks for what blocks, fields, roles and two-step login need, in the service that makes them', async () => {
    const lacks = (feature: string) => ({
      status: 403,
      body: { error: { code: 'plan.feature', details: { feature } } },
    });
    const made = await admin.call('POST', '/v3/tables', {
      label: 'Orders',
      fields: [{ name: 'Number', type: 'singleLineText' }],
    });
    const { id: table, fields } = made.body as { id: string; fields: { id: string }[] };
    const { id: app } = (await admin.call('POST', '/v3/apps', { label: 'Desk' })).body as { id: string };
    const block = (type: string, config = {}) => admin.call('POST', `/v3/apps/${app}/blocks`, { type, config });
    const form = (await block('super_form', { tableId: table })).body as { block: { id: string } };
    const title = (await block('text')).body as { block: { id: string } };
    const questions = { config: { questions: [{ fieldId: fields[0]!.id }] } };
    const role = (await admin.call('POST', '/profile/create', { profile_name: 'Narrow', color: 'blue' })).body as {
      id: string;
    };
    const rows = { fieldId: fields[0]!.id, operator: 'equals', value: 'A' };
    const open = { name: 'Open', type: 'openRecordBtn', props: { open_as: 'full_screen' } };
    // As the plan of a developer has it: what is premium or advanced is missing.
    const premium = lacks('premiumAppBlocksAndFields');
    await becomes('POST', `/v3/apps/${app}/blocks`, { type: 'pivot', config: {} }, premium);
    expect(await admin.call('PATCH', `/v3/apps/${app}/blocks/${form.block.id}`, questions)).toMatchObject(premium);
    expect(await block('super_form', { tableId: table, ...questions.config })).toMatchObject(premium);
    const renamed = { config: { title: 'Order here' } };
    expect((await admin.call('PATCH', `/v3/apps/${app}/blocks/${form.block.id}`, renamed)).status).toBe(200);
    const place = { mobile: [{ id: title.block.id, x: 0, y: 0, w: 22, h: 4 }] };
    expect(await admin.call('PUT', `/v3/apps/${app}/layout`, place)).toMatchObject(premium);
    expect(await admin.call('PATCH', `/v3/apps/${app}`, { tablet_follows_mobile_layout: true })).toMatchObject(premium);
    expect((await block('embed')).status).toBe(201);
    expect(await admin.call('POST', `/v3/tables/${table}/fields`, open)).toMatchObject(lacks('advancedDevFeatures'));
    const way = { config: { fields: [], open_as: '4_cols' } };
    const forms = `/v3/tables/${table}/forms`;
    expect(await admin.call('PUT', `${forms}/update`, way)).toMatchObject(lacks('advancedDevFeatures'));
    expect(
      (await admin.call('PUT', `${forms}/update`, { config: { fields: [], open_as: 'modal_compact' } })).status,
    ).toBe(200);
    const narrow = { profile_id: role.id, profile_data: { tables_enabled: { [table]: { access: 'view', rows } } } };
    expect(await admin.call('POST', '/profile/update', narrow)).toMatchObject(lacks('advancedDevFeatures'));
    // With the highest plan nothing is.
    await to('expert');
    await becomes('POST', '/profile/update', narrow, { status: 200 });
    expect((await admin.call('PUT', `${forms}/update`, way)).status).toBe(200);
    const pivot = await block('pivot');
    expect(pivot.status).toBe(201);
    expect((await admin.call('PATCH', `/v3/apps/${app}/blocks/${form.block.id}`, questions)).status).toBe(200);
    expect((await admin.call('PUT', `/v3/apps/${app}/layout`, place)).status).toBe(200);
    // What is there stays, and is not copied or made by a plan without it; a rule that stays is no change.
    await to('free');
    await becomes('POST', `/v3/apps/${app}/blocks`, { type: 'embed', config: {} }, lacks('devAppBlocksAndFields'));
    expect(await admin.call('POST', `/v3/apps/${app}/duplicate`, {})).toMatchObject(lacks('devAppBlocksAndFields'));
    const business = lacks('advancedBusinessFeatures');
    const field = `/v3/tables/${table}/fields/${fields[0]!.id}`;
    expect(await admin.call('PATCH', field, { unique: true })).toMatchObject(business);
    const unique = { name: 'Code', type: 'singleLineText', unique: true };
    expect(await admin.call('POST', `/v3/tables/${table}/fields`, unique)).toMatchObject(business);
    expect(await admin.call('PATCH', `/v3/tables/${table}`, { uniqueFieldId: fields[0]!.id })).toMatchObject(business);
    const twoSteps = { org_mfa_required: true };
    expect(await admin.call('PATCH', '/v3/organization', twoSteps)).toMatchObject(business);
    expect((await admin.call('PATCH', '/v3/organization', { org_mfa_required: false })).status).toBe(200);
    // A form that opens otherwise already may be changed in all else.
    const titled = { config: { ...way.config, title: 'Order' } };
    expect((await admin.call('PUT', `${forms}/update`, titled)).status).toBe(200);
    const { block: gone } = pivot.body as { block: { id: string } };
    expect((await admin.call('DELETE', `/v3/apps/${app}/blocks/${gone.id}`)).status).toBe(200);
    await to('developer');
    await becomes('PATCH', field, { unique: true }, { status: 200 });
  });
  it('a blocked plan answers 402 at public addresses as well, and opens them again', async () => {
    const made = await admin.call('POST', '/v3/tables', {
      label: 'Guests',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    const { id: identifier } = made.body as { id: string };
    const link = await admin.call('POST', '/public-view/create', { identifier, type: 'object' });
    expect(link.status, JSON.stringify(link.body)).toBe(200);
    const { token } = link.body as { token: string };
    const hook = await admin.call('POST', '/v3/low-code-webhook', { name: 'Orders', tableId: identifier });
    expect(hook.status, JSON.stringify(hook.body)).toBe(201);
    const address = new URL((hook.body as { url: string }).url).pathname.replace('/api', '');
    const stranger = caller(product.url);
    const both = async () => [
      (await stranger.call('GET', `/public/${token}`)).status,
      (await stranger.call('POST', address, { Name: 'Ana' }, { 'content-type': 'application/json' })).status,
    ];
    expect(await both()).toEqual([200, 202]);
    await to('blocked');
    await vi.waitFor(async () => expect(await both()).toEqual([402, 402]), { timeout: 10_000, interval: 100 });
    expect(await stranger.call('GET', `/public/${token}`)).toMatchObject({ body: { error: { code: 'plan.blocked' } } });
    expect((await stranger.call('GET', '/public/nobodyknowsthis')).status).toBe(404);
    await to('reactivated');
    await vi.waitFor(async () => expect(await both()).toEqual([200, 202]), { timeout: 10_000, interval: 100 });
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
