import type { Actor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { languageOf, type Language } from '../languages.ts';
import { asSystem } from '../system.ts';
import { deliveriesOf, type Deliveries } from './evolve.ts';

/** Whom something is delivered to, with the rights of now. */
export type Reader = {
  readonly actor: Actor;
  readonly email: string;
  readonly language: Language;
  readonly timezone: string;
  readonly deliveries: Deliveries;
};
/** Undefined where they are no member any more. */
export type Readers = (organizationId: string, userId: string) => Promise<Reader | undefined>;

export const createReaders =
  ({ documents }: Pick<ServicePorts, 'documents'>, directory: Directory): Readers =>
  async (organizationId, userId) => {
    const actor = await directory.present({ organizationId, userId });
    if (actor === undefined) return undefined;
    const [facts, own] = await Promise.all([
      directory.facts(asSystem(organizationId).actor),
      documents.get<Deliveries>(organizationId, 'deliveries', userId),
    ]);
    const person = facts.everyone.find(({ id }) => id === userId);
    if (person === undefined || !person.active) return undefined;
    const deliveries = deliveriesOf(own);
    return {
      actor,
      email: person.email,
      language: languageOf(deliveries.language === '' ? facts.language : deliveries.language),
      timezone: deliveries.timezone === '' ? facts.timezone : deliveries.timezone,
      deliveries,
    };
  };
