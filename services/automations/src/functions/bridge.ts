import type { Dialer } from '@tessera/dialer';
import { isId, isRejection, type Actor } from '@tessera/kernel';
import { isObject } from '@tessera/proto/automations';
import type { Cause, Tables } from '../access/tables.ts';
import { conflict, invalid, rejection } from '../refusals.ts';

/** What code asked of the bridge, as its people read it. */
export type Asked = { readonly what: string; readonly tookMs: number; readonly simulated: boolean };

const mostCalls = 200;
const mostAnswer = 1024 * 1024;
const mostRecords = 1_000;
const timeoutMs = 10_000;
const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

type Hands = {
  /** Whose rights it has. */
  readonly actor: Actor;
  readonly cause: Cause;
  readonly simulated: boolean;
  /** A write waits for it: it writes nothing itself. */
  readonly readOnly?: boolean;
  readonly tables: Tables;
  readonly dialer: Pick<Dialer, 'request'>;
  readonly secret: (name: string) => Promise<string | undefined>;
  readonly clock: () => number;
};

const idIn = (value: unknown): string => {
  if (!isId(value)) throw invalid('functions.id_wrong');
  return value;
};
const valuesIn = (value: unknown): Readonly<Record<string, unknown>> => {
  if (!isObject(value)) throw invalid('functions.call_wrong');
  return value;
};

/** Answers what the code of one call asks for: bounded in number and size, with the rights of its actor. */
export const createBridge = ({ actor, cause, simulated, readOnly = false, tables, dialer, secret, clock }: Hands) => {
  let count = 0;

  const request = async (given: unknown, options: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const method = String(options['method'] ?? 'GET').toUpperCase();
    if (typeof given !== 'string' || !URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
      throw invalid('automations.url_wrong');
    if (!methods.has(method)) throw invalid('functions.call_wrong');
    if (simulated && method !== 'GET') return { status: null, body: null };
    const own = isObject(options['headers']) ? options['headers'] : {};
    const { body } = options;
    const hasBody = body !== undefined && body !== null && method !== 'GET';
    const headers: Record<string, string> = {
      'user-agent': 'Tessera',
      ...(hasBody && { 'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json' }),
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toLowerCase(), String(value)])),
      'idempotency-key': `${cause.key}:${count}`,
    };
    const answer = await dialer.request({
      url: given,
      method: method as 'GET',
      headers,
      timeoutMs,
      mostBytes: mostAnswer,
      ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: answer.body.toString('utf8') };
  };

  const write = async (name: string, tableId: string, args: readonly unknown[]): Promise<unknown> => {
    if (readOnly) throw rejection('forbidden', 'functions.read_only');
    // The same call of the same run writes once, also where the run goes over it again.
    const own = { ...cause, key: `${cause.key}:${count}` };
    if (name === 'create') {
      const values = valuesIn(args[1]);
      if (!simulated) return tables.create(actor, tableId, values, own);
      await tables.check(actor, tableId, values);
      return { ...values, id: null };
    }
    const recordId = idIn(args[1]);
    if (name === 'remove') {
      if (!simulated) await tables.remove(actor, tableId, recordId, own);
      else if ((await tables.read(actor, tableId, [recordId])).length === 0)
        throw invalid('automations.record_missing');
      return null;
    }
    const values = valuesIn(args[2]);
    if (!simulated) return tables.update(actor, tableId, recordId, values, own);
    await tables.check(actor, tableId, values);
    const [record] = await tables.read(actor, tableId, [recordId]);
    if (record === undefined) throw invalid('automations.record_missing');
    return { ...record, ...values };
  };

  const act = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    switch (name) {
      case 'find': {
        const { filter, limit } = valuesIn(args[1] ?? {});
        const most = typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? limit : 100;
        return tables.find(actor, idIn(args[0]), filter, Math.min(most, mostRecords));
      }
      case 'get': {
        const [record] = await tables.read(actor, idIn(args[0]), [idIn(args[1])]);
        return record ?? null;
      }
      case 'create':
      case 'update':
      case 'remove':
        return write(name, idIn(args[0]), args);
      case 'fetch':
        return request(args[0], valuesIn(args[1] ?? {}));
      case 'secret': {
        const value = await secret(String(args[0]));
        if (value === undefined) throw invalid('functions.secret_missing');
        return value;
      }
      default:
        throw invalid('functions.call_wrong');
    }
  };

  const described = (name: string, args: readonly unknown[]): string => {
    if (name !== 'fetch') return [name, ...args.filter((one) => typeof one === 'string')].join(' ').slice(0, 120);
    const [url] = args;
    return typeof url === 'string' && URL.canParse(url) ? `fetch ${new URL(url).host}` : 'fetch';
  };
  const changes: ReadonlySet<string> = new Set(['create', 'update', 'remove', 'fetch']);

  return async (name: string, args: readonly unknown[]) => {
    count++;
    const began = clock();
    const asked = (): Asked => ({
      what: described(name, args),
      tookMs: clock() - began,
      simulated: simulated && changes.has(name),
    });
    try {
      if (count > mostCalls) throw conflict('functions.too_many_calls');
      const value = (await act(name, args)) ?? null;
      if (Buffer.byteLength(JSON.stringify(value)) > mostAnswer) throw conflict('functions.answer_too_large');
      return { answer: { value }, asked: asked() };
    } catch (error) {
      // What is not a refusal says nothing of what is inside.
      const known = typeof error === 'object' && error !== null && 'kind' in error && error instanceof Error;
      const reason = isRejection(error) || known ? (error as Error).message : 'Something unexpected happened.';
      return { answer: { error: reason }, asked: asked() };
    }
  };
};
