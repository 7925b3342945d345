import { api, readWhole, signIn, type Json } from '../../runtime/src/testing/whole.ts';
import { caller } from '../../runtime/src/testing.ts';

const numeric = new Set(['number', 'percent', 'currency']);

/** What the API answers of a table beyond its definition, records and history. */
const askTable = async (who: ReturnType<typeof caller>, id: string): Promise<Json> => {
  const base = `/v3/tables/${id}`;
  const definition = await api(who, 'GET', base);
  const fields = definition['fields'] as Json[];
  const ids = (answer: Json) => (answer['records'] as Json[]).map((record) => record['id'] as string);
  const found: Record<string, unknown> = {};
  for (const word of ['row', 'açé', 'zeile 2', 'marlow', '0.1'])
    found[word] = ids(await api(who, 'POST', `${base}/records/query`, { search: word, limit: 100 }));
  const sorted: Record<string, unknown> = {};
  for (const { id: fieldId, name } of fields) {
    const { status, body } = await who.call('POST', `${base}/records/query`, {
      sort: [{ fieldId, order: 'desc' }],
      filter: { fieldId, operator: 'isNotEmpty' },
      limit: 200,
    });
    sorted[name as string] = status === 200 ? ids(body) : status;
  }
  const aggregates = fields.flatMap(({ id: fieldId, type }) =>
    (type === 'checkbox'
      ? ['checked']
      : ['filled', 'distinct', ...(numeric.has(type as string) ? ['sum', 'min', 'max', 'average'] : [])]
    ).map((name) => ({ fieldId, function: name })),
  );
  return {
    found,
    sorted,
    asText: await api(who, 'GET', `${base}/records?numbers=text&fieldKey=name&limit=200`),
    aggregates: await api(who, 'POST', `${base}/records/aggregate`, { aggregates: aggregates.slice(0, 100) }),
    deletedRecords: await api(who, 'GET', `${base}/deleted-records`),
    changes: await api(who, 'GET', `${base}/changes?since=0`),
  };
};

/** All that the API answers of a product, as JSON has it. What time alone changes is left out. */
export const ask = async (url: string, { apiToken }: { readonly apiToken: string }): Promise<Json> => {
  const whole = await readWhole(url);
  const maren = await signIn(url);
  const { tables } = await api(maren, 'GET', '/v3/tables');
  const { invitations } = await api(maren, 'GET', '/v3/invitations');
  const byTable: Record<string, Json> = {};
  for (const { id, label } of tables as Json[]) byTable[label as string] = await askTable(maren, id as string);
  const answers = {
    whole,
    // An invitation is open for a week.
    invitations: (invitations as Json[]).map((one) => ({
      ...one,
      state: one['state'] === 'expired' ? 'open' : one['state'],
    })),
    tokens: await api(maren, 'GET', '/v3/api-token'),
    byToken: await api(caller(url, apiToken), 'GET', '/v3/tables'),
    trash: await api(maren, 'GET', '/v3/trash'),
    imports: await api(maren, 'GET', '/connector/import-history'),
    byTable,
  };
  return JSON.parse(JSON.stringify(answers)) as Json;
};

/**
 * Where an answer of today lacks or changes something of a kept one: a line each with the path. What is new beside it
 * is no difference.
 */
export const differences = (kept: unknown, today: unknown, path = ''): readonly string[] => {
  const told = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 120);
  if (typeof kept !== 'object' || kept === null || typeof today !== 'object' || today === null)
    return Object.is(kept, today) ? [] : [`${path}: was ${told(kept)}, is ${told(today)}`];
  if (Array.isArray(kept) && (!Array.isArray(today) || today.length !== kept.length))
    return [`${path}: was ${kept.length} long, is ${Array.isArray(today) ? today.length : 'no list'}`];
  return Object.entries(kept).flatMap(([key, value]) =>
    differences(value, (today as Record<string, unknown>)[key], `${path}.${key}`),
  );
};
