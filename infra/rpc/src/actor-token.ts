import { createHmac, timingSafeEqual } from 'node:crypto';
import { Rejection, type Actor } from '@tessera/kernel';

const life = 30_000;
const seal = (body: string, key: string): Buffer => createHmac('sha256', key).update(body).digest();
const refused = () => new Rejection('unauthenticated', 'rpc.actor', 'The call carries no valid actor.');

/** An actor for one call between processes: signed with the installation's key, good for 30 s. */
export const signActor = (actor: Actor, key: string, now: number = Date.now()): string => {
  const body = Buffer.from(JSON.stringify({ actor, until: now + life })).toString('base64url');
  return `${body}.${seal(body, key).toString('base64url')}`;
};

/** The actor of a token; throws `rpc.actor` for a missing, foreign, altered or old one. */
export const verifyActor = (token: string | undefined, key: string, now: number = Date.now()): Actor => {
  const [body, signature] = (token ?? '').split('.');
  if (body === undefined || signature === undefined) throw refused();
  const given = Buffer.from(signature, 'base64url');
  const expected = seal(body, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused();
  const { actor, until } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as { actor: Actor; until: number };
  if (until < now) throw refused();
  return actor;
};
