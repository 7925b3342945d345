import { systemActor, type Actor, type Clock } from '@tessera/kernel';
import { actorFromMessage, type RpcClients } from '@tessera/rpc';
import { userOf } from '@tessera/proto/rights';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { KnownUser } from './records/context.ts';

/**
 * What this service knows of an organization: its people and how it reads dates. Auth's answer, never older than 5 s
 * (EVENTS.md 26).
 */
export type OrganizationFacts = {
  readonly users: readonly KnownUser[];
  readonly names: ReadonlyMap<string, string>;
  /** Former members included. */
  readonly everyone: readonly KnownUser[];
  readonly language: string;
  readonly timezone: string;
  /** The first day of its weeks: 0 is Sunday. */
  readonly weekStart: 0 | 1;
};

/** Who began some work: a person, or a token that acts for one. */
export type Beginner = {
  readonly organizationId: string;
  readonly userId: string;
  readonly tokenId?: string | undefined;
};

export const beginnerOf = (actor: Actor): Beginner => ({
  organizationId: actor.organizationId,
  userId: userOf(actor),
  ...(actor.id !== userOf(actor) && { tokenId: actor.id }),
});

export type Directory = {
  facts(actor: Actor): Promise<OrganizationFacts>;
  /**
   * Who began some work that goes on, with the rights of now; undefined once they are no member any more, or the token
   * that began it is deleted. Asked of auth each time.
   */
  present(beginner: Beginner): Promise<Actor | undefined>;
};

const maxAge = 5_000;
const deadlineMs = 2_000;

/** Asks auth once for many callers, organization by organization. */
export const createDirectory = (rpc: RpcClients, clock: Clock): Directory => {
  const auth = rpc.client(AuthServiceDefinition);
  const known = new Map<string, { readonly at: number; readonly facts: Promise<OrganizationFacts> }>();

  const ask = async (actor: Actor): Promise<OrganizationFacts> => {
    const context = { actor, deadlineMs };
    const [{ users }, { timezone, language }] = await Promise.all([
      auth.listUsers({}, context),
      auth.getOrganization({}, context),
    ]);
    return {
      users: users.filter((user) => user.active).map(({ id, name, email }) => ({ id, name, email })),
      everyone: users.map(({ id, name, email }) => ({ id, name, email })),
      language: language === '' ? 'en' : language,
      names: new Map(users.map((user) => [user.id, user.name])),
      timezone: timezone === '' ? 'UTC' : timezone,
      weekStart: language === 'es' ? 1 : 0,
    };
  };

  return {
    facts(actor) {
      const now = clock();
      const entry = known.get(actor.organizationId);
      if (entry !== undefined && now - entry.at < maxAge) return entry.facts;
      const facts = ask(actor);
      known.set(actor.organizationId, { at: now, facts });
      facts.catch(() => {
        if (known.get(actor.organizationId)?.facts === facts) known.delete(actor.organizationId);
      });
      if (known.size > 10_000) known.delete(known.keys().next().value!);
      return facts;
    },
    async present({ organizationId, userId, tokenId = '' }) {
      const { actor } = await auth.getActor(
        { organizationId, userId, tokenId },
        { actor: systemActor('tables', organizationId), deadlineMs },
      );
      return actor === undefined ? undefined : actorFromMessage(actor);
    },
  };
};
