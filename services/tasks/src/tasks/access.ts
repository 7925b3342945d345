import type { Actor } from '@tessera/kernel';
import { can } from '@tessera/proto/rights';
import type { Task } from './evolve.ts';

type Asked = Pick<Task, 'createdBy' | 'parts'>;

/** Who made, owns or follows a task sees it; one of a record whoever may read the table. */
export const sees = (actor: Actor, { createdBy, parts }: Asked): boolean =>
  can(actor, 'tasks.read').allow &&
  ([createdBy, ...parts.owners, ...parts.followers].some((userId) => can(actor, 'tasks.open', userId).allow) ||
    (parts.tableId !== '' && can(actor, 'records.read', parts.tableId).allow));

/** Who made or owns a task changes it; one of a record whoever may change records of the table. */
export const changes = (actor: Actor, { createdBy, parts }: Asked): boolean =>
  can(actor, 'tasks.write').allow &&
  ([createdBy, ...parts.owners].some((userId) => can(actor, 'tasks.change', userId).allow) ||
    (parts.tableId !== '' && can(actor, 'records.update', parts.tableId).allow));
