import { Button, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import classes from './notifications.module.css';
import { type DigestPlace, leaveOut, placesQuery } from './notifications.resource.ts';

const addressOf = ({ tableId, recordId, viewId, filter }: DigestPlace): string =>
  `/object/${tableId}/changes?${new URLSearchParams({
    ...(recordId !== null && { record: recordId }),
    ...(viewId !== null && { view: viewId }),
    ...(filter !== null && { filter: JSON.stringify(filter) }),
  })}`;

/** The places of which the digest tells what changed; more of them are chosen where changes are shown. */
export const Followed = ({ sendsMail }: { readonly sendsMail: boolean }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const { data: places = [] } = useQuery(placesQuery);
  const remove = useMutation({
    mutationFn: leaveOut,
    scope: { id: 'notification-settings' },
    onError: (error) => toast({ kind: 'error', message: t('notifications.notSaved'), detail: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: placesQuery.queryKey }),
  });
  const nameOf = ({ tableLabel, viewLabel, recordId, recordLabel, filter }: DigestPlace): string => {
    if (tableLabel === null) return t('notifications.placeGone');
    if (recordId !== null)
      return recordLabel === null
        ? t('notifications.placeRecord', { table: tableLabel })
        : t('notifications.placeOf', { name: recordLabel, table: tableLabel });
    if (filter !== null) return t('notifications.placeFiltered', { table: tableLabel });
    return viewLabel === null ? tableLabel : t('notifications.placeOf', { name: viewLabel, table: tableLabel });
  };
  if (!sendsMail && places.length === 0) return null;
  return (
    <section aria-labelledby="followed" className={classes['digest']}>
      <h2 id="followed" className="t-strong">
        {t('notifications.followed')}
      </h2>
      <p className="t-secondary">{t('notifications.followedText')}</p>
      {places.length > 0 && (
        <ul className={classes['muted']} aria-labelledby="followed">
          {places.map((place) => (
            <li key={addressOf(place)}>
              {place.tableLabel === null ? (
                <span className="t-secondary">{nameOf(place)}</span>
              ) : (
                <Link className="t-cut" to={addressOf(place)}>
                  {nameOf(place)}
                </Link>
              )}
              <Button
                size="toolbar"
                aria-label={t('notifications.leaveOutOf', { place: nameOf(place) })}
                onClick={() => remove.mutate(place)}
              >
                {t('notifications.leaveOut')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
