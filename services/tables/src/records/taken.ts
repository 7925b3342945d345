import { read } from '@tessera/kernel';
import { maskAllows } from '@tessera/proto/rights';
import { requireGrant } from '../access/require.ts';
import { loadDefinition, type Handler } from '../definitions/handler.ts';
import { schemaOf } from '../definitions/schema.ts';
import { maxRecords } from './parse.ts';
import { invalid, notFound } from '../refusals.ts';

/** Asks which keys of a unique field other records hold; `keys` as `uniqueKey` makes them, of records to be made. */
export type FindTaken = { readonly tableId: string; readonly fieldId: string; readonly keys: readonly string[] };
type Taken = { readonly taken: readonly number[] };

const found = new WeakMap<FindTaken, Taken>();

/** A question to the writer, which alone knows what is claimed at this moment. Writes nothing. */
export const findTaken: Handler<FindTaken, Taken, Taken> = {
  *load({ tableId, fieldId, keys }, meta) {
    const { state } = yield* loadDefinition(tableId);
    const { table, grant } = requireGrant(meta.actor, 'records.create', state);
    if (keys.length > maxRecords) throw invalid('records.too_many', `At most ${maxRecords} keys are asked at once.`);
    const field = schemaOf(table).byId.get(fieldId);
    if (field === undefined || !maskAllows(grant.fieldMask, fieldId)) throw notFound('fields.not_found', { fieldId });
    if (field.claimScope === undefined) return { taken: [] };
    const owners = yield* read.claims(field.claimScope, keys);
    return { taken: owners.flatMap((owner, at) => (owner === undefined ? [] : [at])) };
  },
  decide: (command, state) => {
    found.set(command, state);
    return { events: [] };
  },
  *answer(command) {
    return found.get(command)!;
  },
};
