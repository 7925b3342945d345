import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newId, type Actor } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeRecords } from '../records/purge.ts';
import { actorOf, roles } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

type Told = {
  readonly name: string;
  readonly field_value: string;
  readonly record_title: string | null;
  readonly finished_at: string | null;
  readonly created_by: { readonly name?: string };
  readonly updated_by: { readonly name?: string } | null;
};

describe('the audit of stays', () => {
  const organization = newId();
  const ada = actorOf(organization, 'admin');
  const mel = actorOf(organization, 'member');
  const none = actorOf(organization, 'none');
  const eve = actorOf(newId(), 'admin');
  const [table, stage, mood] = [newId(), newId(), newId()];
  const masked: Actor = {
    ...actorOf(organization, 'member'),
    permissions: { ...roles.member, table_fields: { [table]: { hidden: [mood], readOnly: [] } } },
  };
  const lostId = newId();
  const narrow: Actor = {
    ...actorOf(organization, 'member'),
    permissions: {
      ...roles.member,
      table_rows: { [table]: { fieldId: stage, operator: 'equals', value: lostId } as never },
    },
  };
  const person = (actor: Actor, name: string) => ({ actor, name, email: `${name.toLowerCase()}@example.com` });
  const people = [
    person(ada, 'Ada'),
    person(mel, 'Mel'),
    person(none, 'None'),
    person(eve, 'Eve'),
    person(masked, 'Masked'),
    person(narrow, 'Narrow'),
  ];
  let t: TestTables;

  const create = async (fields: object, as = ada): Promise<string> =>
    (await t.call(as, 'POST', `/v3/tables/${table}/records?fieldKey=name`, { fields })).body.id;
  const change = (id: string, fields: object, as = ada) =>
    t.call(as, 'PATCH', `/v3/tables/${table}/records/${id}?fieldKey=name`, { fields });
  const audit = (query: string, as = ada) => t.call(as, 'GET', `/v4/sla-metrics/audit?object_type=${table}${query}`);
  const told = async (query: string, as = ada): Promise<readonly Told[]> => (await audit(query, as)).body.audit;
  const stagesOf = async (id: string): Promise<readonly (readonly [string, boolean])[]> =>
    (await told(`&field_key=Stage&record_reference=${id}&order_direction=asc`)).map(
      ({ field_value, finished_at }) => [field_value, finished_at === null] as const,
    );

  beforeAll(async () => {
    t = await startTables(people);
    const options = (...labels: string[]) => labels.map((label) => ({ label }));
    const made = await t.call(ada, 'POST', '/v3/tables', {
      id: table,
      label: 'Deals',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        {
          id: stage,
          name: 'Stage',
          type: 'select',
          props: { options: [...options('Lead', 'Won'), { id: lostId, label: 'Lost' }] },
        },
        { id: mood, name: 'Mood', type: 'radioSelect', props: { options: options('Good', 'Bad') } },
      ],
    });
    expect(made.status).toBe(201);
  });
  afterAll(async () => {
    expect(t.faults).toEqual([]);
    await t.stop();
  });

  it('tells what began with the record, each change, and what goes on', async () => {
    const id = await create({ Name: 'Yard', Stage: 'Lead' });
    await change(id, { Stage: 'Won' }, mel);
    expect(await told(`&field_key=${stage}&record_reference=${id}`)).toMatchObject([
      {
        name: 'Stage',
        field_value: 'Won',
        record_title: 'Yard',
        created_by: { name: 'Mel' },
        finished_at: null,
        updated_by: null,
      },
      { field_value: 'Lead', created_by: { name: 'Ada' }, updated_by: { name: 'Mel' } },
    ]);
    await change(id, { Stage: null });
    expect(await stagesOf(id)).toEqual([
      ['Lead', false],
      ['Won', false],
    ]);
  });

  it('an undo goes back to what was before, the trash ends a stay and coming back goes on with it', async () => {
    const id = await create({ Name: 'Undo', Stage: 'Lead' });
    const { headers } = await change(id, { Stage: 'Won' });
    await t.call(ada, 'POST', `/v3/undo/${headers.get('tessera-commit')}`, {});
    const gone = [
      ['Lead', false],
      ['Won', false],
    ];
    expect(await stagesOf(id)).toEqual([...gone, ['Lead', true]]);
    await t.call(ada, 'DELETE', `/v3/tables/${table}/records`, { ids: [id] });
    expect(await stagesOf(id)).toEqual([...gone, ['Lead', false]]);
    await t.call(ada, 'POST', `/v3/tables/${table}/records/restore`, { ids: [id] });
    expect(await stagesOf(id)).toEqual([...gone, ['Lead', true]]);
  });

  it('by option, and page by page, each stay once', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push(await create({ Name: `Page ${i}`, Stage: 'Lost', Mood: 'Good' }));
    for (const id of ids.slice(0, 4)) await change(id, { Stage: 'Won', Mood: 'Bad' });
    const all = await told('');
    for (const direction of ['asc', 'desc']) {
      const seen: Told[] = [];
      for (let next: string | undefined = ''; next !== undefined;) {
        const page: { body: { audit: Told[]; next?: string } } = await audit(
          `&limit=3&order_direction=${direction}${next === '' ? '' : `&before=${next}`}`,
        );
        expect(page.body.audit.length).toBeLessThanOrEqual(3);
        seen.push(...page.body.audit);
        next = page.body.next;
      }
      expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(new Set(all.map((one) => JSON.stringify(one))));
      expect(seen).toHaveLength(all.length);
    }
    const lost = await told('&field_key=Stage&field_value=Lost');
    expect(lost).toHaveLength(7);
    expect(lost.filter(({ finished_at }) => finished_at !== null)).toHaveLength(4);
    expect((await told(`&field_key=${mood}`)).map(({ field_value }) => field_value).toSorted()).toEqual([
      ...Array(4).fill('Bad'),
      ...Array(7).fill('Good'),
    ]);
  });

  it('in short, by option, and as a file', async () => {
    const summary = async (query: string, as = ada) =>
      (await t.call(as, 'GET', `/v4/sla-metrics/summary?object_type=${table}${query}`)).body;
    const { stages, complete } = await summary('&field_key=Stage');
    expect(complete).toBe(true);
    const all = await told('&field_key=Stage');
    for (const { field_value, ended, running } of stages as { field_value: string; ended: number; running: number }[]) {
      const of = all.filter((one) => one.field_value === field_value);
      expect(ended + running).toBe(of.length);
      expect(running).toBe(of.filter(({ finished_at }) => finished_at === null).length);
    }
    expect(stages.find((one: { field_value: string }) => one.field_value === 'Lost')).toMatchObject({
      name: 'Stage',
      ended: 4,
      running: 3,
      median: expect.any(Number),
      ninth: expect.any(Number),
    });
    // Nobody is told of more than they may read.
    expect(new Set((await summary('', masked)).stages.map((one: { name: string }) => one.name))).toEqual(
      new Set(['Stage']),
    );
    expect(
      (await summary('&field_key=Stage', narrow)).stages.reduce(
        (sum: number, one: { ended: number; running: number }) => sum + one.ended + one.running,
        0,
      ),
    ).toBe((await told('&field_key=Stage', narrow)).length);
    expect((await t.call(none, 'GET', `/v4/sla-metrics/summary?object_type=${table}`)).status).toBe(403);

    const id = await create({ Name: '=HYPERLINK("x")', Stage: 'Lost' });
    const file = async (body: object, as = ada): Promise<string> =>
      (await t.call(as, 'POST', '/v4/sla-metrics/export', { object_type: table, ...body })).body as unknown as string;
    const lines = (await file({ field_key: 'Stage', field_value: 'Lost' })).trim().split('\r\n');
    expect(lines).toHaveLength(1 + 8);
    expect(lines[0]).toContain('Elapsed (s)');
    expect(lines[1]).toMatch(/^Ada,Stage,Lost,"'=HYPERLINK\(""x""\)",/);
    expect((await file({}, masked)).includes('Mood')).toBe(false);
    expect((await t.call(none, 'POST', '/v4/sla-metrics/export', { object_type: table })).status).toBe(403);
    await t.call(ada, 'DELETE', `/v3/tables/${table}/records`, { ids: [id] });
  });

  it('nobody is told of a record, a field or a table that they may not read', async () => {
    expect((await audit('', none)).status).toBe(403);
    expect((await audit('', eve)).body.error.code).toBe('object_not_found');
    expect((await audit('&field_key=Nowhere')).body.error.code).toBe('fields.not_found');
    expect((await audit('&before=x')).body.error.code).toBe('request.invalid');
    expect((await audit('&field_key=Mood', masked)).body.error.code).toBe('fields.not_found');
    expect(new Set((await told('', masked)).map(({ name }) => name))).toEqual(new Set(['Stage']));
    const seen = await told('', narrow);
    expect(new Set(seen.map(({ record_title }) => record_title))).toEqual(new Set(['Page 4', 'Page 5', 'Page 6']));
  });

  it('a field tells the time in one option, joined when records are read, and conditions ask for it', async () => {
    const definition = (await t.call(ada, 'GET', `/v3/tables/${table}`)).body;
    const [lead, won] = definition.fields[1].props.options as { id: string }[];
    const add = (name: string, props: object) =>
      t.call(ada, 'POST', `/v3/tables/${table}/fields`, { name, type: 'timeInTheSection', props });
    expect((await add('Bad', { fieldId: stage, optionId: newId() })).body.error.code).toBe('fields.source_unknown');
    expect((await add('Bad', { fieldId: definition.fields[0].id, optionId: lead!.id })).body.error.code).toBe(
      'fields.source_unknown',
    );
    expect((await add('As lead', { fieldId: stage, optionId: lead!.id })).status).toBe(201);
    expect((await add('As won', { fieldId: stage, optionId: won!.id })).status).toBe(201);
    const id = await create({ Name: 'Timed', Stage: 'Lead' });
    const other = await create({ Name: 'Never' });
    await change(id, { Stage: 'Won' });
    const read = async (one: string) =>
      (await t.call(ada, 'GET', `/v3/tables/${table}/records/${one}?fieldKey=name`)).body.fields;
    const fields = await read(id);
    expect(fields['As lead']).toEqual({ seconds: expect.any(Number) });
    expect(fields['As won']).toEqual({ seconds: 0, since: expect.any(String) });
    expect(await read(other)).not.toHaveProperty('As won');
    expect((await change(id, { 'As won': 5 })).status).toBe(422);
    const named = async (operator: string, value?: number) =>
      (
        await t.call(ada, 'POST', `/v3/tables/${table}/records/query?fieldKey=name`, {
          filter: {
            and: [
              { fieldId: 'As lead', operator, ...(value !== undefined && { value }) },
              { fieldId: 'Name', operator: 'isAnyOf', value: ['Timed', 'Never'] },
            ],
          },
        })
      ).body.records?.map((record: { fields: { Name: string } }) => record.fields.Name);
    expect(await named('lessThanDays', 1)).toEqual(['Timed']);
    expect(await named('moreThanDays', 1)).toEqual([]);
    expect(await named('isEmpty')).toEqual(['Never']);
    expect(await named('isNotEmpty')).toEqual(['Timed']);
  });

  it('a field that tells the time in an option says when a stay is late, for what was before as well', async () => {
    const definition = (await t.call(ada, 'GET', `/v3/tables/${table}`)).body;
    const [lead] = definition.fields.find((one: { id: string }) => one.id === stage).props.options as { id: string }[];
    const id = await create({ Name: 'Watched', Stage: 'Lead' });
    const stays = async () =>
      (await audit(`&field_key=Stage&record_reference=${id}`)).body.audit as {
        started_at: string;
        warn_at: string | null;
        late_at: string | null;
      }[];
    expect(await stays()).toMatchObject([{ warn_at: null, late_at: null }]);
    const props = { fieldId: stage, optionId: lead!.id, warn: 2, late: 5 };
    const made = await t.call(ada, 'POST', `/v3/tables/${table}/fields`, {
      name: 'Limit',
      type: 'timeInTheSection',
      props,
    });
    expect(made.status).toBe(201);
    const [one] = await stays();
    const after = (hours: number): string => new Date(Date.parse(one!.started_at) + hours * 3_600_000).toISOString();
    expect(one).toMatchObject({ warn_at: after(2), late_at: after(5) });
    const cell = async (as = ada) =>
      (await t.call(as, 'GET', `/v3/tables/${table}/records/${id}?fieldKey=name`)).body.fields['Limit'];
    expect(await cell()).toMatchObject({ warnAt: after(2), lateAt: after(5) });
    const { fields } = (await t.call(ada, 'GET', `/v3/tables/${table}`)).body;
    const limit = fields.find((field: { name: string }) => field.name === 'Limit').id;
    const changed = await t.call(ada, 'PATCH', `/v3/tables/${table}/fields/${limit}`, { props: { ...props, late: 7 } });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await stays()).toMatchObject([{ late_at: after(7) }]);
    await change(id, { Stage: 'Won' });
    expect(await cell()).not.toHaveProperty('lateAt');
    expect((await stays()).map(({ late_at }) => late_at).toSorted()).toEqual([after(7), null]);
    const wrong = { ...props, late: 0 };
    expect(
      (await t.call(ada, 'POST', `/v3/tables/${table}/fields`, { name: 'Bad', type: 'timeInTheSection', props: wrong }))
        .status,
    ).toBe(400);
  });

  it('comes to the same when the read model is made anew from the log, and a purge takes all of it', async () => {
    const id = await create({ Name: 'Purged', Stage: 'Lead' });
    await change(id, { Stage: 'Won' });
    const before = await told('');
    await t.stop(true);
    for (const model of globSync('*/model.db*', { cwd: t.folder })) rmSync(join(t.folder, model));
    t = await startTables(people, { folder: t.folder });
    expect(await told('')).toEqual(before);
    await purgeRecords(t.ports, { organizationId: organization, tableId: table, recordIds: [id] });
    expect(await told(`&record_reference=${id}`)).toEqual([]);
    expect(await told('')).toEqual(before.filter(({ record_title }) => record_title !== 'Purged'));
    const query = {
      table: `${table}/moves`,
      where: { op: 'eq', left: { kind: 'field', column: 'c1_1', storage: 'text' }, value: id },
      allow: { op: 'and', items: [] },
      sort: [],
    } as const;
    expect(await t.ports.records.count(organization, query)).toBe(0);
  });
});
