import { isId, type CommandMeta } from '@tessera/kernel';
import type { ServiceStore } from '../port.ts';
import { conflict, invalid } from '../refusals.ts';

/**
 * Several calls that are one action of one person (a paste that adds options, changes records and adds some) name an
 * operation of the caller's making in the header `tessera-operation`: they stand together in the history and are undone
 * as one. Nobody joins an operation that another began: `operations.exists`. Throws `request.operation`.
 */
export const groupedMeta = async (
  store: Pick<ServiceStore, 'headers'>,
  meta: CommandMeta,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<CommandMeta> => {
  const operationId = headers['tessera-operation'];
  if (operationId === undefined) return meta;
  if (!isId(operationId)) throw invalid('request.operation');
  const [known] = await store.headers(meta.actor.organizationId, { operationId, limit: 1 });
  const mine = known === undefined || (known.userId ?? known.actorId) === (meta.actor.userId ?? meta.actor.id);
  if (!mine || (known !== undefined && known.origin !== meta.origin)) throw conflict('operations.exists');
  return { ...meta, operationId };
};
