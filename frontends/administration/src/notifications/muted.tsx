import { Button, Select, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { tablesQuery } from '../tokens/tokens.resource.ts';
import classes from './notifications.module.css';
import { type Mutes, mutesQuery, putMutes } from './notifications.resource.ts';

/** Tables of which somebody wants to hear nothing: those that are muted, and one more. */
export const Muted = () => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const { data: mutes } = useQuery(mutesQuery);
  const { data: tables = [] } = useQuery(tablesQuery);
  const save = useMutation({
    mutationFn: (change: (tableIds: Mutes['tableIds']) => Mutes['tableIds']) =>
      putMutes((before) => ({ ...before, tableIds: change(before.tableIds) })),
    scope: { id: 'notification-settings' },
    onSuccess: (now) => client.setQueryData(mutesQuery.queryKey, now),
    onError: (error) => toast({ kind: 'error', message: t('notifications.notSaved'), detail: errorText(error) }),
  });
  const hear = useMutation({
    mutationFn: (kind: 'recordIds' | 'threadIds') => putMutes((before) => ({ ...before, [kind]: [] })),
    scope: { id: 'notification-settings' },
    onSuccess: (now) => client.setQueryData(mutesQuery.queryKey, now),
    onError: (error) => toast({ kind: 'error', message: t('notifications.notSaved'), detail: errorText(error) }),
  });
  if (mutes === undefined) return null;
  const muted = new Set(mutes.tableIds);
  const named = tables.filter(({ id }) => muted.has(id));
  const others = tables.filter(({ id }) => !muted.has(id));
  return (
    <section aria-labelledby="muted" className={classes['digest']}>
      <h2 id="muted" className="t-strong">
        {t('notifications.muted')}
      </h2>
      <ul className={classes['muted']}>
        {named.map(({ id, label }) => (
          <li key={id}>
            <span className="t-cut">{label}</span>
            <Button
              size="toolbar"
              aria-label={t('notifications.unmuteOf', { table: label })}
              onClick={() => save.mutate((before) => before.filter((one) => one !== id))}
            >
              {t('notifications.unmute')}
            </Button>
          </li>
        ))}
      </ul>
      {mutes.recordIds.length > 0 && (
        <ul className={classes['muted']}>
          <li>
            <span>{t('notifications.mutedRecords', { count: mutes.recordIds.length })}</span>
            <Button
              size="toolbar"
              aria-label={t('notifications.unmuteRecords')}
              onClick={() => hear.mutate('recordIds')}
            >
              {t('notifications.unmute')}
            </Button>
          </li>
        </ul>
      )}
      {mutes.threadIds.length > 0 && (
        <ul className={classes['muted']}>
          <li>
            <span>{t('notifications.mutedThreads', { count: mutes.threadIds.length })}</span>
            <Button
              size="toolbar"
              aria-label={t('notifications.unmuteThreads')}
              onClick={() => hear.mutate('threadIds')}
            >
              {t('notifications.unmute')}
            </Button>
          </li>
        </ul>
      )}
      {others.length > 0 && (
        <Select
          className={classes['mute'] ?? ''}
          label={t('notifications.mute')}
          value={null}
          placeholder={t('notifications.pickTable')}
          options={others.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => save.mutate((before) => [...before, id])}
          searchable
        />
      )}
    </section>
  );
};
