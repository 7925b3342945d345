import { hash } from 'node:crypto';
import { openApi, prefixed, withCodesOf } from './openapi.ts';
import type { Route, RouteAnswer, RouteRequest, RouteSet } from './route.ts';

type Announced = Pick<
  Route,
  | 'method'
  | 'path'
  | 'prefix'
  | 'summary'
  | 'tag'
  | 'access'
  | 'allows'
  | 'rawBody'
  | 'bodyLimit'
  | 'cost'
  | 'limit'
  | 'feature'
  | 'whenBlocked'
  | 'whenViewing'
  | 'whenLacking'
  | 'fromElsewhere'
>;
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A live topic by its head, with an id or without; `own` where the answer is each person's own. */
type AnnouncedTopic = { readonly head: string; readonly id: boolean; readonly own?: boolean };

/** A header of answers from a process that has looked at nothing of the request, because it starts or ends. */
export const notServing = 'tessera-not-serving';
/** A header of answers from a process that will take nothing more in a moment. */
export const leaving = 'tessera-leaving';

/**
 * What a service in a process of its own tells the gateway: its routes without their schemas, and their description.
 */
export type Announcement = {
  /** Changes whenever anything else in here does. */
  readonly hash: string;
  readonly routes: readonly Announced[];
  /** The live topics that it says who may hear; an earlier release does not name them. */
  readonly topics?: readonly AnnouncedTopic[];
  /** The OpenAPI document of these routes alone. */
  readonly openapi: { readonly [key: string]: unknown };
};

/** The announcement of a service's routes and live topics. */
export const announce = (
  routes: RouteSet,
  info: Parameters<typeof openApi>[1],
  topics: readonly AnnouncedTopic[],
): Announcement => {
  const announced = routes.map(
    ({
      method,
      path,
      prefix,
      summary,
      tag,
      access,
      allows,
      rawBody,
      bodyLimit,
      cost,
      limit,
      feature,
      whenBlocked,
      whenViewing,
      whenLacking,
      fromElsewhere,
    }): Announced => ({
      method,
      path,
      summary,
      tag,
      access,
      allows,
      ...(prefix !== undefined && { prefix }),
      ...(rawBody !== undefined && { rawBody }),
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(cost !== undefined && { cost }),
      ...(limit !== undefined && { limit }),
      ...(feature !== undefined && { feature }),
      ...(whenBlocked !== undefined && { whenBlocked }),
      ...(whenViewing !== undefined && { whenViewing }),
      ...(whenLacking !== undefined && { whenLacking }),
      ...(fromElsewhere !== undefined && { fromElsewhere }),
    }),
  );
  const content = {
    routes: announced,
    topics: topics.map(({ head, id, own }) => ({ head, id, ...(own === true && { own }) })),
    openapi: openApi(routes, info),
  };
  return { hash: hash('sha256', JSON.stringify(content)), ...content };
};

/**
 * Routes that hand every request to `handle`: limits, credentials and the request's origin are still checked here, the
 * rest where they lead.
 */
export const forwardedRoutes = (
  announcement: Announcement,
  handle: (request: RouteRequest<unknown, unknown, unknown>, route: Announced) => Promise<RouteAnswer>,
): RouteSet =>
  announcement.routes.map((one): Route => ({
    ...one,
    forwarded: true,
    responses: { 200: 'empty' },
    handle: (request) => handle(request, one),
  }));

/** Of several services' operations at one path, those that take a part of its ids stand behind the one that takes the rest. */
const isPrefixed = (operation: Json): boolean =>
  typeof operation === 'object' && operation !== null && prefixed in operation;

/**
 * One OpenAPI document of several services'. A schema's name that means another thing in a later one stands there with
 * the number of its document.
 */
export const joinOpenApi = (documents: readonly Announcement['openapi'][]): Announcement['openapi'] => {
  const schemas = new Map<string, string>();
  const paths: Record<string, Record<string, Json>> = {};
  const tags = new Set<string>();
  documents.forEach((document, at) => {
    const own = (document['components'] as { schemas?: Record<string, Json> } | undefined)?.schemas ?? {};
    const renamed = new Map(
      Object.entries(own).flatMap(([name, schema]) =>
        schemas.has(name) && schemas.get(name) !== JSON.stringify(schema) ? [[name, `${name}_${at + 1}`]] : [],
      ),
    );
    const rewrite = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(rewrite);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => {
          const name =
            key === '$ref' && typeof item === 'string'
              ? renamed.get(item.replace('#/components/schemas/', ''))
              : undefined;
          return [key, name === undefined ? rewrite(item) : `#/components/schemas/${name}`];
        }),
      );
    };
    for (const [name, schema] of Object.entries(own))
      schemas.set(renamed.get(name) ?? name, JSON.stringify(rewrite(schema)));
    for (const [path, methods] of Object.entries((document['paths'] ?? {}) as Record<string, Record<string, Json>>))
      for (const [method, operation] of Object.entries(methods)) {
        const known = (paths[path] ??= {});
        const mine = known[method] as { [key: string]: Json } | undefined;
        const other = rewrite(operation) as { [key: string]: Json };
        known[method] =
          mine === undefined ? other : isPrefixed(operation) ? withCodesOf(mine, other) : withCodesOf(other, mine);
      }
    for (const { name } of (document['tags'] ?? []) as { name: string }[]) tags.add(name);
  });
  const [first = {}] = documents;
  const components = first['components'] as object | undefined;
  return {
    ...first,
    paths,
    tags: [...tags].map((name) => ({ name })),
    components: {
      ...components,
      schemas: Object.fromEntries([...schemas].map(([name, text]) => [name, JSON.parse(text) as Json])),
    },
  };
};
