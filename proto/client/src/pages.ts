import type { CallOptions, Client, Sent } from './client.ts';
import { paged } from './openapi.ts';
import type { AnswerOf, CallOf, Given, Method, RouteOf } from './routes.ts';

/** Routes whose lists come in pages. */
export type PagedRoute<M extends Method> = {
  [R in RouteOf<M>]: `${M} ${R}` extends keyof typeof paged ? R : never;
}[RouteOf<M>];

/**
 * The pages of a list from the one that the call asks for to the last, each asked for when it is wanted:
 * `for await (const { records } of pages(client, 'get', '/v3/tables/{table}/records', { path: { table } }))`.
 */
export async function* pages<M extends Method, R extends PagedRoute<M>>(
  client: Client,
  method: M,
  route: R,
  ...[call]: Given<CallOf<M, R> & CallOptions>
): AsyncGenerator<AnswerOf<M, R>, void, undefined> {
  const [mark, param, place] = paged[`${method} ${route}` as keyof typeof paged];
  // The types of one call at a time: here it is any of them.
  const ask = client.send as (method: Method, route: string, call: Sent) => Promise<{ readonly data: unknown }>;
  let sent = (call ?? {}) as Sent;
  for (;;) {
    const { data } = await ask(method, route, sent);
    yield data as AnswerOf<M, R>;
    const next = (data as Readonly<Record<string, unknown>>)[mark];
    if (next === undefined || next === null) return;
    sent = { ...sent, [place]: { ...(sent[place] as object | undefined), [param]: next } };
  }
}
