import { hash } from 'node:crypto';
import { closeSync, constants, existsSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Where a log stood when it was last noted: a small file beside `log.db`, so that a log that lost its end cannot pass
 * for a whole one. It is written after the log's fsync and never has an fsync of its own: it may lag, it never leads.
 */
export type LogPosition = { readonly logId: string; readonly epoch: number; readonly seq: number };

export const positionFile = 'log.position';
/**
 * The same beside the folder of a service: a folder that was exchanged for an earlier copy of itself agrees with itself
 * in everything.
 */
export const witnessOf = (folder: string): string => `${folder}.position`;
/** Less than a sector, and always as long: a write goes over what was there and needs no room on the disk. */
const length = 256;
/** Under load the file is written so often at most; a writer with nothing to do writes at once. */
const everyMs = 250;

const digestOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 16);
const encode = ({ logId, epoch, seq }: LogPosition): Buffer => {
  const text = `tessera-log 1 ${logId} ${epoch} ${seq}`;
  return Buffer.from(`${`${text} ${digestOf(text)}`.padEnd(length - 1)}\n`);
};

/** What the file says; `none` where there is no file, `damaged` where it cannot be trusted. */
export const readPosition = (path: string): LogPosition | 'none' | 'damaged' => {
  if (!existsSync(path)) return 'none';
  const parts = readFileSync(path, 'latin1').trim().split(' ');
  const [name, format, logId, epoch, seq, digest] = parts;
  if (name !== 'tessera-log' || format !== '1' || digest !== digestOf(parts.slice(0, 5).join(' '))) return 'damaged';
  return { logId: logId!, epoch: Number(epoch), seq: Number(seq) };
};

/** No room is no reason to stop: the file lags until there is some. */
const passing = new Set(['ENOSPC', 'EDQUOT']);

/** Keeps the file of one log. The caller notes a place only after the fsync that made it durable. */
export const openPosition = (path: string) => {
  let file: number | undefined;
  let waiting: LogPosition | undefined;
  let written = 0;

  const write = (): void => {
    if (waiting === undefined) return;
    try {
      file ??= openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
      writeSync(file, encode(waiting), 0, length, 0);
      waiting = undefined;
    } catch (error) {
      if (!passing.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    written = performance.now();
  };

  return {
    note: (position: LogPosition): void => {
      waiting = position;
      if (performance.now() - written >= everyMs) write();
    },
    /** Writes what was noted and not written yet. */
    flush: write,
    close: (): void => {
      write();
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
};
