import { setTimeout as pause } from 'node:timers/promises';
import { isRejection, type Actor } from '@tessera/kernel';
import type { Hearing, LiveTopic } from '@tessera/live';
import type { Logger } from '@tessera/telemetry';
import { edgeSigner } from '@tessera/rpc';
import { traceHeaders } from '@tessera/telemetry';
import { anonymous, forwardedRoutes, joinOpenApi, type Announcement, type RouteSet } from '@tessera/web';
import type { Announced } from './topics.ts';
import type { Upstreams } from './upstreams.ts';
import { rejection } from './refusals.ts';

const askAgainMs = 5000;
/** What a client may not say in the gateway's name, and what concerns its connection only. */
const dropped = new Set([
  'tessera-edge',
  'tessera-actor',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'content-length',
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'traceparent',
  'tracestate',
]);
/** Credentials go to the service that looks after them, nowhere else. */
const credentials = new Set(['cookie', 'authorization']);
const keeper = 'auth';

/** The routes and the description of everything behind the gateway, as it changes. */
export const followAnnouncements = (options: {
  readonly upstreams: Upstreams;
  readonly key: string;
  readonly log: Logger;
  readonly onRoutes: (routes: RouteSet, describe: () => string, topics: Announced) => void;
}) => {
  const { upstreams, key, log } = options;
  const sign = edgeSigner(key);
  const stopped = new AbortController();
  const known = new Map<string, Announcement>();
  let waiting = new Set<string>();

  /** What a service answers to the gateway itself. Throws where it does not answer 200. */
  const json = async (service: string, path: string, actor: Actor | undefined, withinMs: number): Promise<unknown> => {
    const answer = await upstreams.forward(service, {
      method: 'GET',
      path,
      headers: { 'tessera-edge': sign(actor, 'bearer') },
      body: undefined,
      repeatable: true,
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(withinMs)]),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    if (answer.statusCode !== 200)
      throw rejection('unavailable', 'service.unavailable', `${service} answered ${answer.statusCode} for ${path}`);
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  };
  const ask = async (service: string): Promise<Announcement> =>
    (await json(service, '/routes', undefined, 5000)) as Announcement;

  const routesOf = (service: string, announcement: Announcement): RouteSet =>
    forwardedRoutes(announcement, async (request, route) => {
      const { raw } = request;
      const headers: Record<string, string | string[]> = {};
      for (const [name, value] of Object.entries(raw.headers)) {
        if (value !== undefined && !dropped.has(name) && (service === keeper || !credentials.has(name)))
          headers[name] = value;
      }
      headers['tessera-edge'] = sign(
        request.actor === anonymous ? undefined : request.actor,
        request.meta.origin === 'api' ? 'bearer' : 'cookie',
      );
      headers['x-forwarded-for'] = request.ip;
      Object.assign(headers, traceHeaders());
      const streamed = route.rawBody === true;
      const body = streamed ? raw : request.bytes;
      if (body instanceof Uint8Array) headers['content-length'] = String(body.byteLength);
      else if (streamed && raw.headers['content-length'] !== undefined)
        headers['content-length'] = raw.headers['content-length'];
      const repeatable = route.method === 'get' || raw.headers['idempotency-key'] !== undefined;
      return {
        forward: await upstreams.forward(service, {
          method: raw.method ?? 'GET',
          path: (raw as { originalUrl?: string }).originalUrl ?? raw.url ?? '/',
          headers,
          body,
          repeatable,
          signal: request.signal,
        }),
      };
    });

  /** Asks the service itself who may hear. */
  const topicsOf = (service: string, { topics = [] }: Announcement): readonly LiveTopic[] =>
    topics.map((shape) => ({
      ...shape,
      mayHear: async (actor, id) => {
        const topic = shape.id ? `${shape.head}:${id}` : shape.head;
        try {
          const answer = await json(service, `/topics/${encodeURIComponent(topic)}`, actor, 2000);
          return (answer as { hearing: Hearing }).hearing;
        } catch (error) {
          // No answer is no refusal: whoever asked may ask again.
          if (isRejection(error)) throw error;
          throw rejection('unavailable', 'service.unavailable', `${service} did not say who may hear of a topic`);
        }
      },
    }));

  const look = async (): Promise<void> => {
    let changed = false;
    await Promise.all(
      upstreams.names.map(async (service) => {
        try {
          const announcement = await ask(service);
          if (waiting.delete(service)) log.info('a service answers', { name: service });
          if (known.get(service)?.hash !== announcement.hash) {
            known.set(service, announcement);
            changed = true;
          }
        } catch (error) {
          if (stopped.signal.aborted || waiting.has(service)) return;
          waiting = new Set([...waiting, service]);
          const { message, cause } = error as Error;
          log.warn('waiting for a service', { name: service, error: message, cause });
        }
      }),
    );
    if (!changed) return;
    const all = upstreams.names.flatMap((service) => {
      const one = known.get(service);
      return one === undefined ? [] : [{ service, one }];
    });
    options.onRoutes(
      all.flatMap(({ service, one }) => routesOf(service, one)),
      () => JSON.stringify(joinOpenApi(all.map(({ one }) => one.openapi))),
      {
        topics: all.flatMap(({ service, one }) => topicsOf(service, one)),
        complete: all.length === upstreams.names.length && all.every(({ one }) => one.topics !== undefined),
      },
    );
  };

  const loop = (async () => {
    while (!stopped.signal.aborted) {
      await look();
      // Until all have answered once, the first page of a user waits for it.
      await pause(known.size < upstreams.names.length ? 300 : askAgainMs, undefined, {
        signal: stopped.signal,
        ref: false,
      }).catch(() => undefined);
    }
  })();

  return {
    /** Whether every service has said what it serves. */
    complete: (): boolean => known.size === upstreams.names.length,
    stop: async (): Promise<void> => {
      stopped.abort();
      await loop;
    },
  };
};
