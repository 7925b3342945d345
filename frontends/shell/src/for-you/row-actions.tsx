import { IconButton, Menu, toast, useErrorText, useFormats, useTexts } from '@tessera/kit';
import { IconArrowForwardUp, IconClockHour4, IconDots } from '@tessera/kit/icons';
import { useMutation } from '@tanstack/react-query';
import { type Notification, snooze } from './for-you.resource.ts';
import { laterTimes } from './later.ts';
import { KeepButton } from './keep-button.tsx';

type Props = { readonly row: Notification; readonly onForward: (row: Notification) => void };

/** What can be done with a notification beside reading it. */
export const RowActions = ({ row, onForward }: Props) => {
  const t = useTexts('for-you');
  const errorText = useErrorText('shell');
  const { dateTime } = useFormats();
  const put = useMutation({
    mutationFn: (until: string | null) => snooze(row.id, until),
    onSuccess: (_answer, until) => {
      if (until === null) return;
      const undo = (): Promise<void> => snooze(row.id, null);
      toast({ message: t('snoozed', { time: dateTime(until) }), undo });
    },
    onError: (error) => toast({ kind: 'error', message: t('notSnoozed'), detail: errorText(error) }),
  });
  const snoozed = row.snoozedUntil !== null;
  const times = laterTimes(new Date()).map(({ id, at }) => ({
    id,
    icon: IconClockHour4,
    label: t(`later.${id}`),
    detail: dateTime(at.toISOString()),
    onSelect: () => put.mutate(at.toISOString()),
  }));
  const now = { id: 'now', icon: IconClockHour4, label: t('later.now'), onSelect: () => put.mutate(null) };
  const forward = {
    id: 'forward',
    icon: IconArrowForwardUp,
    label: t('forward'),
    disabled: row.link === null,
    ...(row.link === null && { detail: t('notForwardable') }),
    onSelect: () => onForward(row),
  };
  return (
    <>
      <KeepButton row={row} />
      <Menu
        label={t('more', { title: row.title })}
        side="bottom-end"
        anchor={<IconButton icon={IconDots} label={t('more', { title: row.title })} />}
        items={[...(snoozed ? [now] : times), { id: 'line', divider: true }, forward]}
      />
    </>
  );
};
