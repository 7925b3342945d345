import type { WriteModule } from '@tessera/kernel';
import { listsModule, type ListEvent } from './service.ts';

/** The second version in a process that ends without a word while it makes its model. */
const module = listsModule('lists', 2);
let events = 0;
export const writeModule: WriteModule<ListEvent> = {
  ...module,
  projections: module.projections.map((projection) => ({
    ...projection,
    project: (event, context, state) => {
      events += 1;
      if (events === 40) process.kill(process.pid, 'SIGKILL');
      return projection.project(event, context, state);
    },
  })),
};
