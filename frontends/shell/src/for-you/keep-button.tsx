import { IconButton, toast, useErrorText, useTexts } from '@tessera/kit';
import { IconStar, IconStarFilled } from '@tessera/kit/icons';
import { useMutation } from '@tanstack/react-query';
import { bookmark, type Notification } from './for-you.resource.ts';

/** Keeps a notification at hand, or lets it go. */
export const KeepButton = ({ row }: { readonly row: Notification }) => {
  const t = useTexts('for-you');
  const errorText = useErrorText('shell');
  const keep = useMutation({
    mutationFn: () => bookmark(row.id, !row.isBookmarked),
    onError: (error) => toast({ kind: 'error', message: t('notKept'), detail: errorText(error) }),
  });
  return (
    <IconButton
      icon={row.isBookmarked ? IconStarFilled : IconStar}
      label={t(row.isBookmarked ? 'unkeep' : 'keep', { title: row.title })}
      onClick={() => keep.mutate()}
    />
  );
};
