import { Rejection } from '@tessera/kernel';
import type { IncomingMessage } from 'node:http';

const tooLarge = (limit: number) =>
  new Rejection('too_large', 'request.too_large', `The request's body is larger than ${limit} bytes.`, { limit });

/**
 * The whole body of a request, at most `limit` bytes. Throws `request.too_large` as soon as the bytes, or the length
 * announced, pass the limit, and `request.aborted` when the client goes away.
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
    request.on('error', () =>
      reject(new Rejection('invalid', 'request.aborted', 'The request ended before its body did.')),
    );
  });
