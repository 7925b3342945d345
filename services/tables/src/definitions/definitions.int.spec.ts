import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@tessera/kernel';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const bob = actorOf(organization, 'builder');
let t: TestTables;
let table: string;
let f: Readonly<Record<string, string>>;

beforeAll(async () => {
  t = await startTables([
    { actor: ada, name: 'Ada', email: 'ada@example.com' },
    { actor: bob, name: 'Bob', email: 'bob@example.com' },
  ]);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});
beforeEach(async () => {
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: ' Deals ',
    icon: 'briefcase',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Amount', type: 'number', props: { decimals: 3 } },
      {
        name: 'Stage',
        type: 'select',
        props: { options: [{ label: 'Open' }, { label: 'Won', color: 'teal' }, { label: 'Lost' }] },
      },
      { name: 'Tags', type: 'multipleSelect', props: { options: [{ label: 'x' }, { label: 'y' }] } },
    ],
  });
  table = body.id;
  f = Object.fromEntries(body.fields.map((x: { name: string; id: string }) => [x.name, x.id]));
});

const path = (rest = '') => `/v3/tables/${table}${rest}`;
const field = async (name: string) =>
  (await t.call(ada, 'GET', path())).body.fields.find((x: { name: string }) => x.name === name);
const patchField = (name: string, body: object) => t.call(ada, 'PATCH', path(`/fields/${f[name]}`), body);
const create = (fields: object) => t.call(ada, 'POST', path('/records?fieldKey=name'), { fields });

describe('a table', () => {
  it('is made with its fields, labelled by the first text, and listed', async () => {
    const { body } = await t.call(ada, 'GET', path());
    expect(body).toMatchObject({
      label: 'Deals',
      icon: 'briefcase',
      labelFieldId: f.Name,
      uniqueFieldId: null,
      access: 'full',
      rights: { canManageFieldsAndConfig: true, isReadOnly: false },
    });
    const colors = (at: number) =>
      body.fields[at].props.options.map((o: { label: string; color: string }) => [o.label, o.color]);
    expect(colors(2)).toEqual([
      ['Open', 'blue'],
      ['Won', 'teal'],
      ['Lost', 'rose'],
    ]);
    // The next select begins elsewhere on the circle, so that the two are told apart.
    expect(colors(3)).toEqual([
      ['x', 'amber'],
      ['y', 'teal'],
    ]);
    expect((await t.call(ada, 'GET', '/v3/tables')).body.tables.some((x: { id: string }) => x.id === table)).toBe(true);
  });

  it('goes to the trash with its records and comes back with them', async () => {
    await create({ Name: 'a' });
    expect((await t.call(ada, 'DELETE', path())).status).toBe(204);
    expect((await t.call(ada, 'GET', path())).body.error.code).toBe('object_not_found');
    expect((await create({ Name: 'b' })).status).toBe(404);
    expect(
      (await t.call(ada, 'GET', '/v3/tables?archived=true')).body.tables.map((x: { id: string }) => x.id),
    ).toContain(table);
    expect((await t.call(ada, 'POST', path('/restore'))).body.id).toBe(table);
    expect((await t.call(ada, 'POST', path('/records/count'), {})).body.total).toBe(1);
  });

  it('answers an ETag that a read gives back for 304, and that a write holds to', async () => {
    const { headers } = await t.call(ada, 'GET', path());
    const etag = headers.get('etag')!;
    expect(etag).toMatch(/^"1-[0-9a-f]{12}"$/);
    const again = await t.call(ada, 'GET', path(), undefined, { 'if-none-match': `"x", W/${etag}` });
    expect([again.status, again.body]).toEqual([304, undefined]);
    const renamed = await t.call(ada, 'PATCH', path(), { label: 'Leads' }, { 'if-match': etag });
    expect([renamed.status, renamed.headers.get('etag')]).toEqual([
      200,
      (await t.call(ada, 'GET', path())).headers.get('etag'),
    ]);
    const stale = { 'if-match': etag };
    const view = { label: 'V', config: { fields: [] } };
    const refused = await Promise.all([
      t.call(ada, 'PATCH', path(), { label: 'x' }, stale),
      t.call(ada, 'DELETE', path(), undefined, stale),
      t.call(ada, 'PATCH', path(), { uniqueFieldId: f.Name }, stale),
      t.call(ada, 'POST', path('/fields'), { name: 'New', type: 'text' }, stale),
      t.call(ada, 'PATCH', path(`/fields/${f.Name}`), { name: 'x' }, stale),
      t.call(ada, 'PATCH', path(`/fields/${f.Name}`), { unique: true }, stale),
      t.call(ada, 'PUT', path('/fields/order'), { fieldIds: [] }, stale),
      t.call(ada, 'DELETE', path(`/fields/${f.Name}`), undefined, stale),
      t.call(ada, 'POST', path('/views'), view, stale),
    ]);
    expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual(
      refused.map(() => [412, 'tables.stale']),
    );
    const now = { 'if-match': renamed.headers.get('etag')! };
    const made = await t.call(ada, 'POST', path('/views'), view, now);
    expect([made.status, (await t.call(ada, 'DELETE', path(`/views/${made.body.id}`), undefined, now)).status]).toEqual(
      [201, 412],
    );
    // Saving a view leaves the table as it was.
    expect((await t.call(ada, 'PATCH', path(`/fields/${f.Name}`), { unique: true }, now)).body.unique).toBe(true);
    expect((await t.call(ada, 'PATCH', path(), { label: 'x' }, { 'if-match': 'soon' })).body.error.code).toBe(
      'request.if_match',
    );
  });

  it('what another changes while values are checked or options replaced is seen by the change that follows', async () => {
    const records = (from: number) =>
      Array.from({ length: 1000 }, (_, i) => ({ fields: { Name: `n${from + i}`, Stage: 'Open' } }));
    for (const from of [0, 1000, 2000])
      await t.call(ada, 'POST', path('/records?fieldKey=name'), { records: records(from) });
    const open = (await field('Stage')).props.options[0].id;
    const version = (etag: string | null) => Number(/^"(\d+)/.exec(etag ?? '')?.[1]);
    /** Answers of a change held to a version, and of another's made as soon as `begun`. */
    const beside = async (body: object, name: string, own: number, begun: (before: number) => Promise<boolean>) => {
      const etag = (await t.call(ada, 'GET', path())).headers.get('etag')!;
      const change = t.call(ada, 'PATCH', path(`/fields/${f[name]}`), body, { 'if-match': etag });
      while (!(await begun(version(etag)))) {
        /* asked again */
      }
      await t.call(ada, 'PATCH', path(), { label: `beside ${name}` });
      const { status, headers } = await change;
      // Either nobody came in between, or it was refused.
      expect(status === 200 ? version(headers.get('etag')) : status).toBe(status === 200 ? version(etag) + own : 412);
      return status;
    };
    const unique = await beside(
      { unique: true, description: 'checked' },
      'Name',
      3,
      async (before) => version((await t.call(ada, 'GET', path())).headers.get('etag')) > before,
    );
    expect(await field('Name')).toMatchObject(
      unique === 200 ? { unique: true, description: 'checked' } : { unique: false, description: '' },
    );
    // What was refused left nothing behind: the name is free to stand twice.
    if (unique !== 200)
      expect(
        (await t.call(ada, 'POST', path('/records?fieldKey=name'), { records: [{ fields: { Name: 'n0' } }] })).status,
      ).toBe(201);
    const removal = { removeOptions: [open], replacements: { [open]: null } };
    const replaced = await beside(
      removal,
      'Stage',
      1,
      async () =>
        (
          await t.call(ada, 'POST', path('/records/count'), {
            filter: { and: [{ fieldId: f.Stage, operator: 'equals', value: open }] },
          })
        ).body.total < 3000,
    );
    expect((await field('Stage')).props.options.some((option: { id: string }) => option.id === open)).toBe(
      replaced !== 200,
    );
    // Who looks again and asks again gets it.
    const again = { 'if-match': (await t.call(ada, 'GET', path())).headers.get('etag')! };
    expect((await t.call(ada, 'PATCH', path(`/fields/${f.Stage}`), removal, again)).status).toBe(200);
  });

  it('refuses fields that do not go together', async () => {
    const make = async (...fields: object[]) =>
      (await t.call(ada, 'POST', '/v3/tables', { label: 'x', fields })).body.error?.code;
    expect(await make({ name: 'A', type: 'text' }, { name: ' a ', type: 'text' })).toBe('fields.name_taken');
    expect(await make({ name: ' ', type: 'text' })).toBe('fields.name_required');
    expect(await make({ name: 'x'.repeat(256), type: 'text' })).toBe('fields.name_too_long');
    expect(await make({ name: 'A', type: 'hologram' })).toBe('fields.type_unknown');
    expect(await make({ name: 'A', type: 'checkbox', unique: true })).toBe('fields.unique_refused');
    expect(await make({ name: 'A', type: 'number', default: 'many' })).toBe('fields.default_invalid');
    expect(await make({ name: 'A', type: 'criado_em', required: true })).toBe('fields.required_refused');
    expect(await make({ name: 'A', type: 'select', props: { options: [{ label: 'a' }, { label: ' a ' }] } })).toBe(
      'fields.props_invalid',
    );
  });
});

describe('a field', () => {
  it('is added where it is asked for, with a default for records made from then on', async () => {
    const before = (await create({ Name: 'old' })).body.id;
    const added = await t.call(ada, 'POST', path('/fields'), {
      name: 'Kind',
      type: 'singleLineText',
      default: 'plain',
      index: 1,
    });
    expect(added.status).toBe(201);
    expect((await t.call(ada, 'GET', path())).body.fields.map((x: { name: string }) => x.name)).toEqual([
      'Name',
      'Kind',
      'Amount',
      'Stage',
      'Tags',
    ]);
    expect((await create({ Name: 'new' })).body.fields.Kind).toBe('plain');
    expect((await create({ Name: 'none', Kind: null })).body.fields.Kind).toBeUndefined();
    expect((await t.call(ada, 'GET', path(`/records/${before}?fieldKey=name`))).body.fields).toEqual({ Name: 'old' });
  });

  it('keeps its data over deletion and restoration', async () => {
    const { id } = (await create({ Name: 'a', Amount: 5 })).body;
    await t.call(ada, 'DELETE', path(`/fields/${f.Amount}`));
    expect((await t.call(ada, 'GET', path(`/records/${id}?fieldKey=name`))).body.fields).toEqual({ Name: 'a' });
    expect((await t.call(ada, 'GET', path('/fields/deleted'))).body.fields.map((x: { id: string }) => x.id)).toEqual([
      f.Amount,
    ]);
    await t.call(ada, 'POST', path('/fields'), { name: 'Amount', type: 'text' });
    expect((await t.call(ada, 'POST', path(`/fields/${f.Amount}/restore`))).body.error.code).toBe('fields.name_taken');
    await t.call(ada, 'PATCH', path(`/fields/${(await field('Amount')).id}`), { name: 'Other' });
    expect((await t.call(ada, 'POST', path(`/fields/${f.Amount}/restore`))).status).toBe(200);
    expect((await t.call(ada, 'GET', path(`/records/${id}?fieldKey=name`))).body.fields).toEqual({
      Name: 'a',
      Amount: 5,
    });
  });

  it('changes type only where the data stay as they are', async () => {
    expect((await patchField('Name', { type: 'text' })).body.type).toBe('text');
    expect((await patchField('Amount', { type: 'currency', props: { decimals: 2 } })).body).toMatchObject({
      type: 'currency',
      props: { decimals: 2 },
    });
    expect((await patchField('Amount', { props: { decimals: 5 } })).body.error.code).toBe('fields.scale_fixed');
    expect((await patchField('Name', { type: 'number' })).body.error.code).toBe('fields.conversion_needed');
    expect((await patchField('Amount', { type: 'date' })).body.error.code).toBe('fields.conversion_unavailable');
  });

  it('gives added options colours that the others have not, and takes colours of the circle alone', async () => {
    const options = (body: { props: { options: { color: string }[] } }) => body.props.options.map((o) => o.color);
    const { options: before } = (await field('Tags')).props;
    const added = [{ label: 'z' }, { label: 'w', color: 'neutral' }, { label: 'v' }];
    const { body } = await patchField('Tags', { props: { options: [...before, ...added] } });
    expect(options(body)).toEqual(['amber', 'teal', 'rose', 'neutral', 'lime']);
    // Those that are left out stay, and what is added differs from them as well.
    const { body: more } = await patchField('Tags', { props: { options: [{ label: 'u' }] } });
    expect(new Set(options(more)).size).toBe(6);
    const third = { name: 'Third', type: 'select', props: { options: [{ label: 'a' }] } };
    expect(options((await t.call(ada, 'POST', path('/fields'), third)).body)).toEqual(['teal']);

    const red = await patchField('Tags', { props: { options: [{ label: 't', color: '#ff0000' }] } });
    expect([red.status, red.body.error]).toMatchObject([
      400,
      { code: 'fields.props_invalid', details: { reason: 'select.option_color', color: '#ff0000' } },
    ]);
    const table = await t.call(ada, 'PATCH', path(), { color: 'red' });
    expect([table.status, table.body.error.code]).toEqual([400, 'tables.color']);
    expect((await t.call(ada, 'PATCH', path(), { color: 'pink' })).body.color).toBe('pink');
  });

  it('renames and recolours options by id and keeps those that are named by label', async () => {
    const { options } = (await field('Stage')).props;
    const { id } = (await create({ Stage: 'Open' })).body;
    const changed = await patchField('Stage', {
      props: {
        options: [
          { label: 'Won' },
          { id: options[0].id, label: 'Active', color: 'pink' },
          { label: 'Lost' },
          { label: 'New' },
        ],
      },
    });
    expect(changed.body.props.options.map((o: { id: string; label: string }) => [o.id, o.label])).toEqual([
      [options[1].id, 'Won'],
      [options[0].id, 'Active'],
      [options[2].id, 'Lost'],
      [expect.any(String), 'New'],
    ]);
    expect((await t.call(ada, 'GET', path(`/records/${id}?fieldKey=name`))).body.fields.Stage).toBe(options[0].id);
  });

  it('keeps an option that records have by now when its addition is taken back, and says so', async () => {
    const before = (await field('Stage')).props.options as { id: string; label: string }[];
    const added = await patchField('Stage', { props: { options: [...before, { label: 'Fresh' }, { label: 'Idle' }] } });
    const commit = added.headers.get('tessera-commit')!;
    const fresh = added.body.props.options.find((o: { label: string }) => o.label === 'Fresh').id as string;
    const { id } = (await create({ Stage: 'Fresh' })).body;
    const stands = { fieldName: 'Stage: Fresh', current: 'Fresh', undoTo: null, blocked: 'fields.option_in_use' };
    expect((await t.call(ada, 'POST', `/v3/undo/${commit}`, { preview: true })).body.conflicts).toMatchObject([stands]);
    const refused = await t.call(ada, 'POST', `/v3/undo/${commit}`, {});
    expect([refused.status, refused.body.error.code, refused.body.error.details.conflicts]).toMatchObject([
      409,
      'undo.conflicts',
      [stands],
    ]);
    expect((await t.call(ada, 'POST', `/v3/undo/${commit}`, { conflicts: 'overwrite' })).status).toBe(200);
    const labels = async () => (await field('Stage')).props.options.map((o: { label: string }) => o.label);
    expect(await labels()).toEqual([...before.map((o) => o.label), 'Fresh']);
    expect((await t.call(ada, 'GET', path(`/records/${id}?fieldKey=name`))).body.fields.Stage).toBe(fresh);
    // In the trash it stands as before: the record may come back.
    await t.call(ada, 'DELETE', path(`/records/${id}`));
    expect((await t.call(ada, 'POST', `/v3/undo/${commit}`, {})).status).toBe(409);
    await t.call(ada, 'POST', path('/records/restore'), { ids: [id] });
    await t.call(ada, 'PATCH', path(`/records/${id}`), { fields: { [f.Stage!]: null } });
    expect((await t.call(ada, 'POST', `/v3/undo/${commit}`, {})).status).toBe(200);
    expect(await labels()).toEqual(before.map((o) => o.label));
  });

  it('that a saved view speaks of may go and come back: the view shows what is left, and all of it again', async () => {
    const config = {
      fields: [{ fieldId: f.Amount, width: 300, total: 'sum' }, { fieldId: f.Stage }],
      filter: {
        and: [
          { fieldId: f.Amount, operator: 'greaterThan', value: 1 },
          { fieldId: f.Name, operator: 'isNotEmpty' },
        ],
      },
      sort: [{ fieldId: f.Amount, order: 'desc' }],
    };
    const { id } = (await t.call(ada, 'POST', path('/views'), { label: 'V', config })).body;
    const shown = async () =>
      (await t.call(ada, 'GET', path())).body.views.find((one: { id: string }) => one.id === id).config;
    await t.call(ada, 'DELETE', path(`/fields/${f.Amount}`));
    const left = await shown();
    expect(left).toMatchObject({ filter: { and: [{ fieldId: f.Name }] }, sort: [] });
    expect((await t.call(ada, 'POST', path('/records/query'), { filter: left.filter, sort: left.sort })).status).toBe(
      200,
    );
    // What is shown can be saved as it is.
    expect((await t.call(ada, 'POST', path('/views'), { label: 'W', config: left })).status).toBe(201);
    await t.call(ada, 'POST', path(`/fields/${f.Amount}/restore`));
    expect(await shown()).toEqual(config);
    const refused = await t.call(ada, 'POST', path('/views'), {
      label: 'X',
      config: { fields: [], sort: [{ fieldId: 'nothing' }] },
    });
    expect([refused.status, refused.body.error.code, refused.body.error.details.issues]).toEqual([
      400,
      'request.invalid',
      [{ path: 'body.config.sort.0.fieldId', message: 'There is no field "nothing".' }],
    ]);
  });

  const settle = async (body: { operationId?: string }) => {
    for (let state = 'running'; body.operationId !== undefined && state === 'running';)
      state = (await t.call(ada, 'GET', `/v3/operations/${body.operationId}`)).body.state;
  };

  it('counts records in the trash as having an option: they come back with what took its place, or with it once that is undone', async () => {
    const options = (await field('Stage')).props.options as { id: string; label: string }[];
    const [open, won] = [options[0]!, options[1]!];
    const [live, gone] = [(await create({ Stage: 'Won' })).body.id, (await create({ Stage: 'Open' })).body.id];
    await t.call(ada, 'DELETE', path(`/records/${gone}`));
    const without = { props: { options: options.slice(1) }, removeOptions: [open.id] };
    expect((await patchField('Stage', without)).body.error).toMatchObject({
      code: 'fields.option_in_use',
      details: { options: [{ id: open.id, count: 0, deleted: 1 }] },
    });
    expect((await patchField('Stage', { ...without, replacements: { [open.id]: won.id } })).status).toBe(200);
    const { undo } = (await t.call(ada, 'GET', path('/undo-stack'))).body;
    const read = async (id: string) =>
      (await t.call(ada, 'GET', path(`/records/${id}?fieldKey=name`))).body.fields.Stage;

    const preview = (await t.call(ada, 'POST', `/v3/undo/${undo[0].id}`, { preview: true })).body;
    expect(preview).toMatchObject({ conflicts: [], records: 1 });
    await settle((await t.call(ada, 'POST', `/v3/undo/${undo[0].id}`, {})).body);
    await t.call(ada, 'POST', path('/records/restore'), { ids: [gone] });
    expect([await read(gone), await read(live)]).toEqual([open.id, won.id]);

    await t.call(ada, 'DELETE', path(`/records/${gone}`));
    await patchField('Stage', { ...without, replacements: { [open.id]: won.id } });
    await t.call(ada, 'POST', path('/records/restore'), { ids: [gone] });
    expect(await read(gone)).toBe(won.id);
  });

  it('of a required field is not taken away for nothing', async () => {
    const options = (await field('Stage')).props.options as { id: string }[];
    await create({ Stage: 'Open' });
    await patchField('Stage', { required: true });
    const left = { props: { options: options.slice(1) }, removeOptions: [options[0]!.id] };
    expect((await patchField('Stage', { ...left, replacements: { [options[0]!.id]: null } })).body.error.code).toBe(
      'fields.option_required',
    );
    expect((await patchField('Stage', { ...left, replacements: { [options[0]!.id]: options[1]!.id } })).status).toBe(
      200,
    );
  });

  it('loses an option that records have only with a replacement, and one undo brings both back', async () => {
    const stage = (await field('Stage')).props.options;
    const tags = (await field('Tags')).props.options;
    const [a, b] = [
      (await create({ Stage: 'Open', Tags: ['x', 'y'] })).body.id,
      (await create({ Stage: 'Won', Tags: ['x'] })).body.id,
    ];
    const left = [{ id: stage[1].id, label: 'Won' }];
    const removeOptions = [stage[0].id, ...stage.slice(2).map((o: { id: string }) => o.id)];
    const refused = await patchField('Stage', { props: { options: left }, removeOptions });
    expect(refused.body.error).toMatchObject({
      code: 'fields.option_in_use',
      details: { options: [{ id: stage[0].id, count: 1 }] },
    });
    const changed = await patchField('Stage', {
      props: { options: left },
      removeOptions,
      replacements: { [stage[0].id]: stage[1].id },
    });
    expect(changed.body.props.options).toHaveLength(1);
    await patchField('Tags', {
      props: { options: [{ id: tags[1].id, label: 'y' }] },
      replacements: { [tags[0].id]: null },
    });
    const read = async (id: string) => (await t.call(ada, 'GET', path(`/records/${id}?fieldKey=name`))).body.fields;
    expect(await read(a)).toMatchObject({ Stage: stage[1].id, Tags: [tags[1].id] });
    expect((await read(b)).Tags).toBeUndefined();
    const { undo } = (await t.call(ada, 'GET', path('/undo-stack'))).body;
    for (const { id } of undo.slice(0, 2)) {
      const { body } = await t.call(ada, 'POST', `/v3/undo/${id}`, {});
      for (let state = 'running'; body.operationId !== undefined && state === 'running';)
        state = (await t.call(ada, 'GET', `/v3/operations/${body.operationId}`)).body.state;
    }
    expect((await field('Stage')).props.options).toHaveLength(3);
    expect(await read(a)).toMatchObject({ Stage: stage[0].id, Tags: [tags[0].id, tags[1].id] });
  });

  it('keeps what two people do to its options at the same time, and an undo takes back only its own', async () => {
    const seen = (await field('Stage')).props.options as { id: string; label: string; color: string }[];
    const labels = async () => (await field('Stage')).props.options.map((o: { label: string }) => o.label);
    const before = await labels();
    const base = { options: seen };
    const mine = await patchField('Stage', { props: { options: [...seen, { label: 'Mine' }] }, base });
    expect(
      (
        await patchField('Stage', {
          props: { options: [...seen.map((o, i) => (i === 0 ? { ...o, label: 'Renamed' } : o)), { label: 'Theirs' }] },
          base,
        })
      ).status,
    ).toBe(200);
    expect(new Set(await labels())).toEqual(new Set(['Renamed', ...before.slice(1), 'Mine', 'Theirs']));
    const clash = await patchField('Stage', {
      props: { options: seen.map((o, i) => (i === 0 ? { ...o, label: 'Other' } : o)) },
      base,
    });
    expect([clash.status, clash.body.error.code, clash.body.error.details.conflicts]).toEqual([
      409,
      'fields.conflict',
      [{ optionId: seen[0]!.id, yours: 'Other', theirs: 'Renamed', base: before[0] }],
    ]);
    const undone = await t.call(ada, 'POST', `/v3/undo/${mine.headers.get('tessera-commit')!}`, {});
    expect(undone.body.conflicts).toEqual([]);
    expect(new Set(await labels())).toEqual(new Set(['Renamed', ...before.slice(1), 'Theirs']));
  });

  it('becomes unique only without duplicates, which it lists, and keeps them out from then on', async () => {
    const ids = [];
    for (const Name of ['a', 'A ', 'b', null, null]) ids.push((await create({ Name })).body.id);
    const refused = await patchField('Name', { unique: true });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'fields.duplicates',
      details: { count: 1, duplicates: [{ recordIds: expect.arrayContaining([ids[0], ids[1]]) }] },
    });
    await t.call(ada, 'PATCH', path(`/records/${ids[1]}?fieldKey=name`), { fields: { Name: 'c' } });
    expect((await patchField('Name', { unique: true })).body.unique).toBe(true);
    expect((await create({ Name: 'B' })).body.error.code).toBe('records.not_unique');
    expect((await t.call(ada, 'PATCH', path(), { uniqueFieldId: f.Name })).body.uniqueFieldId).toBe(f.Name);
    await patchField('Name', { unique: false });
    expect((await t.call(ada, 'GET', path())).body.uniqueFieldId).toBeNull();
    expect((await patchField('Name', { unique: true, name: 'Amount' })).body.error.code).toBe('fields.name_taken');
    expect((await t.call(ada, 'PATCH', path(), { uniqueFieldId: f.Name, label: '' })).status).toBe(400);
    expect(await field('Name')).toMatchObject({ name: 'Name', unique: false });
    expect((await create({ Name: 'B' })).status).toBe(201);
    expect((await patchField('Name', { unique: true })).body.error.code).toBe('fields.duplicates');
  });
});

describe('a view', () => {
  it('is saved, changed, shown to everyone or to its owner alone, and deleted', async () => {
    const config = {
      fields: [{ fieldId: f.Name, width: 300, total: 'count' }],
      frozen: 1,
      filter: { and: [{ fieldId: f.Stage, operator: 'equals', value: 'Open' }] },
      sort: [{ fieldId: f.Amount, order: 'asc' }],
      rowHeight: 48,
      density: 'compact',
    };
    const made = await t.call(ada, 'POST', path('/views'), { label: 'Open deals', config });
    expect(made.body).toEqual({
      id: expect.any(String),
      type: 'table',
      label: 'Open deals',
      personal: false,
      version: 1,
      config,
    });
    const changed = await t.call(ada, 'PATCH', path(`/views/${made.body.id}`), { label: 'Mine', personal: true });
    expect(changed.body).toMatchObject({ label: 'Mine', personal: true, config });
    expect((await t.call(ada, 'GET', path('/views'))).body.views.map((v: { label: string }) => v.label)).toEqual([
      'All records',
      'Mine',
    ]);
    expect((await t.call(ada, 'DELETE', path(`/views/${made.body.id}`))).status).toBe(204);
    expect((await t.call(ada, 'PATCH', path(`/views/${made.body.id}`), { label: 'x' })).body.error.code).toBe(
      'view_not_found',
    );
    expect(
      (await t.call(ada, 'POST', path('/views'), { label: 'x', config: { fields: [], columns: [] } })).body.error.code,
    ).toBe('request.invalid');
  });

  it('has a version of its own: two are saved at once without a conflict, and the table stays as it was', async () => {
    const before = (await t.call(ada, 'GET', path())).body;
    const config = { fields: [], sort: [{ fieldId: f.Amount }] };
    const made = await Promise.all(
      ['One', 'Two'].map((label) => t.call(ada, 'POST', path('/views'), { label, config: { fields: [] } })),
    );
    const tags = made.map(({ headers }) => ({ 'if-match': headers.get('etag')! }));
    const saved = await Promise.all(
      made.map(({ body }, i) => t.call(i === 0 ? ada : bob, 'PATCH', path(`/views/${body.id}`), { config }, tags[i]!)),
    );
    expect(saved.map(({ status, body }) => [status, body.version, body.config])).toEqual([
      [200, 2, config],
      [200, 2, config],
    ]);
    const [first, second] = made.map(({ body }) => body.id as string);
    const late = await t.call(bob, 'PATCH', path(`/views/${first}`), { label: 'Late' }, tags[0]!);
    expect([late.status, late.body.error]).toMatchObject([412, { code: 'views.stale', details: { version: 2 } }]);
    const one = await t.call(ada, 'GET', path(`/views/${first}`));
    expect(one.body).toEqual(saved[0]!.body);
    expect(one.headers.get('etag')).toBe(saved[0]!.headers.get('etag'));
    // What is decided on the table alone still stands, whatever was saved of its views.
    const after = (await t.call(ada, 'GET', path())).body;
    expect([after.version, after.updatedAt]).toEqual([before.version, before.updatedAt]);
    expect(after.views.slice(-2)).toEqual(saved.map(({ body }) => body));
    // The table's own view begins its stream when it is first saved.
    const [all] = before.views;
    expect(all).toMatchObject({ label: 'All records', version: 0 });
    const renamed = await t.call(ada, 'PATCH', path(`/views/${all.id}`), { label: 'All' }, { 'if-match': '"0"' });
    expect(renamed.body).toEqual({ ...all, label: 'All', version: 1 });
    const undone = await t.call(ada, 'POST', `/v3/undo/${renamed.headers.get('tessera-commit')}`, {});
    expect(undone.status).toBe(200);
    expect((await t.call(ada, 'GET', path())).body.views[0]).toEqual({ ...all, version: 2 });
    // The table's history has them, and what its owner does next is undone last.
    const { entries } = (await t.call(ada, 'GET', path('/history'))).body;
    expect(entries.slice(0, 6).map((entry: { kind: string }) => entry.kind)).toEqual([
      'viewChanged',
      'viewChanged',
      'viewChanged',
      'viewChanged',
      'viewCreated',
      'viewCreated',
    ]);
    for (const id of [first, second]) expect((await t.call(ada, 'DELETE', path(`/views/${id}`))).status).toBe(204);
    expect((await t.call(ada, 'GET', path(`/views/${first}`))).body.error.code).toBe('view_not_found');
  });
});
