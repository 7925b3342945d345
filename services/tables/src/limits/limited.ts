import { read, type DecidedEvent } from '@tessera/kernel';
import type { Handler } from '../definitions/handler.ts';
import type { TablesEvent } from '../events.ts';
import { forbidden } from '../refusals.ts';

/** How many records of a table some events add, those that go taken off. */
const growthOf = (events: readonly DecidedEvent<TablesEvent>[], tableId: string): number => {
  let growth = 0;
  for (const { event } of events) {
    if (!('tableId' in event.value) || event.value.tableId !== tableId) continue;
    if (event.$case === 'recordsCreated') growth += event.value.recordIds.length;
    if (event.$case === 'recordsDeleted') growth -= event.value.recordIds.length;
  }
  return growth;
};

/** What a table had as a command was loaded; gone with what was loaded. */
const counted = new WeakMap<object, number>();

/**
 * A command that makes records, and is refused where its table would come above what the plan allows. Nothing that makes
 * records passes it by; undo and restoration bring back what was there, and what they bring back counts.
 */
export const limited = <C extends { readonly tableId: string }, S extends object, A>(
  handler: Handler<C, S, A>,
): Handler<C, S, A> => limitedIn(handler, ({ tableId }) => tableId);

/** The same where the command does not name the table. */
export const limitedIn = <C, S extends object, A>(
  handler: Handler<C, S, A>,
  tableOf: (command: C, state: S) => string,
): Handler<C, S, A> => ({
  ...handler,
  *load(command, meta) {
    const state = yield* handler.load(command, meta);
    if (meta.mostRows !== undefined) counted.set(state, yield* read.count(tableOf(command, state)));
    return state;
  },
  decide: (command, state, env) => {
    const decided = handler.decide(command, state, env);
    const { mostRows: most } = env.meta;
    if (most === undefined) return decided;
    const growth = growthOf(decided.events, tableOf(command, state));
    const records = counted.get(state) ?? 0;
    if (growth > 0 && records + growth > most) throw forbidden('plan.records', { limit: most });
    return decided;
  },
});
