import { fold, forbidden, systemActor, type Actor } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { actorFromMessage, type RpcClients } from '@tessera/rpc';
import { readContextFor } from '@tessera/fields';

/**
 * How an organization writes numbers and dates, and who its people are: pairs of a folded name or address and an id.
 */
export type Facts = {
  readonly decimal: '.' | ',';
  readonly dayFirst: boolean;
  readonly timezone: string;
  readonly users: readonly (readonly [string, string])[];
};

const deadlineMs = 5_000;

/** What this service asks of auth. */
export const createDirectory = (rpc: RpcClients) => {
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
     * Who acts in a long run, with the rights of now, asked of auth for each slice of it. Throws `connectors.forbidden`
     * once the person is gone, or the token that began it.
     */
    present:
      (organizationId: string, userId: string, tokenId = '') =>
      async (): Promise<Actor> => {
        const { actor } = await auth.getActor(
          { organizationId, userId, tokenId },
          { actor: systemActor('connectors', organizationId), deadlineMs },
        );
        if (!actor)
          throw forbidden(
            'connectors.forbidden',
            'Whoever started this import is no longer a member, or their token was deleted.',
          );
        return actorFromMessage(actor);
      },
  };
};
export type Directory = ReturnType<typeof createDirectory>;
