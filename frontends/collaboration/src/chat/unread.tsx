import { Badge, type ShownSlots, useLive, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import classes from './chat.module.css';
import { conversationsQuery } from './chat.resource.ts';

/** Messages that the person has not read, in conversations that are not muted, or in one of them. */
const Unread = ({ of }: { of?: string }) => {
  const t = useTexts('collaboration');
  const { data = [], refetch } = useQuery({ ...conversationsQuery, retry: false });
  useLive(['conversations'], () => void refetch());
  const count = data.reduce(
    (sum, { id, unread, unreadInThreads, muted }) =>
      sum + (muted || (of !== undefined && id !== of) ? 0 : unread + unreadInThreads),
    0,
  );
  if (count === 0) return null;
  return (
    <span className={classes['waiting']}>
      <span className="t-hidden">{t('chat.unread', { count })}</span>
      <span aria-hidden="true">
        <Badge count={count} />
      </span>
    </span>
  );
};

const channel = 'chat/channel/';

/** Beside the entry of the chat in the sidebar, and beside channels in menus of apps. */
export const Extension = ({ entry }: ShownSlots['menu.count']) => {
  if (entry === 'chat') return <Unread />;
  return entry.startsWith(channel) ? <Unread of={entry.slice(channel.length)} /> : null;
};
