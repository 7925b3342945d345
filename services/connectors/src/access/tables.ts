import { fieldType, isWritten } from '@tessera/fields';
import type { Actor } from '@tessera/kernel';
import { can, maskAllows, requireRight } from '@tessera/proto/rights';
import type { Field } from '@tessera/proto/tables/v1/events';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { RpcClients } from '@tessera/rpc';

/** A table that is there and gets the records of a file. */
export type Into = {
  readonly id: string;
  readonly label: string;
  /** Fields that take values from this actor: none that the system keeps, is being converted, or they may not see. */
  readonly fields: readonly Field[];
  /** Whether the actor may change what the table is made of: give select fields new options, add fields. */
  readonly mayAddOptions: boolean;
  readonly mayAddFields: boolean;
};

const deadlineMs = 10_000;
/** Texts that tables looks up in one call. */
const textsAtOnce = 1_000;

/** What this service asks of tables before an import. */
export const createTables = (rpc: RpcClients) => {
  const tables = rpc.client(TablesServiceDefinition);
  return {
    /** Throws `imports.fill_forbidden` where the actor may not add records, and as tables does where there is none. */
    open: async (actor: Actor, tableId: string): Promise<Into> => {
      requireRight(actor, 'imports.fill', tableId);
      const { table, fields, convertingFieldIds } = await tables.getTable({ tableId }, { actor, deadlineMs });
      const { writeMask } = can(actor, 'records.create', tableId);
      const converting = new Set(convertingFieldIds);
      return {
        id: tableId,
        label: table!.label,
        fields: fields.filter((field) => {
          const type = fieldType(field.type);
          return (
            type !== undefined &&
            isWritten(type) &&
            type.links !== 'other' &&
            maskAllows(writeMask, field.id) &&
            !converting.has(field.id)
          );
        }),
        mayAddOptions: can(actor, 'fields.manage', tableId).allow,
        mayAddFields: can(actor, 'fields.manage', tableId).allow,
      };
    },
    /** The records of a table that texts mean, by text; a text that means none is absent. */
    means: async (
      actor: Actor,
      tableId: string,
      texts: readonly string[],
    ): Promise<ReadonlyMap<string, readonly string[]>> => {
      const meant = new Map<string, readonly string[]>();
      for (let from = 0; from < texts.length; from += textsAtOnce) {
        const some = texts.slice(from, from + textsAtOnce);
        const { found } = await tables.findRecords({ tableId, texts: some }, { actor, deadlineMs });
        found.forEach(({ recordIds }, i) => recordIds.length > 0 && meant.set(some[i]!, recordIds));
      }
      return meant;
    },
    /** Places of the keys that other records of the table hold in a unique field. */
    taken: async (
      actor: Actor,
      tableId: string,
      fieldId: string,
      keys: readonly string[],
    ): Promise<readonly number[]> =>
      (await tables.findTaken({ tableId, fieldId, keys: [...keys] }, { actor, deadlineMs })).taken,
  };
};
export type Tables = ReturnType<typeof createTables>;
