import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { connectors } from './index.ts';

runClusterService(connectors, readConfig);
