import {
  Button,
  Chip,
  EmptyState,
  ErrorState,
  fold,
  IconButton,
  Loading,
  Menu,
  type MenuEntry,
  Page as Frame,
  Skeleton,
  Switch,
  TextInput,
  toast,
  useErrorText,
  useFormats,
  useLive,
  usePageTitle,
  usePrimaryAction,
  useSession,
  useTexts,
} from '@tessera/kit';
import { IconDots, IconHistory, IconPencil, IconPlus, IconSearch, IconTrash, IconUserPlus } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import classes from './automations.module.css';
import { automationsQuery, peopleQuery, useAutomationCalls, type Entry } from './automations.resource.ts';
import { Areas } from './areas.tsx';
import { GiveDialog, NewDialog } from './dialogs.tsx';
import { useCalm } from './use-calm.ts';
import { useNames, useStepWords, type Names } from './words.ts';

export const editorOf = (id: string): string => `/automations/automation/${id}`;
const looks = {
  done: 'success',
  failed: 'danger',
  stopped: 'danger',
  running: 'outlined',
  waiting: 'outlined',
} as const;

const Row = ({
  entry,
  table,
  owner,
  onGive,
}: {
  readonly entry: Entry;
  readonly table: Names['table'];
  readonly owner: string;
  readonly onGive: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const navigate = useNavigate();
  const { ago, dateTime } = useFormats();
  const words = useStepWords();
  const calls = useAutomationCalls();
  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('automation.notChanged'), detail: errorText(error) });
  };
  const change = useMutation({
    mutationFn: async (enabled: boolean) => {
      await calls.enable(entry.id, enabled);
      await calls.anew();
    },
    onSuccess: (_, enabled) =>
      toast({
        message: t(enabled ? 'automation.isOn' : 'automation.isOff', { name: entry.label }),
        undo: async () => {
          await calls.enable(entry.id, !enabled).catch(failed);
          await calls.anew();
        },
      }),
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: () => calls.remove(entry.id),
    onSuccess: (commit) =>
      toast({
        message: t('automation.removed', { name: entry.label }),
        ...(commit !== null && { undo: () => calls.undo(commit).catch(failed) }),
      }),
    onError: failed,
  });
  const items: readonly MenuEntry[] = [
    { id: 'open', label: t('automation.open'), icon: IconPencil, onSelect: () => void navigate(editorOf(entry.id)) },
    {
      id: 'runs',
      label: t('automation.runs'),
      icon: IconHistory,
      onSelect: () => void navigate(`/automations/automation-log?automation=${entry.id}`),
    },
    ...(entry.canChange
      ? [
          { id: 'give', label: t('automation.give'), icon: IconUserPlus, onSelect: onGive },
          { id: 'line', divider: true } as const,
          {
            id: 'delete',
            label: t('automation.remove'),
            icon: IconTrash,
            danger: true,
            onSelect: () => remove.mutate(),
          },
        ]
      : []),
  ];
  const { title, detail } = words.trigger(entry.trigger, table);
  return (
    <li className={classes['row']}>
      <span className={classes['nameCell']}>
        <Link className={`t-medium t-cut ${classes['name']}`} to={editorOf(entry.id)}>
          {entry.label}
        </Link>
        {entry.published === null && (
          <Chip small look="draft">
            {t('automation.draft')}
          </Chip>
        )}
        {entry.failing && (
          <Chip small look="danger">
            {t('automation.failing')}
          </Chip>
        )}
        {entry.offReason !== null && !entry.enabled && (
          <Chip small look="warning">
            {t(`automation.off.${entry.offReason}`, { defaultValue: entry.offReason })}
          </Chip>
        )}
      </span>
      <span className={classes['two']}>
        <span className="t-cut">{title}</span>
        <span className="t-caption t-cut">{detail}</span>
      </span>
      <span className={`t-secondary t-cut ${classes['last']}`}>
        {entry.lastRun === null ? (
          t('automation.never')
        ) : (
          <>
            <Chip small look={looks[entry.lastRun.state as 'done'] ?? 'outlined'}>
              {t(`automation.state.${entry.lastRun.state}`)}
            </Chip>{' '}
            <time dateTime={entry.lastRun.at} title={dateTime(entry.lastRun.at)}>
              {ago(entry.lastRun.at)}
            </time>
          </>
        )}
      </span>
      <span className={`t-secondary t-cut ${classes['owner']}`}>{owner}</span>
      <Switch
        ariaLabel={t('automation.on', { name: entry.label })}
        checked={entry.enabled}
        disabled={!entry.canChange || entry.published === null || change.isPending}
        onChange={(enabled) => change.mutate(enabled)}
      />
      <Menu
        side="bottom-end"
        items={items}
        anchor={<IconButton size="table" label={t('automation.menuOf', { name: entry.label })} icon={IconDots} />}
      />
    </li>
  );
};

/** `/automations/all-automations` and `/automations/my-automations`: what runs by itself, on and off. */
export const ListScreen = ({ mine }: { readonly mine: boolean }) => {
  const t = useTexts('administration');
  const navigate = useNavigate();
  const { user } = useSession();
  const { anew } = useAutomationCalls();
  const { data, error, isPending, refetch } = useQuery(automationsQuery);
  const { data: people = [] } = useQuery(peopleQuery);
  const { table } = useNames([]);
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<'new' | Entry>();
  const title = t(mine ? 'automation.mine' : 'automation.all');
  usePageTitle(title);
  usePrimaryAction({ label: t('automation.new'), run: () => setAsked('new') });
  const calm = useCalm(() => void anew());
  useLive(['automations', 'runs'], calm);
  const all = (data ?? []).filter((one) => !mine || one.ownerId === user.id);
  const found = all.filter(({ label }) => fold(label).includes(fold(search)));
  const make = (
    <Button variant="primary" size="toolbar" icon={IconPlus} onClick={() => setAsked('new')}>
      {t('automation.new')}
    </Button>
  );
  return (
    <Frame
      back="/home"
      header={<h1 className="t-strong">{title}</h1>}
      actions={make}
      toolbar={
        <div className={classes['bar']}>
          <Areas />
          <TextInput
            className={classes['search'] ?? ''}
            type="search"
            size="toolbar"
            icon={IconSearch}
            label={t('automation.find')}
            labelHidden
            placeholder={t('automation.find')}
            value={search}
            onChange={setSearch}
          />
        </div>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading>
          {[180, 220, 150].map((width) => (
            <div key={width} className={classes['row']}>
              <Skeleton width={width} />
              <Skeleton width={120} />
              <Skeleton width={72} />
            </div>
          ))}
        </Loading>
      )}
      {data && all.length === 0 && (
        <EmptyState
          title={t('automation.none')}
          actions={<Button onClick={() => setAsked('new')}>{t('automation.new')}</Button>}
        >
          {t('automation.noneText')}
        </EmptyState>
      )}
      {data && all.length > 0 && found.length === 0 && (
        <EmptyState
          drawing="filtered"
          title={t('automation.nothing')}
          actions={<Button onClick={() => setSearch('')}>{t('automation.showAll')}</Button>}
        />
      )}
      {found.length > 0 && (
        <div className={classes['list']}>
          <p className="t-caption">
            {t('automation.counted', { count: all.length })}{' '}
            {t('automation.countedOn', { count: all.filter(({ enabled }) => enabled).length })}
          </p>
          <div className={`${classes['row']} ${classes['head']}`} aria-hidden="true">
            <span>{t('automation.columns.name')}</span>
            <span>{t('automation.columns.start')}</span>
            <span className={classes['last']}>{t('automation.columns.last')}</span>
            <span className={classes['owner']}>{t('automation.columns.owner')}</span>
            <span>{t('automation.columns.on')}</span>
            <span />
          </div>
          <ul aria-label={title}>
            {found.map((entry) => (
              <Row
                key={entry.id}
                entry={entry}
                table={table}
                owner={people.find(({ id }) => id === entry.ownerId)?.name ?? ''}
                onGive={() => setAsked(entry)}
              />
            ))}
          </ul>
        </div>
      )}
      {asked === 'new' && (
        <NewDialog onClose={() => setAsked(undefined)} onMade={(id) => void navigate(editorOf(id))} />
      )}
      {asked !== undefined && asked !== 'new' && (
        <GiveDialog entry={asked} people={people} onClose={() => setAsked(undefined)} />
      )}
    </Frame>
  );
};
