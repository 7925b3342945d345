import type { Claim, CommandMeta, DecidedEvent, Loading, Row } from '@tessera/kernel';
import type { Cells } from '@tessera/proto/cells';
import { maskAllows } from '@tessera/proto/rights';
import { requireGrant, rowRight } from '../access/require.ts';
import { loadDefinition, type Definition, type Handler } from '../definitions/handler.ts';
import { hasColumn, schemaOf, unsettled, type Schema, type SchemaField } from '../definitions/schema.ts';
import { draftColumn } from '../definitions/state.ts';
import { recordStream, type EventOf, type TablesEvent } from '../events.ts';
import {
  advanced,
  loadChunkRows,
  requireNext,
  requireRunning,
  type OperationAnswer,
  type OperationChunk,
} from '../operations/decide.ts';
import { loadOperation, type OperationState } from '../operations/state.ts';
import { loadOwners, type Owners } from '../records/claims.ts';
import { columnsOfFields } from '../records/needed.ts';
import { giveNumbers, loadNumbers, type Numbers } from '../records/numbers.ts';
import { claimOf, messageColumns, wantedClaims } from '../records/rules.ts';
import { conflict } from '../refusals.ts';
import { copyId } from './ids.ts';

/** The table that records come from; they go into that of the operation. */
export type CopyPlan = { readonly from: string };

/** Fields whose cells are copied as they are: numbers are given anew, and what is computed or kept beside is not. */
export const copiedFields = ({ fields }: Schema): readonly SchemaField[] =>
  fields.filter((field) => field.system === undefined && !field.derived && !field.type.numbered && hasColumn(field));

type Pair = { readonly source: SchemaField; readonly field: SchemaField };

/** The fields of both tables that are the same. Throws where one was converted since: its values no longer fit. */
const pairs = (source: Schema, copy: Schema, sees: (fieldId: string) => boolean): readonly Pair[] =>
  copiedFields(copy).flatMap((field): readonly Pair[] => {
    const from = source.byId.get(field.id);
    if (from === undefined || !sees(from.id)) return [];
    if (from.state.type !== field.state.type || from.scale !== field.scale || unsettled(from) || unsettled(field))
      throw conflict('fields.converted', 'The field was converted meanwhile: its values are no longer copied.', {
        fieldId: field.id,
      });
    return [{ source: from, field }];
  });

type CopyState = {
  readonly operation: { readonly version: number; readonly state: OperationState | undefined };
  readonly definition: Definition;
  readonly cursor: string;
  readonly schema: Schema;
  readonly pairs: readonly Pair[];
  readonly asked: number;
  readonly rows: readonly Row[];
  readonly owner: Owners;
  readonly numbers: Numbers;
};

/** The cells of a field in the copy. What linked to a record of the table links to its copy. */
const cellsOf = ({ source, field }: Pair, rows: readonly Row[], copyTable: string): Cells => {
  const own = field.links?.tableId === copyTable;
  return rows.map(({ cells }) => {
    const cell = cells[source.column] ?? undefined;
    return own && cell !== undefined ? (cell as readonly string[]).map((id) => copyId(id, copyTable)) : cell;
  });
};

const claimsOf = (schema: Schema, all: readonly Pair[], rows: readonly Row[]) =>
  wantedClaims(
    schema,
    new Map(
      all
        .filter(({ field }) => field.claimScope !== undefined)
        .map((pair) => [pair.field, cellsOf(pair, rows, schema.table.id)]),
    ),
    rows.length,
    (index) => rows[index]!.cells[draftColumn] === true,
  );

function* load(command: OperationChunk, meta: CommandMeta): Loading<CopyState> {
  const operation = yield* loadOperation(command.operationId);
  const { tableId, planJson } = requireRunning(operation.state);
  const { from } = JSON.parse(planJson) as CopyPlan;
  const definition = yield* loadDefinition(tableId);
  const { table } = requireGrant(meta.actor, 'records.create', definition.state);
  const { table: source, grant } = requireGrant(meta.actor, 'records.read', (yield* loadDefinition(from)).state);
  const schema = schemaOf(table);
  const found = pairs(schemaOf(source), schema, (id) => maskAllows(grant.fieldMask, id));
  const columns = [...columnsOfFields(found.map((pair) => pair.source)), draftColumn];
  const { found: all, cursor } = yield* loadChunkRows(command, from, columns, true);
  const { may } = rowRight(meta.actor, 'records.read', from);
  const rows = all.filter((row) => !row.deleted && may(row));
  const wanted = new Map<string, string[]>();
  for (const { field, key } of claimsOf(schema, found, rows))
    wanted.set(field.claimScope!, [...(wanted.get(field.claimScope!) ?? []), key]);
  return {
    operation,
    definition,
    cursor,
    schema,
    pairs: found,
    asked: command.ids.length,
    rows,
    owner: yield* loadOwners(wanted),
    numbers: yield* loadNumbers(schema),
  };
}

/** Records as they stand in the other table: what no longer keeps a rule was there before it, and stays. */
const created = (
  { schema, pairs: all, numbers }: CopyState,
  rows: readonly Row[],
): readonly DecidedEvent<TablesEvent>[] => {
  if (rows.length === 0) return [];
  const tableId = schema.table.id;
  const recordIds = rows.map(({ id }) => copyId(id, tableId));
  const numbered = giveNumbers(schema, numbers, rows.length);
  const isDraft = rows.map(({ cells }) => cells[draftColumn] === true);
  const drafts = isDraft.some(Boolean) ? isDraft.map((draft) => (draft ? true : undefined)) : undefined;
  const copied = new Map(
    all
      .map((pair) => [pair.field, cellsOf(pair, rows, tableId)] as const)
      .filter(([, cells]) => cells.some((cell) => cell !== undefined)),
  );
  const value: EventOf<'recordsCreated'> = {
    tableId,
    schemaVersion: schema.table.version,
    recordIds,
    columns: messageColumns(new Map([...copied, ...numbered.columns]), drafts),
    draft: isDraft.every(Boolean),
  };
  return [
    { event: { $case: 'recordsCreated', value }, advances: [{ stream: recordStream(tableId), ids: recordIds }] },
    ...numbered.events,
  ];
};

/** One chunk of the records of another table. A value that somebody has claimed in the copy meanwhile stays theirs. */
export const copyChunk: Handler<OperationChunk, CopyState, OperationAnswer> = {
  // Others take the next numbers of a field at the same time.
  merges: true,
  load,
  decide: (command, state) => {
    const operation = requireRunning(state.operation.state);
    requireNext(operation, command);
    const wanted = claimsOf(state.schema, state.pairs, state.rows);
    const taken = new Set(
      wanted.filter(({ field, key }) => state.owner(field.claimScope!, key) !== undefined).map(({ index }) => index),
    );
    const rows = state.rows.filter((_, index) => !taken.has(index));
    const claims: readonly Claim[] = wanted
      .filter(({ index }) => !taken.has(index))
      .map(({ field, key, index }) => claimOf(field, key, copyId(state.rows[index]!.id, operation.tableId)));
    return {
      events: [...created(state, rows), advanced(command, state, rows.length, state.asked - rows.length)],
      claims,
      releases: [],
    };
  },
  *answer({ operationId }) {
    return { operation: (yield* loadOperation(operationId)).state! };
  },
};
