import { createHmac, timingSafeEqual } from 'node:crypto';
import { Rejection, type Actor } from '@tessera/kernel';

const life = 30_000;
const seal = (body: string, key: string): Buffer => createHmac('sha256', key).update(body).digest();
const refused = () => new Rejection('unauthenticated', 'rpc.actor', 'The call carries no valid actor.');

const sign = (claim: object, key: string, now: number): string => {
  const body = Buffer.from(JSON.stringify({ ...claim, until: now + life })).toString('base64url');
  return `${body}.${seal(body, key).toString('base64url')}`;
};

const verify = <C>(token: string | undefined, key: string, now: number): C => {
  const [body, signature] = (token ?? '').split('.');
  if (body === undefined || signature === undefined) throw refused();
  const given = Buffer.from(signature, 'base64url');
  const expected = seal(body, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused();
  const { until, ...claim } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as C & { until: number };
  if (until < now) throw refused();
  return claim as C;
};

/** An actor for one call between processes: signed with the installation's key, good for 30 s. */
export const signActor = (actor: Actor, key: string, now: number = Date.now()): string => sign({ actor }, key, now);

/** The actor of a token; throws `rpc.actor` for a missing, foreign, altered or old one. */
export const verifyActor = (token: string | undefined, key: string, now: number = Date.now()): Actor => {
  const { actor } = verify<{ actor?: Actor }>(token, key, now);
  if (actor === undefined) throw refused();
  return actor;
};

/** What the gateway says of a request that it hands to a service: who it found there, undefined for nobody, and by which credential. */
export type Edge = { readonly edge: true; readonly actor?: Actor | undefined; readonly via: 'cookie' | 'bearer' };

/** Like signActor, for HTTP from the gateway. */
export const signEdge = (edge: Omit<Edge, 'edge'>, key: string, now: number = Date.now()): string => sign({ edge: true, ...edge }, key, now);

/** What the gateway said; throws `rpc.actor` where no gateway of this installation said it within 30 s. */
export const verifyEdge = (token: string | undefined, key: string, now: number = Date.now()): Edge => {
  const claim = verify<Edge>(token, key, now);
  if (claim.edge !== true) throw refused();
  return claim;
};
