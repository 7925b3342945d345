import { fold, forbidden, systemActor, type Actor, type Clock } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { actorFromMessage, type RpcClients } from '@tessera/rpc';
import { readContextFor } from '@tessera/fields';
import { userOf } from '@tessera/proto/rights';

/**
 * How an organization writes numbers and dates, and who its people are: pairs of a folded name or address and an id.
 */
export type Facts = {
  readonly decimal: '.' | ',';
  readonly dayFirst: boolean;
  readonly timezone: string;
  readonly users: readonly (readonly [string, string])[];
};

const maxAge = 5_000;
const deadlineMs = 5_000;

/** What this service asks of auth. */
export const createDirectory = (rpc: RpcClients, clock: Clock) => {
  const auth = rpc.client(AuthServiceDefinition);

  return {
    facts: async (actor: Actor): Promise<Facts> => {
      const context = { actor, deadlineMs };
      const [{ users }, { language, timezone }] = await Promise.all([
        auth.listUsers({}, context),
        auth.getOrganization({}, context),
      ]);
      const { decimal, dayFirst } = readContextFor(language === '' ? 'en' : language, 'UTC');
      const pairs = new Map<string, string>();
      // Two people of one name are told apart by their addresses alone.
      const named = new Map<string, number>();
      for (const user of users) named.set(fold(user.name), (named.get(fold(user.name)) ?? 0) + 1);
      for (const user of users) {
        if (!user.active) continue;
        if (named.get(fold(user.name)) === 1) pairs.set(fold(user.name), user.id);
        pairs.set(fold(user.email), user.id);
      }
      return { decimal, dayFirst, timezone: timezone === '' ? 'UTC' : timezone, users: [...pairs] };
    },

    /**
     * Who acts in a long run: the rights of today, asked again when they are older than 5 s. Throws
     * `connectors.forbidden` once the user is gone.
     */
    present: (organizationId: string, userId: string, first?: Actor) => {
      let known = first;
      let at = first ? clock() : 0;
      return async (): Promise<Actor> => {
        if (known && clock() - at < maxAge) return known;
        const { actor } = await auth.getActor(
          { organizationId, userId },
          { actor: systemActor('connectors', organizationId), deadlineMs },
        );
        if (!actor) throw forbidden('connectors.forbidden', 'Whoever started this import is no longer a member.');
        // A token's import goes on as the token, with the rights that its person has today.
        known = {
          ...actorFromMessage(actor),
          organizationId,
          kind: first?.kind ?? 'user',
          id: first?.id ?? userId,
          userId: first ? userOf(first) : userId,
        };
        at = clock();
        return known;
      };
    },
  };
};
export type Directory = ReturnType<typeof createDirectory>;
