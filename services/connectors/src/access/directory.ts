import { readContextFor } from '@tessera/fields';
import { fold, type Actor } from '@tessera/kernel';
import type { Directory as People } from '@tessera/runtime/directory';
import { forbidden } from '../refusals.ts';

/**
 * How an organization writes numbers and dates, and who its people are: pairs of a folded name or address and an id.
 */
export type Facts = {
  readonly decimal: '.' | ',';
  readonly dayFirst: boolean;
  readonly timezone: string;
  readonly users: readonly (readonly [string, string])[];
};

/** What an import asks of the directory. */
export const createDirectory = (people: People) => ({
  facts: async (actor: Actor): Promise<Facts> => {
    const { everyone, language, timezone } = await people.facts(actor);
    const { decimal, dayFirst } = readContextFor(language, 'UTC');
    const pairs = new Map<string, string>();
    // Two people of one name are told apart by their addresses alone.
    const named = new Map<string, number>();
    for (const { name } of everyone) named.set(fold(name), (named.get(fold(name)) ?? 0) + 1);
    for (const { id, name, email, active } of everyone) {
      if (!active) continue;
      if (named.get(fold(name)) === 1) pairs.set(fold(name), id);
      pairs.set(fold(email), id);
    }
    return { decimal, dayFirst, timezone, users: [...pairs] };
  },

  /**
   * Who acts in a long run, with the rights of now, asked of auth for each slice of it. Throws `connectors.forbidden`
   * once the person is gone, or the token that began it.
   */
  present:
    (organizationId: string, userId: string, tokenId = '') =>
    async (): Promise<Actor> => {
      const actor = await people.present({ organizationId, userId, tokenId });
      if (actor === undefined) throw forbidden('connectors.forbidden');
      return actor;
    },
});
export type Directory = ReturnType<typeof createDirectory>;
