import { apiError, type ApiError, type CallOptions, createCalls, errorFromBody } from '@tessera/client';
import type { Answer, AnswerOf, CallOf, Given, Method, RouteOf, UploadRoute } from '@tessera/client';
import { takeEarly } from './early.ts';
import { createLastCall } from './last-call.ts';
import { traceparent } from './trace.ts';

export type { Answer, CallOptions };

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
  if (error.status === 0 && !navigator.onLine) return apiError({ code: 'network.offline', status: 0 });
  if (error.status === 401 && error.code === 'invalid_token') for (const listener of signedOutListeners) listener();
  if (error.code === 'plan.feature')
    for (const listener of lackingListeners) listener(String(error.details['feature'] ?? ''));
  // The page of plans says so to everybody.
  if (error.code === 'plan.blocked' && location.pathname !== blockedPath) location.replace(blockedPath);
  return error;
};

/** The client of programs, with what only a page has. */
const client = createCalls({
  fetch: async (to, init) => (init.method === 'GET' ? await takeEarly(to) : undefined) ?? fetch(to, init),
  headers: () => ({ traceparent: traceparent() }),
  // The pages say themselves that something is away, and ask again (query.ts).
  retry: ({ status, attempt }) => (status === 0 && attempt === 1 && navigator.onLine ? 300 : undefined),
  refused,
});

export type UploadOptions = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (sent: number, total: number) => void;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
    for (const [name, value] of Object.entries(client.headersFor('post', {}))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as AnswerOf<'post', R>);
      else reject(refused(errorFromBody(request.status, body)));
    };
    request.onerror = () => reject(refused(apiError({ code: 'network.unreachable', status: 0 })));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });

/** A file that the server makes of a question. Throws like the other calls. */
const file = <R extends RouteOf<'post'>>(
  route: R,
  ...call: Given<CallOf<'post', R> & CallOptions>
): Promise<{ readonly name: string; readonly content: Blob }> => client.file('post', route, ...call);

/**
 * One call, with what the headers of its answer say. Throws ApiError, or an AbortError when `signal` fires. A write
 * whose answer was lost is sent once more with the same key: the server then answers what it already did.
 */
const send = <M extends Method, R extends RouteOf<M>>(
  method: M,
  route: R,
  ...call: Given<CallOf<M, R> & CallOptions>
): Promise<Answer<AnswerOf<M, R>>> => lastCall.before(() => client.send(method, route, ...call));

const calling =
  <M extends Method>(method: M) =>
  async <R extends RouteOf<M>>(route: R, ...call: Given<CallOf<M, R> & CallOptions>): Promise<AnswerOf<M, R>> =>
    (await send(method, route, ...call)).data;

/** Logs out: after the calls on their way, and with none behind it. */
const logOut = (): Promise<void> => lastCall.last(() => client.send('post', '/auth/logout'));

/** The calls of `@tessera/client`, as a page makes them. */
export const api = {
  send,
  upload,
  file,
  href: client.href,
  logOut,
  get: calling('get'),
  post: calling('post'),
  put: calling('put'),
  patch: calling('patch'),
  delete: calling('delete'),
};
