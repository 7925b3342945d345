import {
  Avatar,
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  type IconType,
  Loading,
  Page as Frame,
  Skeleton,
  TextInput,
  useFormats,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { IconArrowBackUp, IconKey, IconSearch, IconSettings, IconTableImport } from '@tessera/kit/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { ActionPanel } from './action.panel.tsx';
import { FilterButton } from './filter.tsx';
import classes from './history.module.css';
import { type Action, type Choice, everything, historyQuery, narrowing } from './history.resource.ts';
import { useActionWords, useActorName } from './words.ts';

const searchPauseMs = 700;
const day = 24 * 3_600_000;

/** What is typed, once nobody has typed for a moment. */
const usePaused = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : searchPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

const machines: Readonly<Record<string, IconType>> = { token: IconKey, system: IconSettings };

/** Who or what did it, as a circle: machines have their icon. */
export const Doer = ({ action, name }: { action: Action; name: string }) => {
  const { kind, id } = action.created_by;
  const Icon = action.action_source === 'import' ? IconTableImport : machines[kind];
  if (Icon === undefined) return <Avatar name={name} id={id} />;
  return (
    <span className={classes['machine']}>
      <Icon aria-hidden="true" />
    </span>
  );
};

/** Where it was done: the table, the file of an import, or the part of the settings. */
const usePlace = (): ((action: Action) => string) => {
  const t = useTexts('administration');
  return ({ affected_object: table, target, entity_type: entity, created_by: { user } }) => {
    if (target?.kind === 'file') return target.label;
    if (table !== null && table.label !== '') return table.label;
    return user === null ? t(`log.entities.${entity}`) : t('log.forPerson', { name: user.name });
  };
};

const Row = ({ action, open, onOpen }: { action: Action; open: boolean; onOpen: () => void }) => {
  const t = useTexts('administration');
  const { time, dateTime } = useFormats();
  const words = useActionWords();
  const nameOf = useActorName();
  const place = usePlace();
  const who = nameOf(action);
  const at = action.performed_at;
  return (
    <li className={classes['row']} data-open={open || undefined} data-keeps-panel>
      <button type="button" className={classes['action']} aria-pressed={open} onClick={onOpen} onKeyDown={walk}>
        <time dateTime={at} title={dateTime(at)}>
          {time(at)}
        </time>
        <span className={classes['who']}>
          <Doer action={action} name={who} />
          <span className="t-cut">{who}</span>
        </span>{' '}
        <span className={classes['what']}>
          {words(action).map((part, i) =>
            // The parts of a sentence have no other name than their place in it.
            part.named ? <b key={`${i}`}>{part.text}</b> : <span key={`${i}`}>{part.text}</span>,
          )}
        </span>{' '}
        <span className={classes['source']}>{t(`log.sources.${action.action_source}`)}</span>{' '}
        <span className={`t-cut ${classes['where']}`}>{place(action)}</span>
      </button>
      <span className={classes['undo']}>
        {action.can_undo && (
          <IconButton size="table" label={t('log.panel.undo')} icon={IconArrowBackUp} onClick={onOpen} />
        )}
      </span>
    </li>
  );
};

const byDay = (actions: readonly Action[], dayOf: (action: Action) => string) => {
  const days: (readonly [string, Action[]])[] = [];
  for (const action of actions) {
    const name = dayOf(action);
    if (days.at(-1)?.[0] === name) days.at(-1)![1].push(action);
    else days.push([name, [action]]);
  }
  return days;
};

/** Up and Down walk the list, whose rows are buttons. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const list = event.currentTarget.closest('[role="group"]');
  const rows = [...(list?.querySelectorAll<HTMLElement>(`.${classes['action']}`) ?? [])];
  const next = rows[rows.indexOf(event.currentTarget) + step];
  if (step === 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
};

/** What everybody did in the organization, newest first, by days; an action opens beside the list and is undone there. */
export const HistoryScreen = () => {
  const t = useTexts('administration');
  const { date, timezone } = useFormats();
  const [typed, setTyped] = useState('');
  const [choice, setChoice] = useState<Choice>(everything);
  const [opened, setOpened] = useState<string>();
  const search = usePaused(typed.trim());
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    historyQuery(search, choice, timezone),
  );
  usePageTitle(t('history.title'));
  const actions = data?.pages.flatMap((page) => page.entries) ?? [];
  const isNarrow = search !== '' || narrowing(choice) > 0;
  const today = date(Date.now());
  const yesterday = date(Date.now() - day);
  const dayOf = ({ performed_at: at }: Action): string => {
    const own = date(at);
    return own === today ? t('log.days.today') : own === yesterday ? t('log.days.yesterday') : own;
  };
  const at = actions.findIndex((one) => one.id === opened);
  const clear = (): void => {
    setTyped('');
    setChoice(everything);
  };
  const onward = (label: string) => (
    <Button working={isFetchingNextPage && t('log.loading')} onClick={() => void fetchNextPage()}>
      {label}
    </Button>
  );
  return (
    <div className={classes['place']}>
      <Frame
        back="/home"
        header={<h1 className="t-strong">{t('history.title')}</h1>}
        toolbar={
          <div className={classes['bar']}>
            <TextInput
              className={classes['search'] ?? ''}
              type="search"
              size="toolbar"
              icon={IconSearch}
              label={t('log.search')}
              labelHidden
              placeholder={t('log.search')}
              maxLength={200}
              value={typed}
              onChange={setTyped}
            />
            <FilterButton choice={choice} onChange={setChoice} />
          </div>
        }
      >
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {isPending && (
          <Loading>
            {[180, 240, 160, 210].map((width) => (
              <div key={width} className={classes['row']}>
                <span className={classes['action']}>
                  <Skeleton width={40} />
                  <Skeleton width={96} />
                  <Skeleton width={width} />
                </span>
              </div>
            ))}
          </Loading>
        )}
        {data && actions.length === 0 && hasNextPage && (
          <EmptyState drawing="filtered" title={t('log.nothingYet')} actions={onward(t('log.further'))} />
        )}
        {data &&
          actions.length === 0 &&
          !hasNextPage &&
          (isNarrow ? (
            <EmptyState
              drawing="filtered"
              title={t('log.nothing')}
              actions={<Button onClick={clear}>{t('log.showAll')}</Button>}
            />
          ) : (
            <EmptyState title={t('log.none')}>{t('log.noneText')}</EmptyState>
          ))}
        <div className={classes['list']} role="group" aria-label={t('log.list')}>
          {byDay(actions, dayOf).map(([name, some]) => (
            <section key={name} aria-label={name}>
              <h2>{name}</h2>
              <ol>
                {some.map((action) => (
                  <Row
                    key={action.id}
                    action={action}
                    open={action.id === opened}
                    onOpen={() => setOpened(action.id === opened ? undefined : action.id)}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
        {actions.length > 0 && hasNextPage && <div className={classes['more']}>{onward(t('log.more'))}</div>}
      </Frame>
      {at >= 0 && (
        <ActionPanel
          key={opened}
          action={actions[at]!}
          newer={actions[at - 1]?.id}
          older={actions[at + 1]?.id}
          onGo={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
};
