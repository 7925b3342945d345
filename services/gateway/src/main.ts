import { readConfig } from './config.ts';
import { runGateway } from './run.ts';

runGateway(readConfig);
