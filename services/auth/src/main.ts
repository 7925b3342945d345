import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { auth } from './index.ts';

runClusterService(auth, readConfig);
