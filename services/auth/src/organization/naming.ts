import { isRejection, type CommandMeta } from '@tessera/kernel';
import { asSystem, systemActor, type Context } from '../context.ts';
import { systemOrganization } from '../events.ts';
import type { Organization } from '../evolve.ts';
import { shortNamesFor } from './short-name.ts';

/** Gives an organization a short name out of its name, unless it has one. */
export const giveShortName = async (
  context: Pick<Context, 'execute' | 'shortNameOf'>,
  organizationId: string,
  name: string,
  meta: CommandMeta,
): Promise<void> => {
  if ((await context.shortNameOf(organizationId)) !== '') return;
  for (const shortName of shortNamesFor(name)) {
    try {
      await context.execute('nameOrganization', { organizationId, shortName }, asSystem(meta, systemOrganization));
      return;
    } catch (error) {
      if (!isRejection(error) || error.code !== 'organization.short_name_taken') throw error;
    }
  }
};

/** The same for every organization of the installation: those of earlier releases have none. */
export const giveShortNames = async (context: Context): Promise<void> => {
  const meta = { actor: systemActor(systemOrganization), origin: 'system' } as const;
  for (const organizationId of await context.ports.store.organizations()) {
    const known: Organization | undefined =
      organizationId === systemOrganization ? undefined : await context.organization(organizationId);
    if (known !== undefined) await giveShortName(context, organizationId, known.name, meta);
  }
};
