import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { files } from './index.ts';

runClusterService(files, readConfig);
