import { apiError, type ApiError, errorFromBody } from './error.ts';
import { newId } from './id.ts';
import { patient, type Failure } from './retry.ts';
import type { AnswerOf, CallOf, Given, Method, RouteOf, UploadRoute } from './routes.ts';

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
export type Sent = {
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

/** Milliseconds until the same is asked again; undefined: not again. Writes are repeated by their key. */
export type Retry = (failure: Failure) => number | undefined;

export type ClientOptions = {
  /** Where Tessera is: `https://work.example`. Left out in its own pages. */
  readonly url?: string;
  /** An API token, or what knows the one of this moment. Without it the browser's own session is used. */
  readonly token?: string | (() => string | Promise<string>);
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** More headers of each call, under those that the call names itself. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Left out: `patient()`. */
  readonly retry?: Retry;
  /** Sees what is thrown, and may throw another. */
  readonly refused?: (error: ApiError) => ApiError;
};

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

/** Seconds or a date, as HTTP has them, in milliseconds from now; null where the answer says neither. */
const waitOf = (header: string | null): number | null => {
  if (header === null) return null;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
};

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });

/** What calls are made of; pages take no more of the client than this. */
export const createCalls = (options: ClientOptions & { readonly retry: Retry }) => {
  const { token, retry, refused = (error) => error } = options;
  const ask = options.fetch ?? ((address: string, init: RequestInit) => fetch(address, init));
  let base = `${options.url ?? ''}`;
  while (base.endsWith('/')) base = base.slice(0, -1);

  const address = (route: string, { path = {}, query = {} }: Sent): string => {
    const filled = route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const pairs = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
    return `${base}/api${filled}${pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`}`;
  };

  const headersFor = (method: Method, call: CallOptions): Record<string, string> => ({
    accept: 'application/json',
    ...options.headers?.(),
    // What a form of another page cannot send: the session's cookie alone writes nothing.
    ...(method === 'get' ? {} : { 'x-requested-with': 'tessera', 'idempotency-key': call.idempotencyKey ?? newId() }),
    ...call.headers,
  });

  /** The answer that did what was asked. Its body is read by `read`, whose failure is one of the connection as well. */
  const answered = async <T>(
    method: Method,
    route: string,
    call: Sent,
    read: (response: Response) => Promise<T>,
    form?: FormData,
  ): Promise<{ readonly response: Response; readonly read: T }> => {
    const headers = headersFor(method, call);
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    const body = form ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    for (let attempt = 1; ; attempt++) {
      if (token !== undefined) headers['authorization'] = `Bearer ${typeof token === 'string' ? token : await token()}`;
      const init: RequestInit = {
        method: method.toUpperCase(),
        headers,
        // A token is somebody by itself, whoever is signed in here.
        credentials: token === undefined ? 'same-origin' : 'omit',
        signal: call.signal ?? null,
        keepalive: call.keepalive ?? false,
        ...(body === undefined ? {} : { body }),
      };
      let error: ApiError;
      let retryAfter: number | null = null;
      try {
        const response = await ask(address(route, call), init);
        if (response.ok) return { response, read: await read(response) };
        retryAfter = waitOf(response.headers.get('retry-after'));
        error = errorFromBody(response.status, parse(await response.text()));
      } catch (thrown) {
        if (call.signal?.aborted) throw thrown;
        error = apiError({ code: 'network.unreachable', status: 0, message: 'No answer came.' });
        error.cause = thrown;
      }
      const wait = retry({ method, attempt, status: error.status, code: error.code, retryAfter });
      if (wait === undefined) throw refused(error);
      await pause(wait, call.signal);
    }
  };

  /** One call, with what the headers of its answer say. */
  const send = async <M extends Method, R extends RouteOf<M>>(
    method: M,
    route: R,
    ...[call]: Given<CallOf<M, R> & CallOptions>
  ): Promise<Answer<AnswerOf<M, R>>> => {
    const { response, read } = await answered(method, route, (call ?? {}) as Sent, (one) => one.text());
    return {
      data: parse(read) as AnswerOf<M, R>,
      commit: response.headers.get('tessera-commit'),
      operation: response.headers.get('tessera-operation'),
      etag: response.headers.get('etag'),
      position: positionOf(response.headers.get('tessera-position')),
    };
  };

  return {
    answered,
    send,
    /** A file: one that is kept, or one that the server makes of a question. */
    file: async <M extends 'get' | 'post', R extends RouteOf<M>>(
      method: M,
      route: R,
      ...[call]: Given<CallOf<M, R> & CallOptions>
    ): Promise<{ readonly name: string; readonly content: Blob }> => {
      const sent = (call ?? {}) as Sent;
      const asked = { ...sent, headers: { accept: '*/*', ...sent.headers } };
      const { response, read } = await answered(method, route, asked, (one) => one.blob());
      const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
      return { name: decodeURIComponent(name), content: read };
    },
    /** The address of what a route answers. */
    href: <R extends RouteOf<'get'>>(route: R, ...[call]: Given<CallOf<'get', R>>): string =>
      address(route, (call ?? {}) as Sent),
    /** The headers that a call has, for what asks by other means. */
    headersFor,
  };
};

/**
 * The REST API by its routes, as its document tells them (openapi.ts): `client.get('/v3/tables/{table}', { path: { table } })`.
 * A path, parameter or body that no route has does not compile. `send` also answers commit, operation and version.
 * Throws ApiError, or the reason of `signal`.
 */
export const createClient = (options: ClientOptions = {}) => {
  const { answered, send, file, href } = createCalls({ retry: patient(), ...options });
  const calling =
    <M extends Method>(method: M) =>
    async <R extends RouteOf<M>>(route: R, ...call: Given<CallOf<M, R> & CallOptions>): Promise<AnswerOf<M, R>> =>
      (await send(method, route, ...call)).data;
  return {
    send,
    get: calling('get'),
    post: calling('post'),
    put: calling('put'),
    patch: calling('patch'),
    delete: calling('delete'),
    file,
    href,
    /** Posts a form with files. */
    upload: async <R extends UploadRoute>(
      route: R,
      form: FormData,
      call: CallOptions = {},
    ): Promise<AnswerOf<'post', R>> =>
      parse((await answered('post', route, call, (one) => one.text(), form)).read) as AnswerOf<'post', R>,
  };
};

export type Client = ReturnType<typeof createClient>;
