import { runClusterService } from '@tessera/runtime/cluster';
import { readConfig } from './config.ts';
import { chat } from './index.ts';

runClusterService(chat, readConfig);
