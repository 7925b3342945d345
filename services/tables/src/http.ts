import { conflict, invalid, isId, type CommandMeta, type ExecuteResult } from '@tessera/kernel';
import type { ServiceStore } from '@tessera/event-store';
import type { RouteAnswer } from '@tessera/web';
import { z } from 'zod';

/** Parts that the routes of this service share. */
export const idSchema = z.string().refine(isId, 'not an id').meta({ description: 'A 26-character lower-case ULID.' });
/** Ids in paths and bodies that are looked up: what is no id simply is not there. */
export const refSchema = z.string().min(1).max(64);
export const tableParams = z.strictObject({ table: refSchema });
export const keyQuery = z.strictObject({ fieldKey: z.enum(['id', 'name']).optional() });
export const jsonValue = z.unknown();
export const timeSchema = z.string().meta({ format: 'date-time' });

/** The headers by which a write tells what it wrote. */
export const writeHeaders = (result: Pick<ExecuteResult<unknown>, 'commitId'>, operationId?: string, more?: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...(result.commitId !== undefined && { 'tessera-commit': result.commitId }),
  ...(operationId !== undefined && { 'tessera-operation': operationId }),
  ...more,
});

export const written = (result: ExecuteResult<unknown>, body: unknown, status = 200): RouteAnswer => ({ status, body, headers: writeHeaders(result) });

/**
 * Several calls that are one action of one person (a paste that changes records and adds some) name an operation of the caller's making in the header
 * `tessera-operation`: they stand together in the history and are undone as one. Nobody joins an operation that another began.
 */
export const groupedMeta = async (store: ServiceStore, meta: CommandMeta, headers: Readonly<Record<string, string | undefined>>): Promise<CommandMeta> => {
  const operationId = headers['tessera-operation'];
  if (operationId === undefined) return meta;
  if (!isId(operationId)) throw invalid('request.operation', 'The header tessera-operation takes an id.');
  const [known] = await store.headers(meta.actor.organizationId, { operationId, limit: 1 });
  const mine = known === undefined || (known.userId ?? known.actorId) === (meta.actor.userId ?? meta.actor.id);
  if (!mine || (known !== undefined && known.origin !== meta.origin)) throw conflict('operations.exists', 'There is an operation with this id already.');
  return { ...meta, operationId };
};
