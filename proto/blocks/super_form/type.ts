import type { BlockType } from '../type.ts';

/** A form that makes records. */
export const superForm: BlockType = {
  id: 'super_form',
  version: 1,
  shares: 'asked',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    description: { of: 'text', most: 2000 },
    questions: { of: 'questions', most: 200 },
    button: { of: 'text', most: 60 },
    thanks: { of: 'text', most: 500 },
  },
  shaped: 'premium',
  first: { w: 60, h: 10 },
  least: { w: 30, h: 4 },
  aliases: ['formPages', 'form', 'internalForms'],
};
