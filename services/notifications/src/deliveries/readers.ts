import type { Actor } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import { createDirectory, type Directory, type OrganizationFacts } from '@tessera/runtime/directory';
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

export const createReaders = (
  { documents, rpc, clock }: Pick<ServicePorts, 'documents' | 'rpc' | 'clock'>,
  directory: Directory,
): Readers => {
  const auth = rpc.client(AuthServiceDefinition);
  const named = ({ everyone }: OrganizationFacts, userId: string) =>
    everyone.find(({ id, active }) => active && id === userId);

  return async (organizationId, userId) => {
    const actor = await directory.present({ organizationId, userId });
    if (actor === undefined) return undefined;
    const system = asSystem(organizationId).actor;
    const [facts, own] = await Promise.all([
      directory.facts(system),
      documents.get<Deliveries>(organizationId, 'deliveries', userId),
    ]);
    // Who has just joined is not in an answer of before.
    const person =
      named(facts, userId) ?? named(await createDirectory(auth, clock, 'notifications').facts(system), userId);
    if (person === undefined) return undefined;
    const deliveries = deliveriesOf(own);
    return {
      actor,
      email: person.email,
      language: languageOf(deliveries.language === '' ? facts.language : deliveries.language),
      timezone: deliveries.timezone === '' ? facts.timezone : deliveries.timezone,
      deliveries,
    };
  };
};
