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
  readonly madeAt: number;
  readonly at: number;
};

export const notificationAggregate: Aggregate<Notification | undefined, NotificationsEvent> = {
  kind: 'notification',
  version: 1,
  initial: undefined,
  evolve: (state, event, context) => {
    if (event.$case === 'notificationMade') {
      const { notificationId: id, kind, reference, ...told } = event.value;
      const { time } = context;
      return {
        ...told,
        ...(reference !== '' && { reference }),
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
    return state;
  },
};

/** What one person wants to hear nothing of. */
export type Mutes = { readonly kinds: readonly string[]; readonly tableIds: readonly string[] };

export const mutesAggregate: Aggregate<Mutes | undefined, NotificationsEvent> = {
  kind: 'mutes',
  version: 1,
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case !== 'mutesSet') return state;
    const { kinds, tableIds } = event.value;
    return { kinds, tableIds };
  },
};
