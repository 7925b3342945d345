import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { tables } from './index.ts';

runClusterService(tables, readConfig);
