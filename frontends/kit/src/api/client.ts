import { apiError, type ApiError, errorFromBody } from './error.ts';
import { takeEarly } from './early.ts';
import { newId } from './id.ts';
import { traceparent } from './trace.ts';

export type QueryValue = string | number | boolean | undefined;

export type CallOptions = {
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Given by a caller that repeats a write itself; otherwise every write gets a new one. */
  readonly idempotencyKey?: string;
  /** For a write made while the page is left: it is sent to its end. At most 64 KB of body. */
  readonly keepalive?: boolean;
};

/**
 * An answer with what the headers say: the commit and operation that a write made, and the version of what was read.
 */
export type Answer<T> = {
  readonly data: T;
  readonly commit: string | null;
  readonly operation: string | null;
  readonly etag: string | null;
  /** The position of what was written, or one up to which the answer holds every change. */
  readonly position: number | null;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const signedOutListeners = new Set<() => void>();

/** Calls `listener` whenever the server says that the session is no more. Answers the way to stop. */
export const onSignedOut = (listener: () => void): (() => void) => {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
};

const refused = (error: ApiError): ApiError => {
  if (error.status === 401 && error.code === 'invalid_token') for (const listener of signedOutListeners) listener();
  return error;
};

const address = (path: string, query: CallOptions['query']): string => {
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  return pairs.length === 0 ? `/api${path}` : `/api${path}?${new URLSearchParams(pairs).toString()}`;
};

const headersFor = (method: Method, options: CallOptions): Record<string, string> => ({
  accept: 'application/json',
  traceparent: traceparent(),
  ...(method === 'GET' ? {} : { 'x-requested-with': 'tessera', 'idempotency-key': options.idempotencyKey ?? newId() }),
  ...options.headers,
});

const parse = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const positionOf = (header: string | null): number | null =>
  header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null;

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

/**
 * One call. Throws ApiError, or an AbortError when `signal` fires. A write whose answer was lost is sent once more with
 * the same key: the server then answers what it already did.
 */
const send = async <T>(method: Method, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer<T>> => {
  const headers = headersFor(method, options);
  const raw = body instanceof FormData;
  if (body !== undefined && !raw) headers['content-type'] = 'application/json';
  const init: RequestInit = {
    method,
    headers,
    credentials: 'same-origin',
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  };
  for (let attempt = 0; ; attempt++) {
    let response: Response;
    let text: string;
    try {
      const to = address(path, options.query);
      response = (method === 'GET' && attempt === 0 ? await takeEarly(to) : undefined) ?? (await fetch(to, init));
      text = await response.text();
    } catch (error) {
      if (options.signal?.aborted) throw error;
      if (attempt === 0 && !raw && navigator.onLine) {
        await pause(300, options.signal);
        continue;
      }
      throw apiError({ code: navigator.onLine ? 'network.unreachable' : 'network.offline', status: 0 });
    }
    if (!response.ok) throw refused(errorFromBody(response.status, parse(text)));
    return {
      data: parse(text) as T,
      commit: response.headers.get('tessera-commit'),
      operation: response.headers.get('tessera-operation'),
      etag: response.headers.get('etag'),
      position: positionOf(response.headers.get('tessera-position')),
    };
  }
};

export type UploadOptions = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (sent: number, total: number) => void;
};

/** Posts a form with files and tells how many bytes have left (`fetch` cannot). Throws like the other calls. */
const upload = <T>(path: string, form: FormData, { signal, onProgress }: UploadOptions = {}): Promise<T> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api${path}`);
    for (const [name, value] of Object.entries(headersFor('POST', {}))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as T);
      else reject(refused(errorFromBody(request.status, body)));
    };
    request.onerror = () =>
      reject(apiError({ code: navigator.onLine ? 'network.unreachable' : 'network.offline', status: 0 }));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });

const data = async <T>(answer: Promise<Answer<T>>): Promise<T> => (await answer).data;

/** The REST API. Paths are relative to `/api`; `send` also answers commit, operation and version. */
export const api = {
  send,
  upload,
  get: <T>(path: string, options?: CallOptions): Promise<T> => data(send<T>('GET', path, undefined, options)),
  post: <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    data(send<T>('POST', path, body ?? {}, options)),
  put: <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    data(send<T>('PUT', path, body ?? {}, options)),
  patch: <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    data(send<T>('PATCH', path, body ?? {}, options)),
  delete: <T>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
    data(send<T>('DELETE', path, body, options)),
};
