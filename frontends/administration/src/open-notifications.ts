import type { CommandContext } from '@tessera/kit/manifest';

/** The entry of the organization's menu. */
export const run = ({ navigate }: CommandContext): void => navigate('/settings/notifications');
