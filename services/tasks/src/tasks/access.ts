import type { Actor } from '@tessera/kernel';
import { can, userOf } from '@tessera/proto/rights';
import type { Task } from './evolve.ts';

type Asked = Pick<Task, 'createdBy' | 'parts'>;

const involved = ({ createdBy, parts }: Asked, userId: string): boolean =>
  createdBy === userId || parts.owners.includes(userId) || parts.followers.includes(userId);

/** Who made, owns or follows a task sees it; one of a record whoever may read the table. */
export const sees = (actor: Actor, task: Asked): boolean =>
  can(actor, 'tasks.read').allow &&
  (involved(task, userOf(actor)) ||
    actor.permissions.admin ||
    (task.parts.tableId !== '' && can(actor, 'records.read', task.parts.tableId).allow));

/** Who made or owns a task changes it; one of a record whoever may change records of the table. */
export const changes = (actor: Actor, task: Asked): boolean =>
  can(actor, 'tasks.write').allow &&
  (task.createdBy === userOf(actor) ||
    task.parts.owners.includes(userOf(actor)) ||
    actor.permissions.admin ||
    (task.parts.tableId !== '' && can(actor, 'records.update', task.parts.tableId).allow));
