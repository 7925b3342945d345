import { afterAMoment } from '../operations/wait.ts';
import { isChoice } from '@tessera/kernel/kinds';
import { newId, type Actor, type CommandMeta, type Row } from '@tessera/kernel';
import { convertCell, countLabels, optionsFor, type ConvertContext } from '@tessera/fields';
import type { RecordReader } from '@tessera/document-store';
import { everyRow, maskAllows, type Grant } from '@tessera/proto/rights';
import type { PropsInput } from '../definitions/fields.ts';
import { schemaOf, selectedColumn, type Schema, type SchemaField } from '../definitions/schema.ts';
import type { FieldState, TableState } from '../definitions/state.ts';
import { typeOf } from '../definitions/types.ts';
import type { Directory } from '@tessera/runtime/directory';
import type { Selection } from '../operations/plans.ts';
import type { Runner } from '../operations/runner.ts';
import type { Queries } from '../records/query.ts';
import { cellValue } from '../records/wire.ts';
import type { Conflict } from '../undo/inverse.ts';
import { cellBack, checkConvertible, convertedField, sideOf, withUsers, type ConvertPlan } from './convert.ts';
import { everybody } from '../records/people.ts';
import { conflict, notFound } from '../refusals.ts';

type Wanted = {
  readonly type?: string | undefined;
  readonly props?: PropsInput | undefined;
};
type Example = {
  readonly recordId: string;
  readonly recordLabel?: string;
  readonly before: string;
  readonly after: string | null;
  readonly outcome: 'changed' | 'lost';
  readonly reason: string;
};
type ConversionPreview = {
  readonly type: string;
  readonly total: number;
  readonly filled: number;
  readonly fits: number;
  readonly changed: number;
  readonly lost: number;
  /** Options that the field would have, where it becomes a select. */
  readonly options?: number;
  readonly examples: readonly Example[];
};

const pageSize = 1000;
const maxExamples = 5;
const maxConflicts = 200;

const all: Selection = { where: everyRow, deleted: false, except: [] };
const isSelect = (type: string): boolean => isChoice(typeOf(type)?.storage);

/**
 * Conversion of a field's type or decimal places: what it would lose, the deed as an operation, and the way back
 * (docs/events.md 19).
 */
export const createConversion = (queries: Queries, records: RecordReader, runner: Runner, directory: Directory) => {
  const open = async (
    actor: Actor,
    tableId: string,
    fieldId: string,
  ): Promise<{ table: TableState; schema: Schema; grant: Grant; field: SchemaField }> => {
    const { table, grant } = await queries.open(actor, 'fields.manage', tableId);
    const schema = schemaOf(table);
    const field = maskAllows(grant.fieldMask, fieldId) ? schema.byId.get(fieldId) : undefined;
    if (field === undefined) throw notFound('fields.not_found', { fieldId });
    return { table, schema, grant, field };
  };

  const contextOf = async (actor: Actor): Promise<ConvertContext> => {
    const facts = await directory.facts(actor);
    return withUsers({ locale: facts.language, timezone: facts.timezone }, everybody(facts));
  };

  /** Every live record, page by page, with the cells of some fields. */
  const scan = async function* (
    organizationId: string,
    table: string,
    fields: readonly SchemaField[],
    signal?: AbortSignal,
  ): AsyncGenerator<Row> {
    const select = fields.map((field) => selectedColumn(field, 'id'));
    for (let after: string | undefined; ;) {
      const { rows, next } = await records.rows(
        organizationId,
        {
          table,
          select,
          where: everyRow,
          allow: everyRow,
          sort: [],
          limit: pageSize,
          ...(after !== undefined && { after }),
        },
        { ...(signal && { signal }) },
      );
      yield* rows;
      if (next === undefined) return;
      after = next;
    }
  };

  /** What is wanted, with the options that the values ask for where a field becomes a select. */
  const resolve = async (
    actor: Actor,
    table: TableState,
    field: SchemaField,
    wanted: Wanted,
    context: ConvertContext,
    signal?: AbortSignal,
  ): Promise<Required<Pick<ConvertPlan, 'type'>> & { props: PropsInput }> => {
    const type = wanted.type ?? field.state.type;
    checkConvertible(table, field.id, type);
    const props = Object.fromEntries(
      Object.entries(wanted.props ?? {}).filter(([, value]) => value !== undefined),
    ) as PropsInput;
    if (!isSelect(type) || isSelect(field.state.type)) return { type, props };
    const given = (props.options ?? []).map(({ id, label, color }) => ({
      id: id ?? newId(),
      label,
      color: color ?? '',
    }));
    const counts = new Map<string, number>();
    const [from, to] = [sideOf(field.state), { type: typeOf(type)!, props: {} }];
    for await (const row of scan(actor.organizationId, table.id, [field], signal))
      countLabels(counts, row.cells[field.column] ?? null, from, to, context);
    return { type, props: { ...props, options: optionsFor(counts, given, newId) } };
  };

  const labelOf = (schema: Schema, grant: Grant, row: Row): { readonly recordLabel?: string } => {
    const label = schema.byId.get(schema.table.labelFieldId);
    const cell =
      label === undefined || !maskAllows(grant.fieldMask, label.id) ? null : (row.cells[label.column] ?? null);
    return cell === null
      ? {}
      : { recordLabel: label!.type.toText(cell, label!.state.props, { locale: 'en', timezone: 'UTC' }).slice(0, 200) };
  };

  const run = async (
    actor: Actor,
    tableId: string,
    plan: ConvertPlan & { readonly target?: string },
    meta: CommandMeta,
  ) => {
    const total = await records.count(actor.organizationId, {
      table: tableId,
      where: everyRow,
      allow: everyRow,
      sort: [],
    });
    const { operation, finished, commitId } = await runner.start(
      { operationId: newId(), kind: 'convert', tableId, plan: { ...plan, selection: all }, total },
      meta,
    );
    return { operation: await afterAMoment(finished, operation), commitId };
  };

  /** Whether the record may be shown to the actor. Not all that its right asks for is in the row: the store is asked. */
  const shows = async (actor: Actor, tableId: string, grant: Grant, row: Row): Promise<boolean> =>
    grant.rowPredicate === everyRow ||
    (await records.one(actor.organizationId, tableId, row.id, [], grant.rowPredicate)) !== undefined;

  /** The field, if it still is what the conversion made of it. Throws `undo.nothing`. */
  const former = async (actor: Actor, tableId: string, before: FieldState, after: FieldState, since: number) => {
    const opened = await open(actor, tableId, after.id);
    if (opened.field.state.generation !== after.generation)
      throw conflict('undo.nothing', 'The field was changed since.', { fieldId: after.id });
    return { ...opened, back: { field: before, edited: 'keep', since } as NonNullable<ConvertPlan['back']> };
  };

  return {
    /** Counts what would become of every value, with five examples of what would not stay whole. Nothing is written. */
    async preview(
      actor: Actor,
      tableId: string,
      fieldId: string,
      wanted: Wanted,
      signal?: AbortSignal,
    ): Promise<ConversionPreview> {
      const { table, schema, grant, field } = await open(actor, tableId, fieldId);
      const context = await contextOf(actor);
      const resolved = await resolve(actor, table, field, wanted, context, signal);
      const after = convertedField(
        table,
        { fieldId, ...resolved, locale: context.locale, timezone: context.timezone },
        newId,
      );
      const [from, to] = [sideOf(field.state), sideOf(after)];
      const label = schema.byId.get(table.labelFieldId);
      const counts = { total: 0, filled: 0, fits: 0, changed: 0, lost: 0 };
      const examples: { readonly lost: Example[]; readonly changed: Example[] } = { lost: [], changed: [] };
      for await (const row of scan(
        actor.organizationId,
        tableId,
        label === undefined || label === field ? [field] : [field, label],
        signal,
      )) {
        counts.total++;
        const cell = row.cells[field.column] ?? null;
        if (cell === null) continue;
        counts.filled++;
        const { cell: made, outcome, reason = '' } = convertCell(cell, from, to, context);
        counts[outcome]++;
        if (outcome === 'fits' || examples[outcome].length >= maxExamples || !(await shows(actor, tableId, grant, row)))
          continue;
        const text = (value: typeof cell, side: typeof from): string =>
          side.type.toText(value, side.props, context).slice(0, 200);
        examples[outcome].push({
          recordId: row.id,
          ...labelOf(schema, grant, row),
          before: text(cell, from),
          after: made === null ? null : text(made, to),
          outcome,
          reason,
        });
      }
      return {
        type: after.type,
        ...counts,
        ...(isSelect(after.type) && { options: after.props.options?.length ?? 0 }),
        examples: [...examples.lost, ...examples.changed].slice(0, maxExamples),
      };
    },

    /** Converts: an operation, which may be over when this answers. */
    async start(actor: Actor, tableId: string, fieldId: string, wanted: Wanted, meta: CommandMeta) {
      const { table, field } = await open(actor, tableId, fieldId);
      const context = await contextOf(actor);
      const resolved = await resolve(actor, table, field, wanted, context);
      return run(actor, tableId, { fieldId, ...resolved, locale: context.locale, timezone: context.timezone }, meta);
    },

    /** Values that were changed since a conversion: what taking it back would have to convert back, or overwrite. */
    async editedSince(
      actor: Actor,
      tableId: string,
      before: FieldState,
      after: FieldState,
      since: number,
    ): Promise<{ readonly conflicts: readonly Conflict[]; readonly records: number }> {
      const { schema, grant, field, back } = await former(actor, tableId, before, after, since);
      const context = await contextOf(actor);
      const old: SchemaField = {
        ...field,
        column: `c${before.number}_${before.generation}`,
        type: typeOf(before.type)!,
        kind: typeOf(before.type)!.storage,
        state: before,
        scale: before.keptScale,
      };
      const conflicts: Conflict[] = [];
      let count = 0;
      const label = schema.byId.get(schema.table.labelFieldId);
      for await (const row of scan(actor.organizationId, tableId, [
        field,
        old,
        ...(label === undefined || label === field ? [] : [label]),
      ])) {
        const { edited } = cellBack(row, field, old, back, context);
        if ((row.cells[field.column] ?? null) !== null || (row.cells[old.column] ?? null) !== null) count++;
        if (!edited || conflicts.length >= maxConflicts || !(await shows(actor, tableId, grant, row))) continue;
        conflicts.push({
          tableId,
          recordId: row.id,
          ...labelOf(schema, grant, row),
          fieldId: field.id,
          fieldName: field.name,
          current: cellValue(row.cells[field.column], field.kind),
          undoTo: cellValue(row.cells[old.column], old.kind),
        });
      }
      return { conflicts, records: count };
    },

    /**
     * Takes a conversion back: what nobody changed since stands in the old column, the rest is converted back or
     * overwritten.
     */
    async back(
      actor: Actor,
      tableId: string,
      before: FieldState,
      after: FieldState,
      since: number,
      edited: 'keep' | 'overwrite',
      target: string,
      meta: CommandMeta,
    ) {
      const { field } = await former(actor, tableId, before, after, since);
      const { locale, timezone } = await contextOf(actor);
      return run(
        actor,
        tableId,
        { fieldId: field.id, type: before.type, locale, timezone, back: { field: before, edited, since }, target },
        meta,
      );
    },
  };
};

export type Conversions = ReturnType<typeof createConversion>;
