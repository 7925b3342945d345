import type { Reaction } from '@tessera/event-store';
import { isRejection, type EventContext } from '@tessera/kernel';
import type { AppsPublicEvent } from '@tessera/proto/apps/v1/events';
import type { AutomationsPublicEvent } from '@tessera/proto/automations/v1/events';
import type { BillingPublicEvent } from '@tessera/proto/billing/v1/events';
import type { ChatPublicEvent } from '@tessera/proto/chat/v1/events';
import type { ConnectorsPublicEvent as ConnectorsWire } from '@tessera/proto/connectors/v1/events';
import type { TablesPublicEvent as TablesWire } from '@tessera/proto/tables/v1/events';
import type { TasksPublicEvent as TasksWire } from '@tessera/proto/tasks/v1/events';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import type { WaysOf } from '../deliveries/ways.ts';
import { idOf } from '../named.ts';
import type { NotificationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import { windowMs, type Item } from './decide.ts';
import { newlyNamed } from './people.ts';
import { aboutTemplate } from './titles.ts';

type TablesEvent = NonNullable<TablesWire['event']>;
type TasksEvent = NonNullable<TasksWire['event']>;
type ConnectorsEvent = NonNullable<ConnectorsWire['event']>;
type ChatEvent = NonNullable<ChatPublicEvent['event']>;
type AutomationsEvent = Exclude<
  NonNullable<AutomationsPublicEvent['event']>,
  { $case: 'runStarted' | 'runEnded' | 'mailAsked' | 'functionCalled' }
>;
type AppsEvent = NonNullable<AppsPublicEvent['event']>;
type BillingEvent = NonNullable<BillingPublicEvent['event']>;
type One<E extends { $case: string }, K extends E['$case']> = Extract<E, { $case: K }>;

export const bucket = 'followed-operations';
/** Operations of which nobody is told who is named by what they write. */
export const quiet = 'quiet-operations';
/** What is older is no news: a service that is new here reads logs from their beginning. */
const staleMs = 3 * 24 * 3_600_000;
/** Long work that ends sooner was waited for by whoever began it, in ms. */
const awaitedMs = 10_000;
const keptMs = 30 * 24 * 3_600_000;
const dayMs = 24 * 3_600_000;
const atOnce = 200;

/** Whose an operation is that has not ended. */
type Followed = { readonly userId: string; readonly tableId: string; readonly at: number };

type Ports = Pick<ServicePorts, 'state' | 'live' | 'clock'> & { readonly store: NotificationsStore };
type Parts = {
  readonly directory: Directory;
  readonly waysOf: WaysOf;
  /** Something waits to be delivered. */
  readonly wake: (organizationId: string) => void;
};

/** What others do becomes notifications: assignments, mentions, tasks, and the end of imports and long operations. */
export const inboxReactions = (
  { store, state, live, clock }: Ports,
  { directory, waysOf, wake }: Parts,
): readonly Reaction[] => {
  const hidesTasks = async (organizationId: string): Promise<boolean> => {
    try {
      return (await directory.facts(asSystem(organizationId).actor)).hidesTasks;
    } catch (error) {
      // One that is not there any more says nothing.
      if (isRejection(error) && error.kind === 'not_found') return false;
      throw error;
    }
  };
  const tell = async (items: readonly Item[], { organizationId, commitId }: EventContext): Promise<void> => {
    for (let from = 0; from < items.length; from += atOnce) {
      const some = await Promise.all(
        items.slice(from, from + atOnce).map(async (one) => ({ ...one, ...(await waysOf(organizationId, one)) })),
      );
      const { answer } = await store.execute(
        { type: 'makeNotifications', payload: { items: some } },
        asSystem(organizationId, commitId),
      );
      const changed = new Set(answer);
      for (const { id, earlier, userId } of some)
        if (changed.has(id) || (earlier !== undefined && changed.has(earlier)))
          live.send(organizationId, userId, 'notifications', {});
      if (changed.size > 0) wake(organizationId);
    }
  };
  const isStale = ({ time }: EventContext): boolean => time < clock() - staleMs;

  const assignments = (
    event: One<TablesEvent, 'recordsCreated' | 'cellsChanged'>,
    { organizationId, actorId, operationId, time }: EventContext,
  ): readonly Item[] => {
    const { tableId, recordIds } = event.value;
    const named =
      event.$case === 'recordsCreated'
        ? newlyNamed(recordIds, [], event.value.columns)
        : newlyNamed(recordIds, event.value.before, event.value.after);
    // A bulk change comes in many commits, and is one thing; so are many changes in a row.
    const window = Math.floor(time / windowMs);
    const cause = (at: number): string => operationId ?? `${actorId} ${at}`;
    return [...named].flatMap(([userId, records]): readonly Item[] =>
      userId === actorId
        ? []
        : [
            {
              id: idOf('assigned', organizationId, userId, tableId, cause(window)),
              ...(operationId === undefined && {
                earlier: idOf('assigned', organizationId, userId, tableId, cause(window - 1)),
              }),
              userId,
              kind: 'assigned',
              tableId,
              recordId: records[0]!,
              actorId,
              several: records.length > 1,
            },
          ],
    );
  };

  /** Whom a comment mentions who was not mentioned before; each is told once of each comment. */
  const mentions = (
    event: One<TablesEvent, 'commentWritten' | 'commentChanged'>,
    { organizationId, actorId }: EventContext,
  ): readonly Item[] => {
    const { tableId, recordId, commentId, mentions: named } = event.value;
    const before = new Set(event.$case === 'commentChanged' ? event.value.mentionsBefore : []);
    return named
      .filter((userId) => userId !== actorId && !before.has(userId))
      .map((userId) => ({
        id: idOf('mentioned', organizationId, userId, commentId),
        userId,
        kind: 'mentioned' as const,
        tableId,
        recordId,
        actorId,
      }));
  };

  /** Whom somebody else made an owner of a task; each is told once of each task. */
  const owners = (
    event: One<TasksEvent, 'taskCreated' | 'taskChanged'>,
    { organizationId, actorId }: EventContext,
  ): readonly Item[] => {
    const { taskId, parts } = event.value;
    // One that comes again is told of by its reminders alone.
    if (event.$case === 'taskCreated' && (event.value.madeBy ?? '') !== '') return [];
    const before = new Set(event.$case === 'taskChanged' ? event.value.before?.owners : []);
    return (parts?.owners ?? [])
      .filter((userId) => userId !== actorId && !before.has(userId))
      .map((userId) => ({
        id: idOf('task', organizationId, userId, taskId),
        userId,
        kind: 'task' as const,
        tableId: '',
        taskId,
        actorId,
      }));
  };

  /** The people of a task whose deadline comes, once for each of its reminders. */
  const reminded = (
    { value: { taskId, deadline, days, workingDays, userIds } }: One<TasksEvent, 'taskReminded'>,
    { organizationId }: EventContext,
  ): readonly Item[] =>
    userIds.map((userId) => ({
      id: idOf('reminder', organizationId, userId, taskId, deadline, String(days), String(workingDays)),
      userId,
      kind: 'task' as const,
      tableId: '',
      taskId,
      outcome: 'reminder' as const,
    }));

  /** Whose records have been in an option for as long as its limit allows; what comes in a row is one thing. */
  const reached = (
    { value: { tableId, fieldId, level, told } }: One<TablesEvent, 'limitReached'>,
    { organizationId, time }: EventContext,
  ): readonly Item[] => {
    const window = Math.floor(time / windowMs);
    return told.map(({ userId, recordId, count }) => {
      const cause = (at: number): string => idOf('late', organizationId, userId, tableId, fieldId, level, String(at));
      return {
        id: cause(window),
        earlier: cause(window - 1),
        userId,
        kind: 'late' as const,
        tableId,
        recordId,
        reference: fieldId,
        outcome: level === 'late' ? ('late' as const) : ('warn' as const),
        several: count > 1,
      };
    });
  };

  /** The end of long work, for who began it. */
  const ended = async (
    kind: 'import' | 'operation',
    operationId: string,
    outcome: 'done' | 'failed',
    context: EventContext,
    leastMs: number,
  ): Promise<void> => {
    const { organizationId } = context;
    const followed = await state.get<Followed>(organizationId, bucket, operationId);
    if (followed === undefined) return;
    const { userId, tableId, at } = followed;
    if (!isStale(context) && (outcome === 'failed' || context.time - at >= leastMs))
      await tell([{ id: idOf(kind, organizationId, operationId), userId, kind, tableId, outcome }], context);
    await state.delete(organizationId, bucket, operationId);
  };
  const follow = (operationId: string, followed: Followed, { organizationId }: EventContext): Promise<void> =>
    state.put(organizationId, bucket, operationId, followed, { expiresAt: clock() + keptMs });

  return [
    {
      name: 'notifications.assignments',
      source: 'tables',
      types: ['operationStarted', 'recordsCreated', 'cellsChanged'],
      handle: async (event, context) => {
        if (isStale(context)) return;
        const one = event as One<TablesEvent, 'operationStarted' | 'recordsCreated' | 'cellsChanged'>;
        if (one.$case === 'operationStarted') {
          const { operationId, kind } = one.value;
          // What a copy of a table says of people was said before.
          if (kind === 'copy')
            await state.put(context.organizationId, quiet, operationId, true, { expiresAt: clock() + keptMs });
          return;
        }
        if (context.operationId !== undefined && (await state.get(context.organizationId, quiet, context.operationId)))
          return;
        const items = assignments(one, context);
        if (items.length > 0) await tell(items, context);
      },
    },
    {
      name: 'notifications.mentions',
      source: 'tables',
      types: ['commentWritten', 'commentChanged'],
      handle: async (event, context) => {
        if (isStale(context)) return;
        const items = mentions(event as One<TablesEvent, 'commentWritten' | 'commentChanged'>, context);
        if (items.length > 0) await tell(items, context);
      },
    },
    {
      name: 'notifications.limits',
      source: 'tables',
      types: ['limitReached'],
      handle: async (event, context) => {
        if (isStale(context)) return;
        const items = reached(event as One<TablesEvent, 'limitReached'>, context);
        if (items.length > 0) await tell(items, context);
      },
    },
    {
      name: 'notifications.tasks',
      source: 'tasks',
      types: ['taskCreated', 'taskChanged', 'taskReminded'],
      handle: async (event, context) => {
        if (isStale(context)) return;
        // An organization that hides tasks hears nothing of them.
        if (await hidesTasks(context.organizationId)) return;
        const one = event as TasksEvent;
        const items = one.$case === 'taskReminded' ? reminded(one, context) : owners(one, context);
        if (items.length > 0) await tell(items, context);
      },
    },
    {
      name: 'notifications.chat',
      source: 'chat',
      types: ['peopleCalled'],
      handle: async (event, context) => {
        if (isStale(context)) return;
        const { organizationId, actorId, time } = context;
        const { conversationId, messageId, userIds, direct, reply, threadId } = (
          event as One<ChatEvent, 'peopleCalled'>
        ).value;
        // What two people say one after the other is told once.
        const cause = direct ? [conversationId, String(Math.floor(time / windowMs))] : [messageId];
        await tell(
          userIds.map((userId) => ({
            id: idOf('message', organizationId, userId, ...cause),
            userId,
            kind: 'message' as const,
            tableId: '',
            actorId,
            outcome: direct ? ('direct' as const) : reply ? ('reply' as const) : ('mention' as const),
            reference: conversationId,
            threadId,
          })),
          context,
        );
      },
    },
    {
      name: 'notifications.operations',
      source: 'tables',
      types: ['operationStarted', 'operationEnded'],
      handle: async (event, context) => {
        const { $case, value } = event as One<TablesEvent, 'operationStarted' | 'operationEnded'>;
        if ($case === 'operationStarted') {
          const { operationId, tableId } = value;
          if (!isStale(context))
            await follow(operationId, { userId: context.actorId, tableId, at: context.time }, context);
        } else if (value.state === 'cancelled') await state.delete(context.organizationId, bucket, value.operationId);
        else
          await ended('operation', value.operationId, value.state === 'done' ? 'done' : 'failed', context, awaitedMs);
      },
    },
    {
      name: 'notifications.imports',
      source: 'connectors',
      types: ['importPlanned', 'importTableMade', 'importFinished', 'importFailed', 'importCancelled'],
      handle: async (event, context) => {
        const one = event as One<
          ConnectorsEvent,
          'importPlanned' | 'importTableMade' | 'importFinished' | 'importFailed' | 'importCancelled'
        >;
        const { operationId } = one.value;
        const { organizationId } = context;
        switch (one.$case) {
          case 'importPlanned': {
            const { userId, tableId } = one.value;
            if (!isStale(context)) await follow(operationId, { userId, tableId, at: context.time }, context);
            return;
          }
          case 'importTableMade': {
            const followed = await state.get<Followed>(organizationId, bucket, operationId);
            if (followed !== undefined) await follow(operationId, { ...followed, tableId: one.value.tableId }, context);
            return;
          }
          case 'importCancelled':
            return state.delete(organizationId, bucket, operationId);
          default:
            return ended('import', operationId, one.$case === 'importFinished' ? 'done' : 'failed', context, 0);
        }
      },
    },
    {
      name: 'notifications.usage',
      source: 'billing',
      types: ['usageReached'],
      handle: async (event, context) => {
        if (isStale(context)) return;
        const { meter, percent, month, userIds } = (event as One<BillingEvent, 'usageReached'>).value;
        const { organizationId } = context;
        await tell(
          userIds.map((userId) => ({
            id: idOf('usage', organizationId, userId, month, meter, String(percent)),
            userId,
            kind: 'usage' as const,
            tableId: '',
            reference: `${meter}:${percent}`,
          })),
          context,
        );
      },
    },
    {
      name: 'notifications.templates',
      source: 'apps',
      types: ['templateReviewed'],
      handle: async (event, context) => {
        if (isStale(context)) return;
        const { templateId, approved, userId } = (event as One<AppsEvent, 'templateReviewed'>).value;
        await tell(
          [
            {
              id: idOf('template', context.organizationId, userId, templateId, context.commitId),
              userId,
              kind: 'operation' as const,
              tableId: '',
              outcome: approved ? ('done' as const) : ('failed' as const),
              reference: aboutTemplate,
            },
          ],
          context,
        );
      },
    },
    {
      name: 'notifications.automations',
      source: 'automations',
      types: ['peopleNotified', 'webhookPaused'],
      handle: async (one, context) => {
        const event = one as AutomationsEvent;
        if (isStale(context)) return;
        if (event.$case === 'webhookPaused') {
          const { webhookId, userIds } = event.value;
          await tell(
            userIds.map((userId) => ({
              id: idOf('webhook', context.organizationId, userId, webhookId, context.commitId),
              userId,
              kind: 'automation' as const,
              tableId: '',
              outcome: 'paused' as const,
              reference: `webhook:${webhookId}`,
            })),
            context,
          );
          return;
        }
        const { runId, automationId, kind, path, code, userIds } = event.value;
        const { organizationId, time } = context;
        const isStep = kind === 'step' || kind === 'approval';
        // The same cause of the same automation is told once a day.
        const cause = isStep ? [runId, path] : [automationId, code, String(Math.floor(time / dayMs))];
        await tell(
          userIds.map((userId) => ({
            id: idOf('automation', organizationId, userId, ...cause),
            userId,
            kind: 'automation' as const,
            tableId: '',
            outcome: isStep ? ('step' as const) : kind === 'stopped' ? ('stopped' as const) : ('failed' as const),
            reference: isStep ? `${runId}:${path}` : runId,
          })),
          context,
        );
      },
    },
  ];
};
