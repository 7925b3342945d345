import { conflict } from '../refusals.ts';
import type { CommandMeta, DecidedEvent } from '@tessera/kernel';
import type { Handler } from '../definitions/handler.ts';
import type { Guard, TableState } from '../definitions/state.ts';
import { encodeEvent, type TablesEvent } from '../events.ts';

/** What before-triggers said yes to; it comes with the command that is sent again. */
export type Asked = { readonly passed?: string | undefined };

/** A write as before-triggers are asked about it. */
export type TriggersNeeded = {
  /** What it is: the same write has the same one, whatever values it carries. */
  readonly signature: string;
  readonly tables: readonly {
    readonly tableId: string;
    /** Each in base64. */
    readonly events: readonly string[];
    readonly kinds: readonly Guard[];
    /** By event its records; those that are new have no id yet. */
    readonly ids: readonly (readonly string[])[];
    /** Its records change along with those of another table. */
    readonly foreign: boolean;
    /** By event: where each of its records stands in the command; none where the command does not list them. */
    readonly places: readonly (readonly number[])[];
    /** The names of its fields, by their ids. */
    readonly names: Readonly<Record<string, string>>;
  }[];
};

const guardOf: Readonly<Partial<Record<TablesEvent['$case'], Guard>>> = {
  recordsCreated: 'insert',
  cellsChanged: 'update',
  recordsDeleted: 'delete',
};

/** The definitions that a decision knows: that of its table, and of those whose records it changes along. */
type Knowing = {
  readonly schema: { readonly table: TableState };
  readonly links?: { readonly owners: readonly { readonly schema: { readonly table: TableState } }[] };
};

type Places<C, S> = (event: TablesEvent, command: C, state: S) => readonly number[];
const nowhere = (): readonly number[] => [];

/** What is decided on a record as it is: the same version of it, or one more new one. */
const signatureOf = (event: TablesEvent): unknown => {
  const { $case } = event;
  if ($case === 'recordsCreated') return [$case, event.value.tableId, event.value.recordIds.length];
  if ($case !== 'cellsChanged' && $case !== 'recordsDeleted') return [];
  return [$case, event.value.tableId, event.value.recordIds, event.value.versions];
};

const check = <C extends Asked, S extends Knowing>(
  command: C,
  state: S,
  events: readonly DecidedEvent<TablesEvent>[],
  places: Places<C, S>,
): void => {
  const tables = [state.schema.table, ...(state.links?.owners.map(({ schema }) => schema.table) ?? [])];
  const guarded = new Map(tables.flatMap((table) => ((table.guards ?? []).length > 0 ? [[table.id, table]] : [])));
  if (guarded.size === 0) return;
  const asked = new Map<string, TablesEvent[]>();
  for (const { event } of events) {
    const guard = guardOf[event.$case];
    if (guard === undefined || !('tableId' in event.value)) continue;
    const { tableId } = event.value;
    if (guarded.get(tableId)?.guards?.includes(guard) !== true) continue;
    asked.set(tableId, [...(asked.get(tableId) ?? []), event]);
  }
  if (asked.size === 0) return;
  const signature = JSON.stringify(
    [...asked].map(([tableId, all]) => [guarded.get(tableId)!.version, all.map(signatureOf)]),
  );
  if (command.passed === signature) return;
  const needed: TriggersNeeded = {
    signature,
    tables: [...asked].map(([tableId, all]) => ({
      tableId,
      events: all.map((event) => Buffer.from(encodeEvent(event).bytes).toString('base64')),
      kinds: all.map(({ $case }) => guardOf[$case]!),
      ids: all.map((event) => ('recordIds' in event.value ? event.value.recordIds : [])),
      foreign: tableId !== state.schema.table.id,
      places: all.map((event) => (tableId === state.schema.table.id ? places(event, command, state) : [])),
      names: Object.fromEntries(guarded.get(tableId)!.fields.map(({ id, name }) => [id, name])),
    })),
  };
  throw conflict('records.triggers_needed', needed);
};

/**
 * A command of records whose write is decided, and then asked about: where its table has before-triggers it is refused
 * until it comes again with their yes. So no way of writing passes them by; undo, restoration and purge are none.
 */
export const guarded = <C extends Asked, S extends Knowing, A>(
  handler: Handler<C, S, A>,
  {
    places = nowhere,
    applies = () => true,
  }: {
    readonly places?: Places<C, S>;
    readonly applies?: (state: S, meta: CommandMeta) => boolean;
  } = {},
): Handler<C, S, A> => ({
  ...handler,
  decide: (command, state, env) => {
    const decided = handler.decide(command, state, env);
    if (applies(state, env.meta)) check(command, state, decided.events, places);
    return decided;
  },
});
