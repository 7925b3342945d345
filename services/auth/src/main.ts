import { runAlone } from '@tessera/runtime/alone';
import { readConfig } from './config.ts';
import { auth } from './index.ts';

const { alone, environment } = readConfig();
runAlone(auth, alone, environment);
