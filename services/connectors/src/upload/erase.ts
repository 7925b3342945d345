import type { ServicePorts } from '@tessera/runtime';
import { readLimits } from '../config.ts';
import { forgetWizards } from '../imports/wizards.ts';
import { createKept } from './kept.ts';

/** Deletes the files that one person sent, and what they told the import about them. */
export const eraseUploads = async (
  ports: Pick<ServicePorts, 'files' | 'state' | 'clock'>,
  organizationId: string,
  userId: string,
): Promise<void> => {
  await createKept(ports, readLimits().keptBytes).dropOf(organizationId, userId);
  await forgetWizards(ports.state, organizationId, userId);
};
