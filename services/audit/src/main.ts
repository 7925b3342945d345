import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { audit } from './index.ts';

runClusterService(audit, readConfig);
