import type { PurgeProgress } from '@tessera/event-store';
import { systemActor } from '@tessera/kernel';
import { erasePerson, findPerson } from '../../../services/auth/src/index.ts';
import type { ServiceDefinition, ServicePorts } from './service.ts';
import { services } from './services.ts';

/** By the account's id or an e-mail address. */
export type PersonToPurge = { readonly person: string };
export type PersonPurged = {
  /** The account's id, '' for an address that has none. */
  readonly id: string;
  readonly commits: number;
  /** They were erased before. */
  readonly before: boolean;
};

/** A line for whoever waits. */
export type Tell = (line: string) => void;

/** How far a purge of a service is, in words. */
export const progressIn =
  (service: string, tell: Tell) =>
  ({ commits, left }: PurgeProgress): void =>
    tell(`${service}: ${commits} commits rewritten${left === undefined ? '' : `, ${left} to go`}`);

/** Runs work with what a service needs, or with its state alone, which is all that one without a log has. */
export type Within = {
  ports<T>(service: ServiceDefinition, work: (ports: ServicePorts) => Promise<T>): Promise<T>;
  state<T>(service: ServiceDefinition, work: (ports: Pick<ServicePorts, 'state'>) => Promise<T>): Promise<T>;
};

const logs = services.filter(({ name, writeModuleUrl }) => writeModuleUrl !== undefined && name !== 'auth');
const named = (name: string): ServiceDefinition => services.find((one) => one.name === name)!;

/**
 * Forgets a person in every service, from the machine's own command line (docs/events.md 9): account, name, addresses
 * and the requests they sent. What they did stays, by an id that nobody can name. Done again it does what is left.
 * Throws where nobody ever had the id, and `last_admin`.
 */
export const purgePerson = async (
  within: Within,
  { person: wanted }: PersonToPurge,
  tell: Tell = () => undefined,
): Promise<PersonPurged> => {
  const auth = named('auth');
  const person = await within.ports(auth, (ports) => findPerson(ports, wanted));
  if (person === undefined) throw new Error(`nobody has the id ${wanted}, and nobody ever had`);
  let commits = await within.ports(auth, (ports) => erasePerson(ports, person, progressIn(auth.name, tell)));
  const { id, addresses, organizations = [] } = person;
  for (const organizationId of organizations)
    for (const service of logs) {
      const actor = systemActor(service.name, organizationId);
      const onProgress = progressIn(service.name, tell);
      const purged = await within.ports(service, ({ store }) =>
        store.purge({ person: { id, addresses } }, { actor }, { onProgress }),
      );
      commits += purged.commits;
    }
  if (organizations.length > 0) {
    const erasing = services.filter(({ erase }) => erase !== undefined);
    for (const service of erasing)
      for (const organizationId of organizations) {
        if (service.writeModuleUrl !== undefined)
          await within.ports(service, (ports) => service.erase!(ports, organizationId, id));
        // What has no log has its state alone.
        else await within.state(service, (ports) => service.erase!(ports as ServicePorts, organizationId, id));
      }
    for (const service of erasing) await within.state(service, ({ state }) => state.wipe());
  }
  return { id, commits, before: commits === 0 };
};
