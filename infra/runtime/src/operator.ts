import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

/** Where a running product tells the command line how to reach it: a port of this machine and the secret to show. */
const placeOf = (dataFolder: string): string => join(dataFolder, 'operator.json');
const place = z.strictObject({ port: z.int().min(1).max(65_535), secret: z.string().min(32) });
const reply = z.union([
  z.strictObject({ answer: z.unknown() }),
  z.strictObject({ error: z.strictObject({ message: z.string() }) }),
]);
const largest = 64 * 1024;

export type OperatorCommands = Readonly<Record<string, (input: never) => Promise<unknown>>>;

/** An error in the words that an operator reads. */
export const inWords = (error: unknown): string =>
  error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error);

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > largest) throw new Error('the command is too long');
  }
  return JSON.parse(text === '' ? '{}' : text);
};

/**
 * Lets the command line work beside the running product, whose folder it cannot open: commands over this machine's
 * loopback, for whoever can read the data folder, where the address and a secret of this start stand. Answers what ends
 * it.
 */
export const serveOperator = async (dataFolder: string, commands: OperatorCommands): Promise<() => Promise<void>> => {
  const secret = randomBytes(32).toString('base64url');
  const expected = Buffer.from(`Bearer ${secret}`);
  const server = createServer((request, response) => {
    const answer = (status: number, body: z.infer<typeof reply>): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const given = Buffer.from(request.headers.authorization ?? '');
    const command = commands[request.url?.slice(1) ?? ''];
    if (given.length !== expected.length || !timingSafeEqual(given, expected) || command === undefined) {
      request.resume();
      answer(404, { error: { message: 'there is no such command' } });
      return;
    }
    bodyOf(request)
      .then((input) => command(input as never))
      .then(
        (made) => answer(200, { answer: made ?? null }),
        (error: unknown) => answer(400, { error: { message: inWords(error) } }),
      );
  });
  server.on('clientError', (_error, socket) => void socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const path = placeOf(dataFolder);
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify({ port: (server.address() as AddressInfo).port, secret }), { mode: 0o600 });
  return async () => {
    rmSync(path, { force: true });
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await closed;
  };
};

const placeIn = (dataFolder: string): z.infer<typeof place> | undefined => {
  try {
    return place.parse(JSON.parse(readFileSync(placeOf(dataFolder), 'utf8')));
  } catch {
    return undefined;
  }
};

/**
 * Asks the product that runs on the folder; undefined where none runs. What a killed process left behind counts as
 * none, also when its port belongs to another program by now. Throws what the product refuses, in its words.
 */
export const askOperator = async (
  dataFolder: string,
  command: string,
  input: unknown,
): Promise<{ readonly answer: unknown } | undefined> => {
  const found = placeIn(dataFolder);
  if (found === undefined) return undefined;
  const response = await fetch(`http://127.0.0.1:${found.port}/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${found.secret}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(input),
  }).catch(() => undefined);
  if (response === undefined) return undefined;
  const parsed = reply.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success || response.status === 404) return undefined;
  if ('error' in parsed.data) throw new Error(parsed.data.error.message);
  return { answer: parsed.data.answer };
};
