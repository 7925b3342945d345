import { isRejection } from '@tessera/kernel';
import { isObject } from '@tessera/proto/automations';
import { conflict, invalid, rejection } from '../refusals.ts';
import type { Carries } from './step.ts';

const mostAnswer = 64 * 1024;
const timeoutMs = 10_000;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Methods that may be sent again without doing more than once. */
const harmless: ReadonlySet<string> = new Set(['GET', 'PUT', 'DELETE']);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const bodyOf = (bytes: Buffer): unknown => {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

export const httpRequest: Carries = {
  run: async ({ input, dialer, cause, begun, simulated }) => {
    const method = (input['method'] ?? 'GET') as Method;
    const url = input['url'];
    if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw invalid('automations.url_wrong');
    // Whether it arrived is known to nobody, and once more may be once too often.
    if (begun && !harmless.has(method)) throw conflict('automations.outcome_unknown');
    if (simulated) return { output: { status: null, body: null } };
    const own = isObject(input['headers']) ? input['headers'] : {};
    const body = input['body'];
    const hasBody = body !== undefined && body !== null && method !== 'GET';
    const headers: Record<string, string> = {
      'user-agent': 'Tessera',
      ...(hasBody && { 'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json' }),
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toLowerCase(), textOf(value)])),
      'idempotency-key': cause.key,
    };
    const answer = await dialer
      .request({ url, method, headers, timeoutMs, mostBytes: mostAnswer, ...(hasBody && { body: textOf(body) }) })
      .catch((error: unknown) => {
        if (!isRejection(error)) throw error;
        // What did not leave is tried again; what may have arrived only where that does no harm.
        const left = ['dial.answer', 'dial.timeout', 'dial.too_large'].includes(error.code);
        if (left && !harmless.has(method)) throw conflict('automations.outcome_unknown', { reason: error.message });
        if (['dial.unreachable', 'dial.timeout', 'dial.unknown_host', 'dial.answer'].includes(error.code))
          throw rejection('unavailable', 'automations.request_unavailable', error.message);
        throw error;
      });
    const { status } = answer;
    if (status === 429 || status >= 500)
      throw rejection('unavailable', 'automations.request_unavailable', `The address answered ${status}.`);
    if (status >= 400) throw invalid('automations.request_failed', `The address answered ${status}.`, { status });
    return { output: { status, body: bodyOf(answer.body) } };
  },
};
