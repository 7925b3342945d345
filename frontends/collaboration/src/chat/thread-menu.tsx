import { IconButton, Menu, useTexts } from '@tessera/kit';
import { IconDots } from '@tessera/kit/icons';
import { useMutedThread } from './use-muted-thread.ts';

/** What somebody may do with a thread for themselves. */
export const ThreadMenu = ({ threadId }: { readonly threadId: string }) => {
  const t = useTexts('collaboration');
  const { muted, known, toggle } = useMutedThread(threadId);
  if (!known) return null;
  return (
    <Menu
      side="bottom-end"
      anchor={<IconButton label={t('chat.threadMenu')} icon={IconDots} />}
      items={[
        {
          id: 'mute',
          label: t(muted ? 'chat.unmuteThread' : 'chat.muteThread'),
          onSelect: toggle,
        },
      ]}
    />
  );
};
