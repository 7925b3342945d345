import type { BlockType } from '../type.ts';

/** What people have to do, as whoever looks may see it. */
export const taskList: BlockType = {
  id: 'task_list',
  version: 1,
  config: {
    title: { of: 'text', most: 200 },
    whose: { of: 'choice', values: ['mine', 'given', 'everyone'] },
    which: { of: 'choice', values: ['toDo', 'overdue', 'done', 'every'] },
    limit: { of: 'integer', min: 1, max: 100 },
  },
  first: { w: 60, h: 8 },
  least: { w: 24, h: 4 },
};
