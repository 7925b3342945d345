import { read, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import { mutesStream, notificationStream, type NotificationsEvent } from '../events.ts';
import type { Mutes, Notification, NotificationKind } from './evolve.ts';

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
  readonly taskId?: string;
  readonly actorId?: string;
  readonly outcome?: 'done' | 'failed' | 'stopped' | 'step' | 'direct' | 'mention' | 'paused' | 'reminder';
  /** More than the one record that is named. */
  readonly several?: boolean;
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
const told = (item: Item, notificationId: string, { state }: Known): NotificationsEvent | undefined => {
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
  } = item;
  if (state === undefined)
    return {
      $case: 'notificationMade',
      value: { notificationId, userId, kind, tableId, recordId, actorId, outcome, several, reference, taskId },
    };
  // Of several it says so once, until it was read.
  const more = recordId !== '' && (several || recordId !== state.recordId) && (!state.several || state.isRead);
  return more ? { $case: 'notificationGrew', value: { notificationId } } : undefined;
};

const isMuted = ({ kind, tableId }: Item, mutes: Mutes | undefined): boolean =>
  mutes !== undefined && (mutes.kinds.includes(kind) || (tableId !== '' && mutes.tableIds.includes(tableId)));

/** Tells people something, each of them once. Made by the service itself. Answers ids of what is new or grew. */
export const makeNotifications: CommandHandler<
  { readonly items: readonly Item[] },
  {
    readonly own: readonly Known[];
    readonly earlier: readonly Known[];
    /** What each receiver wants to hear nothing of. */
    readonly mutes: ReadonlyMap<string, Mutes | undefined>;
  },
  NotificationsEvent,
  readonly string[]
> = {
  merges: true,
  *load({ items }) {
    const own = yield* snapshots(items.map(({ id }) => id));
    const named = items.flatMap(({ earlier }) => earlier ?? []);
    const found = new Map((yield* snapshots(named)).map((one, i) => [named[i], one]));
    const mutes = new Map<string, Mutes | undefined>();
    for (const { userId } of items)
      if (!mutes.has(userId)) mutes.set(userId, (yield* read.snapshot<Mutes | undefined>(mutesStream(userId))).state);
    return { own, earlier: items.map(({ earlier }) => found.get(earlier) ?? nothing), mutes };
  },
  decide: ({ items }, { own, earlier, mutes }, { now, meta }) => {
    requireRight(meta.actor, 'installation.act');
    return {
      events: items.flatMap((item, i): readonly DecidedEvent<NotificationsEvent>[] => {
        if (isMuted(item, mutes.get(item.userId))) return [];
        const [id, known] = placeOf(item, own[i]!, earlier[i]!, now);
        const event = told(item, id, known);
        const advances = [{ stream: notificationStream(id), version: known.version + 1 }];
        return event === undefined ? [] : [{ event, advances }];
      }),
    };
  },
  *answer(_command, events) {
    return events.flatMap(({ value }) => ('notificationId' in value ? [value.notificationId] : []));
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

/** Says what the caller wants to hear nothing of from here on. */
export const setMutes: CommandHandler<Mutes, Snapshot<Mutes | undefined>, NotificationsEvent, null> = {
  load: (_command, meta) => read.snapshot<Mutes | undefined>(mutesStream(userOf(meta.actor))),
  decide: ({ kinds, tableIds }, { version, state }, { meta }) => {
    requireRight(meta.actor, 'inbox.own');
    const userId = userOf(meta.actor);
    const after = { kinds: [...new Set(kinds)].toSorted(), tableIds: [...new Set(tableIds)].toSorted() };
    if (JSON.stringify(after) === JSON.stringify(state ?? { kinds: [], tableIds: [] })) return { events: [] };
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
