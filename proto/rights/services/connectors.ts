import type { Announced } from '../rule.ts';

/** Who may do what with imports. */
export const rights = {
  'imports.create': {
    seat: 'builder',
    flag: 'create_table',
    told: 'canViewConnectorPage',
    refusal: ['connectors.forbidden', "You don't have permission to create tables."],
  },
  /** Sending a file and looking at it; what it may become is asked with the table. */
  'imports.begin': { seat: 'member', table: 'any' },
  /** Into a table that is there: who may make records in it. */
  'imports.fill': {
    table: 'edit',
    refusal: ['imports.fill_forbidden', "You don't have permission to add records to this table."],
  },
  'imports.read': { own: true },
  'imports.cancel': { own: true },
} as const satisfies Announced;
