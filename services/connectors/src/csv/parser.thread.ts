import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { fold } from '@tessera/kernel';
import { analyse } from './analyse.ts';
import { check } from './check.ts';
import { convert } from './convert.ts';
import { linkedTexts } from './linked.ts';
import { findDuplicates } from './duplicates.ts';
import type { FromParser, Job, ToParser } from './protocol.ts';
import { FileError } from './reader.ts';

// Misfits are thrown by the thousand; nobody reads where.
Error.stackTraceLimit = 0;

/** Where cores are short, an import comes after answering people: Linux takes a priority for each thread. */
const yieldToOthers = (): void => {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), 5);
  } catch {
    // Elsewhere threads are equal.
  }
};

const job = workerData as Job;
// Somebody waits for an analysis, in the wizard.
if (job.kind === 'convert') yieldToOthers();
const port = parentPort!;
const send = (message: FromParser, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, [...transfer]);
const users = new Map(job.users);
const findUser = (text: string): string | undefined => users.get(fold(text));

const run = async (): Promise<void> => {
  if (job.kind === 'analyse') {
    const analysis = await analyse(
      job.path,
      job.choices,
      users.size > 0 ? findUser : undefined,
      (rows) => send({ kind: 'rows', rows }),
      job.timezone,
    );
    return send({ kind: 'analysis', analysis });
  }
  if (job.kind === 'check') {
    const found = await check(job.path, job.plan, findUser, (keys) => send({ kind: 'keys', keys }));
    return send({ kind: 'check', check: found });
  }
  if (job.kind === 'texts')
    return send({ kind: 'texts', texts: await linkedTexts(job.path, job.plan, job.columns, job.whole) });
  if (job.kind === 'duplicates')
    return send({ kind: 'duplicates', duplicates: await findDuplicates(job.path, job.plan, findUser) });
  let credits = job.credits;
  let resume: (() => void) | undefined;
  port.on('message', (_message: ToParser) => {
    credits++;
    resume?.();
  });
  for await (const batch of convert(job.path, job.plan, job.start, findUser)) {
    while (credits === 0) await new Promise<void>((resolve) => (resume = resolve));
    credits--;
    const bytes = new Uint8Array(batch.bytes);
    send({ kind: 'batch', batch: { ...batch, bytes } }, [bytes.buffer]);
  }
  send({ kind: 'end' });
};

try {
  await run();
} catch (error) {
  const known = error instanceof FileError ? error : undefined;
  send({
    kind: 'failed',
    code: known?.code ?? 'unreadable',
    message: known?.message ?? `The file cannot be read: ${(error as Error).message}`,
    row: known?.row,
  });
}
port.close();
