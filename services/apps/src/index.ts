import type { ServiceDefinition } from '@tessera/runtime';
import { plansBucket } from '@tessera/runtime/plans';
import { compose } from './compose.ts';
import { bucket as favorites } from './favorites/http.ts';
import { bucket as recents } from './home/http.ts';
import { countBucket } from './links/counts.ts';
import { secretBuckets } from './links/tokens.ts';
import { erasePreferences } from './preferences/erase.ts';
import { bucket as preferences } from './preferences/http.ts';
import { countBucket as installBucket } from './templates/runner.ts';

export {
  approveTemplate,
  listTemplates,
  refuseTemplate,
  showTemplate,
  type TemplateToRefuse,
  type TemplateToReview,
  type WaitingTemplate,
} from './templates/operator.ts';

export const apps: ServiceDefinition = {
  name: 'apps',
  writeModuleUrl: new URL('./write.ts', import.meta.url),
  keeps: [recents, preferences, favorites, countBucket, installBucket, ...secretBuckets],
  keepsOfOrganization: [plansBucket('apps')],
  erase: erasePreferences,
  compose: (ports) => compose(ports as Parameters<typeof compose>[0]),
};
