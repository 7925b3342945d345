import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { billing } from './index.ts';

runClusterService(billing, readConfig);
