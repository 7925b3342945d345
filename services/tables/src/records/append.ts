import { type CommandMeta, type Loading, passedOn } from '@tessera/kernel';
import { ColumnBatch } from '@tessera/proto/tables/v1/service';
import { can } from '@tessera/proto/rights';
import type { Column } from '@tessera/proto/tables/v1/values';
import { requireGrant } from '../access/require.ts';
import { loadDefinition, type Handler } from '../definitions/handler.ts';
import { schemaOf, type Schema } from '../definitions/schema.ts';
import { checkBatch, newKeys, planNew } from './batch.ts';
import { loadNumbers, type Numbers } from './numbers.ts';
import { loadOwners, type Owners } from './claims.ts';
import { maskErrors, maxCommit, maxRecords, type RowError } from './parse.ts';
import type { SentUsers } from './context.ts';
import { makingOf } from './rules.ts';
import { maxRecord } from './record-weight.ts';
import { invalid, rejection } from '../refusals.ts';
import type { Asked } from '../triggers/guard.ts';

/** One chunk of an import. `batch` is an encoded ColumnBatch in base64: it is read here and nowhere before. */
export type AppendRecords = SentUsers &
  Asked & {
    readonly tableId: string;
    readonly count: number;
    readonly batch: string;
    /** Records that the rules of the table refuse are left out; without it they refuse the whole chunk. */
    readonly leaveOut?: boolean;
  };
type AppendState = {
  readonly schema: Schema;
  readonly columns: readonly Column[];
  readonly owner: Owners;
  readonly numbers: Numbers;
};

function* load(command: AppendRecords, meta: CommandMeta): Loading<AppendState> {
  const { state } = yield* loadDefinition(command.tableId);
  const { table, grant } = requireGrant(meta.actor, 'records.create', state);
  if (!Number.isInteger(command.count) || command.count < 1 || command.count > maxRecords)
    throw invalid('records.batch_invalid', `A batch has 1 to ${maxRecords} records.`);
  const bytes = Buffer.from(command.batch, 'base64');
  if (bytes.length > maxCommit) throw rejection('too_large', 'records.too_large', { limit: maxCommit });
  let columns: readonly Column[];
  try {
    ({ columns } = ColumnBatch.decode(bytes));
  } catch {
    throw invalid('records.batch_invalid', 'The batch is not a ColumnBatch.');
  }
  const schema = schemaOf(table);
  checkBatch(schema, columns, command.count, grant);
  const owner = yield* loadOwners(newKeys(schema, columns, command.count));
  return { schema, columns, owner, numbers: yield* loadNumbers(schema) };
}

/** What refuses a whole chunk: the first of its records, as what stands in the way weighs. */
const refuseChunk = (meta: CommandMeta, tableId: string, refusals: readonly RowError[]): void => {
  const first = (code: string) => refusals.find((one) => one.code === code);
  const large = first('records.record_too_large');
  if (large !== undefined)
    throw passedOn('too_large', large.code, large.message, { index: large.index, limit: maxRecord });
  const other = refusals.find((one) => one.code !== 'records.not_unique') ?? refusals[0];
  if (other === undefined) return;
  const { index, code, message, fieldId } = maskErrors(can(meta.actor, 'records.read', tableId), [other])[0]!;
  throw passedOn(code === 'records.not_unique' ? 'conflict' : 'invalid', code, message, { index, fieldId });
};

/** As connectors of the previous release send chunks; those of this one use `records.write`. */
export const appendRecords: Handler<AppendRecords, AppendState, { readonly appended: number }> = {
  // Others take the next numbers of a field at the same time.
  merges: true,
  load,
  decide: (command, state, { newId, now, meta }) => {
    const { tableId, count, leaveOut = false } = command;
    const made = planNew(
      { ...state, count, ruled: true, making: makingOf(command, meta, now), actor: meta.actor },
      newId,
    );
    const large = made.refusals.filter((one) => one.code === 'records.record_too_large');
    refuseChunk(meta, tableId, leaveOut ? large : made.refusals);
    return made;
  },
  *answer(_command, events) {
    const first = events[0];
    return { appended: first?.$case === 'recordsCreated' ? first.value.recordIds.length : 0 };
  },
};
