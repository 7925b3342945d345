import { runAlone } from '@tessera/runtime/alone';
import { readConfig } from './config.ts';
import { apps } from './index.ts';

const { alone, environment } = readConfig();
runAlone(apps, alone, environment);
