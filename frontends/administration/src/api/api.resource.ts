import { api, type Id, isApiError } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';
import type { About, Operation } from './samples.ts';

export const tableQuery = (id: Id) =>
  queryOptions({
    queryKey: ['api-table', id],
    queryFn: ({ signal }) => api.get('/v3/tables/{table}', { path: { table: id }, signal }),
  });

/** A record that is there, for the examples; null in an empty table. */
export const someRecordQuery = (id: Id) =>
  queryOptions({
    queryKey: ['api-record', id],
    queryFn: async ({ signal }) =>
      (await api.get('/v3/tables/{table}/records', { path: { table: id }, query: { limit: 1 }, signal })).records[0]
        ?.id ?? null,
  });

/** What an example came to; `ms` from the call to the answer. */
export type Ran = { readonly status: number; readonly ms: number; readonly text: string };

/** Reads what the example reads, with the person's own session. A refusal is an answer too. */
export const readExample = async (operation: Operation, { tableId: table, recordId: record }: About): Promise<Ran> => {
  const started = performance.now();
  const ran = (status: number, body: unknown): Ran => ({
    status,
    ms: Math.round(performance.now() - started),
    text: JSON.stringify(body, null, 2),
  });
  try {
    return ran(
      200,
      operation === 'one'
        ? await api.get('/v3/tables/{table}/records/{record}', { path: { table, record }, query: { fieldKey: 'name' } })
        : await api.get('/v3/tables/{table}/records', { path: { table }, query: { fieldKey: 'name', limit: 2 } }),
    );
  } catch (error) {
    if (!isApiError(error) || error.status === 0) throw error;
    return ran(error.status, { error: { code: error.code, message: error.message } });
  }
};
