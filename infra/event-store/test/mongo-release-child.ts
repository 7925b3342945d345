import { writeSync } from 'node:fs';
import { modelVersions } from '../src/mongo/index.ts';
import { openReplica, quick } from './mongo.ts';
import { listsModule } from './service.ts';

/** A replica of a release in a process of its own: says `making` when it makes its model, and `ready`. Runs until it is killed. */
const [url, database, version] = process.argv.slice(2) as [string, string, string];
const module = listsModule('lists', Number(version));
await openReplica(url, database, {
  module,
  timing: quick,
  onReport: ({ kind }) => void writeSync(1, `${kind}\n`),
});
writeSync(1, `ready ${modelVersions(module)}\n`);
