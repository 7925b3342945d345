import type { TestCaller } from '@tessera/runtime/testing';
import { expect, vi } from 'vitest';

export type Made = { readonly id: string; readonly revision: number; readonly issues: readonly object[] };
export type Line = {
  readonly id: string;
  readonly state: string;
  readonly recordId: string;
  readonly reason: string | null;
};
export type Detail = Line & {
  readonly cause: { readonly eventId: string; readonly kind: string };
  readonly steps: readonly {
    readonly id: string;
    readonly path: string;
    readonly state: string;
    readonly attempts: number;
    readonly output: never;
    readonly error: { readonly code: string } | null;
  }[];
};

/** What tests of automations do again and again, as the administrator who is there by then. */
export const createBench = (admin: () => TestCaller) => {
  const send = async <T>(method: string, path: string, body?: unknown, wanted = 200): Promise<T> => {
    const answered = await admin().call(method, path, body);
    expect(answered, JSON.stringify(answered.body)).toMatchObject({ status: wanted });
    return answered.body as T;
  };

  /** A table of deals, and one of tasks that automations make. */
  const makeTables = async () => {
    const deals = await send<{ id: string; fields: { id: string; name: string }[] }>(
      'POST',
      '/v3/tables',
      {
        label: 'Deals',
        fields: [
          { name: 'Name', type: 'singleLineText' },
          { name: 'Value', type: 'number' },
          { name: 'Note', type: 'text' },
        ],
      },
      201,
    );
    const tasks = await send<{ id: string; fields: { id: string; name: string }[] }>(
      'POST',
      '/v3/tables',
      { label: 'Tasks', fields: [{ name: 'Title', type: 'singleLineText' }] },
      201,
    );
    const of = (table: typeof deals, name: string): string => table.fields.find((one) => one.name === name)!.id;
    return {
      deals: deals.id,
      tasks: tasks.id,
      name: of(deals, 'Name'),
      value: of(deals, 'Value'),
      note: of(deals, 'Note'),
      title: of(tasks, 'Title'),
    };
  };

  const addDeal = async (tables: Awaited<ReturnType<typeof makeTables>>, fields: Record<string, unknown>) => {
    const { id } = await send<{ id: string }>('POST', `/v3/tables/${tables.deals}/records`, { fields }, 201);
    return id;
  };
  const titles = async ({ tasks, title }: Awaited<ReturnType<typeof makeTables>>): Promise<readonly unknown[]> => {
    const { records } = await send<{ records: { fields: Record<string, unknown> }[] }>(
      'POST',
      `/v3/tables/${tasks}/records/query`,
      {},
    );
    return records.map(({ fields }) => fields[title]);
  };

  const make = async (trigger: object, steps: readonly object[], label = 'Follow up'): Promise<string> => {
    const made = await send<Made>('POST', '/v3/automations', { label, trigger, steps }, 201);
    expect(made.issues).toEqual([]);
    await send('POST', `/v3/automations/${made.id}/publish`, {});
    await send('POST', `/v3/automations/${made.id}/enabled`, { enabled: true });
    return made.id;
  };
  const runsOf = async (id: string): Promise<readonly Line[]> =>
    (await send<{ runs: Line[] }>('GET', `/v3/automations/${id}/runs`)).runs;
  const ended = async (id: string, count = 1): Promise<readonly Detail[]> => {
    const lines = await vi.waitFor(
      async () => {
        const runs = await runsOf(id);
        expect(runs.filter(({ state }) => ['done', 'failed', 'stopped'].includes(state))).toHaveLength(count);
        return runs;
      },
      { timeout: 20_000, interval: 50 },
    );
    return Promise.all(lines.map((line) => send<Detail>('GET', `/v3/runs/${line.id}`)));
  };

  return { send, makeTables, addDeal, titles, make, runsOf, ended };
};
