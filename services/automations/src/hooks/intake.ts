import type { IncomingMessage } from 'node:http';
import type { ServicePorts } from '@tessera/runtime';
import { addressKey, readBody } from '@tessera/web';
import { rejection } from '../refusals.ts';
import { bodyOf, headersOf, type Call } from './call.ts';

export const mostBytes = 1024 * 1024;

type Sent = {
  readonly raw: IncomingMessage;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Throws where the call is not of those who may send. Its bytes are as they came. */
  readonly prove: (body: Buffer) => void;
};

/** How calls of addresses come in: so many of one address, and few of addresses that nobody has. */
export const createIntake = (
  { limits, settings, clock }: Pick<ServicePorts, 'limits' | 'settings' | 'clock'>,
  name: string,
) => {
  const perAddress = limits.limiter(name, { capacity: 120, perSecond: 10 });
  const unknown = limits.limiter(`${name}.unknown`, { capacity: 30, perSecond: 0.5 });

  const limited = async (limiter: typeof perAddress, key: string): Promise<void> => {
    const seconds = settings.rateLimits ? await limiter.take(key, 1) : 0;
    if (seconds > 0)
      throw rejection('limited', 'request.limited', `Too many calls. Try again in ${seconds} s.`, {
        retryAfter: seconds,
      });
  };
  return {
    known: (key: string): Promise<void> => limited(perAddress, key),
    unknown: (ip: string): Promise<void> => limited(unknown, addressKey(ip)),
    read: async ({ raw, headers, query, prove }: Sent): Promise<Call> => {
      const bytes = await readBody(raw, mostBytes);
      prove(bytes);
      const body = bodyOf(bytes, headers['content-type'] ?? '');
      return { at: new Date(clock()).toISOString(), body, headers: headersOf(headers), query };
    },
  };
};
