import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';
import { readLimits } from './config.ts';
import { rotateLinkKey } from './links/signed.ts';
import { failuresBucket } from './thumbnails/thumbnails.ts';
import { createUploads, piecesBucket, uploadsBucket } from './uploads/uploads.ts';

export { releaseRecords, type ReleasedRecords } from './kept/release.ts';

export const files: ServiceDefinition = {
  name: 'files',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  keeps: ['files', uploadsBucket, piecesBucket, failuresBucket],
  erase: (ports, organizationId, userId) =>
    createUploads(ports as Parameters<typeof createUploads>[0], readLimits()).dropOf(organizationId, userId),
  rotateKeys: async ({ vault, clock }) => ({ files: await rotateLinkKey(vault, clock) }),
  compose: (ports) => compose(ports as Parameters<typeof compose>[0]),
};
