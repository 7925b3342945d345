import { systemActor, type CommandMeta } from '@tessera/kernel';

/** The service itself, where it starts and carries out runs. */
export const asSystem = (organizationId: string, causationId?: string): CommandMeta => ({
  origin: 'system',
  actor: systemActor('automations', organizationId),
  ...(causationId !== undefined && { causationId }),
});
