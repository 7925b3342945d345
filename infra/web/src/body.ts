import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { exactNumbers } from './numbers.ts';
import { invalid, rejection } from './refusals.ts';

export const tooLarge = (limit: number) =>
  rejection('too_large', 'request.too_large', `The request's body is larger than ${limit} bytes.`, { limit });
const aborted = () => invalid('request.aborted');

/** What came is no text: as a record it would hold replacement characters that nobody wrote. `what` names the part. */
export const notUtf8 = (what: string) =>
  invalid('request.not_utf8', `The request is not valid UTF-8 text: ${what}.`, { part: what });

/**
 * Tells once when a request ends before its body did, whatever ended it: the client, a deadline, or an error before
 * anybody listened. It owns the errors of the request.
 */
export const whenAborted = (request: IncomingMessage, tell: (reason: Error) => void): void => {
  let told = false;
  const ended = (error?: Error): void => {
    if (told || request.complete) return;
    told = true;
    tell(error?.name === 'Rejection' ? error : aborted());
  };
  if (request.destroyed) return ended(request.errored ?? undefined);
  request.on('error', ended);
  request.on('close', () => ended(request.errored ?? undefined));
};

/**
 * The whole body of a request, at most `limit` bytes. Throws `request.too_large` as soon as the bytes, or the length
 * announced, pass the limit, and `request.aborted` when the client goes away, or what the request was ended with.
 */
export const readBody = (request: IncomingMessage, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      request.resume();
      reject(tooLarge(limit));
      return;
    }
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let size = 0;
    let refused = false;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (refused) return;
      if (size > limit) {
        refused = true;
        more = undefined;
        first = undefined;
        reject(tooLarge(limit));
        return;
      }
      if (first === undefined) first = chunk;
      else if (more === undefined) more = [first, chunk];
      else more.push(chunk);
    });
    request.on('end', () => resolve(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more, size)));
    whenAborted(request, reject);
  });

/** How deep lists and objects of a body may stand in each other: deeper ones would end a recursion somewhere. */
const mostDeep = 64;

/** Whether a JSON value nests deeper than `limit`. Level by level, so that no depth ends it; texts are not looked at. */
const deeperThan = (value: unknown, limit: number): boolean => {
  let level: readonly unknown[] = [value];
  for (let depth = 0; ; depth++) {
    const below: unknown[] = [];
    let holders = 0;
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      holders++;
      for (const item of Array.isArray(one) ? (one as unknown[]) : Object.values(one))
        if (typeof item === 'object' && item !== null) below.push(item);
    }
    if (holders === 0) return false;
    if (depth >= limit) return true;
    level = below;
  }
};

/** Whether all strings in a JSON value, names included, can be written as UTF-8: half a surrogate pair cannot. */
const wellFormed = (value: unknown): boolean => {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') {
      if (!one.isWellFormed()) return false;
    } else if (Array.isArray(one)) for (const item of one) left.push(item);
    else if (typeof one === 'object' && one !== null)
      for (const [key, item] of Object.entries(one)) {
        if (!key.isWellFormed()) return false;
        left.push(item);
      }
  }
  return true;
};

const invalidBody = (message: string, details?: string) =>
  invalid('request.invalid', message, { issues: [{ path: 'body', message: details ?? message }] });

/**
 * The JSON of a body and its text, numbers exact to their last digit. Throws `request.not_utf8` for bytes or escapes that are no text, `request.too_deep`
 * for lists and objects in each other deeper than 64, `request.invalid` for what is no JSON.
 */
export const parseBody = (bytes: Buffer): { readonly value: unknown; readonly text: string } => {
  if (!isUtf8(bytes)) throw notUtf8('body');
  let text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
    const exact = exactNumbers(text);
    if (exact !== text) value = JSON.parse((text = exact));
  } catch (error) {
    throw invalidBody('The body is not valid JSON.', (error as Error).message);
  }
  if (deeperThan(value, mostDeep))
    throw invalid('request.too_deep', `The body nests deeper than ${mostDeep} levels.`, {
      limit: mostDeep,
    });
  if (/\\u[dD][89a-fA-F]/.test(text) && !wellFormed(value)) throw notUtf8('body');
  return { value, text };
};

/**
 * Whether the percent-encoded bytes of an address are text. A bare percent sign is left to whoever reads the value;
 * other than visible ASCII stands in no address.
 */
export const isTextAddress = (address: string): boolean => {
  if (/[^\x21-\x7e]/.test(address)) return false;
  if (!/%[89a-fA-F]/.test(address)) return true;
  try {
    for (const [run] of address.matchAll(/(?:%[0-9a-fA-F]{2})+/g)) decodeURIComponent(run);
    return true;
  } catch {
    return false;
  }
};
