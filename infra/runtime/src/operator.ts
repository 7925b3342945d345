import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** Where a running product tells the command line how to reach it: a port of this machine and the secret to show. */
const placeOf = (dataFolder: string): string => join(dataFolder, 'operator.json');
const place = z.strictObject({ port: z.int().min(1).max(65_535), secret: z.string().min(32) });
/** A line of an answer, which begins at once and ends with an answer or an error, however long the command takes. */
const reply = z.union([
  z.strictObject({ doing: z.string() }),
  z.strictObject({ answer: z.unknown() }),
  z.strictObject({ error: z.strictObject({ message: z.string() }) }),
]);
const lines = 'application/x-ndjson';
const largest = 64 * 1024;
/** How long what answers on the port may take to say that it is a product, and a stop waits for commands, in ms. */
const [greetMs, graceMs] = [10_000, 2_000];
const goesOn = 'What it had accepted goes on when it starts again; the same command then does what is left.';

/** Commands by name; what takes long tells `tell` how far it is. */
export type OperatorCommands = Readonly<
  Record<string, (input: never, tell: (line: string) => void) => Promise<unknown>>
>;

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
 * it: a command that takes longer than two seconds more is told that it goes on at the next start.
 */
export const serveOperator = async (dataFolder: string, commands: OperatorCommands): Promise<() => Promise<void>> => {
  const secret = randomBytes(32).toString('base64url');
  const expected = Buffer.from(`Bearer ${secret}`);
  const working = new Set<ServerResponse>();
  let idle: (() => void) | undefined;
  const say = (response: ServerResponse, line: z.infer<typeof reply>): void => {
    if (!response.writableEnded) response.write(`${JSON.stringify(line)}\n`);
  };
  const end = (response: ServerResponse, line: z.infer<typeof reply>): void => {
    say(response, line);
    response.end();
    working.delete(response);
    if (working.size === 0) idle?.();
  };
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    const given = Buffer.from(request.headers.authorization ?? '');
    const command = commands[request.url?.slice(1) ?? ''];
    if (given.length !== expected.length || !timingSafeEqual(given, expected) || command === undefined) {
      request.resume();
      response.writeHead(404).end();
      return;
    }
    working.add(response);
    response.writeHead(200, { 'content-type': lines }).flushHeaders();
    bodyOf(request)
      .then((input) => command(input as never, (doing) => say(response, { doing })))
      .then(
        (made) => end(response, { answer: made ?? null }),
        (error: unknown) => end(response, { error: { message: inWords(error) } }),
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
    if (working.size > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs);
        idle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    for (const response of working) end(response, { error: { message: `Tessera is stopping. ${goesOn}` } });
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

/** What a product answers, line by line; undefined where none answers in time, or something else does. */
const send = (
  { port, secret }: z.infer<typeof place>,
  command: string,
  input: unknown,
): Promise<IncomingMessage | undefined> =>
  new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: `/${command}`,
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      },
      (response) => {
        clearTimeout(timer);
        if (response.statusCode === 200 && response.headers['content-type'] === lines) return resolve(response);
        sent.destroy();
        return resolve(undefined);
      },
    );
    const timer = setTimeout(() => sent.destroy(), greetMs);
    sent.on('error', () => resolve(undefined));
    sent.on('close', () => resolve(undefined));
    sent.end(JSON.stringify(input));
  });

/**
 * Asks the product that runs on the folder, however long it takes; `tell` hears how far it is. Undefined where none runs.
 * What a killed process left behind counts as none, also when its port belongs to another program by now. Throws what the
 * product refuses, in its words, and where it ends before it has answered.
 */
export const askOperator = async (
  dataFolder: string,
  command: string,
  input: unknown,
  tell: (line: string) => void = () => undefined,
): Promise<{ readonly answer: unknown } | undefined> => {
  const found = placeIn(dataFolder);
  const response = found && (await send(found, command, input));
  if (response === undefined) return undefined;
  let last: z.infer<typeof reply> | undefined;
  try {
    for await (const line of createInterface({ input: response })) {
      last = reply.parse(JSON.parse(line));
      if (!('doing' in last)) break;
      tell(last.doing);
    }
  } catch {
    // It was killed, or what it sent broke off: what counts is whether it had answered.
  } finally {
    response.destroy();
  }
  if (last !== undefined && 'error' in last) throw new Error(last.error.message);
  if (last !== undefined && 'answer' in last) return { answer: last.answer };
  throw new Error(`Tessera ended before it had answered. ${goesOn}`);
};
