import { FilesServiceDefinition } from '@tessera/proto/files/v1/service';
import { holds, type Actor, type FileValue } from '@tessera/kernel';
import type { RpcClients } from '@tessera/rpc';
import type { Schema } from '../definitions/schema.ts';

const deadlineMs = 10_000;
/** What the service of files takes in one call. */
const mostAtOnce = 1000;

/** Where files are to stand: what these records have already stays theirs, whoever uploaded it. */
type Target = {
  readonly tableId: string;
  /** All fields where none is named. */
  readonly fieldIds: readonly string[];
  readonly recordIds: readonly string[];
};

/** What files are, of those that the actor may put into records of the table. */
export type Describe = (actor: Actor, ids: readonly string[], target: Target) => Promise<readonly FileValue[]>;

export const createDescribe = (rpc: RpcClients): Describe => {
  const files = rpc.client(FilesServiceDefinition);
  return async (actor, ids, { tableId, fieldIds, recordIds }) => {
    const found: FileValue[] = [];
    for (let from = 0; from < ids.length; from += mostAtOnce) {
      const { files: some } = await files.describeFiles(
        { fileIds: ids.slice(from, from + mostAtOnce), tableId, fieldIds: [...fieldIds], recordIds: [...recordIds] },
        { actor, deadlineMs },
      );
      found.push(...some);
    }
    return found;
  };
};

/** The records that a request names: one by its address, or several in its body. */
const namedIn = ({ recordId, body }: { readonly recordId?: unknown; readonly body?: unknown }): readonly string[] => {
  if (typeof recordId === 'string') return [recordId];
  const records: unknown = typeof body === 'object' && body !== null && 'records' in body ? body.records : undefined;
  if (!Array.isArray(records)) return [];
  return records.flatMap((one: { readonly id?: unknown } | null) => (typeof one?.id === 'string' ? [one.id] : []));
};

/** Fields that hold files. */
export const fileFields = (schema: Schema): readonly string[] =>
  schema.fields.filter(({ kind }) => holds(kind) === 'files').map(({ id }) => id);

/** For one request: asks only where it names a file. */
export const describing =
  (
    describe: Describe,
    actor: Actor,
    { tableId, fieldIds }: Omit<Target, 'recordIds'>,
    request: { readonly recordId?: unknown; readonly body?: unknown },
  ) =>
  (ids: readonly string[]): Promise<readonly FileValue[]> =>
    describe(actor, ids, { tableId, fieldIds, recordIds: namedIn(request) });
