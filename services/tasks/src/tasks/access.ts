import type { Actor } from '@tessera/kernel';
import { can, everyRow, type Action } from '@tessera/proto/rights';
import type { Task } from './evolve.ts';

type Asked = Pick<Task, 'createdBy' | 'parts'>;

/**
 * Whether somebody may do this with every record of a table. Which records a role leaves out is known to tables alone, so
 * that who does not see all of them has no task by its record.
 */
export const mayOnAll = (actor: Actor, action: Action, tableId: string): boolean => {
  const { allow, rowPredicate } = can(actor, action, tableId);
  return allow && rowPredicate === everyRow;
};

/** Who made, owns or follows a task sees it; one of a record whoever may read every record of the table. */
export const sees = (actor: Actor, { createdBy, parts }: Asked): boolean =>
  can(actor, 'tasks.read').allow &&
  ([createdBy, ...parts.owners, ...parts.followers].some((userId) => can(actor, 'tasks.open', userId).allow) ||
    (parts.tableId !== '' && mayOnAll(actor, 'records.read', parts.tableId)));

/** Who made or owns a task changes it; one of a record whoever may change every record of the table. */
export const changes = (actor: Actor, { createdBy, parts }: Asked): boolean =>
  can(actor, 'tasks.write').allow &&
  ([createdBy, ...parts.owners].some((userId) => can(actor, 'tasks.change', userId).allow) ||
    (parts.tableId !== '' && mayOnAll(actor, 'records.update', parts.tableId)));
