/** What of records starts a trigger, in the words of its people. */
export const triggerEvents = [
  'beforeInsert',
  'beforeUpdate',
  'beforeDelete',
  'afterInsert',
  'afterUpdate',
  'afterDelete',
] as const;

/** Whether a write waits for it, and it may refuse. */
export const isBefore = (event: string): boolean => event.startsWith('before');

/** What happens to records, as events of tables have it. */
export const happened = { recordsCreated: 'Insert', cellsChanged: 'Update', recordsDeleted: 'Delete' } as const;
