import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

type Field = { readonly id: string; readonly name: string; readonly props: { readonly tableId?: string } };
type Row = { readonly id: string; readonly fields: Readonly<Record<string, unknown>> };

describe('records that are there more than once', () => {
  const organization = newId();
  const ada = actorOf(organization, 'admin');
  const none = actorOf(organization, 'none');
  let t: TestTables;
  let firms: string;
  let people: string;
  let fields: readonly Field[];
  const call = async (method: string, path: string, body?: unknown, status = 200) => {
    const answer = await t.call(ada, method, path, body);
    expect([answer.status, JSON.stringify(answer.body).slice(0, 300)]).toEqual([status, expect.any(String)]);
    return answer.body;
  };
  const id = (name: string): string => fields.find((one) => one.name === name)!.id;
  const rows = async (table: string): Promise<readonly Row[]> =>
    (await call('POST', `/v3/tables/${table}/records/query?fieldKey=name`, {})).records;
  const make = async (table: string, values: object): Promise<string> =>
    (await call('POST', `/v3/tables/${table}/records?fieldKey=name`, { fields: values }, 201)).id;
  const merge = (body: object) => t.call(ada, 'POST', `/v3/tables/${firms}/records/merge`, body);

  beforeAll(async () => {
    const person = (actor: typeof ada, name: string) => ({ actor, name, email: `${name.toLowerCase()}@example.com` });
    t = await startTables([person(ada, 'Ada'), person(none, 'None')]);
    firms = (
      await call(
        'POST',
        '/v3/tables',
        {
          label: 'Firms',
          fields: [
            { name: 'Name', type: 'singleLineText' },
            { name: 'Code', type: 'singleLineText', unique: true },
            { name: 'Mail', type: 'email' },
            { name: 'Tags', type: 'tags' },
          ],
        },
        201,
      )
    ).id;
    people = (
      await call(
        'POST',
        '/v3/tables',
        {
          label: 'People',
          fields: [
            { name: 'Person', type: 'singleLineText' },
            { name: 'Firm', type: 'connectedRecord', props: { tableId: firms, multiple: false } },
          ],
        },
        201,
      )
    ).id;
    fields = (await call('GET', `/v3/tables/${firms}`)).fields;
  });
  afterAll(async () => {
    expect(t.faults).toEqual([]);
    await t.stop();
  });

  it('are found by the fields that are compared, and only by who may read them', async () => {
    const one = await make(firms, { Name: 'Acme Clinics', Mail: 'a@x.example', Code: 'A1' });
    const two = await make(firms, { Name: 'ACME Clinic', Mail: 'A@x.example', Code: 'A2' });
    await make(firms, { Name: 'Harbor', Mail: 'h@x.example' });
    const path = `/v3/tables/${firms}/records/duplicates`;
    const found = await call('POST', path, { fieldIds: [id('Name'), id('Mail')] });
    expect(found).toEqual({
      groups: [{ ids: [one, two], fieldIds: [id('Name'), id('Mail')] }],
      compared: 3,
      more: false,
    });
    expect((await call('POST', path, { fieldIds: [id('Name')], how: 'exact' })).groups).toEqual([]);
    expect((await call('POST', path, { fieldIds: [id('Name'), id('Mail')], how: 'loose' })).groups).toHaveLength(1);
    const code = async (...asked: Parameters<TestTables['call']>) => (await t.call(...asked)).body.error.code;
    expect(await code(ada, 'POST', path, { fieldIds: [id('Tags')] })).toBe('duplicates.field');
    expect(await code(none, 'POST', path, { fieldIds: [id('Name')] })).toBe('unauthorized');
  });

  it('become one with the values that stay and the links of all, and several again with one undo', async () => {
    const keep = await make(firms, { Name: 'Tern', Code: 'T1', Tags: ['a'] });
    const other = await make(firms, { Name: 'Tern Inc', Code: 'T2', Tags: ['b'] });
    const persons = [
      await make(people, { Person: 'P1', Firm: [keep] }),
      await make(people, { Person: 'P2', Firm: [other] }),
    ];
    const linked = fields.find((one) => one.props.tableId === people)!;
    const merged = await merge({
      keep,
      others: [other],
      fields: { [id('Tags')]: ['a', 'b'], [linked.id]: persons },
    });
    expect(merged.status).toBe(200);
    const after = (await rows(firms)).filter(({ fields: values }) => String(values['Name']).startsWith('Tern'));
    expect(after).toMatchObject([{ id: keep, fields: { Name: 'Tern', Code: 'T1', Tags: ['a', 'b'] } }]);
    expect((await rows(people)).map(({ fields: values }) => values['Firm'])).toEqual([[keep], [keep]]);

    await call('POST', `/v3/undo/${merged.body.operationId}`, { conflicts: 'overwrite' });
    expect((await rows(people)).map(({ fields: values }) => values['Firm'])).toEqual([[keep], [other]]);
    const before = (await rows(firms)).filter(({ fields: values }) => String(values['Name']).startsWith('Tern'));
    expect(before.map(({ fields: values }) => values['Code'])).toEqual(['T1', 'T2']);
  });

  it('give a unique value on to the one that stays', async () => {
    const keep = await make(firms, { Name: 'Wren', Code: 'W1' });
    const other = await make(firms, { Name: 'Wren', Code: 'W2' });
    expect((await merge({ keep, others: [other], fields: { [id('Code')]: 'W2' } })).status).toBe(200);
    const left = (await rows(firms)).filter(({ fields: values }) => values['Name'] === 'Wren');
    expect(left).toMatchObject([{ id: keep, fields: { Code: 'W2' } }]);
  });

  it('stay as they are where one of the values is refused', async () => {
    const keep = await make(firms, { Name: 'Lark', Code: 'L1' });
    const other = await make(firms, { Name: 'Lark', Code: 'L2' });
    const refused = await merge({ keep, others: [other], fields: { [id('Code')]: 'A1' } });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('records.not_unique'),
    ]);
    expect((await rows(firms)).filter(({ fields: values }) => values['Name'] === 'Lark')).toHaveLength(2);
    expect((await merge({ keep, others: [keep] })).body.error.code).toBe('records.merge_itself');
    expect((await merge({ keep, others: [newId()] })).body.error.code).toBe('records.not_found');
  });
});
