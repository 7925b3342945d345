import { isId, type Actor } from '@tessera/kernel';
import type { Directory } from '@tessera/runtime/directory';
import type { Compute } from '@tessera/proto/automations';
import { computing } from '../steps/formulas.ts';
import type { Hands } from '../steps/step.ts';

/** Formulas as they are computed for somebody now. */
export const hereOf = async (directory: Directory, actor: Actor, now: number): Promise<Compute> => {
  const { timezone, language } = await directory.facts(actor);
  return computing({ now, timezone, locale: language });
};

/** Finds active members by id, address or name. */
export const peopleOf = (directory: Directory): Pick<Hands, 'person' | 'emailOf'> => ({
  person: async (actor: Actor, text: string) => {
    const known = (await directory.facts(actor)).find(text);
    if (known !== undefined || !isId(text)) return known;
    // Who joined a moment ago is not among those that are remembered.
    const { organizationId } = actor;
    return (await directory.present({ organizationId, userId: text })) === undefined ? undefined : text;
  },
  emailOf: async (actor: Actor, text: string) => {
    const { find, everyone } = await directory.facts(actor);
    const id = find(text);
    return id === undefined ? undefined : everyone.find((one) => one.id === id)?.email;
  },
});
