import type { ServiceDefinition } from '@tessera/runtime';
import { plansBucket } from '@tessera/runtime/plans';
import { compose } from './compose.ts';
import { bucket as sent } from './deliveries/payloads.ts';
import { bucket as functionPrograms } from './functions/compiler.ts';
import { bucket as functionCalls } from './functions/kept.ts';
import { bucket as functionSecrets } from './functions/secrets.ts';
import { bucket as addresses } from './hooks/addresses.ts';
import { bucket as calls } from './hooks/calls.ts';
import { addressBucket, lastBucket } from './incoming/buckets.ts';
import { bucket as taken } from './incoming/payloads.ts';
import { bucket as payloads } from './runs/payloads.ts';
import { bucket as walked } from './runs/schedule.ts';
import { inputBucket, writtenBucket } from './triggers/after.ts';
import { bucket as guards } from './triggers/guards.ts';
import { addressSecrets, webhookBucket } from './webhooks/secrets.ts';

export const automations: ServiceDefinition = {
  name: 'automations',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  keepsOfOrganization: [plansBucket('automations')],
  keeps: [
    payloads,
    walked,
    sent,
    webhookBucket,
    addressSecrets,
    addresses,
    calls,
    functionSecrets,
    functionCalls,
    functionPrograms,
    addressBucket,
    lastBucket,
    taken,
    guards,
    inputBucket,
    writtenBucket,
  ],
  compose: (ports) => compose(ports as Parameters<typeof compose>[0]),
};
