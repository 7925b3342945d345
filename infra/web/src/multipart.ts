import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { isRejection, type Rejection } from '@tessera/kernel';
import { notUtf8, tooLarge, whenAborted } from './body.ts';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { invalid } from './refusals.ts';

export type Received<T> = {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly result: T } | undefined;
};

const malformed = (): Rejection => invalid('request.invalid', 'This is not a multipart upload.');

/** What a decoder writes for bytes that are no text. A name that has it on purpose is refused with the others. */
const noText = '\u{fffd}';
const named = (text: string): string => {
  if (text.includes(noText)) throw notUtf8('a name in the upload');
  return text;
};

/**
 * Reads a multipart body as a stream: at most one file, which `consume` takes as it arrives with the name that it was
 * sent with, whatever stands in it, and a few short fields. A
 * file that `consume` refuses is drained, so that the answer reaches the sender. Throws `request.aborted`,
 * `request.too_large` above `limit` bytes in all unless the file has an answer of its own, `request.not_utf8` for names that are no text, and `request.invalid`;
 * whoever takes the file hears of the same end.
 */
export const receive = async <T>(
  request: IncomingMessage,
  limit: number,
  consume: (name: string, bytes: Readable) => Promise<T>,
): Promise<Received<T>> => {
  const contentType = request.headers['content-type'];
  if (!contentType?.startsWith('multipart/form-data')) throw malformed();
  let parser: BusboyInstance;
  try {
    parser = new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: { files: 1, fields: 8, fieldSize: 4096, fieldNameSize: 100, parts: 10, headerPairs: 20 },
    });
  } catch {
    throw malformed();
  }
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let file: Promise<{ readonly name: string; readonly result: T }> | undefined;
  let arriving: Readable | undefined;
  let size = 0;
  const ended = new Promise<void>((resolve, reject) => {
    // The one owner of what goes wrong with the request, the parser and the file: each of them tells it, and it tells
    // whoever waits. An iteration of the file that waited for ever would keep its half.
    const fail = (reason: Error): void => {
      request.unpipe(parser);
      request.off('data', count);
      request.resume();
      arriving?.destroy(reason);
      reject(reason);
    };
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        fail(error as Error);
      }
    };
    const count = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) return;
      // Who took the file says what is wrong with it; the rest is read by nobody.
      if (file !== undefined) resolve();
      fail(tooLarge(limit));
    };
    parser.on('field', (name, value) => attempt(() => void (fields[named(name)] = named(value))));
    parser.on('file', (_field, stream, name) => {
      arriving = stream;
      // Whoever takes the file may have stopped listening to it: it ends the process if nobody does.
      stream.on('error', (error) => fail(isRejection(error) ? error : malformed()));
      attempt(() => {
        const given = named(name ?? '');
        file = consume(given, stream).then(
          (result) => ({ name: given, result }),
          (error: Error) => {
            stream.resume();
            throw error;
          },
        );
        // Waited for below; until then a refusal must not be an unhandled one.
        file.catch(() => undefined);
      });
    });
    parser.on('finish', resolve);
    parser.on('error', () => fail(malformed()));
    whenAborted(request, fail);
    request.on('data', count);
  });
  request.pipe(parser);
  await ended;
  return { fields, file: await file };
};
