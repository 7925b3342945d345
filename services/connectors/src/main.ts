import { runAlone } from '@tessera/runtime/alone';
import { readConfig } from './config.ts';
import { connectors } from './index.ts';

const { alone, environment } = readConfig();
runAlone(connectors, alone, environment);
