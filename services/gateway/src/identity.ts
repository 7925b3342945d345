import type { IncomingMessage } from 'node:http';
import { bounded, sameViewing, systemActor, type Actor } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { actorFromMessage, type RpcClients, type RpcDefinition } from '@tessera/rpc';
import { credentialHash, credentialOf, type Authenticated } from '@tessera/web';

/** Longer than auth waits for an election of its database (three seconds), so that who waits is let in after it. */
const askMs = 5_000;

/** The gateway itself, as auth sees it. */
const gatewayActor = systemActor('gateway', '');

export type Known = { readonly actor: Actor; readonly name: string };

/**
 * Turns credentials into actors by asking auth. An answer is used for `freshMs` (2 s by default, so that a revoked
 * right stops well within 5 s though its notice is lost), or until a notice says that it concerns it; while auth does
 * not answer, nobody is let in. The same person keeps the same actor object as long as nothing about them changes.
 */
export const createIdentity = (options: {
  readonly rpc: RpcClients;
  readonly cookieName: string;
  readonly freshMs?: number;
  readonly now?: () => number;
}) => {
  const { cookieName, freshMs = 2000, now = () => performance.now() } = options;
  const auth = options.rpc.client(AuthServiceDefinition as typeof AuthServiceDefinition & RpcDefinition);
  const cache = bounded<string, { readonly known: Known; at: number }>(10_000);
  const asking = new Map<string, Promise<Known | undefined>>();
  let generation = 0;

  const ask = async (token: string): Promise<Known | undefined> => {
    const asked = generation;
    const answer = await auth.resolveActor(
      { credentialHash: credentialHash(token) },
      { actor: gatewayActor, deadlineMs: askMs },
    );
    if (answer.actor === undefined) {
      cache.delete(token);
      return undefined;
    }
    const before = cache.get(token)?.known;
    const actor = actorFromMessage(answer.actor);
    const same =
      before !== undefined &&
      before.name === answer.userName &&
      before.actor.permissionVersion === actor.permissionVersion &&
      before.actor.seat === actor.seat &&
      before.actor.roleId === actor.roleId &&
      sameViewing(before.actor, actor);
    const known: Known = same ? before : { actor, name: answer.userName };
    // Rights that changed while auth was being asked are asked for again.
    if (asked === generation) {
      cache.set(token, { known, at: now() });
    }
    return known;
  };

  const byToken = (token: string): Known | undefined | Promise<Known | undefined> => {
    const entry = cache.get(token);
    if (entry !== undefined && now() - entry.at < freshMs) return entry.known;
    let pending = asking.get(token);
    if (pending === undefined) {
      pending = ask(token).finally(() => asking.delete(token));
      asking.set(token, pending);
    }
    return pending;
  };

  return {
    byToken,
    /** Who stands behind a credential now, past what is remembered. */
    again: (token: string): Promise<Known | undefined> => {
      const entry = cache.get(token);
      if (entry !== undefined) entry.at = Number.NEGATIVE_INFINITY;
      return Promise.resolve(byToken(token));
    },
    authenticate: (request: IncomingMessage): Authenticated | undefined | Promise<Authenticated | undefined> => {
      const credential = credentialOf(request.headers, cookieName);
      if (credential === undefined || credential.token === '') return undefined;
      const known = byToken(credential.token);
      if (known instanceof Promise)
        return known.then((one) => (one === undefined ? undefined : { actor: one.actor, via: credential.via }));
      return known === undefined ? undefined : { actor: known.actor, via: credential.via };
    },
    /** Rights or sessions of those whom `concerns` names changed: what is remembered of them does not hold. */
    forget: (concerns: (actor: Actor) => boolean): void => {
      generation++;
      for (const entry of cache.values()) if (concerns(entry.known.actor)) entry.at = Number.NEGATIVE_INFINITY;
      asking.clear();
    },
  };
};
export type Identity = ReturnType<typeof createIdentity>;
