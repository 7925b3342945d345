import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';
import { eraseUploads } from './upload/erase.ts';
import { rotateUploadKey } from './upload/handles.ts';

export const connectors: ServiceDefinition = {
  name: 'connectors',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  keeps: [
    'connectors',
    'connector-files',
    'connector-wizard',
    'running-imports',
    'cancelled-imports',
    'import-progress',
  ],
  resumes: true,
  erase: eraseUploads,
  rotateKeys: async ({ vault, clock }) => ({ uploads: await rotateUploadKey(vault, clock) }),
  compose: (ports) => compose(ports as Parameters<typeof compose>[0]),
};
