import type { ServiceDefinition } from '@tessera/runtime';
import { eraseSeen } from './comments/erase.ts';
import { seenBucket } from './comments/seen.ts';
import { compose } from './compose.ts';

export { purgeRecords, type RecordsToPurge } from './records/purge.ts';

export const tables: ServiceDefinition = {
  name: 'tables',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  keeps: ['running-operations', seenBucket],
  erase: eraseSeen,
  resumes: true,
  compose: compose as ServiceDefinition['compose'],
};
