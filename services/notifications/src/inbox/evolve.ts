import type { Aggregate } from '@tessera/kernel';
import type { NotificationsEvent } from '../events.ts';

export const notificationKinds = [
  'assigned',
  'mentioned',
  'import',
  'operation',
  'automation',
  'task',
  'message',
  'usage',
  'late',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** One notification as its events tell it. `at` is when it last told something new, `madeAt` when it first did, in ms. */
export type Notification = {
  readonly id: string;
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly tableId: string;
  readonly recordId: string;
  /** Of the kind `task`; what was told before there were tasks has none. */
  readonly taskId?: string;
  readonly actorId: string;
  readonly outcome: string;
  /** It tells of several records. */
  readonly several: boolean;
  /** Of an automation: the run, and behind a colon the path of its step. Of a message: its conversation. */
  readonly reference?: string;
  readonly isRead: boolean;
  /** Kept at hand by its reader; absent in snapshots of older versions. */
  readonly isBookmarked?: boolean;
  /** Who passed it on to its reader. */
  readonly forwardedBy?: string;
  /** Its reader does not want to see it until then, in ms. */
  readonly snoozedUntil?: number;
  /** It came back then, and stands where something of that time does. */
  readonly returnedAt?: number;
  /** The place that it left then. */
  readonly leftAt?: number;
  /** The browsers of its reader are to be told of it. */
  readonly pushes?: boolean;
  readonly madeAt: number;
  readonly at: number;
};

/** Where a notification stands among the others: what came last is first. */
export const placeOf = ({ madeAt, returnedAt }: Pick<Notification, 'madeAt' | 'returnedAt'>): number =>
  returnedAt ?? madeAt;

const without = <K extends keyof Notification>(one: Notification, part: K): Omit<Notification, K> => {
  const { [part]: _gone, ...rest } = one;
  return rest;
};

export const notificationAggregate: Aggregate<Notification | undefined, NotificationsEvent> = {
  kind: 'notification',
  version: 1,
  initial: undefined,
  evolve: (state, event, context) => {
    if (event.$case === 'notificationMade') {
      const { notificationId: id, kind, reference, forwardedBy, push, ...told } = event.value;
      const { time } = context;
      return {
        ...told,
        ...(reference !== '' && { reference }),
        ...(forwardedBy !== '' && { forwardedBy }),
        ...(push && { pushes: true }),
        id,
        kind: kind as NotificationKind,
        isRead: false,
        madeAt: time,
        at: time,
      };
    }
    if (state === undefined) return state;
    if (event.$case === 'notificationGrew') return { ...state, several: true, isRead: false, at: context.time };
    if (event.$case === 'notificationRead') return { ...state, isRead: true };
    if (event.$case === 'notificationBookmarked') return { ...state, isBookmarked: event.value.bookmarked };
    if (event.$case === 'notificationSnoozed') return { ...without(state, 'pushes'), snoozedUntil: event.value.until };
    if (event.$case === 'notificationPushed') return without(state, 'pushes');
    if (event.$case === 'notificationReturned') {
      const { time } = context;
      const leftAt = placeOf(state);
      const back = { ...without(state, 'snoozedUntil'), isRead: false, at: time, returnedAt: time, leftAt };
      return event.value.push ? { ...back, pushes: true } : back;
    }
    return state;
  },
};

/** What one person wants to hear nothing of. */
export type Mutes = {
  readonly kinds: readonly string[];
  readonly tableIds: readonly string[];
  readonly recordIds: readonly string[];
  /** Threads of conversations, each by the message that it answers; absent in snapshots of older versions. */
  readonly threadIds?: readonly string[];
};
export const nothingMuted: Required<Mutes> = { kinds: [], tableIds: [], recordIds: [], threadIds: [] };

export const mutesAggregate: Aggregate<Mutes | undefined, NotificationsEvent> = {
  kind: 'mutes',
  version: 3,
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case !== 'mutesSet') return state;
    const { kinds, tableIds, recordIds, threadIds } = event.value;
    return { kinds, tableIds, recordIds, threadIds };
  },
};
