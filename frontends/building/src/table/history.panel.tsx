import {
  Avatar,
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  isApiError,
  LinkButton,
  Panel,
  Select,
  Skeleton,
  toast,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconArrowBackUp, IconTableImport } from '@tessera/kit/icons';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pathOf } from '../import/paths.ts';
import { useActionWords } from './action-words.ts';
import { byDay, useDayOf } from './days.ts';
import { HistoryEntry } from './history-entry.tsx';
import classes from './history.module.css';
import type { TablePanelsProps } from './panels.tsx';
import { type HistoryChoice, tableApi, type TableEntry } from './table.resource.ts';

const kinds = ['added', 'changed', 'deleted', 'restored', 'imported', 'undone', 'table'] as const;

/** What happened to the table, newest first, by days. An entry opens; what can be undone is undone here, whoever did it. */
export const HistoryPanel = (props: TablePanelsProps & { entry: string | undefined }) => {
  const { table, users, work, onPanel, entry: opened } = props;
  const t = useTexts('building');
  const formats = useFormats();
  const client = useQueryClient();
  const words = useActionWords(table, work.habits);
  const dayOf = useDayOf();
  const [working, setWorking] = useState<string | null>(null);
  const [choice, setChoice] = useState<HistoryChoice>({ actor: '', kind: '' });
  const history = useInfiniteQuery({
    queryKey: ['table-history', table.id, choice],
    queryFn: ({ pageParam }) => tableApi.tableHistory(table.id, choice, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  const undo = async (entry: TableEntry): Promise<void> => {
    setWorking(entry.id);
    try {
      await work.bench.undoId(entry.id);
      await client.invalidateQueries({ queryKey: ['table-history', table.id] });
    } catch (error) {
      toast({ kind: 'error', message: t('undo.failed', { reason: isApiError(error) ? error.message : '' }) });
    } finally {
      setWorking(null);
    }
  };
  const who = (entry: TableEntry): string =>
    entry.actor.name ??
    users.find((user) => user.id === entry.actor.id)?.name ??
    t(`origin.${entry.origin}`, { defaultValue: t('history.somebody') });
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  /** An undo says what it took back, where that is in sight. */
  const what = (entry: TableEntry): string => {
    const target = entry.undoes === undefined ? undefined : entries.find((one) => one.id === entry.undoes);
    if (entry.undoes === undefined) return words(entry);
    return t('tools.history.undid', { what: words(target ?? entry) });
  };
  const open = (id: string): void => onPanel({ name: 'history', entry: id });
  if (opened !== undefined)
    return (
      <HistoryEntry
        key={opened}
        {...props}
        entry={opened}
        who={who}
        what={what}
        neighbours={entries.map((one) => one.id)}
        working={working === opened}
        onUndo={undo}
      />
    );
  const filtered = choice.actor !== '' || choice.kind !== '';
  return (
    <Panel opened label={t('menu.history')} onClose={() => onPanel(null)}>
      <div className={classes['filters']}>
        <Select
          label={t('tools.history.who')}
          labelHidden
          value={choice.actor}
          options={[
            { value: '', label: t('tools.history.everyone') },
            ...users.map((user) => ({
              value: user.id,
              label: user.name,
              content: (
                <span className={classes['person']}>
                  <Avatar name={user.name} id={user.id} photo={user.photo_url ?? null} size={20} />
                  <span className="t-cut">{user.name}</span>
                </span>
              ),
            })),
          ]}
          onChange={(actor) => setChoice({ ...choice, actor })}
        />
        <Select
          label={t('tools.history.kind')}
          labelHidden
          value={choice.kind}
          options={[
            { value: '', label: t('tools.history.anyKind') },
            ...kinds.map((kind) => ({ value: kind as string, label: t(`tools.history.kinds.${kind}`) })),
          ]}
          searchable={false}
          onChange={(kind) => setChoice({ ...choice, kind })}
        />
      </div>
      {history.isPending && (
        <div style={{ padding: 24, display: 'grid', gap: 24 }}>
          {[70, 50, 60, 65].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
      {history.error && <ErrorState error={history.error} onRetry={() => void history.refetch()} />}
      {history.data &&
        entries.length === 0 &&
        !history.hasNextPage &&
        (filtered ? (
          <EmptyState
            drawing="filtered"
            title={t('tools.history.noneFound')}
            actions={<Button onClick={() => setChoice({ actor: '', kind: '' })}>{t('tools.history.clear')}</Button>}
          />
        ) : (
          <EmptyState title={t('history.empty')} />
        ))}
      {byDay(entries, (entry) => dayOf(entry.time)).map(([day, some]) => (
        <section key={day} aria-label={day} className={classes['day']}>
          <h3>{day}</h3>
          <ol>
            {some.map((entry) => (
              <li
                key={entry.id}
                className={classes['row']}
                data-undone={entry.undone || undefined}
                data-import={entry.origin === 'import' || undefined}
              >
                <button type="button" className={classes['entry']} onClick={() => open(entry.id)}>
                  <time dateTime={entry.time} title={formats.dateTime(entry.time)}>
                    {formats.time(entry.time)}
                  </time>
                  {entry.origin === 'import' ? (
                    <span className={classes['machine']}>
                      <IconTableImport aria-hidden="true" />
                    </span>
                  ) : (
                    <Avatar name={who(entry)} id={entry.actor.id} size={20} />
                  )}
                  <span className={classes['what']}>
                    <b>{who(entry)}</b> {what(entry)}
                  </span>
                </button>
                {entry.origin === 'import' && (
                  <LinkButton size="toolbar" variant="quiet" to={pathOf('finished', '', entry.id)}>
                    {t('openImport')}
                  </LinkButton>
                )}
                {entry.undone ? (
                  <span className={classes['undone']}>{t('history.undone')}</span>
                ) : (
                  entry.undoable && (
                    <IconButton
                      label={t('undo.this')}
                      icon={IconArrowBackUp}
                      disabled={working === entry.id}
                      onClick={() => void undo(entry)}
                    />
                  )
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
      {history.hasNextPage && (
        <div className={classes['more']}>
          <Button
            size="toolbar"
            variant="quiet"
            working={history.isFetchingNextPage && t('loading')}
            onClick={() => void history.fetchNextPage()}
          >
            {t('tools.history.earlier')}
          </Button>
        </div>
      )}
    </Panel>
  );
};
