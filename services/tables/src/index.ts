import type { ServiceDefinition } from '@tessera/runtime';
import { compose } from './compose.ts';

export { purgeRecords, type RecordsToPurge } from './records/purge.ts';

export const tables: ServiceDefinition = {
  name: 'tables',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  compose: compose as ServiceDefinition['compose'],
};
