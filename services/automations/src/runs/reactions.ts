import type { DocumentReader } from '@tessera/document-store';
import type { Reaction } from '@tessera/event-store';
import type { Actor, EventContext } from '@tessera/kernel';
import type { Trigger } from '@tessera/proto/automations';
import { findAll } from '@tessera/document-store/pages';
import type { AutomationsPublicEvent } from '@tessera/proto/automations/v1/events';
import type { TablesPublicEvent } from '@tessera/proto/tables/v1/events';
import { can } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import type { Tables } from '../access/tables.ts';
import type { AutomationDocument, Listener } from '../automations/projection.ts';
import { idOf } from '../named.ts';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { Start } from './decide.ts';
import { fieldsChanged, meets, placesChanged, predicateOf, turned } from './matches.ts';
import { triggerPath, type Payloads } from './payloads.ts';
import type { RunDocument } from './projection.ts';
import { mayStart, mostCausedAnHour, stopOf, type Change } from './starts.ts';

type TablesEvent = NonNullable<TablesPublicEvent['event']>;
type CommentEvent = Extract<TablesEvent, { $case: 'commentWritten' }>;
type EndedEvent = Extract<NonNullable<AutomationsPublicEvent['event']>, { $case: 'runEnded' }>;
type RecordsEvent = Extract<TablesEvent, { $case: 'recordsCreated' | 'cellsChanged' | 'recordsDeleted' }>;

/** What is older is not started by: a service that is new here reads logs from their beginning. */
const staleMs = 7 * 24 * 3_600_000;
/** Runs of one commit of ours. */
const atOnce = 200;

const changeKinds = { recordsCreated: 'created', cellsChanged: 'updated', recordsDeleted: 'deleted' } as const;

type Ports = Pick<ServicePorts, 'clock' | 'limits'> & {
  readonly store: AutomationsStore;
  readonly documents: DocumentReader;
  readonly tables: Tables;
  readonly directory: Directory;
  readonly payloads: Payloads;
  readonly wake: (organizationId: string) => void;
};

/** Whether a part of a trigger that says nothing, or this, takes it. */
const isAny = (wanted: unknown, value: string): boolean =>
  wanted === undefined || wanted === null || wanted === '' || wanted === value;

/** What a run would be given of a record, by the record's id. */
type Matching = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Changes of records start the automations that wait for them: each once for an event and a record. */
export const runReactions = ({
  store,
  documents,
  tables,
  directory,
  payloads,
  limits,
  clock,
  wake,
}: Ports): readonly Reaction[] => {
  const caused = limits.limiter('automation-runs', {
    capacity: mostCausedAnHour,
    perSecond: mostCausedAnHour / 3_600,
  });

  const changeOf = (event: RecordsEvent, { time, origin, runAutomations }: EventContext): Change => ({
    kind: changeKinds[event.$case],
    time,
    origin,
    runAutomations: runAutomations !== false,
    fieldIds: event.$case === 'cellsChanged' ? fieldsChanged(event.value) : new Set(),
    formId: event.$case === 'recordsCreated' ? (event.value.formId ?? '') : '',
  });

  /** The records of an event that start an automation, with what its owner may read of them. */
  const matching = async (event: RecordsEvent, { config, type }: Trigger, owner: Actor): Promise<Matching> => {
    const { tableId, recordIds } = event.value;
    if (event.$case === 'recordsDeleted') return new Map(recordIds.map((id) => [id, { id }]));
    const wanted = Array.isArray(config['fieldIds']) ? new Set(config['fieldIds'] as string[]) : new Set<string>();
    const places = event.$case === 'cellsChanged' && wanted.size > 0 ? placesChanged(event.value, wanted) : undefined;
    const ids = recordIds.filter((_, place) => places === undefined || places.has(place));
    if (ids.length === 0) return new Map();
    const { fields, records } = await tables.readRows(owner, tableId, ids);
    if (type !== 'record_matches' && type !== 'enters_view')
      return new Map(records.map(({ values }) => [values.id, values]));
    const view = type === 'enters_view' ? await tables.viewFilter(owner, tableId, String(config['viewId'])) : undefined;
    // A view that is gone takes nothing in; one without a filter takes what is made.
    if (type === 'enters_view' && view === undefined) return new Map();
    const filter = view === undefined ? config['filter'] : (view.filter ?? { and: [] });
    const { timezone, weekStart } = await directory.facts(owner);
    const today = new Date(clock()).toISOString().slice(0, 10);
    const predicate = predicateOf(filter, fields, { now: clock(), today, timezone, weekStart });
    return new Map(
      records.flatMap(({ values, cells }) => {
        if (event.$case !== 'cellsChanged') return meets(cells, predicate) ? [[values.id, values] as const] : [];
        const { before, after } = turned(cells, event.value, recordIds.indexOf(values.id), fields);
        return meets(after, predicate) && !meets(before, predicate) ? [[values.id, values] as const] : [];
      }),
    );
  };

  /** With whose rights an automation runs; where there is nobody any more it goes off. */
  const ownerOf = async (
    { automationId, ownerId }: Listener,
    { organizationId, commitId }: EventContext,
  ): Promise<Actor | undefined> => {
    const owner = await directory.present({ organizationId, userId: ownerId });
    if (owner !== undefined) return owner;
    const payload = { automationId, reason: 'owner' };
    await store.execute({ type: 'stopAutomation', payload }, asSystem(organizationId, commitId));
    return undefined;
  };

  /** One run of what came about once, with what it is given. */
  const startRun = async (
    { automationId, version, ownerId }: Listener,
    { organizationId, commitId, index, operationId = '', origin, actorId, time }: EventContext,
    kind: string,
    about: { readonly tableId: string; readonly recordId: string; readonly depth: number; readonly runId: string },
    output: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const { tableId, recordId, depth, runId: byRun } = about;
    const eventId = `${commitId}.${index}`;
    const over = byRun !== '' && (await caused.take(`${organizationId}:${automationId}`, 1)) > 0;
    const stop = stopOf(depth + 1, over);
    const runId = idOf('run', organizationId, automationId, eventId, recordId);
    const cause = { kind, eventId, commitId, operationId, origin, actorId, depth, runId: byRun, at: time };
    const run: Start = {
      runId,
      automationId,
      version,
      cause,
      tableId,
      recordId,
      ...(stop !== undefined && { stop: { ...stop, tells: [ownerId] } }),
    };
    const given = { input: {}, output: { at: new Date(time).toISOString(), ...output } };
    await payloads.put(organizationId, runId, triggerPath, given);
    await store.execute({ type: 'startRuns', payload: { runs: [run] } }, asSystem(organizationId, commitId));
    wake(organizationId);
  };

  const startOne = async (listener: Listener, event: RecordsEvent, context: EventContext): Promise<void> => {
    const { organizationId, commitId, operationId = '', origin, actorId, time, causationDepth = 0 } = context;
    const { automationId, ownerId, version } = listener;
    const owner = await ownerOf(listener, context);
    if (owner === undefined) return;
    const found = await matching(event, JSON.parse(listener.triggerJson) as Trigger, owner);
    if (found.size === 0) return;
    const eventId = `${commitId}.${context.index}`;
    const depth = causationDepth;
    const byRun = origin === 'automation';
    const over = byRun && (await caused.take(`${organizationId}:${automationId}`, found.size)) > 0;
    const stop = stopOf(depth + 1, over);
    const cause = { kind: 'record', eventId, commitId, operationId, origin, actorId, depth, runId: '', at: time };
    const { tableId } = event.value;
    const runs = [...found].map(([recordId]): Start => {
      const runId = idOf('run', organizationId, automationId, eventId, recordId);
      return {
        runId,
        automationId,
        version,
        cause,
        tableId,
        recordId,
        ...(stop !== undefined && { stop: { ...stop, tells: [ownerId] } }),
      };
    });
    for (let from = 0; from < runs.length; from += atOnce) {
      const some = runs.slice(from, from + atOnce);
      const given = { at: new Date(time).toISOString() };
      for (const { runId, recordId } of some)
        await payloads.put(organizationId, runId, triggerPath, {
          input: {},
          output: { ...given, record: found.get(recordId) ?? null },
        });
      await store.execute({ type: 'startRuns', payload: { runs: some } }, asSystem(organizationId, commitId));
    }
    wake(organizationId);
  };

  const listenersOf = (
    { organizationId }: EventContext,
    where: Readonly<Record<string, string>>,
  ): Promise<readonly Listener[]> =>
    findAll<Listener>(documents, organizationId, 'listeners', where, ({ automationId }) => automationId);
  /** Whether an automation is one whose runs somebody may look at. */
  const mayKnow = async (owner: Actor, automationId: string): Promise<boolean> => {
    const found = await documents.get<AutomationDocument>(owner.organizationId, 'automations', automationId);
    return found !== undefined && can(owner, 'automations.manage').allow;
  };

  return [
    {
      name: 'automations.records',
      source: 'tables',
      types: ['recordsCreated', 'cellsChanged', 'recordsDeleted'],
      handle: async (one, context) => {
        if (context.time < clock() - staleMs) return;
        const event = one as RecordsEvent;
        const { organizationId, operationId, origin } = context;
        const listening = await listenersOf(context, { tableId: event.value.tableId, kind: 'record' });
        const change = changeOf(event, context);
        const may = listening.filter((listener) => mayStart(listener, change));
        if (may.length === 0) return;
        // What a run writes never starts its own automation again.
        const by =
          origin === 'automation' && operationId !== undefined
            ? await documents.get<RunDocument>(organizationId, 'runs', operationId)
            : undefined;
        for (const listener of may)
          if (listener.automationId !== by?.automationId) await startOne(listener, event, context);
      },
    },
    {
      name: 'automations.comments',
      source: 'tables',
      types: ['commentWritten'],
      handle: async (one, context) => {
        if (context.time < clock() - staleMs || context.origin === 'undo') return;
        const { tableId, recordId, text } = (one as CommentEvent).value;
        for (const listener of await listenersOf(context, { tableId, kind: 'comment' })) {
          if (context.time < listener.since) continue;
          const owner = await ownerOf(listener, context);
          if (owner === undefined) continue;
          const [record] = await tables.read(owner, tableId, [recordId]);
          // One that its owner may not read starts nothing.
          if (record === undefined) continue;
          const about = { tableId, recordId, depth: context.causationDepth ?? 0, runId: '' };
          const comment = { text, author: context.actorId };
          await startRun(listener, context, 'comment', about, { record, comment });
        }
      },
    },
    {
      name: 'automations.ends',
      source: 'automations',
      types: ['runEnded'],
      handle: async (one, context) => {
        if (context.time < clock() - staleMs) return;
        const { runId, state, reason } = (one as EndedEvent).value;
        const listening = await listenersOf(context, { kind: 'automation_ended' });
        if (listening.length === 0) return;
        const ended = await documents.get<RunDocument>(context.organizationId, 'runs', runId);
        if (ended === undefined) return;
        for (const listener of listening) {
          const { config } = JSON.parse(listener.triggerJson) as Trigger;
          const { automationId } = ended;
          // Its own end never starts it again.
          if (context.time < listener.since || listener.automationId === automationId) continue;
          if (!isAny(config['automationId'], automationId) || !isAny(config['state'], state)) continue;
          const owner = await ownerOf(listener, context);
          if (owner === undefined || !(await mayKnow(owner, automationId))) continue;
          const about = { tableId: '', recordId: '', depth: ended.cause.depth + 1, runId };
          await startRun(listener, context, 'automation', about, { run: { id: runId, automationId, state, reason } });
        }
      },
    },
  ];
};
