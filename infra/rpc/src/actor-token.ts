import { createHmac, timingSafeEqual } from 'node:crypto';
import { bounded, type Actor } from '@tessera/kernel';
import { keysOf } from './keys.ts';
import { rejection } from './refusals.ts';

const life = 30_000;
/** How long a token for the same actor is given out again, and how many a service remembers, which none outlives. */
const signedMs = 1_000;
const rememberedEdges = 2_000;
const seal = (body: string, key: string): Buffer => createHmac('sha256', key).update(body).digest();
const refused = () => rejection('unauthenticated', 'rpc.actor');

/** `body.signature.id`: the first key signs, and its id tells which it was. */
const sign = (claim: object, keys: string, now: number): string => {
  const [{ id, secret }] = keysOf(keys);
  const body = Buffer.from(JSON.stringify({ ...claim, until: now + life })).toString('base64url');
  return `${body}.${seal(body, secret).toString('base64url')}.${id}`;
};

const opened = <C>(
  token: string | undefined,
  keys: string,
  now: number,
): { readonly claim: C; readonly until: number } => {
  const [body, signature, id, more] = (token ?? '').split('.');
  if (body === undefined || signature === undefined || more !== undefined) throw refused();
  const given = Buffer.from(signature, 'base64url');
  // A process of a release before keys had ids says none.
  const possible = keysOf(keys).filter((key) => id === undefined || key.id === id);
  const known = possible.some(({ secret }) => {
    const expected = seal(body, secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!known) throw refused();
  const { until, ...claim } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as C & { until: number };
  if (until < now) throw refused();
  return { claim: claim as C, until };
};

/**
 * An actor for one call between processes: signed with the installation's key, good for 30 s. `key` is what TESSERA_KEY
 * holds, here as everywhere: one key or several, of which the first signs and each is accepted.
 */
export const signActor = (actor: Actor, key: string, now: number = Date.now()): string => sign({ actor }, key, now);

/** The actor of a token; throws `rpc.actor` for a missing, foreign, altered or old one. */
export const verifyActor = (token: string | undefined, key: string, now: number = Date.now()): Actor => {
  const { actor } = opened<{ actor?: Actor }>(token, key, now).claim;
  if (actor === undefined) throw refused();
  return actor;
};

/**
 * What the gateway says of a request that it hands to a service: who it found there, undefined for nobody, and by which
 * credential.
 */
export type Edge = { readonly edge: true; readonly actor?: Actor | undefined; readonly via: 'cookie' | 'bearer' };

/** Like signActor, for HTTP from the gateway. */
export const signEdge = (edge: Omit<Edge, 'edge'>, key: string, now: number = Date.now()): string =>
  sign({ edge: true, ...edge }, key, now);

/**
 * Signs for a gateway: what it says of an actor serves for a second, since many requests of one come together. Actors
 * are told apart as objects.
 */
export const edgeSigner = (key: string): ((actor: Actor | undefined, via: Edge['via'], now?: number) => string) => {
  const signed = new WeakMap<Actor, Partial<Record<Edge['via'], { readonly token: string; readonly at: number }>>>();
  return (actor, via, now = Date.now()) => {
    const present = actor && signed.get(actor)?.[via];
    if (present !== undefined && now >= present.at && now - present.at < signedMs) return present.token;
    const token = signEdge({ actor, via }, key, now);
    if (actor !== undefined) signed.set(actor, { ...signed.get(actor), [via]: { token, at: now } });
    return token;
  };
};

/**
 * Reads what the gateway said, and remembers what it has read; throws `rpc.actor` where no gateway of this installation
 * said it within 30 s.
 */
export const edgeReader = (key: string): ((token: string | undefined, now?: number) => Edge) => {
  const known = bounded<string, { readonly edge: Edge; readonly until: number }>(rememberedEdges);
  return (token, now = Date.now()) => {
    const present = known.get(token ?? '');
    if (present !== undefined && present.until >= now) return present.edge;
    const { claim, until } = opened<Edge>(token, key, now);
    if (claim.edge !== true) throw refused();
    known.set(token!, { edge: claim, until });
    return claim;
  };
};
