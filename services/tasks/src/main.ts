import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { tasks } from './index.ts';

runClusterService(tasks, readConfig);
