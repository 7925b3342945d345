import type { Announced } from '../rule.ts';

/** Who may do what with tables, fields, views and records. The rights to build need a builder's seat beside the flag of the role, since the seat is what is paid for. */
export const rights = {
  'tables.list': { table: 'any', told: 'canViewTablesPages' },
  'tables.create': { seat: 'builder', flag: 'create_table', told: 'canCreateTables' },
  'tables.view': { table: 'view' },
  'tables.archive': { table: 'full' },
  'tables.erase': { admin: true, table: 'full' },
  'trash.view': { seat: 'builder', table: 'any', told: 'canViewTrash' },
  // What a field is converted, counted or made unique by are the values of every record.
  'fields.manage': { table: 'full', whole: true },
  'views.own': { table: 'view' },
  'views.manage': { seat: 'builder', flag: 'create_dashboard', table: 'view' },
  'records.read': { table: 'view' },
  'records.create': { table: 'edit' },
  'records.update': { table: 'edit' },
  'records.delete': { table: 'edit' },
  // Who may read a record may speak of it; what others said is taken away by those who manage the table.
  'records.comment': { table: 'view' },
  'records.moderate': { table: 'full' },
  'operations.follow': {},
} as const satisfies Announced;
