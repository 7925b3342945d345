import { newId, type Actor, type CommandMeta, type Predicate } from '@tessera/kernel';
import type { RecordReader } from '@tessera/document-store';
import { everyRow } from '@tessera/proto/rights';
import { liveField } from '../definitions/fields.ts';
import { operandOf, schemaOf } from '../definitions/schema.ts';
import type { OptionsPlan } from '../operations/plans.ts';
import type { Runner } from '../operations/runner.ts';
import { endedEarly } from '../operations/state.ts';
import type { Queries } from '../records/query.ts';
import { conflict, invalid } from '../refusals.ts';

export type OptionRemoval = {
  /**
   * Before a field loses options: puts their replacements into the records that have them. Throws
   * `fields.option_in_use` with the counts where none is named. Answers the meta for the change itself: of one
   * operation with the replacing, so that one undo takes back both. With `ifMatch`, the definition has that version
   * when the replacing begins, or `tables.stale` is thrown; it is the same one afterwards.
   */
  prepare(
    actor: Actor,
    tableId: string,
    fieldId: string,
    removeOptions: readonly string[],
    replacements: Readonly<Record<string, string | null>> | undefined,
    meta: CommandMeta,
    ifMatch?: number,
  ): Promise<CommandMeta>;
};

export const createOptionRemoval = (queries: Queries, records: RecordReader, runner: Runner): OptionRemoval => ({
  async prepare(actor, tableId, fieldId, removeOptions, replacements, meta, ifMatch) {
    if (removeOptions.length === 0) return meta;
    const { table, grant } = await queries.open(actor, 'fields.manage', tableId);
    const before = liveField(table, fieldId).props.options ?? [];
    const gone = new Set(removeOptions);
    const removed = before.filter((o) => gone.has(o.id));
    if (removed.length === 0) return meta;
    await queries.match(actor, tableId, ifMatch);
    const field = schemaOf(table).byId.get(fieldId)!;
    const using = (id: string): Predicate => ({ op: 'hasAny', left: operandOf(field), values: [id] });
    // Records in the trash count: they may come back, and must not come back without what they had.
    const counted = async (
      where: Predicate,
      allow: Predicate,
    ): Promise<{ readonly count: number; readonly deleted: number }> => {
      const query = { table: tableId, where, allow, sort: [] };
      const [count, deleted] = await Promise.all([
        records.count(actor.organizationId, query),
        records.count(actor.organizationId, { ...query, deleted: true }),
      ]);
      return { count, deleted };
    };
    const used = (
      await Promise.all(removed.map(async (option) => ({ ...option, ...(await counted(using(option.id), everyRow)) })))
    ).filter((option) => option.count + option.deleted > 0);
    const unanswered = used.filter((option) => replacements === undefined || !Object.hasOwn(replacements, option.id));
    if (unanswered.length > 0) {
      // Every record counts for whether an option is in use; told are those that the caller may see.
      const shown =
        grant.rowPredicate === everyRow
          ? unanswered
          : await Promise.all(
              unanswered.map(async (o) => ({ ...o, ...(await counted(using(o.id), grant.rowPredicate)) })),
            );
      throw conflict('fields.option_in_use', {
        options: shown,
      });
    }
    if (used.length === 0) return meta;
    for (const { id } of used) {
      const to = replacements![id] ?? null;
      if (to === null && field.state.required)
        throw invalid('fields.option_required', {
          option: id,
        });
      if (to !== null && (gone.has(to) || !before.some((o) => o.id === to)))
        throw invalid('fields.option_replacement', {
          option: id,
          to,
        });
    }
    const operationId = newId();
    const { idempotencyKey: _key, requestHash: _hash, ...own } = meta;
    const where: Predicate = { op: 'hasAny', left: operandOf(field), values: used.map((o) => o.id) };
    const plan: OptionsPlan = {
      fieldId,
      replacements: Object.fromEntries(used.map(({ id }) => [id, replacements![id] ?? null])),
      selection: { where, deleted: false, except: [] },
    };
    const { count, deleted } = await counted(where, everyRow);
    const { finished } = await runner.start(
      { operationId, kind: 'options', tableId, plan, total: count + deleted, ifMatch },
      { ...own, operationId },
    );
    const ended = await finished;
    if (ended.state !== 'done') throw endedEarly(ended);
    return { ...meta, operationId };
  },
});
