import type { Origin } from '@tessera/kernel';
import type { DocumentReader } from '@tessera/document-store';
import type { ServiceLog } from '@tessera/event-store';
import type { Beginner } from '@tessera/runtime/directory';
import type { OperationState } from './state.ts';

/** Who began a running operation: kept beside the log, because a restart begins without knowing any organization. */
export type Listed = Beginner & {
  readonly origin: Origin;
  /** When it began, in ms. */
  readonly at: number;
};

/** More than run in an organization. */
const most = 1_000;

/** How running operations are listed, and found again in the log with whoever began them as their commits say. */
export const listed = ({
  documents,
  store,
}: {
  readonly documents: DocumentReader;
  readonly store: Pick<ServiceLog, 'headers'>;
}) => ({
  buckets: { running: 'running-operations' },
  keyOf: (_organizationId: string, id: string): string => id,
  idOf: (key: string): string => key,
  find: async (id: string, { organizationId }: Listed) => {
    const operation = await documents.get<OperationState>(organizationId, 'operations', id);
    if (operation === undefined) return 'unknown' as const;
    return operation.state === 'running' ? { job: operation } : ('ended' as const);
  },
  underWay: async (organizationId: string) => {
    const under = await documents.find<OperationState>(organizationId, 'operations', { state: 'running' }, most);
    return under.map(({ id, startedBy, startedAt }) => ({
      id,
      entry: async (): Promise<Listed> => {
        const [header] = await store.headers(organizationId, { operationId: id, limit: 1 });
        return {
          organizationId,
          userId: header?.userId ?? startedBy,
          ...(header?.actorKind === 'token' && { tokenId: header.actorId }),
          origin: (header?.origin ?? 'system') as Origin,
          at: startedAt,
        };
      },
    }));
  },
});
