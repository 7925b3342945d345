import type { Aggregate } from '@tessera/kernel';
import type { NotificationsEvent } from '../events.ts';

export type NotificationKind = 'assigned' | 'mentioned' | 'import' | 'operation' | 'automation' | 'task' | 'message';

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
    return state;
  },
};
