import type { ServicePorts } from '@tessera/runtime';
import { createContext } from '../context.ts';
import type { AuthEvent } from '../events.ts';
import { notFound } from '../refusals.ts';

/** The organization that an operator named by its id. Throws where there is none. */
export const findOrganization = async (ports: ServicePorts, id: string): Promise<void> => {
  const found = await createContext(ports as ServicePorts<AuthEvent>).organization(id);
  if (found === undefined) throw notFound('organization.not_found');
};
