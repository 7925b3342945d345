import { apiError, errorFromBody } from './error.ts';

// Resumable uploads: requests of the tus protocol, whose headers no typed call has.

/** A file as the API answers it. */
export type FileEntry = {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly url: string;
};

const pieceBytes = 8 * 1024 * 1024;
const atOnce = 3;
/** Waits between tries while there is no connection, in ms; the last one again and again. */
const pauses = [500, 1000, 2000, 5000, 10_000];

const tus = { 'tus-resumable': '1.0.0', 'x-requested-with': 'tessera' } as const;
const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

type Answer = { readonly status: number; readonly text: string; readonly header: (name: string) => string | null };

/** One request; it tells how many bytes of its body have left, which `fetch` cannot. Status 0 where nothing answered. */
const ask = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  { body = null, signal, onSent }: { body?: Blob | null; signal: AbortSignal; onSent?: (bytes: number) => void },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    const end = (status: number): void => {
      signal.removeEventListener('abort', stop);
      resolve({ status, text: request.responseText, header: (name) => request.getResponseHeader(name) });
    };
    request.open(method, path);
    for (const [name, value] of Object.entries({ ...tus, ...headers })) request.setRequestHeader(name, value);
    if (onSent) request.upload.onprogress = (event) => onSent(event.loaded);
    request.onload = () => end(request.status);
    request.onerror = () => end(0);
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    request.send(body);
  });

/** Whether the same may be asked again in a moment: nothing answered, or not now. */
const passes = (status: number): boolean => status === 0 || status === 408 || status === 429 || status >= 502;

const pause = (tries: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const stop = (): void => {
      end();
      reject(signal.reason as Error);
    };
    const timer = setTimeout(end, pauses[Math.min(tries, pauses.length - 1)]);
    window.addEventListener('online', end);
    signal.addEventListener('abort', stop);
  });

type Tell = {
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
  /** Whether it waits for the connection. */
  readonly onWaiting: (waiting: boolean) => void;
};

const send = async (file: File, { signal, onSent, onWaiting }: Tell): Promise<FileEntry> => {
  let tries = 0;
  /** Asks until something answers that will not be otherwise in a moment. */
  const until = async (once: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await once();
      if (!passes(answer.status)) {
        onWaiting(false);
        return answer;
      }
      onWaiting(true);
      await pause(tries++, signal);
    }
  };
  const refused = ({ status, text }: Answer): Error => errorFromBody(status, parsed(text));
  const metadata = `filename ${base64(file.name)}`;
  const begun = await until(() =>
    ask('POST', '/api/v3/files', { 'upload-length': String(file.size), 'upload-metadata': metadata }, { signal }),
  );
  if (begun.status !== 201) throw refused(begun);
  const path = begun.header('location') ?? '';
  try {
    for (let offset = 0; offset < file.size;) {
      const from = offset;
      const answer = await ask(
        'PATCH',
        path,
        { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
        { body: file.slice(from, from + pieceBytes), signal, onSent: (bytes) => onSent(from + bytes) },
      );
      if (answer.status === 204) {
        offset = Number(answer.header('upload-offset'));
        tries = 0;
        onWaiting(false);
      } else if (passes(answer.status) || answer.status === 409) {
        if (answer.status !== 409) {
          onWaiting(true);
          await pause(tries++, signal);
        }
        // What came before the cut is there.
        const standing = await until(() => ask('HEAD', path, {}, { signal }));
        if (standing.status !== 200) throw apiError({ code: 'files.upload_gone', status: standing.status });
        offset = Number(standing.header('upload-offset'));
      } else throw refused(answer);
      onSent(offset);
    }
    const kept = await until(() => ask('GET', path, {}, { signal }));
    if (kept.status !== 200) throw refused(kept);
    const { id, name, size, type } = parsed(kept.text) as FileEntry;
    return { id, name, size, type, url: `/api/v3/files/${id}` };
  } catch (error) {
    // Whoever stops it wants nothing of it kept; what a lost page leaves goes in a day.
    if (signal.aborted) fetch(path, { method: 'DELETE', headers: tus, keepalive: true }).catch(() => undefined);
    throw error;
  }
};

let running = 0;
const queue: (() => void)[] = [];

/** Uploads a file in pieces that go on after a cut, three files at a time. Throws ApiError, or the reason of the signal. */
export const uploadFile = async (file: File, tell: Tell): Promise<FileEntry> => {
  if (running >= atOnce) await new Promise<void>((go) => void queue.push(go));
  running += 1;
  try {
    return await send(file, tell);
  } finally {
    running -= 1;
    queue.shift()?.();
  }
};

/** The text of a file; empty where it cannot be read. Rejects where `signal` fires. */
export const readFileText = async ({ url }: Pick<FileEntry, 'url'>, signal: AbortSignal): Promise<string> => {
  const answer = await fetch(url, { signal });
  return answer.ok ? answer.text() : '';
};
