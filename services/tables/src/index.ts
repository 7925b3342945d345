import type { ServiceDefinition } from '@tessera/runtime';
import { plansBucket } from '@tessera/runtime/plans';
import { seenBucket } from './comments/seen.ts';
import { compose } from './compose.ts';
import { eraseMarks } from './erase.ts';
import { starsBucket } from './stars/stars.ts';

export { purgeRecords, type RecordsToPurge } from './records/purge.ts';

export const tables: ServiceDefinition = {
  name: 'tables',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  keeps: ['running-operations', seenBucket, starsBucket],
  keepsOfOrganization: [plansBucket('tables')],
  erase: eraseMarks,
  resumes: true,
  compose: compose as ServiceDefinition['compose'],
};
