import { newId, type Actor } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { narrowFields as f, narrowRole } from '../testing/narrow.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const vera = actorOf(organization, 'member');
/** Does not see the secret. */
const nia: Actor = { ...actorOf(organization, 'builder'), roleId: narrowRole };
let t: TestTables;
let table: string;
let made: string;

beforeAll(async () => {
  t = await startTables(
    [ada, vera, nia].map((actor, at) => ({ actor, name: `P${at}`, email: `p${at}@example.com` })),
    { writeModule: new URL('../testing/narrow.write.ts', import.meta.url) },
  );
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Deals',
    fields: [
      { id: f.name, name: 'Name', type: 'singleLineText' },
      { id: f.code, name: 'Code', type: 'singleLineText' },
      { id: f.amount, name: 'Amount', type: 'number' },
      { id: f.secret, name: 'Secret', type: 'singleLineText' },
      { name: 'Made', type: 'criado_em' },
    ],
  });
  table = body.id;
  made = body.fields.find(({ type }: { type: string }) => type === 'criado_em').id;
});
afterAll(() => t.stop());

const put = (form: string, config: unknown, actor: Actor = ada, headers: Record<string, string> = {}) =>
  t.call(actor, 'PUT', `/v3/tables/${table}/forms/${form}`, { config }, headers);
const read = async (actor: Actor = ada) => (await t.call(actor, 'GET', `/v3/tables/${table}`)).body;
const asked = (...ids: readonly string[]) => ids.map((fieldId) => ({ fieldId }));

describe('the forms of a table', () => {
  it('are none at first, are set apart, and are taken away', async () => {
    expect(await read()).toMatchObject({ creationForm: true, updateForm: true });
    const creation = { fields: asked(f.name), open_as: '4_cols', on_save: 'keep_open', title: 'New deal' };
    expect(await put('creation', creation)).toMatchObject({ status: 200, body: { creationForm: creation } });
    const update = { fields: [], open_as: 'modal_wide', tools: ['history'] };
    expect(await put('update', update)).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ creationForm: creation, updateForm: update });
    expect((await t.call(vera, 'GET', `/v3/tables/${table}/forms/update`)).body).toEqual({ config: update });
    // What stands so already is no change.
    expect((await put('update', update)).headers.get('tessera-commit')).toBeNull();
    expect((await put('creation', true)).body).toMatchObject({ creationForm: true, updateForm: update });
    await put('update', true);
  });

  it('refuse what a form cannot be, and who may not', async () => {
    expect(await put('sideways', true)).toMatchObject({
      status: 404,
      body: { error: { code: 'form_cfg_error', message: 'Form modal config not found' } },
    });
    expect(await t.call(ada, 'GET', `/v3/tables/${table}/forms/sideways`)).toMatchObject({ status: 404 });
    for (const wrong of [
      { fields: [], open_as: '5_cols' },
      { fields: [], tools: ['history', 'history'] },
      { fields: [], rowHeight: 'small' },
      { fields: asked('gone') },
      { fields: asked(f.name, f.name) },
      { fields: asked(made) },
    ])
      expect(await put('creation', wrong), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        body: { error: { code: 'request.invalid' } },
      });
    const long = { fields: [], description: 'x'.repeat(2000), success_message: 'x'.repeat(1000) };
    expect((await put('creation', long)).status).toBe(200);
    const help = { help: 'ü'.repeat(1000) };
    const heavy = Array.from({ length: 70 }, () => ({ fieldId: f.name, ...help }));
    expect(await put('creation', { fields: heavy })).toMatchObject({
      body: { error: { code: 'forms.config_too_large' } },
    });
    // A record may show what nobody writes.
    expect((await put('update', { fields: asked(f.name, made) })).status).toBe(200);
    expect((await put('creation', true, vera)).status).toBe(403);
    for (const form of ['creation', 'update']) await put(form, true);
  });

  it('are changed on condition, and are undone unless somebody changed them since', async () => {
    const { version } = await read();
    const first = await put('creation', { fields: asked(f.name) }, ada, { 'if-match': `"${version}"` });
    expect(first.status).toBe(200);
    const stale = await put('creation', true, ada, { 'if-match': `"${version}"` });
    expect(stale).toMatchObject({ body: { error: { code: 'tables.stale' } } });
    const second = await put('creation', { fields: asked(f.code), title: 'Codes' });
    const undo = (answer: typeof first, body: object = {}) =>
      t.call(ada, 'POST', `/v3/undo/${answer.headers.get('tessera-commit')}`, body);
    const refused = await undo(first);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { details: { conflicts: [{ fieldName: 'creationForm', current: 'Codes', undoTo: null }] } } },
    });
    expect((await undo(second)).status).toBe(200);
    expect(await read()).toMatchObject({ creationForm: { fields: asked(f.name) } });
    expect((await undo(first)).status).toBe(200);
    expect(await read()).toMatchObject({ creationForm: true });
  });

  it('tell nobody of fields that they do not see, and go with a copy of the table', async () => {
    const secret = { fieldId: f.secret, label: 'Password', default: 'swordfish' };
    await put('creation', { fields: [{ fieldId: f.name }, secret] });
    await put('update', { fields: asked(f.name), open_as: 'full_screen' });
    const seen = await read(nia);
    expect(seen.creationForm).toEqual({ fields: asked(f.name) });
    expect(JSON.stringify(seen)).not.toContain('swordfish');
    const copy = await t.call(ada, 'POST', `/v3/tables/${table}/duplicate`, { label: 'Twin', records: false });
    expect(copy.status).toBeLessThan(300);
    const { tables } = (await t.call(ada, 'GET', '/v3/tables')).body;
    const twin = tables.find(({ label }: { label: string }) => label === 'Twin').id;
    expect((await t.call(ada, 'GET', `/v3/tables/${twin}`)).body).toMatchObject({
      creationForm: { fields: [{ fieldId: f.name }, secret] },
      updateForm: { open_as: 'full_screen' },
    });
  });
});
