import { newId } from '@tessera/kernel';
import type { Client } from '../product/product.ts';

export type Written = ReadonlyMap<string, number>;
export type Outcome = {
  /** Values of acknowledged records by id. */
  readonly acknowledged: Written;
  /** Answers other than 201, and requests without an answer. */
  readonly failed: readonly string[];
  /** In ms. */
  readonly p99: number;
};

/**
 * Creates records at a steady rate, whether answers come or not; `stubborn` clients send what failed again with the
 * same key until it is taken.
 */
export const startLoad = (
  api: Client,
  table: { readonly id: string; readonly field: string },
  options: { readonly perSecond: number; readonly stubborn?: boolean },
) => {
  const acknowledged = new Map<string, number>();
  const failed: string[] = [];
  const times: number[] = [];
  const flying = new Set<Promise<void>>();

  const write = async (value: number): Promise<void> => {
    const id = newId();
    const key = newId();
    for (let attempt = 0; ; attempt++) {
      const begun = performance.now();
      const answer = await api
        .raw(
          'POST',
          `v3/tables/${table.id}/records`,
          { id, fields: { [table.field]: value } },
          { 'idempotency-key': key },
        )
        .then(
          async (response) => ({ status: response.status, text: await response.text() }),
          (error: unknown) => ({ status: 0, text: String(error) }),
        );
      if (answer.status === 201) {
        times.push(performance.now() - begun);
        acknowledged.set(id, value);
        return;
      }
      failed.push(`${answer.status} ${answer.text.slice(0, 160)}`);
      if (options.stubborn !== true || attempt === 120) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
    }
  };

  const begun = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begun) / 1000) * options.perSecond);
    for (; sent < due; sent++) {
      const one = write(sent);
      flying.add(one);
      void one.finally(() => flying.delete(one));
    }
  }, 10);
  return {
    stop: async (): Promise<Outcome> => {
      clearInterval(timer);
      while (flying.size > 0) await Promise.all(flying);
      const sorted = times.toSorted((a, b) => a - b);
      return { acknowledged, failed, p99: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0) };
    },
  };
};

/** Every record of the table, by id; a record that comes twice is told. */
export const readAll = async (
  api: Client,
  table: { readonly id: string; readonly field: string },
): Promise<{ readonly values: Map<string, unknown>; readonly twice: number }> => {
  const values = new Map<string, unknown>();
  let twice = 0;
  let after: string | undefined;
  do {
    const page: { records: { id: string; fields: Record<string, unknown> }[]; next?: string } = await api.call(
      'POST',
      `v3/tables/${table.id}/records/query`,
      { limit: 1000, ...(after !== undefined && { after }) },
    );
    for (const { id, fields } of page.records) {
      if (values.has(id)) twice += 1;
      values.set(id, fields[table.field]);
    }
    after = page.next;
  } while (after !== undefined);
  return { values, twice };
};

/** Acknowledged records that are not there, or with another value. */
export const lost = (acknowledged: Written, values: ReadonlyMap<string, unknown>): number =>
  [...acknowledged].filter(([id, value]) => values.get(id) !== value).length;
