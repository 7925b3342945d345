import { newId, type Actor, type CommandMeta } from '@tessera/kernel';
import type { RecordReader } from '@tessera/document-store';
import { everyRow, maskAllows, requireFeature, type Grant } from '@tessera/proto/rights';
import { operandOf, schemaOf, selectedColumn, type SchemaField } from '../definitions/schema.ts';
import { draftColumn } from '../definitions/state.ts';
import { liveField } from '../definitions/fields.ts';
import { cellValue } from '../records/wire.ts';
import type { Queries } from '../records/query.ts';
import type { UniquePlan } from '../operations/plans.ts';
import type { Runner } from '../operations/runner.ts';
import { endedEarly, type OperationState } from '../operations/state.ts';
import { uniqueKey } from '../definitions/schema.ts';
import { tableStale } from '../definitions/stale.ts';
import type { ChangeWithUnique } from './become-unique.ts';
import { conflict, invalid, notFound } from '../refusals.ts';

/** As it came over the wire and is logged with the plan: the write reads it. */
type Asked = { readonly of: ChangeWithUnique['of']; readonly change: object };

/**
 * The operation that made the field unique and changed what was asked with it; or none: the field is unique by
 * another's doing, and the change is still to be made, on this version.
 */
export type Ensured =
  { readonly operationId: string } | { readonly operationId?: undefined; readonly ifMatch: number | undefined };

export type Uniqueness = {
  /**
   * Makes a field unique, or throws `fields.duplicates` with examples. First it is only asked whether there are
   * duplicates; then new writes claim, the values that are there are claimed chunk by chunk, and the field is unique
   * once all are (docs/events.md 11). What is asked `with` it is changed in the same commit. With `ifMatch`, nobody
   * else changed the definition since that version, neither when it begins nor when it ends. Where anything refuses it,
   * nothing is changed: the claims of a check that failed are of an epoch that no write asks for.
   */
  ensure(
    actor: Actor,
    tableId: string,
    fieldId: string,
    meta: CommandMeta,
    asked: { readonly with: Asked; readonly ifMatch: number | undefined },
  ): Promise<Ensured>;
};

const { code: stale } = tableStale(0);

const fieldGone = (fieldId: string): never => {
  throw notFound('fields.not_found', { fieldId });
};

const notDraft = { op: 'empty', left: { kind: 'field', column: draftColumn, storage: 'boolean' } } as const;
/** Rows looked at for examples of duplicates, page by page. */
const examplePages = 20;
const maxExamples = 20;

export const createUniqueness = (queries: Queries, records: RecordReader, runner: Runner): Uniqueness => {
  const examples = async (
    organizationId: string,
    tableId: string,
    field: SchemaField,
    { rowPredicate }: Grant,
  ): Promise<readonly { value: unknown; recordIds: readonly string[] }[]> => {
    const found: { value: unknown; recordIds: string[] }[] = [];
    const operand = operandOf(field);
    let after: string | undefined;
    let last: { key: string; id: string; group: { value: unknown; recordIds: string[] } | undefined } | undefined;
    for (let page = 0; page < examplePages && found.length < maxExamples; page++) {
      const { rows, next } = await records.rows(organizationId, {
        table: tableId,
        select: [selectedColumn(field, 'id')],
        where: { op: 'and', items: [notDraft, { op: 'notEmpty', left: operand }] },
        allow: rowPredicate,
        sort: [{ by: operand, order: 'asc' }],
        limit: 1000,
        ...(after !== undefined && { after }),
      });
      for (const row of rows) {
        const cell = row.cells[field.column];
        const key = uniqueKey(field, cell);
        if (key === undefined) continue;
        if (last?.key !== key) {
          last = { key, id: row.id, group: undefined };
          continue;
        }
        if (last.group === undefined)
          found.push((last.group = { value: cellValue(cell, field.kind), recordIds: [last.id] }));
        if (last.group.recordIds.length < 10) last.group.recordIds.push(row.id);
      }
      if (next === undefined) break;
      after = next;
    }
    return found.slice(0, maxExamples);
  };

  const settle = (fieldId: string, ended: OperationState): void => {
    if (ended.state !== 'done') throw endedEarly(ended, 'fields.unique_cancelled', { fieldId, operationId: ended.id });
  };

  const ensure: Uniqueness['ensure'] = async (actor, tableId, fieldId, meta, { with: asked, ifMatch }) => {
    const { table, grant } = await queries.open(actor, 'fields.manage', tableId);
    const state = maskAllows(grant.fieldMask, fieldId) ? liveField(table, fieldId) : fieldGone(fieldId);
    if (state.unique) return { ifMatch };
    requireFeature(actor, 'advancedBusinessFeatures');
    await queries.match(actor, tableId, ifMatch);
    const pending = table.becomingUnique.find((b) => b.fieldId === fieldId);
    const interrupted = pending === undefined ? undefined : await runner.get(actor.organizationId, pending.operationId);
    // A check that is under way, or that stands still because its maker is gone, is joined.
    if (interrupted?.state === 'running') {
      const ended = await runner.run(interrupted, { actor, origin: meta.origin });
      // What its maker held to is not what this one does.
      if (ended.errorCode === stale) return ensure(actor, tableId, fieldId, meta, { with: asked, ifMatch });
      settle(fieldId, ended);
      return { ifMatch: ifMatch === undefined ? undefined : ifMatch + 1 };
    }
    const field = schemaOf(table).byId.get(fieldId)!;
    if (!field.type.keyable)
      throw invalid('fields.unique_refused', `A field of type ${state.type} cannot be unique.`, { type: state.type });
    const of = operandOf(field);
    const [filled, distinct] = await records.aggregate(
      actor.organizationId,
      { table: tableId, where: notDraft, allow: everyRow },
      [
        { of, function: 'filled' },
        { of, function: 'distinct' },
      ],
    );
    if (Number(distinct) < Number(filled)) {
      const counted = grant.rowPredicate === everyRow ? { count: Number(filled) - Number(distinct) } : {};
      throw conflict('fields.duplicates', {
        fieldId,
        ...counted,
        duplicates: await examples(actor.organizationId, tableId, field, grant),
      });
    }
    const plan: Omit<UniquePlan, 'epoch' | 'with'> & { readonly with: Asked } = {
      fieldId,
      selection: { where: { op: 'notEmpty', left: of }, deleted: false, except: [] },
      ifMatch,
      with: asked,
    };
    const operationId = newId();
    // The caller's key belongs to the change itself; this is a step towards it, and harmless to repeat.
    const { idempotencyKey: _key, requestHash: _hash, ...own } = meta;
    const { finished } = await runner.start(
      { operationId, kind: 'unique', tableId, plan, total: Number(filled), ifMatch },
      { ...own, operationId },
    );
    const ended = await finished;
    if (ended.errorCode === stale) await queries.match(actor, tableId, ifMatch);
    settle(fieldId, ended);
    return { operationId };
  };
  return { ensure };
};
