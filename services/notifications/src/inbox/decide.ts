import { read, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import { deliveriesOf, type Deliveries } from '../deliveries/evolve.ts';
import { deliveriesStream, mailStream, mutesStream, notificationStream, type NotificationsEvent } from '../events.ts';
import { invalid, notFound } from '../refusals.ts';
import { nothingMuted, type Mutes, type Notification, type NotificationKind } from './evolve.ts';

/** What is to be told to one person. The same `id` is told once; of another record it makes one of several. */
export type Item = {
  readonly id: string;
  /** The id before it in time: while that is young, the item belongs there. */
  readonly earlier?: string;
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly tableId: string;
  readonly recordId?: string;
  readonly reference?: string;
  /** Of a message: the one that it answers. */
  readonly threadId?: string;
  readonly taskId?: string;
  readonly actorId?: string;
  readonly outcome?:
    'done' | 'failed' | 'stopped' | 'step' | 'direct' | 'mention' | 'reply' | 'paused' | 'reminder' | 'warn' | 'late';
  /** More than the one record that is named. */
  readonly several?: boolean;
  readonly forwardedBy?: string;
  /** The mail that tells it too, where its reader wants one; absent where nothing sends mail. */
  readonly mail?: { readonly mailId: string; readonly receiver: string } | undefined;
  /** Its reader has browsers that can be told. */
  readonly push?: boolean | undefined;
};

type Known = Snapshot<Notification | undefined>;

function* snapshots(ids: readonly string[]): Loading<readonly Known[]> {
  const found: Known[] = [];
  for (const id of ids) found.push(yield* read.snapshot<Notification | undefined>(notificationStream(id)));
  return found;
}

/** What one person's changes of one table within this time tell of the same is one notification, in ms. */
export const windowMs = 10 * 60_000;
const nothing: Known = { version: 0, state: undefined };

/** The id that an item is told under, and what is known of it. */
const placeOf = (item: Item, own: Known, earlier: Known, now: number): readonly [string, Known] =>
  own.state === undefined && earlier.state !== undefined && earlier.state.madeAt > now - windowMs
    ? [item.earlier ?? item.id, earlier]
    : [item.id, own];

/** What an item adds to what is known of it. */
const told = (
  item: Item,
  notificationId: string,
  { state }: Known,
  { pushKinds }: Deliveries,
): NotificationsEvent | undefined => {
  const {
    userId,
    kind,
    tableId,
    recordId = '',
    taskId = '',
    actorId = '',
    outcome = '',
    several = false,
    reference = '',
    forwardedBy = '',
  } = item;
  if (state === undefined) {
    const push = item.push === true && pushKinds.includes(kind);
    const what = { userId, kind, tableId, recordId, actorId, outcome, several, reference, taskId, forwardedBy, push };
    return { $case: 'notificationMade', value: { notificationId, ...what } };
  }
  // Of several it says so once, until it was read.
  const more = recordId !== '' && (several || recordId !== state.recordId) && (!state.several || state.isRead);
  return more ? { $case: 'notificationGrew', value: { notificationId } } : undefined;
};

/** Whoever is named in a thread hears of it all the same, and of others beside a record that is muted. */
const isMuted = (
  { kind, tableId, recordId = '', threadId = '', outcome, several }: Item,
  mutes: Mutes | undefined,
): boolean =>
  mutes !== undefined &&
  (mutes.kinds.includes(kind) ||
    (threadId !== '' && outcome !== 'mention' && mutes.threadIds?.includes(threadId) === true) ||
    (tableId !== '' && mutes.tableIds.includes(tableId)) ||
    (recordId !== '' && several !== true && mutes.recordIds.includes(recordId)));

/** What two people say to each other is read in a while where it is not read at once; then no mail is needed, in ms. */
const messageWaitMs = 10 * 60_000;

/** What an item makes: the notification, or that it grew, and the mail of a new one whose reader wants it. */
const tellOne = (item: Item, own: Known, earlier: Known, deliveries: Deliveries, now: number) => {
  const [id, known] = placeOf(item, own, earlier, now);
  const event = told(item, id, known, deliveries);
  if (event === undefined) return [];
  const events: DecidedEvent<NotificationsEvent>[] = [
    { event, advances: [{ stream: notificationStream(id), version: known.version + 1 }] },
  ];
  const { mail, kind } = item;
  if (event.$case === 'notificationMade' && mail !== undefined && deliveries.mailKinds.includes(kind)) {
    const notBefore = kind === 'message' ? now + messageWaitMs : 0;
    const value = { ...mail, kind: 'notice', reference: id, held: false, notBefore };
    events.push({
      event: { $case: 'mailQueued', value },
      advances: [{ stream: mailStream(mail.mailId), version: 1 }],
    });
  }
  return events;
};

/** What each receiver wants to hear of, and by which ways. */
type Wishes = ReadonlyMap<string, { readonly mutes: Mutes | undefined; readonly deliveries: Deliveries }>;

function* wishesOf(items: readonly Item[]): Loading<Wishes> {
  const found = new Map<string, { readonly mutes: Mutes | undefined; readonly deliveries: Deliveries }>();
  for (const { userId } of items)
    if (!found.has(userId)) {
      const { state: mutes } = yield* read.snapshot<Mutes | undefined>(mutesStream(userId));
      const { state: deliveries } = yield* read.snapshot<Deliveries | undefined>(deliveriesStream(userId));
      found.set(userId, { mutes, deliveries: deliveriesOf(deliveries) });
    }
  return found;
}

/** Tells people something, each of them once. Made by the service itself. Answers ids of what is new or grew. */
export const makeNotifications: CommandHandler<
  { readonly items: readonly Item[] },
  { readonly own: readonly Known[]; readonly earlier: readonly Known[]; readonly wishes: Wishes },
  NotificationsEvent,
  readonly string[]
> = {
  merges: true,
  *load({ items }) {
    const own = yield* snapshots(items.map(({ id }) => id));
    const named = items.flatMap(({ earlier }) => earlier ?? []);
    const found = new Map((yield* snapshots(named)).map((one, i) => [named[i], one]));
    const wishes = yield* wishesOf(items);
    return { own, earlier: items.map(({ earlier }) => found.get(earlier) ?? nothing), wishes };
  },
  decide: ({ items }, { own, earlier, wishes }, { now, meta }) => {
    requireRight(meta.actor, 'installation.act');
    return {
      events: items.flatMap((item, i) => {
        const { mutes, deliveries } = wishes.get(item.userId)!;
        return isMuted(item, mutes) ? [] : tellOne(item, own[i]!, earlier[i]!, deliveries, now);
      }),
    };
  },
  *answer(_command, events) {
    return events.flatMap(({ value }) => ('notificationId' in value ? [value.notificationId] : []));
  },
};

type Forward = { readonly id: string; readonly item: Pick<Item, 'id' | 'userId' | 'mail' | 'push'> };

/** Passes one of the caller's own notifications on, once to each person. That they may read it was asked before. */
export const forwardNotification: CommandHandler<
  Forward,
  { readonly source: Known; readonly own: Known; readonly wishes: Wishes },
  NotificationsEvent,
  null
> = {
  *load({ id, item }) {
    const [source, own] = yield* snapshots([id, item.id]);
    return { source: source!, own: own!, wishes: yield* wishesOf([{ ...item, kind: 'assigned', tableId: '' }]) };
  },
  decide: ({ item }, { source: { state }, own, wishes }, { now, meta }) => {
    requireRight(meta.actor, 'inbox.own');
    const by = userOf(meta.actor);
    if (state?.userId !== by) throw notFound('notifications.not_found');
    if (item.userId === by) throw invalid('notifications.to_self');
    const { kind, tableId, recordId, reference = '', taskId = '', actorId, outcome, several } = state;
    const what = { kind, tableId, recordId, reference, taskId, actorId, several };
    const passed = { ...item, ...what, outcome: outcome as NonNullable<Item['outcome']>, forwardedBy: by };
    const { mutes, deliveries } = wishes.get(item.userId)!;
    // Told before, it is not told again, whatever happened to it since.
    if (own.state !== undefined || isMuted(passed, mutes)) return { events: [] };
    return { events: tellOne(passed, own, nothing, deliveries, now) };
  },
  *answer() {
    return null;
  },
};

/** So far ahead a notification may be put off, in ms. */
const longestSnooze = 366 * 24 * 3_600_000;

/** Puts one of the caller's own notifications off until a time in ms, or has it back at once with null. */
export const snoozeNotification: CommandHandler<
  { readonly id: string; readonly until: number | null },
  Known,
  NotificationsEvent,
  null
> = {
  load: ({ id }) => read.snapshot<Notification | undefined>(notificationStream(id)),
  decide: ({ id: notificationId, until }, { version, state }, { now, meta }) => {
    requireRight(meta.actor, 'inbox.own');
    if (state?.userId !== userOf(meta.actor)) throw notFound('notifications.not_found');
    if (until !== null && (until <= now || until > now + longestSnooze)) throw invalid('notifications.snooze_time');
    if ((state.snoozedUntil ?? null) === until) return { events: [] };
    return {
      events: [
        {
          event:
            until === null
              ? { $case: 'notificationReturned', value: { notificationId, push: false } }
              : { $case: 'notificationSnoozed', value: { notificationId, until } },
          advances: [{ stream: notificationStream(notificationId), version: version + 1 }],
        },
      ],
    };
  },
  *answer() {
    return null;
  },
};

/** What was put off until now comes again, each once. Made by the service itself. */
export const returnNotifications: CommandHandler<
  { readonly items: readonly { readonly id: string; readonly push: boolean }[] },
  readonly { readonly known: Known; readonly deliveries: Deliveries }[],
  NotificationsEvent,
  null
> = {
  merges: true,
  *load({ items }) {
    const found = [];
    for (const known of yield* snapshots(items.map(({ id }) => id))) {
      const stream = deliveriesStream(known.state?.userId ?? '');
      const { state } = yield* read.snapshot<Deliveries | undefined>(stream);
      found.push({ known, deliveries: deliveriesOf(state) });
    }
    return found;
  },
  decide: ({ items }, loaded, { now, meta }) => {
    requireRight(meta.actor, 'installation.act');
    return {
      events: items.flatMap(({ id: notificationId, push }, i) => {
        const { known, deliveries } = loaded[i]!;
        const { state, version } = known;
        if (state?.snoozedUntil === undefined || state.snoozedUntil > now) return [];
        const value = { notificationId, push: push && deliveries.pushKinds.includes(state.kind) };
        return [
          {
            event: { $case: 'notificationReturned' as const, value },
            advances: [{ stream: notificationStream(notificationId), version: version + 1 }],
          },
        ];
      }),
    };
  },
  *answer() {
    return null;
  },
};

/** Marks the caller's own notifications as read; others, and those that are read, stay as they are. */
export const readNotifications: CommandHandler<
  { readonly ids: readonly string[] },
  readonly Known[],
  NotificationsEvent,
  null
> = {
  merges: true,
  load: ({ ids }) => snapshots(ids),
  decide: ({ ids }, loaded, { meta }) => {
    requireRight(meta.actor, 'inbox.own');
    const mine = userOf(meta.actor);
    return {
      events: ids.flatMap((notificationId, i) => {
        const { version, state } = loaded[i]!;
        if (state === undefined || state.userId !== mine || state.isRead) return [];
        return [
          {
            event: { $case: 'notificationRead' as const, value: { notificationId } },
            advances: [{ stream: notificationStream(notificationId), version: version + 1 }],
          },
        ];
      }),
    };
  },
  *answer() {
    return null;
  },
};

/** Keeps one of the caller's own notifications at hand, or lets it go. */
export const bookmarkNotification: CommandHandler<
  { readonly id: string; readonly bookmarked: boolean },
  Known,
  NotificationsEvent,
  null
> = {
  load: ({ id }) => read.snapshot<Notification | undefined>(notificationStream(id)),
  decide: ({ id, bookmarked }, { version, state }, { meta }) => {
    requireRight(meta.actor, 'inbox.own');
    if (state?.userId !== userOf(meta.actor) || (state.isBookmarked ?? false) === bookmarked) return { events: [] };
    return {
      events: [
        {
          event: { $case: 'notificationBookmarked', value: { notificationId: id, bookmarked } },
          advances: [{ stream: notificationStream(id), version: version + 1 }],
        },
      ],
    };
  },
  *answer() {
    return null;
  },
};

/** The browsers of their readers were told of these, or are not told any more. Made by the service itself. */
export const endPushes: CommandHandler<
  { readonly ids: readonly string[] },
  readonly Known[],
  NotificationsEvent,
  null
> = {
  merges: true,
  load: ({ ids }) => snapshots(ids),
  decide: ({ ids }, loaded, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    return {
      events: ids.flatMap((notificationId, i) => {
        const { version, state } = loaded[i]!;
        if (state?.pushes !== true) return [];
        return [
          {
            event: { $case: 'notificationPushed' as const, value: { notificationId } },
            advances: [{ stream: notificationStream(notificationId), version: version + 1 }],
          },
        ];
      }),
    };
  },
  *answer() {
    return null;
  },
};

/** Says what the caller wants to hear nothing of from here on. */
export const setMutes: CommandHandler<Mutes, Snapshot<Mutes | undefined>, NotificationsEvent, null> = {
  load: (_command, meta) => read.snapshot<Mutes | undefined>(mutesStream(userOf(meta.actor))),
  decide: ({ kinds, tableIds, recordIds, threadIds = [] }, { version, state }, { meta }) => {
    requireRight(meta.actor, 'inbox.own');
    const userId = userOf(meta.actor);
    const once = (list: readonly string[]): string[] => [...new Set(list)].toSorted();
    const after = {
      kinds: once(kinds),
      tableIds: once(tableIds),
      recordIds: once(recordIds),
      threadIds: once(threadIds),
    };
    if (JSON.stringify(after) === JSON.stringify({ ...nothingMuted, ...state })) return { events: [] };
    return {
      events: [
        {
          event: { $case: 'mutesSet', value: { userId, ...after } },
          advances: [{ stream: mutesStream(userId), version: version + 1 }],
        },
      ],
    };
  },
  *answer() {
    return null;
  },
};
