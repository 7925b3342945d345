import { systemColumns } from '@tessera/kernel';
import { narrowBy, userOf } from '@tessera/proto/rights';

/** Fields of the table that the narrow right is tried on; `secret` is hidden by it. */
export const narrowFields = {
  name: '01m7zamdpj3k29d3eysp40c47z',
  code: '01m7zamdpj3k29d3eysp40c480',
  amount: '01m7zamdpj3k29d3eysp40c481',
  secret: '01m7zamdpj3k29d3eysp40c482',
} as const;

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
