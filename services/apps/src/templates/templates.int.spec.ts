import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { templates } from './catalog/index.ts';
import { approveTemplate, listTemplates, refuseTemplate, showTemplate } from './operator.ts';

type Install = {
  readonly operation_id: string;
  readonly state: string;
  readonly start_url: string | null;
  readonly message: string | null;
};
type Table = { readonly id: string; readonly label: string };

let product: TestProduct;
let admin: TestCaller;
let member: TestCaller;
const code = (answer: { readonly body: unknown }): string => (answer.body as { error: { code: string } }).error.code;
const tables = async (): Promise<readonly Table[]> =>
  ((await admin.call('GET', '/v3/tables')).body as { tables: readonly Table[] }).tables;
const apps = async (by = admin): Promise<readonly { readonly id: string; readonly label: string }[]> =>
  ((await by.call('GET', '/v3/apps')).body as { apps: readonly { id: string; label: string }[] }).apps;
const folders = async (): Promise<
  readonly { readonly id: string; readonly label: string; readonly tabs: readonly Table[] }[]
> => ((await admin.call('GET', '/v3/folders')).body as { folders: never[] }).folders;
const install = async (slug: string, body: object = {}): Promise<Install> => {
  const begun = await admin.call('POST', '/template/install', { slug, ...body });
  expect({ status: begun.status, body: begun.body }).toMatchObject({ status: 202, body: { slug, state: 'running' } });
  const { operation_id: id } = begun.body as Install;
  return vi.waitFor(
    async () => {
      const now = (await admin.call('GET', `/template/install/${id}`)).body as Install;
      expect(now.state).not.toBe('running');
      return now;
    },
    { timeout: 20_000, interval: 50 },
  );
};

beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
});
afterAll(() => product.stop());

describe('templates', () => {
  it('are listed by category, language and words', async () => {
    const list = async (body: object) =>
      ((await admin.call('POST', '/template/list', body)).body as { templates: { slug: string }[] }).templates.map(
        ({ slug }) => slug,
      );
    expect(await list({})).toEqual(templates.map(({ slug }) => slug));
    expect(await list({ filters: { categories: ['finance'] } })).toEqual(['expenses']);
    expect(await list({ search: 'APPLICANTS' })).toEqual([]);
    expect(await list({ search: 'the people who apply' })).toEqual(['hiring-board']);
    expect(await list({ language: 'pt' })).toEqual([]);
    const shown = await member.call('GET', '/template/sales-pipeline');
    expect(shown.body).toMatchObject({ name: 'Sales pipeline', counts: { tables: 3, apps: 1 } });
    expect(code(await admin.call('GET', '/template/nothing'))).toBe('template_not_found');
  });

  it.each(templates.map((one) => [one.slug, one] as const))(
    '%s is installed whole, and taken back',
    async (slug, one) => {
      const done = await install(slug);
      expect(done).toMatchObject({ state: 'done', message: null });
      expect(done.start_url).toMatch(/^\/app\//);
      const made = await tables();
      expect(made.map(({ label }) => label).toSorted()).toEqual(one.tables.map(({ label }) => label).toSorted());
      for (const table of one.tables) {
        const { id } = made.find(({ label }) => label === table.label)!;
        const asked = await admin.call('POST', `/v3/tables/${id}/records/query`, { limit: 100 });
        const { records } = asked.body as { records: readonly { fields: Record<string, unknown> }[] };
        expect(records.length).toBe(table.records.length);
        // Nothing that is computed ended in an error.
        expect(JSON.stringify(records)).not.toContain('"error"');
        const { body } = await admin.call('GET', `/v3/tables/${id}/views`);
        expect((body as { views: readonly unknown[] }).views.length).toBe(table.views.length + 1);
      }
      // Members see its apps at once, and nobody is asked to publish them.
      expect((await apps(member)).map(({ label }) => label)).toEqual(one.apps.map(({ label }) => label));
      expect((await folders()).map(({ label, tabs }) => [label, tabs.length])).toEqual([
        [one.name, one.tables.length + one.apps.length],
      ]);

      const preview = await admin.call('POST', `/v3/undo/apps.${done.operation_id}`, { preview: true });
      expect(preview.body).toMatchObject({ kind: 'operation', conflicts: [] });
      const undone = await admin.call('POST', `/v3/undo/apps.${done.operation_id}`, {});
      expect({ status: undone.status, body: undone.body }).toMatchObject({ status: 200 });
      expect([await tables(), await apps(), await folders()]).toEqual([[], [], []]);
    },
  );

  it('come without their example records where nobody wants them', async () => {
    const done = await install('expenses', { data: false });
    expect(done.state).toBe('done');
    const bills = (await tables()).find(({ label }) => label === 'Expenses')!;
    const { body } = await admin.call('POST', `/v3/tables/${bills.id}/records/query`, { limit: 10 });
    expect((body as { records: readonly unknown[] }).records).toEqual([]);
    await admin.call('POST', `/v3/tables/${bills.id}/records`, { records: [{ fields: {} }] });
    // What people added since is told before it goes.
    const asked = await admin.call('POST', `/v3/undo/apps.${done.operation_id}`, {});
    expect([asked.status, await tables()]).toMatchObject([200, []]);
  });

  it('are installed by who may make tables and apps alone', async () => {
    expect((await member.call('POST', '/template/install', { slug: 'expenses' })).status).toBe(403);
    expect(code(await admin.call('POST', '/template/install', { slug: 'nothing' }))).toBe('template_not_found');
    const done = await install('help-desk');
    // How far it is tells nobody else anything.
    expect(code(await member.call('GET', `/template/install/${done.operation_id}`))).toBe('template_not_found');
    const history = await admin.call('POST', '/historyLog/list', { search: '', filters: {} });
    expect(JSON.stringify(history.body)).toContain('templateInstallPlanned');
  });

  it('are made of a folder, and a folder is made again, with links among what is new', async () => {
    const folder = (await folders()).find(({ label }) => label === 'Help desk')!;
    const words = {
      title: 'Our desk',
      short_description: 'Ours',
      description: 'As we have it',
      categories: ['support'],
    };
    const body = { ...words, language: 'en', workspace: { id: folder.id, data: true } };
    const saved = await admin.call('POST', '/template/save', body);
    expect({ status: saved.status, body: saved.body }).toMatchObject({ status: 201 });
    const { id } = saved.body as { readonly id: string };
    expect((await admin.call('GET', '/template/my')).body).toMatchObject({
      templates: [{ id, name: 'Our desk', counts: { tables: 2, apps: 1, records: 10 } }],
    });
    const before = await tables();
    expect((await install(id)).state).toBe('done');
    expect((await tables()).length).toBe(before.length + 2);

    const begun = await admin.call('POST', `/v3/folders/${folder.id}/duplicate`, { records: true });
    expect({ status: begun.status, body: begun.body }).toMatchObject({ status: 202 });
    const { operation_id } = begun.body as Install;
    await vi.waitFor(
      async () =>
        expect((await admin.call('GET', `/template/install/${operation_id}`)).body).toMatchObject({ state: 'done' }),
      { timeout: 20_000, interval: 50 },
    );
    const copy = (await folders()).find(({ label }) => label === 'Help desk (copy)')!;
    expect(copy.tabs.map(({ label }) => label).toSorted()).toEqual(['Customers', 'Help desk', 'Requests']);
    const requests = copy.tabs.find(({ label }) => label === 'Requests')!;
    const customers = copy.tabs.find(({ label }) => label === 'Customers')!;
    const { fields } = (await admin.call('GET', `/v3/tables/${requests.id}`)).body as {
      fields: readonly { name: string; props: { tableId?: string } }[];
    };
    expect(fields.find(({ name }) => name === 'Customer')!.props.tableId).toBe(customers.id);
    const { records } = (await admin.call('POST', `/v3/tables/${requests.id}/records/query`, { limit: 10 })).body as {
      records: readonly unknown[];
    };
    expect(records.length).toBe(6);

    const gone = await admin.call('POST', '/template/delete', { template_id: id });
    expect(gone.status).toBe(204);
    expect((await admin.call('GET', '/template/my')).body).toEqual({ templates: [] });
    expect((await admin.call('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect((await admin.call('GET', '/template/my')).body).toMatchObject({ templates: [{ id }] });
    expect((await member.call('GET', '/template/my')).status).toBe(403);
    expect(code(await member.call('GET', `/template/${id}`))).toBe('template_not_found');
  });

  it("stand in the gallery of all once the operator approved them, and are their builder's alone until then", async () => {
    const ports = product.ports('apps');
    const away = await foreignAdmin(product);
    const colleagueToo = await colleague(product, admin, { email: 'bea@marlow.example', seat: 'builder', role: '1' });
    const folder = (await folders()).find(({ label }) => label === 'Help desk')!;
    const words = { short_description: 'Ours', description: 'As we have it', categories: ['support'], language: 'en' };
    const body = { ...words, title: 'Gallery desk', workspace: { id: folder.id, data: true } };
    const saved = await admin.call('POST', '/template/save', body);
    expect({ status: saved.status, body: saved.body }).toMatchObject({ status: 201 });
    const { id } = saved.body as { readonly id: string };
    const mine = async (): Promise<unknown> =>
      ((await admin.call('GET', '/template/my')).body as { templates: { id: string }[] }).templates.find(
        (one) => one.id === id,
      );
    const listed = async (by: TestCaller, search = 'gallery desk'): Promise<readonly string[]> =>
      ((await by.call('POST', '/template/list', { search })).body as { templates: { id: string }[] }).templates.map(
        (one) => one.id,
      );
    expect(await mine()).toMatchObject({ status: 'Waiting for approval', published: false, reason: null });
    const [waiting] = (await listTemplates(ports)).filter(({ name }) => name === 'Gallery desk');
    expect(waiting).toMatchObject({ save: `${id}.1`, counts: { tables: 2, apps: 1, records: 10 } });
    expect(await showTemplate(ports, { save: `${id}.1` })).toMatchObject({
      name: 'Gallery desk',
      builder: 'Marlow Supply',
    });
    for (const by of [away, colleagueToo]) {
      expect([await listed(by), code(await by.call('GET', `/template/${id}`))]).toEqual([[], 'template_not_found']);
      expect(code(await by.call('POST', '/template/install', { slug: id }))).toBe('template_not_found');
    }
    expect(code(await colleagueToo.call('POST', '/template/delete', { template_id: id }))).toBe('template_not_found');

    // What was saved since was looked at by nobody.
    expect(
      (await admin.call('POST', '/template/save', { ...body, description: 'More', id_template_old: id })).status,
    ).toBe(201);
    await expect(approveTemplate(ports, { save: `${id}.1` })).rejects.toMatchObject({ code: 'templates.saved_since' });
    expect(await listed(away)).toEqual([]);
    await expect(refuseTemplate(ports, { save: `${id}.2`, reason: ' ' })).rejects.toMatchObject({
      code: 'templates.reason_needed',
    });
    expect(await refuseTemplate(ports, { save: `${id}.2`, reason: 'It needs a picture.' })).toEqual({
      name: 'Gallery desk',
    });
    expect(await mine()).toMatchObject({ status: 'Refused', reason: 'It needs a picture.' });
    await vi.waitFor(
      async () =>
        expect(JSON.stringify((await admin.call('GET', '/v3/notifications')).body)).toContain('was not approved'),
      { timeout: 10_000, interval: 100 },
    );

    // As it is, once more.
    await admin.call('POST', '/template/save', { ...body, description: 'More', id_template_old: id });
    expect(await mine()).toMatchObject({ status: 'Waiting for approval', reason: null });
    expect(await approveTemplate(ports, { save: `${id}.3` })).toEqual({ name: 'Gallery desk' });
    expect(await approveTemplate(ports, { save: `${id}.3` })).toEqual({ name: 'Gallery desk' });
    expect((await listTemplates(ports)).filter(({ name }) => name === 'Gallery desk')).toEqual([]);
    expect(await mine()).toMatchObject({ status: 'Published', published: true });
    expect([await listed(away), await listed(member), await listed(away, 'nothing')]).toEqual([[id], [id], []]);
    expect((await away.call('GET', `/template/${id}`)).body).toMatchObject({
      builder: 'Marlow Supply',
      description: 'More',
    });
    const begun = await away.call('POST', '/template/install', { slug: id });
    expect(begun.status).toBe(202);
    const { operation_id } = begun.body as Install;
    await vi.waitFor(
      async () =>
        expect((await away.call('GET', `/template/install/${operation_id}`)).body).toMatchObject({ state: 'done' }),
      { timeout: 20_000, interval: 50 },
    );
    expect((await away.call('GET', `/template/${id}`)).body).toMatchObject({ installs: 1 });

    // What is changed waits; what was approved stays there meanwhile, and others see that.
    await admin.call('POST', '/template/save', { ...body, description: 'Even more', id_template_old: id });
    expect(await mine()).toMatchObject({ status: 'Waiting for approval', published: true });
    expect((await away.call('GET', `/template/${id}`)).body).toMatchObject({ description: 'More' });
    expect((await admin.call('GET', `/template/${id}`)).body).toMatchObject({ description: 'Even more' });

    const gone = await admin.call('POST', '/template/delete', { template_id: id });
    expect([gone.status, await listed(away)]).toEqual([204, []]);
    expect((await admin.call('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect(await mine()).toMatchObject({ status: 'Waiting for approval', published: false });
    expect(await listed(away)).toEqual([]);
    const [again] = (await listTemplates(ports)).filter(({ name }) => name === 'Gallery desk');
    await approveTemplate(ports, again!);
    expect(await listed(away)).toEqual([id]);
    // By its id alone, whatever was saved last.
    await refuseTemplate(ports, { save: id, reason: 'Somebody complained.' });
    expect([await listed(away), await mine()]).toMatchObject([[], { status: 'Refused', published: false }]);
    const own = await admin.call('POST', '/template/save', { ...body, publish: false, id_template_old: id });
    expect([own.status, await mine()]).toMatchObject([201, { status: 'Saved' }]);
    await expect(approveTemplate(ports, { save: `${id}.6` })).rejects.toMatchObject({ code: 'template_not_found' });
    await expect(approveTemplate(ports, { save: 'nothing' })).rejects.toMatchObject({ code: 'templates.no_save' });
    const history = await admin.call('POST', '/historyLog/list', { search: '', filters: {} });
    expect(JSON.stringify(history.body)).toContain('templateReviewed');
  });

  it('take automations of their tables along by choice, which are drafts of whoever installs them', async () => {
    const folder = (await folders()).find(({ label }) => label === 'Help desk')!;
    const table = folder.tabs.find(({ label }) => label === 'Requests')!;
    const { fields } = (await admin.call('GET', `/v3/tables/${table.id}`)).body as {
      fields: readonly { id: string; name: string; type: string; props: { options?: readonly { id: string }[] } }[];
    };
    const choice = fields.find(({ props }) => (props.options ?? []).length > 0)!;
    const [option] = choice.props.options!;
    const session = (await admin.call('GET', '/v3/session')).body as { user: { id: string } };
    const steps = [
      {
        id: 'change',
        type: 'update_record',
        config: { tableId: table.id, recordId: { ref: 'trigger.record.id' }, values: { [choice.id]: option!.id } },
      },
      { id: 'tell', type: 'notify', config: { people: session.user.id, text: { ref: `trigger.record.${choice.id}` } } },
      { id: 'send', type: 'http_request', config: { method: 'POST', url: 'https://secret.example', body: 'hidden' } },
    ];
    const trigger = { type: 'record_created', config: { tableId: table.id } };
    const made = await admin.call('POST', '/v3/automations', { label: 'Take it up', trigger, steps });
    expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 });
    const words = { short_description: 'Ours', description: 'Ours', categories: ['support'], language: 'en' };
    const body = { ...words, title: 'Desk that works', workspace: { id: folder.id, data: false, automations: true } };
    const saved = await admin.call('POST', '/template/save', body);
    expect({ status: saved.status, body: saved.body }).toMatchObject({ status: 201 });
    const { id } = saved.body as { readonly id: string };
    const text = JSON.stringify(await showTemplate(product.ports('apps'), { save: `${id}.1` }));
    expect(text).toContain('Take it up');
    for (const hidden of [session.user.id, table.id, choice.id, option!.id, 'secret.example', 'hidden'])
      expect(text).not.toContain(hidden);
    await approveTemplate(product.ports('apps'), { save: `${id}.1` });

    const away = await foreignAdmin(product);
    expect((await away.call('GET', `/template/${id}`)).body).toMatchObject({ counts: { automations: 1 } });
    const begun = (await away.call('POST', '/template/install', { slug: id })).body as Install;
    await vi.waitFor(
      async () =>
        expect((await away.call('GET', `/template/install/${begun.operation_id}`)).body).toMatchObject({
          state: 'done',
          message: null,
        }),
      { timeout: 20_000, interval: 50 },
    );
    type Listed = {
      readonly id: string;
      readonly enabled: boolean;
      readonly published: unknown;
      readonly ownerId: string;
    };
    const theirs = async (): Promise<readonly Listed[]> =>
      ((await away.call('GET', '/v3/automations')).body as { automations: readonly Listed[] }).automations;
    const [installed] = await theirs();
    const eve = (await away.call('GET', '/v3/session')).body as { user: { id: string } };
    expect(installed).toMatchObject({ enabled: false, published: null, ownerId: eve.user.id, label: 'Take it up' });
    const whole = (await away.call('GET', `/v3/automations/${installed!.id}`)).body as {
      trigger: { config: { tableId: string } };
      steps: readonly { config: Record<string, unknown> }[];
      issues: readonly { step: string; field: string }[];
    };
    const { tables: there } = (await away.call('GET', '/v3/tables')).body as { tables: readonly Table[] };
    expect(whole.trigger.config.tableId).toBe(there.find(({ label }) => label === 'Requests')!.id);
    // All that is missing is what stayed behind.
    expect(whole.issues.map(({ step, field }) => `${step}.${field}`)).toEqual(['tell.people', 'send.url']);

    const preview = await away.call('POST', `/v3/undo/apps.${begun.operation_id}`, { preview: true });
    expect(preview.body).toMatchObject({ kind: 'operation', conflicts: [] });
    expect((await away.call('POST', `/v3/undo/apps.${begun.operation_id}`, {})).status).toBe(200);
    const left = (await away.call('GET', '/v3/tables')).body as { tables: readonly Table[] };
    expect([await theirs(), left.tables]).toEqual([[], []]);
  });
});
