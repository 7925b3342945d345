import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Rejection } from '@tessera/kernel';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

export type Received<T> = {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly result: T } | undefined;
};

const malformed = (): Rejection => new Rejection('invalid', 'request.invalid', 'This is not a multipart upload.');

/**
 * Reads a multipart body as a stream: at most one file, which `consume` takes as it arrives, and a few short fields. A
 * file that `consume` refuses is drained, so that the answer reaches the sender.
 */
export const receive = async <T>(
  request: IncomingMessage,
  consume: (name: string, bytes: Readable) => Promise<T>,
): Promise<Received<T>> => {
  const contentType = request.headers['content-type'];
  if (!contentType?.startsWith('multipart/form-data')) throw malformed();
  let parser: BusboyInstance;
  try {
    parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: 1, fields: 8, fieldSize: 4096, fieldNameSize: 100, parts: 10, headerPairs: 20 },
    });
  } catch {
    throw malformed();
  }
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let file: Promise<{ readonly name: string; readonly result: T }> | undefined;
  let arriving: Readable | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value) => {
      fields[name] = value;
    });
    parser.on('file', (_field, stream, name) => {
      // The base name alone: what a browser or a script calls its folders is nobody's business.
      const base =
        (name ?? '')
          .replace(/^.*[\\/]/, '')
          .replace(/\p{Cc}/gu, '')
          .trim()
          .slice(0, 200) || 'file.csv';
      arriving = stream;
      file = consume(base, stream).then(
        (result) => ({ name: base, result }),
        (error: Error) => {
          stream.resume();
          throw error;
        },
      );
      // Waited for below; until then a refusal must not be an unhandled one.
      file.catch(() => undefined);
    });
    parser.on('finish', resolve);
    // Whoever takes the file must hear that no more comes: an iteration that waits for ever would keep its half.
    const fail = (reason: Rejection): void => {
      request.unpipe(parser);
      arriving?.destroy(reason);
      reject(reason);
    };
    parser.on('error', () => fail(malformed()));
    request.on('aborted', () =>
      fail(new Rejection('invalid', 'request.aborted', 'The request ended before its body did.')),
    );
  });
  request.pipe(parser);
  await ended;
  return { fields, file: await file };
};
