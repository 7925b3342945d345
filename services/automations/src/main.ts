import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { automations } from './index.ts';

runClusterService(automations, readConfig);
