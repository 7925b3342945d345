import { isUtf8 } from 'node:buffer';
import { notUtf8, parseBody } from '@tessera/web';

/** A call as the steps of an automation refer to it. */
export type Call = {
  readonly at: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
};

/** What never gets into a log: secrets of the caller, and what proxies say. */
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);
const mostHeaders = 50;
const longestHeader = 1_000;

/** Headers that steps may refer to. */
export const headersOf = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers)
      .flatMap(([name, value]): readonly (readonly [string, string])[] =>
        typeof value === 'string' && !secretHeaders.has(name) && !name.startsWith('x-forwarded-')
          ? [[name, value.slice(0, longestHeader)]]
          : [],
      )
      .slice(0, mostHeaders),
  );

/** What came as a value: JSON, a form by its names, or text. Throws as `parseBody` where it is said to be JSON and is none. */
export const bodyOf = (bytes: Buffer, contentType: string): unknown => {
  if (bytes.length === 0) return null;
  if (contentType.includes('json')) return parseBody(bytes).value;
  if (!isUtf8(bytes)) throw notUtf8('body');
  const text = bytes.toString('utf8');
  if (contentType.includes('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  return text;
};

/** What tells that a call is the same as one before: the header of Standard Webhooks, or that of others. */
export const sameCall = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const given = headers['webhook-id'] ?? headers['idempotency-key'];
  return given === undefined || given === '' ? undefined : given.slice(0, 200);
};
