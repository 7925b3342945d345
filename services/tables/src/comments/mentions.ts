import type { Actor } from '@tessera/kernel';
import type { Directory } from '@tessera/runtime/directory';

/** Ids between the marks of a mention, each once. */
const namedIn = (said: string): readonly string[] => [
  ...new Set([...said.matchAll(/<@([0-9a-z]{26})>/g)].map(([, id]) => id!)),
];

/** The people among those that a text names who are of the organization. */
export const createMentions =
  (directory: Directory) =>
  async (actor: Actor, said: string): Promise<readonly string[]> => {
    const named = namedIn(said);
    if (named.length === 0) return [];
    const { find } = await directory.facts(actor);
    return named.filter((id) => find(id) === id);
  };
