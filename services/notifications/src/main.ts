import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { notifications } from './index.ts';

runClusterService(notifications, readConfig);
