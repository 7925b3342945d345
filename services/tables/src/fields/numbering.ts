import { newId, type Actor, type CommandMeta, type Predicate } from '@tessera/kernel';
import type { RecordReader } from '@tessera/document-store';
import { everyRow } from '@tessera/proto/rights';
import { operandOf } from '../definitions/schema.ts';
import { typeOf } from '../definitions/types.ts';
import type { NumberPlan } from '../operations/plans.ts';
import type { Runner } from '../operations/runner.ts';
import type { Queries } from '../records/query.ts';

/** Up to so many records a new field is answered when they have their numbers. */
const waited = 10_000;

export type Numbering = {
  /** Whether fields of a type are numbered. */
  numbers(type: string): boolean;
  /**
   * After a numbered field came to a table: gives numbers to the records that have none, in the order of their making,
   * those in the trash after the others. One operation with what `meta` brought the field by, so that one undo takes
   * back both. Of a field of another type nothing.
   */
  begin(actor: Actor, tableId: string, fieldId: string | undefined, meta: CommandMeta): Promise<void>;
};

export const createNumbering = (queries: Queries, records: RecordReader, runner: Runner): Numbering => ({
  numbers: (type) => typeOf(type)?.numbered !== undefined,
  async begin(actor, tableId, fieldId, meta) {
    queries.forget(actor.organizationId);
    const { schema } = await queries.open(actor, 'fields.manage', tableId);
    const field = schema.byId.get(fieldId ?? '');
    if (field?.type.numbered === undefined) return;
    const where: Predicate = { op: 'empty', left: operandOf(field) };
    const query = { table: tableId, where, allow: everyRow, sort: [] };
    const [live, deleted] = await Promise.all([
      records.count(actor.organizationId, query),
      records.count(actor.organizationId, { ...query, deleted: true }),
    ]);
    const total = live + deleted;
    if (total === 0) return;
    const plan: NumberPlan = { fieldId: field.id, selection: { where, deleted: false, except: [] } };
    const { idempotencyKey: _key, requestHash: _hash, ...own } = meta;
    const operationId = meta.operationId ?? newId();
    const { finished } = await runner.start(
      { operationId, kind: 'number', tableId, plan, total },
      { ...own, operationId },
    );
    if (total <= waited) await finished;
  },
});
