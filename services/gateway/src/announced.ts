import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@tessera/telemetry';
import { edgeSigner } from '@tessera/rpc';
import { traceHeaders } from '@tessera/telemetry';
import { anonymous, forwardedRoutes, joinOpenApi, type Announcement, type RouteSet } from '@tessera/web';
import type { Upstreams } from './upstreams.ts';

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
  readonly onRoutes: (routes: RouteSet, describe: () => string) => void;
}) => {
  const { upstreams, key, log } = options;
  const sign = edgeSigner(key);
  const stopped = new AbortController();
  const known = new Map<string, Announcement>();
  let waiting = new Set<string>();

  const ask = async (service: string): Promise<Announcement> => {
    const answer = await upstreams.forward(service, {
      method: 'GET',
      path: '/routes',
      headers: { 'tessera-edge': sign(undefined, 'bearer') },
      body: undefined,
      repeatable: true,
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(5000)]),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    if (answer.statusCode !== 200) throw new Error(`${service} answered ${answer.statusCode} for its routes`);
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Announcement;
  };

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
          log.warn('waiting for a service', { name: service, error: (error as Error).message });
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
