import { apiError, type ApiError, errorFromBody } from './error.ts';
import { takeEarly } from './early.ts';
import { newId } from './id.ts';
import { createLastCall } from './last-call.ts';
import type { AnswerOf, CallOf, Given, Method, RouteOf, UploadRoute } from './routes.ts';
import { traceparent } from './trace.ts';

/** What a call may say besides what its route takes. */
export type CallOptions = {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Given by a caller that repeats a write itself; otherwise every write gets a new one. */
  readonly idempotencyKey?: string;
  /** For a write made while the page is left: it is sent to its end. At most 64 KB of body. */
  readonly keepalive?: boolean;
};

/** A call as it is sent: the names in its path filled, its query in texts. */
type Sent = {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
} & CallOptions;

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

const lastCall = createLastCall();

const blockedPath = '/settings/plans';
const signedOutListeners = new Set<() => void>();

/** Calls `listener` whenever the server says that the session is no more. Answers the way to stop. */
export const onSignedOut = (listener: () => void): (() => void) => {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
};

const lackingListeners = new Set<(feature: string) => void>();

/** Calls `listener` whenever something is refused for a feature that the plan lacks. Answers the way to stop. */
export const onLacking = (listener: (feature: string) => void): (() => void) => {
  lackingListeners.add(listener);
  return () => lackingListeners.delete(listener);
};

/** Whether somebody shows what the plan lacks, and what has it: an error need not say whom to ask. */
export const showsLacking = (): boolean => lackingListeners.size > 0;

const refused = (error: ApiError): ApiError => {
  if (error.status === 401 && error.code === 'invalid_token') for (const listener of signedOutListeners) listener();
  if (error.code === 'plan.feature')
    for (const listener of lackingListeners) listener(String(error.details['feature'] ?? ''));
  // The page of plans says so to everybody.
  if (error.code === 'plan.blocked' && location.pathname !== blockedPath) location.replace(blockedPath);
  return error;
};

const address = (route: string, { path = {}, query = {} }: Sent): string => {
  const filled = route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return pairs.length === 0 ? `/api${filled}` : `/api${filled}?${new URLSearchParams(pairs).toString()}`;
};

const headersFor = (method: Method, options: CallOptions): Record<string, string> => ({
  accept: 'application/json',
  traceparent: traceparent(),
  ...(method === 'get' ? {} : { 'x-requested-with': 'tessera', 'idempotency-key': options.idempotencyKey ?? newId() }),
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

const ask = async (method: Method, route: string, call: Sent): Promise<Answer<unknown>> => {
  const headers = headersFor(method, call);
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  const init: RequestInit = {
    method: method.toUpperCase(),
    headers,
    credentials: 'same-origin',
    signal: call.signal ?? null,
    keepalive: call.keepalive ?? false,
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  };
  for (let attempt = 0; ; attempt++) {
    let response: Response;
    let text: string;
    try {
      const to = address(route, call);
      response = (method === 'get' && attempt === 0 ? await takeEarly(to) : undefined) ?? (await fetch(to, init));
      text = await response.text();
    } catch (error) {
      if (call.signal?.aborted) throw error;
      if (attempt === 0 && navigator.onLine) {
        await pause(300, call.signal);
        continue;
      }
      throw apiError({ code: navigator.onLine ? 'network.unreachable' : 'network.offline', status: 0 });
    }
    if (!response.ok) throw refused(errorFromBody(response.status, parse(text)));
    return {
      data: parse(text),
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
const upload = <R extends UploadRoute>(
  route: R,
  form: FormData,
  { signal, onProgress }: UploadOptions = {},
): Promise<AnswerOf<'post', R>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api${route}`);
    for (const [name, value] of Object.entries(headersFor('post', {}))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as AnswerOf<'post', R>);
      else reject(refused(errorFromBody(request.status, body)));
    };
    request.onerror = () =>
      reject(apiError({ code: navigator.onLine ? 'network.unreachable' : 'network.offline', status: 0 }));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });

/** The address of what a route answers, for the browser to open or to save. */
const href = <R extends RouteOf<'get'>>(route: R, ...[call]: Given<CallOf<'get', R>>): string =>
  address(route, (call ?? {}) as Sent);

/** A file that the server makes of a question. Throws like the other calls. */
const file = async <R extends RouteOf<'post'>>(
  route: R,
  ...[call]: Given<CallOf<'post', R> & CallOptions>
): Promise<{ readonly name: string; readonly content: Blob }> => {
  const sent = (call ?? {}) as Sent;
  const headers = { ...headersFor('post', sent), accept: '*/*', 'content-type': 'application/json' };
  const answer = await fetch(address(route, sent), {
    method: 'POST',
    headers,
    credentials: 'same-origin',
    signal: sent.signal ?? null,
    body: JSON.stringify(sent.body),
  }).catch((error: unknown) => {
    if (sent.signal?.aborted) throw error;
    throw apiError({ code: navigator.onLine ? 'network.unreachable' : 'network.offline', status: 0 });
  });
  if (!answer.ok) throw refused(errorFromBody(answer.status, parse(await answer.text())));
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return { name: decodeURIComponent(name), content: await answer.blob() };
};

/**
 * One call, with what the headers of its answer say. Throws ApiError, or an AbortError when `signal` fires. A write
 * whose answer was lost is sent once more with the same key: the server then answers what it already did.
 */
const send = <M extends Method, R extends RouteOf<M>>(
  method: M,
  route: R,
  ...[call]: Given<CallOf<M, R> & CallOptions>
): Promise<Answer<AnswerOf<M, R>>> =>
  lastCall.before(() => ask(method, route, (call ?? {}) as Sent)) as Promise<Answer<AnswerOf<M, R>>>;

const calling =
  <M extends Method>(method: M) =>
  async <R extends RouteOf<M>>(route: R, ...call: Given<CallOf<M, R> & CallOptions>): Promise<AnswerOf<M, R>> =>
    (await send(method, route, ...call)).data;

/** Logs out: after the calls on their way, and with none behind it. */
const logOut = (): Promise<void> => lastCall.last(() => ask('post', '/auth/logout', {}));

/**
 * The REST API by its routes, as its document tells them (openapi.ts): `api.get('/v3/tables/{id}', { path: { id } })`. A
 * path, parameter or body that no route has does not compile. `send` also answers commit, operation and version.
 */
export const api = {
  send,
  upload,
  file,
  href,
  logOut,
  get: calling('get'),
  post: calling('post'),
  put: calling('put'),
  patch: calling('patch'),
  delete: calling('delete'),
};
