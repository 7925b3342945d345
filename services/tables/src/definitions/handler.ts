import {
  read,
  type Actor,
  type CommandHandler,
  type CommandMeta,
  type DecidedEvent,
  type Loading,
  type Snapshot,
} from '@tessera/kernel';
import { tableStream, type TablesEvent } from '../events.ts';
import { requireGrant } from '../access/require.ts';
import { learnTable } from '../access/rows.ts';
import { tableStale } from './stale.ts';
import { maskAllows, userOf, type Grant, type TableAction } from '@tessera/proto/rights';
import { loadStreamed, mergeViews } from '../views/list.ts';
import type { TableState } from './state.ts';
import { tableWire, type TableWire } from './wire.ts';
import { notFound } from '../refusals.ts';

export type Handler<C, S, A> = CommandHandler<C, S, TablesEvent, A>;

/** What every change of a definition knows: the definition and its version. */
export type Definition = Snapshot<TableState>;

/** `actor`: whose rights are asked for next, without `requireGrant`, which needs the columns of the table for it too. */
export function* loadDefinition(tableId: string, actor?: Pick<Actor, 'organizationId'>): Loading<Definition> {
  const definition = yield* read.snapshot<TableState>(tableStream(tableId));
  if (actor !== undefined) learnTable(definition.state, actor.organizationId);
  return definition;
}

/** Events on one table's stream, each with the next version. */
export const onTable = (
  tableId: string,
  version: number,
  events: readonly TablesEvent[],
): readonly DecidedEvent<TablesEvent>[] =>
  events.map((event, i) => ({ event, advances: [{ stream: tableStream(tableId), version: version + i + 1 }] }));

/** The table as the actor may see it, after the write. */
export function* answerTable(tableId: string, actor: Actor): Loading<TableWire> {
  const { state } = yield* loadDefinition(tableId);
  return tableWire(state!, actor, mergeViews(state!, yield* loadStreamed(tableId, userOf(actor))));
}

export type DefinitionAnswer = { readonly table: TableWire; readonly id?: string };

/** `ifMatch`: the version that the definition must have. */
type OnDefinition = { readonly tableId: string } & Matching;
export type Matching = { readonly ifMatch?: number | undefined };

/**
 * A handler on one table's definition: loads it, checks the right, decides to a list of events, answers the table and
 * what `subject` names.
 */
export const definitionHandler = <C extends OnDefinition>(
  action: TableAction,
  decide: (
    table: TableState,
    command: C,
    env: { readonly now: number; readonly meta: CommandMeta; readonly newId: () => string; readonly grant: Grant },
  ) => readonly TablesEvent[],
  subject: (command: C, events: readonly TablesEvent[]) => string | undefined = () => undefined,
  options: { readonly archived?: boolean } = {},
): Handler<C & Matching, Definition, DefinitionAnswer> => ({
  load: (command) => loadDefinition(command.tableId),
  decide: (command, { version, state }, env) => {
    const { table, grant } = requireGrant(env.meta.actor, action, state, options);
    if ('fieldId' in command && typeof command.fieldId === 'string' && !maskAllows(grant.fieldMask, command.fieldId))
      throw notFound('fields.not_found', { fieldId: command.fieldId });
    if (command.ifMatch !== undefined && command.ifMatch !== version) throw tableStale(version);
    return { events: onTable(table.id, version, decide(table, command, { ...env, grant })) };
  },
  *answer(command, events, _commit, meta) {
    const id = subject(command, events);
    return { table: yield* answerTable(command.tableId, meta.actor), ...(id !== undefined && { id }) };
  },
});
