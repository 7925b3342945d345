import { Badge, type ShownSlots, useLive, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import classes from './chat.module.css';
import { conversationsQuery } from './chat.resource.ts';

/** Messages that the person has not read, in conversations that are not muted. */
const Unread = () => {
  const t = useTexts('collaboration');
  const { data = [], refetch } = useQuery({ ...conversationsQuery, retry: false });
  useLive(['conversations'], () => void refetch());
  const count = data.reduce(
    (sum, { unread, unreadInThreads, muted }) => sum + (muted ? 0 : unread + unreadInThreads),
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

/** Beside the entry of the chat in the sidebar. */
export const Extension = ({ entry }: ShownSlots['menu.count']) => (entry === 'chat' ? <Unread /> : null);
