import type { Actor, CommandMeta, Refusal } from '@tessera/kernel';
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';

/** How a route lets people in. `public` needs no actor; `session` a signed-in person; `api` a person or a token. */
export type RouteAccess = 'public' | 'session' | 'api';

/**
 * One HTTP route: its schemas validate, type and document it. The process refuses to start if a route lacks `access` or
 * `allows`. Paths are relative to /api and use `{name}` for parameters, as OpenAPI does.
 */
export type Route<P extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType> = {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  /**
   * How the last parameter of the path begins where this route is meant. Several services have a route of one path so:
   * each takes what bears its name, and the one without a prefix takes the rest.
   */
  readonly prefix?: string;
  readonly summary: string;
  /** What a caller must know beside the summary and the schemas; Markdown. */
  readonly description?: string;
  readonly tag: string;
  readonly access: RouteAccess;
  /**
   * The right that is checked, named for the audit of routes (`records.update`); the check itself is `can` in the
   * service. 'none' only for public routes.
   */
  readonly allows: string;
  /** The feature of the plan that it needs, where organizations have plans (`proto/rights/features.ts`). */
  readonly feature?: string;
  /** Answered while the plan is blocked as well: what lets people see that it is, and pay. */
  readonly whenBlocked?: true;
  /**
   * Answered, though it is no `get`, to who looks at the workspace as a role or as another person: it changes nothing that
   * others see, or ends that.
   */
  readonly whenViewing?: true;
  /** Answered to who must still set up two-step login: what lets them do that, or leave. */
  readonly whenLacking?: true;
  /** A page of another site may send a form here; it proves in another way that it is meant. Public routes alone. */
  readonly fromElsewhere?: true;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Bytes are not parsed: the handler gets the request stream (`request.raw`). */
  readonly rawBody?: boolean;
  /** Body cap in bytes; default 1 MB. */
  readonly bodyLimit?: number;
  /** By status: the schema of the answer, for the documentation and the client. */
  readonly responses: Readonly<Record<number, z.ZodType | 'empty'>>;
  /**
   * What it may refuse beside what every request meets (a body that is not valid, a right that is missing, a part that is
   * away): `refuses('views.last')` of the service's list. The documentation names them, and tests fail where it answers
   * another code.
   */
  readonly refuses?: readonly Refusal[];
  /**
   * What its ETag says: a read then knows If-None-Match, a write If-Match, and the documentation names them. The
   * handler answers `etag` and reads `if-match`.
   */
  readonly etag?: string;
  /**
   * Its answer holds what lets somebody in (a token, an invitation's link). It is never compressed: the length of
   * compressed bytes tells of what stands beside the secret.
   */
  readonly secret?: true;
  /** Cost in rate-limit points; default 1. */
  readonly cost?: number;
  /**
   * Answered by a process behind this one, which checks parameters, query and body itself; `handle` gives the answer to
   * pass on.
   */
  readonly forwarded?: true;
  /**
   * `strict`: credentials are tried here, so a client address has a few tries a minute. `own`: the route counts attempts
   * itself, in another way than by address.
   */
  readonly limit?: 'strict' | 'own';
  handle(request: RouteRequest<z.output<P>, z.output<Q>, z.output<B>>): Promise<RouteAnswer> | RouteAnswer;
};

export type RouteRequest<P, Q, B> = {
  /** Who calls; on public routes an actor of no organization without any right. */
  readonly actor: Actor;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /**
   * The body as it came, after it was validated, but numbers that a float would round are texts (`exactNumbers`); empty
   * without one. A store may take it unparsed.
   */
  readonly text: string;
  /** The body's bytes; undefined without one and where it is read as it comes. */
  readonly bytes: Uint8Array | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly ip: string;
  /** Idempotency key and request hash, origin, address and agent, ready for CommandMeta. */
  readonly meta: CommandMeta;
  readonly signal: AbortSignal;
  readonly raw: IncomingMessage;
};

/**
 * `body` is JSON-serialised; `json` is finished JSON text or bytes, sent as it is; `forward` is another process's
 * answer, passed on as it comes.
 */
export type RouteAnswer = {
  readonly status?: number;
  readonly body?: unknown;
  readonly json?: string | Uint8Array;
  readonly forward?: IncomingMessage;
  /** Bytes that are sent as they come; the handler names their type and length in `headers`. Nothing is asked of it for a HEAD. */
  readonly stream?: AsyncIterable<Uint8Array>;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
};

export type RouteSet = readonly Route[];

/** Defines a route with its types inferred from its schemas. */
export const route = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  definition: Route<P, Q, B>,
): Route => definition as unknown as Route;
