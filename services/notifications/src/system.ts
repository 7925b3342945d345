import { systemActor, type CommandMeta } from '@tessera/kernel';

/** The service itself, where it follows what happened elsewhere. */
export const asSystem = (organizationId: string, causationId?: string): CommandMeta => ({
  origin: 'system',
  actor: systemActor('notifications', organizationId),
  ...(causationId !== undefined && { causationId }),
});
