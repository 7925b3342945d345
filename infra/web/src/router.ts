import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from 'node:process';
import { pipeline } from 'node:stream/promises';
import { isRejection, systemActor, type Actor, type CommandMeta, type Rejection } from '@tessera/kernel';
import { memoryLimits, type RateLimiter, type RateLimits } from '@tessera/shared-state';
import { histogram, span, type Logger } from '@tessera/telemetry';
import type { z } from 'zod';
import { arrivalRule, watchArrival, type ArrivalRule } from './arrival.ts';
import { isTextAddress, notUtf8, parseBody, readBody } from './body.ts';
import { checkRoutes } from './check.ts';
import { apiHeaders } from './headers.ts';
import { addressKey } from './limits.ts';
import { clientAddress, originOf } from './origin.ts';
import { leaving } from './announce.ts';
import { createPlaces } from './places.ts';
import { isNamed } from './named.ts';
import { errorBody, statusOf } from './rejections.ts';
import type { Route, RouteAnswer, RouteRequest, RouteSet } from './route.ts';
import { compressFast, compressFrom, encodingFor } from './compress.ts';
import { addRoute, emptyTrie, findMethods, parameterPlaces } from './trie.ts';
import { forbidden, invalid, notFound, rejection } from './refusals.ts';

/** Who a request comes from, and by which credential: browsers send a cookie, programs a token. */
export type Authenticated = { readonly actor: Actor; readonly via: 'cookie' | 'bearer' };

/** What the plan of an organization says of a request: `away` where nobody can tell now. */
export type Admission = 'open' | 'blocked' | 'feature' | 'away';
export type Admitted = { readonly says: Admission; readonly actor: Actor };

export type RouterOptions = {
  /** Who is there; undefined without a credential or with one that no longer holds. Answers at once where it can. */
  authenticate(request: IncomingMessage): Authenticated | undefined | Promise<Authenticated | undefined>;
  /** Where organizations have plans: whether that of the actor's opens a route, and the actor with it. */
  readonly admit?: ((actor: Actor, route: Route) => Promise<Admitted>) | undefined;
  readonly log: Logger;
  /** The address that users see; part of what counts as our own origin. */
  readonly baseUrl?: string;
  /** Off for benches only. */
  readonly rateLimits?: boolean;
  /** Where the buckets are kept; by default in this process. */
  readonly limits?: RateLimits;
  readonly trustedProxies?: number;
  /**
   * Of a path that no route has, what it is answered: undefined for 404. A gateway that has not heard of every service
   * yet cannot say that there is nothing.
   */
  readonly unknown?: () => Rejection | undefined;
  /**
   * Requests being answered at once, above which new ones get 503; a person may have a quarter of them, an address
   * without a credential half. A request counts once its body is there. Default 1,000.
   */
  readonly maxInFlight?: number;
  /**
   * Requests whose bodies still arrive: this many for one person or address, then 429. A body counts after its first
   * quarter of a second: what had waited before the door comes in at once and is no attack. Default 50.
   */
  readonly maxArriving?: number;
  /**
   * Whether a refusal that its route does not name is a failure of ours, told in the log: in tests. Otherwise it is
   * answered as it is. By default as the environment says (`STRICT_CODES=on`).
   */
  readonly strictCodes?: boolean;
  /** How slow a body may be. */
  readonly arrival?: ArrivalRule;
};

/** Express-compatible: mount it with `app.use`, or call it for every request below `/api`. */
export type ApiHandler = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;

/** Who comes to a public route: nobody that is known. */
export const anonymous: Actor = { ...systemActor('anonymous', ''), kind: 'link' };

type Entry = {
  readonly route: Route;
  readonly places: readonly (readonly [string, number])[];
  readonly observe: (status: number, seconds: number) => void;
  readonly changes: boolean;
};
type Headers = Readonly<Record<string, string | undefined>>;

/** What a handler gets; the parts that few handlers need are made when they are read. */
class Incoming implements RouteRequest<unknown, unknown, unknown> {
  readonly actor: Actor;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly text: string;
  readonly bytes: Buffer | undefined;
  readonly ip: string;
  readonly raw: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #origin: 'interface' | 'api';
  readonly #requestId: string;
  #meta: CommandMeta | undefined;
  #abort: AbortController | undefined;

  constructor(parts: {
    actor: Actor;
    params: unknown;
    query: unknown;
    body: unknown;
    text: string;
    bytes: Buffer | undefined;
    ip: string;
    raw: IncomingMessage;
    response: ServerResponse;
    origin: 'interface' | 'api';
    requestId: string;
  }) {
    this.actor = parts.actor;
    this.params = parts.params;
    this.query = parts.query;
    this.body = parts.body;
    this.text = parts.text;
    this.bytes = parts.bytes;
    this.ip = parts.ip;
    this.raw = parts.raw;
    this.#response = parts.response;
    this.#origin = parts.origin;
    this.#requestId = parts.requestId;
  }

  get headers(): Headers {
    return this.raw.headers as Headers;
  }

  get meta(): CommandMeta {
    return (this.#meta ??= this.#makeMeta());
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      if (this.#response.destroyed) abort.abort();
      this.#response.on('close', () => {
        if (!this.#response.writableFinished) abort.abort();
      });
    }
    return this.#abort.signal;
  }

  #makeMeta(): CommandMeta {
    const key = this.raw.headers['idempotency-key'];
    const userAgent = this.raw.headers['user-agent'];
    const meta: CommandMeta = {
      actor: this.actor,
      origin: this.#origin,
      correlationId: this.#requestId,
      request: userAgent === undefined ? { ip: this.ip } : { ip: this.ip, userAgent: visible(userAgent.slice(0, 300)) },
    };
    if (key === undefined) return meta;
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
      throw invalid('request.idempotency_key');
    }
    return {
      ...meta,
      idempotencyKey: key,
      requestHash: hash('sha256', `${this.raw.method} ${urlOf(this.raw)}\n${this.text}`),
    };
  }
}

/** Bytes of a header that are no text of one certain encoding are not guessed at. */
const visible = (header: string): string => header.replaceAll(/[^\x20-\x7e]/g, '?');

const hasBody = ({ headers }: IncomingMessage): boolean => {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
};

const urlOf = (request: IncomingMessage): string =>
  (request as { originalUrl?: string }).originalUrl ?? request.url ?? '/';

const issuesOf = (error: z.ZodError, part: string): { path: string; message: string }[] =>
  error.issues.slice(0, 50).map((issue) => ({ path: [part, ...issue.path].join('.'), message: issue.message }));

const check = (schema: z.ZodType, value: unknown, part: 'params' | 'query' | 'body'): unknown => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = issuesOf(result.error, part);
  throw invalid('request.invalid', `The request is not valid: ${issues[0]?.path}: ${issues[0]?.message}.`, { issues });
};

const queryOf = (text: string): Record<string, string | string[]> => {
  const out: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [key, value] of new URLSearchParams(text)) {
    const before = out[key];
    out[key] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return { ...out };
};

const paramsOf = (places: Entry['places'], segments: readonly string[]): Record<string, string> => {
  const params: Record<string, string> = {};
  for (const [name, index] of places) {
    const raw = segments[index]!;
    try {
      params[name] = raw.includes('%') ? decodeURIComponent(raw) : raw;
    } catch {
      throw unknownPath();
    }
  }
  return params;
};

/** Names that concern one connection only (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  leaving,
]);

/**
 * Passes another process's answer on. One that breaks off ends the connection, so that the client does not take a part
 * for the whole.
 */
const forward = (answer: IncomingMessage, response: ServerResponse): number => {
  const headers: string[] = [];
  for (let i = 0; i < answer.rawHeaders.length; i += 2) {
    if (!hopByHop.has(answer.rawHeaders[i]!.toLowerCase()))
      headers.push(answer.rawHeaders[i]!, answer.rawHeaders[i + 1]!);
  }
  const status = answer.statusCode ?? 502;
  response.writeHead(status, headers);
  // Without `pipeline`, which makes and ends an AbortController for each: a tenth of what a small answer costs.
  answer.on('error', () => response.destroy());
  answer.once('close', () => {
    if (!answer.complete) response.destroy();
  });
  response.once('close', () => {
    if (!response.writableFinished) answer.destroy();
  });
  answer.pipe(response);
  return status;
};

const unknownPath = () => notFound('route.not_found');
/** Browsers come with a cookie, and their sessions end; who comes with nothing is a program that was not told. */
const notLetIn = ({ headers }: IncomingMessage): Rejection =>
  rejection(
    'unauthenticated',
    'invalid_token',
    headers.authorization !== undefined
      ? 'This token does not work. It was deleted, disabled or copied only in part.'
      : headers['x-requested-with'] === undefined && headers.cookie === undefined
        ? 'This address needs a token: send the header "Authorization: Bearer <token>". /api/docs says how to get one.'
        : 'Your session has expired. Please log in again.',
  );
const foreign = () => forbidden('request.foreign_origin');
const tooSlow = () => rejection('timeout', 'request.too_slow');
const tooManyAtOnce = () =>
  rejection('limited', 'request.too_many', {
    retryAfter: 1,
  });
const refuseBy = (admission: Admission, { feature }: Pick<Route, 'feature'>): void => {
  if (admission === 'blocked') throw rejection('unpaid', 'plan.blocked');
  if (admission === 'feature') throw forbidden('plan.feature', { feature: feature ?? 'api' });
  if (admission === 'away') throw overloaded();
};
const overloaded = () => rejection('unavailable', 'request.overloaded');
const limited = (seconds: number) =>
  rejection('limited', 'request.limited', `Too many requests. Try again in ${seconds} s.`, { retryAfter: seconds });

/** A series is made when its status is first seen: most routes never answer most of them. */
const byStatus = (series: (status: number) => (seconds: number) => void) => {
  const known = new Map<number, (seconds: number) => void>();
  return (status: number, seconds: number): void => {
    let observe = known.get(status);
    if (observe === undefined) known.set(status, (observe = series(status)));
    observe(seconds);
  };
};

/** Whether an If-None-Match, which may list several and mark them as weak, names the ETag. */
const unchanged = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag ||
    header.trim() === '*' ||
    header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag));

/** Milliseconds after which a body that is not here yet counts among those that its person or address sends. */
const promptMs = 250;

/**
 * What reading a body answers. Calls `late` once where the body is not here after its first moments, and throws what it
 * throws. A process that was held up looks at what came meanwhile first.
 */
const unlessSlow = async <T>(reading: Promise<T>, request: IncomingMessage, late: () => void): Promise<T> => {
  let done = false;
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        setImmediate(() => {
          if (done || request.complete) return;
          try {
            late();
          } catch (error) {
            reject(error as Error);
          }
        }),
      promptMs,
    );
  });
  try {
    return await Promise.race([reading, slow]);
  } finally {
    done = true;
    clearTimeout(timer);
  }
};

/**
 * One handler for every route below /api: matches, sheds, limits, authenticates, checks the origin of the request,
 * validates, answers. Throws at once if a route may not be served (see checkRoutes).
 */
export const createApi = (routes: RouteSet, options: RouterOptions): ApiHandler => {
  checkRoutes(routes);
  const durations = histogram(
    'tessera_http_seconds',
    'Time to answer a request, by route and status; 0 where the client went away.',
  );
  const trie = emptyTrie<Entry>();
  for (const one of routes) {
    addRoute(trie, one, {
      route: one,
      places: parameterPlaces(one.path),
      changes: one.method !== 'get',
      observe: byStatus((status) => durations.series({ method: one.method, route: one.path, status: String(status) })),
    });
  }
  const limits = options.rateLimits !== false;
  const trusted = options.trustedProxies ?? 0;
  const buckets = options.limits ?? memoryLimits();
  const perActor = buckets.limiter('actor', { capacity: 2000, perSecond: 200 });
  const perAddress = buckets.limiter('address', { capacity: 300, perSecond: 20 });
  const strict = buckets.limiter('strict', { capacity: 10, perSecond: 10 / 60 });
  const strictCodes = options.strictCodes ?? env['STRICT_CODES'] === 'on';
  const maxInFlight = options.maxInFlight ?? 1000;
  const maxArriving = options.maxArriving ?? 50;
  // Those that are not worked on yet hold a connection and, at most, the bytes that have come so far.
  const arriving = createPlaces(4 * maxInFlight);
  const working = createPlaces(maxInFlight);
  const boot = hash('sha256', `${process.pid} ${Date.now()} ${Math.random()}`).slice(0, 8);
  let count = 0;

  const send = (
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    answer: RouteAnswer,
    secret?: boolean,
  ): number | Promise<number> => {
    if (response.headersSent || response.destroyed) return 0;
    if (answer.forward !== undefined) return forward(answer.forward, response);
    const payload = answer.json ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
    const headers: string[] = [...apiHeaders, 'cache-control', 'no-store', 'tessera-request', requestId];
    let etag: string | undefined;
    let typed = false;
    if (answer.headers !== undefined) {
      for (const [name, value] of Object.entries(answer.headers)) {
        const lower = name.toLowerCase();
        if (lower === 'etag') etag = value as string;
        if (lower === 'content-type') typed = true;
        if (lower === 'cache-control') headers.splice(apiHeaders.length, 2);
        if (typeof value === 'string') headers.push(name, value);
        else for (const one of value) headers.push(name, one);
      }
    }
    if (etag !== undefined && request.method === 'GET' && unchanged(request.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end();
      return 304;
    }
    if (answer.stream !== undefined) {
      const status = answer.status ?? 200;
      response.writeHead(status, headers);
      if (request.method === 'HEAD') response.end();
      // Whoever leaves ends the reading; bytes that cannot be read end the connection, so that nobody takes a part for the whole.
      else pipeline(answer.stream, response).catch(() => response.destroy());
      return status;
    }
    if (payload === undefined) {
      const status = answer.status ?? 204;
      if (status !== 204 && status !== 304) headers.push('content-length', '0');
      response.writeHead(status, headers).end();
      return status;
    }
    const status = answer.status ?? 200;
    if (!typed) headers.push('content-type', 'application/json; charset=utf-8');
    const length = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.byteLength;
    const plain = (): number => {
      headers.push('content-length', String(length));
      response.writeHead(status, headers).end(payload);
      return status;
    };
    if (length < compressFrom || typed || secret === true) return plain();
    headers.push('vary', 'accept-encoding');
    const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined);
    if (encoding === undefined) return plain();
    const finish = (bytes: Buffer): number => {
      if (response.headersSent || response.destroyed) return 0;
      headers.push('content-encoding', encoding, 'content-length', String(bytes.byteLength));
      response.writeHead(status, headers).end(bytes);
      return status;
    };
    const bytes = compressFast(typeof payload === 'string' ? Buffer.from(payload) : payload, encoding);
    return bytes instanceof Promise ? bytes.then(finish) : finish(bytes);
  };

  const fail = (
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    thrown: unknown,
    route?: Route,
  ): number | Promise<number> => {
    const unnamed =
      strictCodes && route !== undefined && route.forwarded !== true && isRejection(thrown) && !isNamed(route, thrown);
    const error = unnamed
      ? new Error(`${request.method} ${route.path} refuses with ${thrown.code} (${thrown.kind}) and does not name it`)
      : thrown;
    const status = statusOf(error);
    // Who left gets no answer, which is no failure of ours.
    const left = response.destroyed && error instanceof Error && error.name === 'AbortError';
    if (status >= 500 && status !== 503 && !left)
      options.log.error('a request failed', { requestId, method: request.method, route: route?.path, error });
    const seconds =
      status === 429
        ? ((error as Rejection).details as { retryAfter?: number } | undefined)?.retryAfter
        : status === 503
          ? 1
          : undefined;
    // A body that was refused unread would otherwise be taken for the next request of the connection.
    const close = status === 408 || status === 413 || status === 503 ? { connection: 'close' } : {};
    return send(request, response, requestId, {
      status,
      json: errorBody(error, requestId),
      headers: {
        ...close,
        ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
        // RFC 6750, 3: a token that was sent and does not work is named as the fault.
        ...(status === 401 && {
          'www-authenticate': `Bearer realm="Tessera"${request.headers.authorization === undefined ? '' : ', error="invalid_token"'}`,
        }),
      },
    });
  };

  const take = async (limiter: RateLimiter, key: string, points = 1): Promise<void> => {
    const seconds = await limiter.take(key, points);
    if (seconds > 0) throw limited(seconds);
  };

  /** Ends a request whose body comes too slowly, answered or not. Returns what ends the watch once it is here. */
  const watch = (request: IncomingMessage, response: ServerResponse, requestId: string): (() => void) => {
    const stop = watchArrival(request, options.arrival ?? arrivalRule, () => {
      const slow = tooSlow();
      if (response.headersSent) return void request.destroy(slow);
      response.once('close', () => request.destroy(slow));
      void fail(request, response, requestId, slow);
    });
    request.once('close', stop);
    return () => {
      if (request.complete) stop();
    };
  };

  const bodyOf = async (
    entry: Entry,
    request: IncomingMessage,
  ): Promise<{ body: unknown; text: string; bytes: Buffer | undefined }> => {
    const { route: one } = entry;
    const none = { body: undefined, text: '', bytes: undefined };
    if (one.rawBody === true) return none;
    if (!entry.changes || !hasBody(request))
      return one.body === undefined || one.forwarded === true || !entry.changes
        ? none
        : { ...none, body: check(one.body, {}, 'body') };
    const limit = one.bodyLimit ?? 1_048_576;
    if (one.forwarded === true) return { ...none, bytes: await readBody(request, limit) };
    const type = request.headers['content-type'] ?? '';
    if (!/^application\/([a-z0-9.+-]+\+)?json\b/i.test(type)) {
      throw invalid('request.content_type');
    }
    const bytes = await readBody(request, limit);
    const { value: parsed, text } = parseBody(bytes);
    if (one.body !== undefined) return { body: check(one.body, parsed, 'body'), text, bytes };
    if (typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length === 0)
      return { body: undefined, text, bytes };
    throw invalid('request.invalid', 'This address takes no body.', {
      issues: [{ path: 'body', message: 'unexpected' }],
    });
  };

  const answer = async (
    entry: Entry,
    segments: readonly string[],
    search: string,
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<number> => {
    const { route: one } = entry;
    const held: (() => void)[] = [];
    const hold = (places: ReturnType<typeof createPlaces>, key: string, share: number): (() => void) => {
      const release = places.take(key, share);
      if (release === 'all') throw overloaded();
      if (release === 'own') throw tooManyAtOnce();
      held.push(release);
      return release;
    };
    try {
      // Who it is for is not known yet: it counts for nobody, among all.
      let arrives = hold(arriving, requestId, 1);
      const ip = clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'], trusted);
      if (limits && one.limit === 'strict') await take(strict, `${one.path} ${addressKey(ip)}`);
      let actor = anonymous;
      let via: Authenticated['via'] = 'cookie';
      if (one.access === 'public') {
        if (limits && one.limit !== 'own') await take(perAddress, addressKey(ip), one.cost);
        if (entry.changes && one.fromElsewhere !== true && originOf(request.headers, options.baseUrl) === 'other')
          throw foreign();
      } else {
        const pending = options.authenticate(request);
        const who = pending instanceof Promise ? await pending : pending;
        if (who === undefined) {
          if (limits) await take(perAddress, addressKey(ip), 3);
          throw notLetIn(request);
        }
        ({ actor, via } = who);
        if (one.access === 'session' && actor.kind !== 'user') throw forbidden('session.required');
        if (
          entry.changes &&
          via === 'cookie' &&
          (request.headers['x-requested-with'] !== 'tessera' || originOf(request.headers, options.baseUrl) !== 'same')
        )
          throw foreign();
        if (entry.changes && actor.viewing !== undefined && one.whenViewing !== true)
          throw forbidden('view_as.read_only');
        if (actor.lacks !== undefined && one.whenLacking !== true) throw forbidden('second_factor.required');
        if (limits) await take(perActor, actor.id, one.cost);
        if (options.admit !== undefined) {
          const admitted = await options.admit(actor, one);
          refuseBy(admitted.says, one);
          ({ actor } = admitted);
        }
      }
      const nobody = actor.organizationId === '' && actor.kind === 'link';
      const holder = nobody ? `address ${addressKey(ip)}` : `person ${actor.userId ?? actor.id}`;
      const params = one.params === undefined ? {} : check(one.params, paramsOf(entry.places, segments), 'params');
      if (search !== '' && !isTextAddress(search)) throw notUtf8('query');
      let query: unknown;
      if (one.query !== undefined) query = check(one.query, search === '' ? {} : queryOf(search), 'query');
      else if (search !== '' && one.forwarded !== true) {
        throw invalid('request.invalid', 'This address takes no query.', {
          issues: [{ path: `query.${search.split(/[=&]/)[0]}`, message: 'unexpected' }],
        });
      }
      const arriveSlowly = (): void => {
        arrives();
        arrives = hold(arriving, holder, maxArriving);
      };
      if (one.rawBody === true && hasBody(request)) arriveSlowly();
      const { body, text, bytes } =
        one.rawBody !== true && hasBody(request)
          ? await unlessSlow(bodyOf(entry, request), request, arriveSlowly)
          : await bodyOf(entry, request);
      // What is read as it comes goes on arriving for as long as it is worked on.
      if (one.rawBody !== true) {
        arrives();
        hold(working, holder, Math.ceil(maxInFlight / (nobody ? 2 : 4)));
      }
      const incoming = new Incoming({
        actor,
        params,
        query,
        body,
        text,
        bytes,
        ip,
        raw: request,
        response,
        origin: via === 'bearer' ? 'api' : 'interface',
        requestId,
      });
      const result = await one.handle(incoming as never);
      return await send(request, response, requestId, result, one.secret);
    } catch (error) {
      return await fail(request, response, requestId, error, one);
    } finally {
      for (const release of held) release();
    }
  };

  return (request, response) => {
    const requestId = `${boot}-${(++count).toString(36)}`;
    const url = urlOf(request);
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const segments = path.slice(path.startsWith('/api/') ? 5 : 1).split('/');
    const arrived = hasBody(request) ? watch(request, response, requestId) : undefined;
    const methods = findMethods(trie, segments);
    if (methods === undefined) {
      request.resume();
      void fail(request, response, requestId, options.unknown?.() ?? unknownPath());
      return;
    }
    const entry = methods.get(request.method === 'HEAD' ? 'get' : (request.method ?? '').toLowerCase());
    if (entry === undefined) {
      request.resume();
      const allow = [...methods.keys()].map((method) => method.toUpperCase()).join(', ');
      void send(request, response, requestId, {
        status: 405,
        headers: { allow },
        json: errorBody(invalid('route.method', `This address answers ${allow}.`), requestId),
      });
      return;
    }
    const begun = performance.now();
    const finish = (status: number): void => {
      arrived?.();
      entry.observe(status, (performance.now() - begun) / 1000);
    };
    const search = mark < 0 ? '' : url.slice(mark + 1);
    void span(
      `${request.method} ${entry.route.path}`,
      'server',
      { 'http.route': entry.route.path },
      async () => {
        finish(await answer(entry, segments, search, request, response, requestId));
      },
      request.headers,
    );
  };
};
