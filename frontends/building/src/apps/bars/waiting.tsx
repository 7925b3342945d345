import { Slot } from '@tessera/kit';
import type { ShortcutName } from './shortcuts.ts';

/** What waits behind a shortcut: messages and notifications that are unread. */
export const Waiting = ({ of }: { of: ShortcutName }) => {
  if (of === 'notifications') return <Slot name="frame.part" given={{ part: 'unread' }} />;
  return of === 'chat' ? <Slot name="menu.count" given={{ entry: 'chat' }} /> : null;
};
