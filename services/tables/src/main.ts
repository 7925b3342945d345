import { runAlone } from '@tessera/runtime/alone';
import { readConfig } from './config.ts';
import { tables } from './index.ts';

const { alone, environment } = readConfig();
runAlone(tables, alone, environment);
