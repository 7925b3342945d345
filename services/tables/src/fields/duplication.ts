import type { RecordReader } from '@tessera/document-store';
import { newId, type Actor, type CommandMeta } from '@tessera/kernel';
import { everyRow } from '@tessera/proto/rights';
import { liveField } from '../definitions/fields.ts';
import { operandOf } from '../definitions/schema.ts';
import type { Runner } from '../operations/runner.ts';
import type { OperationState } from '../operations/state.ts';
import { afterAMoment } from '../operations/wait.ts';
import type { Queries } from '../records/query.ts';
import { holdsValues, type DuplicatePlan } from './duplicate.ts';

export type Duplicated = {
  readonly operation: OperationState;
  readonly commitId: string | undefined;
  readonly fieldId: string;
};

export type Duplication = {
  /**
   * Adds a field like another one and copies its values, those of records in the trash too: one operation, which may be
   * over when this answers. Undefined where there are no values to copy: then the field is added and nothing else.
   */
  withValues(
    actor: Actor,
    tableId: string,
    from: string,
    name: string | undefined,
    ifMatch: number | undefined,
    meta: CommandMeta,
  ): Promise<Duplicated | undefined>;
};

export const createDuplication = (queries: Queries, records: RecordReader, runner: Runner): Duplication => ({
  async withValues(actor, tableId, from, name, ifMatch, meta) {
    const { table, schema } = await queries.open(actor, 'fields.manage', tableId);
    if (!holdsValues(liveField(table, from))) return undefined;
    const query = {
      table: tableId,
      where: { op: 'notEmpty', left: operandOf(schema.byId.get(from)!) },
      allow: everyRow,
      sort: [],
    } as const;
    const [live, trash] = await Promise.all([
      records.count(actor.organizationId, query),
      records.count(actor.organizationId, { ...query, deleted: true }),
    ]);
    const plan: DuplicatePlan = { fieldId: newId(), from, name };
    const { operation, finished, commitId } = await runner.start(
      { operationId: newId(), kind: 'duplicate', tableId, plan, total: live + trash, ifMatch },
      meta,
    );
    // A repeated request finds the operation that was begun then, with the field that it made.
    const { fieldId } = JSON.parse(operation.planJson) as DuplicatePlan;
    return { operation: await afterAMoment(finished, operation), commitId, fieldId };
  },
});
