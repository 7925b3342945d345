import { errorCode, type FileEntry, uploadFile } from '@tessera/kit';

/** A file that is on its way to a field, or that was refused. */
export type Coming = {
  readonly key: number;
  readonly file: File;
  readonly sent: number;
  readonly waiting: boolean;
  readonly error?: unknown;
};

/** What a field takes. */
export type Takes = {
  readonly most: number;
  /** Bytes of one file; undefined while it is not known. */
  readonly bytes?: number | undefined;
  readonly picturesOnly: boolean;
};
/** Why a file is refused before a byte is sent. */
export type Refused = { readonly refused: 'kind' | 'size' | 'count'; readonly limit?: number };
export const isRefused = (error: unknown): error is Refused =>
  typeof error === 'object' && error !== null && 'refused' in error;

/** Uploads into one cell. They go on when whatever showed them is gone, and are written where they belong. */
export type Uploads = {
  readonly list: () => readonly Coming[];
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (files: readonly File[], present: number, takes: Takes) => void;
  /** Stops one, or puts a refused one out of sight. */
  readonly drop: (key: number) => void;
};

let last = 0;

const createUploads = (onDone: (entry: FileEntry) => void): Uploads => {
  let coming: readonly Coming[] = [];
  const stops = new Map<number, AbortController>();
  const listeners = new Set<() => void>();
  const change = (next: readonly Coming[]): void => {
    coming = next;
    for (const listener of listeners) listener();
  };
  const patch = (key: number, part: Partial<Coming>): void =>
    change(coming.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const remove = (key: number): void => change(coming.filter((one) => one.key !== key));

  const begin = async (key: number, file: File): Promise<void> => {
    const stop = new AbortController();
    stops.set(key, stop);
    try {
      const entry = await uploadFile(file, {
        signal: stop.signal,
        onSent: (sent) => patch(key, { sent }),
        onWaiting: (waiting) => patch(key, { waiting }),
      });
      remove(key);
      onDone(entry);
    } catch (error) {
      if (stop.signal.aborted || errorCode(error) === 'aborted') remove(key);
      else patch(key, { error });
    } finally {
      stops.delete(key);
    }
  };

  return {
    list: () => coming,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (files, present, takes) => {
      let room = takes.most - present - coming.filter(({ error }) => error === undefined).length;
      for (const file of files) {
        const key = ++last;
        const base = { key, file, sent: 0, waiting: false };
        const refused: Refused | undefined =
          takes.picturesOnly && !file.type.startsWith('image/')
            ? { refused: 'kind' }
            : takes.bytes !== undefined && file.size > takes.bytes
              ? { refused: 'size', limit: takes.bytes }
              : room <= 0
                ? { refused: 'count', limit: takes.most }
                : undefined;
        if (refused === undefined) {
          room -= 1;
          change([...coming, base]);
          void begin(key, file);
        } else change([...coming, { ...base, error: refused }]);
      }
    },
    drop: (key) => {
      const stop = stops.get(key);
      if (stop === undefined) remove(key);
      else stop.abort(new DOMException('The upload was stopped', 'AbortError'));
    },
  };
};

/** By cell: a screen that comes back finds its uploads where they were. */
const all = new Map<string, { readonly uploads: Uploads; done: (entry: FileEntry) => void }>();

/** The uploads into a cell; `onDone` of the last that asked gets what is whole. */
export const uploadsOf = (cell: string, onDone: (entry: FileEntry) => void): Uploads => {
  const present = all.get(cell);
  if (present !== undefined) {
    present.done = onDone;
    return present.uploads;
  }
  const made = { uploads: createUploads((entry) => made.done(entry)), done: onDone };
  all.set(cell, made);
  return made.uploads;
};

/** When nothing is on its way into these cells any more. */
export const uploaded = async (cells: readonly string[]): Promise<void> => {
  for (const cell of cells) {
    const uploads = all.get(cell)?.uploads;
    if (uploads === undefined) continue;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (uploads.list().some(({ error }) => error === undefined)) return;
        end();
        resolve();
      };
      const end = uploads.subscribe(look);
      look();
    });
  }
};
