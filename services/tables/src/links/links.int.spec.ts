import { newId } from '@tessera/kernel';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { linksContract } from '../testing/links.contract.ts';
import { startTables } from '../testing/service.ts';

linksContract('in the process', async () => {
  const ada = actorOf(newId(), 'admin');
  const t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  return {
    send: (method, path, body) => t.call(ada, method, path, body),
    close: async () => {
      expect(t.faults).toEqual([]);
      await t.stop();
    },
  };
});

it('links stand as they were when the read model is made anew from the log', async () => {
  const ada = actorOf(newId(), 'admin');
  const people = [{ actor: ada, name: 'Ada', email: 'ada@example.com' }];
  let t = await startTables(people);
  const { folder } = t;
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await t.call(ada, method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const table = await send('POST', '/v3/tables', { label: 'T', fields: [{ name: 'Name', type: 'singleLineText' }] });
  const field = await send('POST', `/v3/tables/${table.id}/fields`, {
    name: 'Parent',
    type: 'connectedRecord',
    props: { tableId: table.id, other: { name: 'Children' } },
  });
  const { records } = await send('POST', `/v3/tables/${table.id}/records`, {
    records: Array.from({ length: 4 }, () => ({ fields: {} })),
  });
  const [a, b, c, d] = records.map(({ id }: { id: string }) => id);
  const path = `/v3/tables/${table.id}/records`;
  await send('PATCH', `${path}/${a}`, { fields: { [field.id]: [d, c, b] } });
  await send('PATCH', `${path}/${a}`, { fields: { [field.id]: { remove: [c] } } });
  await send('PATCH', `${path}/${b}`, { fields: { [field.props.referenceFieldId]: [c] } });
  const before = await send('GET', path);
  expect(before.records[0].fields[field.id]).toEqual([d]);
  expect(before.records[1].fields[field.props.referenceFieldId]).toEqual([c]);
  expect(before.records[2].fields[field.id]).toEqual([b]);
  await t.stop(true);
  for (const model of globSync('*/model.db*', { cwd: folder })) rmSync(join(folder, model));
  t = await startTables(people, { folder });
  expect(await send('GET', path)).toEqual(before);
  await t.stop();
});
