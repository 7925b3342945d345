import { findAll } from '@tessera/document-store/pages';
import { isRejection, systemActor, type CommandMeta } from '@tessera/kernel';
import { everyRow, type Grant } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { holding } from '@tessera/shared-state';
import type { LimitedTable } from '../definitions/projection.ts';
import { schemaOf, type Schema } from '../definitions/schema.ts';
import type { Queries } from '../records/query.ts';
import type { TablesStore } from '../store.ts';
import { limitsOf, startOfThoseReached, type Limit, type WorkCalendar } from './limit.ts';
import { createReached, ownersOf, readableBy } from './reached.ts';
import type { Reader } from './query.ts';
import { holdsOneOption } from './stage.ts';
import { levels, toldUntil, watchId, type Level, type Watch } from './watch.ts';

const everyMs = 30_000;
/** Up to when nothing more was to be told: what it forgets is looked through again, and nothing of it is told twice. */
const bucket = 'stays-looked-through';
const keptMs = 30 * 24 * 3_600_000;
const whole: Grant = { allow: true, rowPredicate: everyRow, fieldMask: 'all', writeMask: 'all' };

type Ports = Pick<ServicePorts, 'documents' | 'records' | 'state' | 'leases' | 'clock' | 'log'> & {
  readonly store: TablesStore;
  readonly queries: Queries;
  readonly directory: Directory;
};

/** One limit of a field, and how much of it is a warning or late. */
type Reaching = {
  readonly stageFieldId: string;
  readonly optionId: string;
  readonly limit: Limit;
  readonly level: Level;
  readonly hours: number;
};

const reachings = (schema: Schema): readonly Reaching[] =>
  [...limitsOf(schema, () => true)].flatMap(([stage, limit]) => {
    const [stageFieldId = '', optionId = ''] = stage.split(' ');
    return levels.flatMap((level) => {
      const hours = limit[level];
      return hours === undefined ? [] : [{ stageFieldId, optionId, limit, level, hours }];
    });
  });

/**
 * Tells people of records that have been in an option for as long as a limit allows. A stay that goes on reaches its limit
 * when the moment at which it must have begun passes by: only those that began between two looks are read. One process at
 * a time looks after an organization, and the log says up to when it was told: a second look, or one after a restart,
 * tells nothing twice. What was late when the limit came is not told. One that becomes shorter tells those that it makes
 * late, together.
 */
export const createStayClock = (ports: Ports) => {
  const { documents, records, state, leases, clock, log, store, queries, directory } = ports;
  const reached = createReached(records);
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let stopping = false;

  const lookAt = async (reader: Reader, one: Reaching, calendar: WorkCalendar, meta: CommandMeta): Promise<void> => {
    const { actor, schema } = reader;
    const { organizationId } = actor;
    const { stageFieldId, optionId, limit, level, hours } = one;
    const field = schema.byId.get(stageFieldId);
    if (field === undefined || !holdsOneOption(field.kind)) return;
    const tableId = schema.table.id;
    const until = startOfThoseReached(clock(), hours, limit.working, calendar);
    const value = { tableId, fieldId: limit.fieldId, stageFieldId, optionId, level, until };
    const watch = await documents.get<Watch>(organizationId, 'watches', watchId(tableId, limit.fieldId));
    const known = toldUntil(watch, one, level);
    if (known === undefined) {
      await store.execute({ type: 'stays.reached', payload: { ...value, told: [] } }, meta);
      return;
    }
    const key = `${tableId}/${limit.fieldId}/${stageFieldId}/${optionId}/${level}`;
    // What is late already is not worth a warning any more.
    const late = level === 'warn' ? limit.late : undefined;
    const tooLate = late === undefined ? 0 : startOfThoseReached(clock(), late, limit.working, calendar);
    const from = Math.max(known, tooLate, (await state.get<number>(organizationId, bucket, key)) ?? 0);
    if (until <= from) return;
    const { everyone } = await directory.facts(actor);
    const active = new Set(everyone.flatMap((person) => (person.active ? [person.id] : [])));
    const owned = new Map<string, string[]>();
    for await (const some of reached(reader, { field, optionId, from, until })) {
      if (stopping) return;
      for (const [userId, ids] of await ownersOf(records, reader, some, (id) => active.has(id))) {
        const before = owned.get(userId);
        if (before === undefined) owned.set(userId, [...ids]);
        else before.push(...ids);
      }
    }
    const people: { readonly userId: string; readonly recordId: string; readonly count: number }[] = [];
    for (const [userId, ids] of owned) {
      if (stopping) return;
      const seen = await readableBy(ports, { organizationId, userId }, tableId, [limit.fieldId, stageFieldId], ids);
      if (seen.length > 0) people.push({ userId, recordId: seen[0]!, count: seen.length });
    }
    if (people.length > 0) await store.execute({ type: 'stays.reached', payload: { ...value, told: people } }, meta);
    await state.put(organizationId, bucket, key, until, { expiresAt: clock() + keptMs });
  };
  const walk = async (organizationId: string): Promise<void> => {
    const limited = await findAll<LimitedTable>(documents, organizationId, 'limits', {}, ({ id }) => id);
    if (limited.length === 0) return;
    const actor = systemActor('tables', organizationId);
    const meta: CommandMeta = { origin: 'system', actor };
    const calendar = await directory.facts(actor);
    for (const { id } of limited) {
      const table = await queries.definition(organizationId, id);
      if (table === undefined || table.archived) continue;
      const schema = schemaOf(table);
      for (const one of reachings(schema))
        if (!stopping) await lookAt({ actor, schema, grant: whole }, one, calendar, meta);
    }
  };
  const failed = (error: unknown): void => {
    // The next look does it.
    const waits = isRejection(error) && error.kind === 'unavailable';
    if (!stopping) log[waits ? 'warn' : 'error']('limits could not be looked after', { error: String(error) });
  };
  const look = async (): Promise<void> => {
    for (const organizationId of await store.organizations())
      if (!stopping) await holding(leases, `stays:${organizationId}`, () => walk(organizationId)).catch(failed);
  };
  const tick = (): void => {
    looking = looking.then(look).catch(failed);
  };

  return {
    /** Tells what is due now. */
    look,
    start: (): void => {
      tick();
      timer = setInterval(tick, everyMs);
      timer.unref();
    },
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(timer);
      await looking;
    },
  };
};
