import { IconButton, type IconType, Loading, Skeleton, toast, useErrorText, useFormats, useTexts } from '@tessera/kit';
import {
  IconAt,
  IconCheck,
  IconCheckbox,
  IconClockHour4,
  IconListCheck,
  IconMessage,
  IconRefresh,
  IconUpload,
  IconUser,
  IconGauge,
} from '@tessera/kit/icons';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './for-you.module.css';
import { markRead, type Notification } from './for-you.resource.ts';

const icons: Readonly<Record<Notification['kind'], IconType>> = {
  assigned: IconUser,
  mentioned: IconAt,
  import: IconUpload,
  operation: IconListCheck,
  usage: IconGauge,
  automation: IconRefresh,
  task: IconCheckbox,
  late: IconClockHour4,
  message: IconMessage,
};

/** Notifications as rows: opening one marks it as read; one that leads nowhere is marked by its button. */
export const ForYouList = ({
  label,
  rows,
  beside,
}: {
  label: string;
  rows: readonly Notification[];
  /** What else can be done with each. */
  beside?: (row: Notification) => ReactNode;
}) => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const { ago, dateTime } = useFormats();
  const mark = useMutation({
    mutationFn: ({ id }: Notification) => markRead(id),
    onError: (error) => toast({ kind: 'error', message: t('forYou.notMarked'), detail: errorText(error) }),
  });
  return (
    <ul aria-label={label} className={classes['list']}>
      {rows.map((row) => {
        const Icon = icons[row.kind];
        const body = (
          <>
            <span className={classes['dot']} data-unread={!row.isRead || undefined} aria-hidden="true" />
            <Icon aria-hidden="true" />
            <span className={classes['title']}>
              {!row.isRead && <span className="t-hidden">{t('forYou.unread')} </span>}
              {row.title}
            </span>
            <span className={`t-secondary ${classes['at']}`} title={dateTime(row.at)}>
              {ago(row.at)}
            </span>
          </>
        );
        return (
          <li key={row.id} data-unread={!row.isRead || undefined}>
            {row.link === null ? (
              <div className={classes['row']}>{body}</div>
            ) : (
              <Link
                to={row.link}
                className={classes['row']}
                onClick={() => {
                  if (!row.isRead) mark.mutate(row);
                }}
              >
                {body}
              </Link>
            )}
            <span className={classes['button']}>
              {!row.isRead && (
                <IconButton
                  icon={IconCheck}
                  label={t('forYou.markReadOf', { title: row.title })}
                  onClick={() => mark.mutate(row)}
                />
              )}
              {beside?.(row)}
            </span>
          </li>
        );
      })}
    </ul>
  );
};

/** The same places with bars instead of words. */
export const ForYouSkeleton = () => (
  <Loading>
    <div className={classes['list']}>
      {[62, 48, 56, 40].map((width) => (
        <div key={width} className={classes['row']}>
          <span />
          <Skeleton width={16} height={16} />
          <Skeleton width={`${width}%`} />
          <Skeleton width={64} />
        </div>
      ))}
    </div>
  </Loading>
);
