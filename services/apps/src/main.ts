import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { apps } from './index.ts';

runClusterService(apps, readConfig);
