import { systemColumns } from '@tessera/kernel';
import { narrowBy, userOf } from '@tessera/proto/rights';
import { narrowFields } from './fields.ts';

export { narrowFields } from './fields.ts';

/**
 * The role of those who see and touch only the records that they made, and of these not the secret: what rights of
 * later will be like.
 */
export const narrowRole = 'narrow';

narrowBy((own, actor) =>
  actor.roleId !== narrowRole || !own.allow
    ? own
    : {
        ...own,
        rowPredicate: {
          op: 'eq',
          left: { kind: 'field', column: systemColumns.createdBy, storage: 'user' },
          value: userOf(actor),
        },
        fieldMask: new Set<string>([narrowFields.name, narrowFields.code, narrowFields.amount]),
      },
);
