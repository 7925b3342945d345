import { prepareModel } from '../src/index.ts';

/** Prepares the upgrade of a data folder to the module that it is given. */
const [dataFolder, module] = process.argv.slice(2) as [string, string];
await prepareModel({ dataFolder, service: 'lists', writeModuleUrl: new URL(`./${module}.ts`, import.meta.url) });
