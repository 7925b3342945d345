import {
  Button,
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
  useFormats,
  useLive,
  usePageTitle,
  usePrimaryAction,
  useTexts,
} from '@tessera/kit';
import { IconDots, IconList, IconPencil, IconPlus, IconSearch, IconTrash } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import automations from '../automations/automations.module.css';
import { tablesQuery } from '../automations/automations.resource.ts';
import { useCalm } from '../automations/use-calm.ts';
import { Areas } from '../lowcode/areas.tsx';
import { functionsQuery } from '../lowcode/functions.resource.ts';
import shared from '../tokens/tokens.module.css';
import classes from '../webhooks/webhooks.module.css';
import { DeleteDialog } from './dialogs.tsx';
import { FormPanel } from './form.panel.tsx';
import { incomingQuery, useIncomingCalls, type Entry } from './incoming.resource.ts';
import { useTurn } from './use-turn.ts';

const screenOf = (id: string): string => `/lowcode/webhooks/${id}`;

const Row = ({
  webhook,
  target,
  onEdit,
  onDelete,
}: {
  readonly webhook: Entry;
  readonly target: string;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) => {
  const t = useTexts('administration');
  const navigate = useNavigate();
  const { ago, dateTime } = useFormats();
  const turn = useTurn(webhook);
  const { id, name, token, active, canChange, updatedAt } = webhook;
  const items: readonly MenuEntry[] = [
    { id: 'open', label: t('incoming.open'), icon: IconList, onSelect: () => void navigate(screenOf(id)) },
    ...(canChange
      ? [
          { id: 'edit', label: t('incoming.change'), icon: IconPencil, onSelect: onEdit },
          { id: 'line', divider: true } as const,
          { id: 'delete', label: t('incoming.delete'), icon: IconTrash, danger: true, onSelect: onDelete },
        ]
      : []),
  ];
  return (
    <li className={classes['row']} data-off={!active || undefined}>
      <span className={classes['name']}>
        <Link className="t-medium t-cut" to={screenOf(id)}>
          {name}
        </Link>
      </span>
      <span className={`t-cut ${classes['table']}`}>{target}</span>
      <code className={`t-cut ${classes['address']}`}>{token}</code>
      <time className={`t-secondary t-cut ${classes['last']}`} dateTime={updatedAt} title={dateTime(updatedAt)}>
        {ago(updatedAt)}
      </time>
      <Switch
        ariaLabel={t('incoming.on', { name })}
        checked={turn.isPending ? turn.variables : active}
        disabled={!canChange || turn.isPending}
        onChange={(next) => turn.mutate(next)}
      />
      <Menu
        side="bottom-end"
        items={items}
        anchor={<IconButton size="table" label={t('incoming.menuOf', { name })} icon={IconDots} />}
      />
    </li>
  );
};

/** `/lowcode/webhooks`: addresses that take what other programs send, on and off. */
export const IncomingScreen = () => {
  const t = useTexts('administration');
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery(incomingQuery);
  const { data: tables = [] } = useQuery(tablesQuery);
  const { data: functions = [] } = useQuery(functionsQuery);
  const { anew } = useIncomingCalls();
  const [search, setSearch] = useState('');
  const [form, setForm] = useState<'new' | Entry>();
  const [deleting, setDeleting] = useState<Entry>();
  usePageTitle(t('incoming.title'));
  const make = (): void => setForm('new');
  usePrimaryAction({ label: t('incoming.new'), run: make });
  const calm = useCalm(() => void anew());
  useLive(['incoming'], calm);
  const all = data ?? [];
  const wanted = fold(search.trim());
  const found = all.filter(({ name }) => fold(name).includes(wanted));
  const targetOf = ({ tableId, functionId }: Entry): string =>
    (tableId === null ? functions : tables).find(({ id }) => id === (tableId ?? functionId))?.label ?? '';
  return (
    <div className={shared['place']}>
      <Frame
        back="/home"
        header={<h1 className="t-strong">{t('incoming.title')}</h1>}
        actions={
          <Button variant="primary" size="toolbar" icon={IconPlus} onClick={make}>
            {t('incoming.new')}
          </Button>
        }
        toolbar={
          <div className={automations['bar']}>
            <Areas />
            <TextInput
              className={automations['search'] ?? ''}
              type="search"
              size="toolbar"
              icon={IconSearch}
              label={t('incoming.find')}
              labelHidden
              placeholder={t('incoming.find')}
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
                <Skeleton width={96} />
                <Skeleton width={140} />
              </div>
            ))}
          </Loading>
        )}
        {data && all.length === 0 && (
          <EmptyState title={t('incoming.none')} actions={<Button onClick={make}>{t('incoming.new')}</Button>}>
            {t('incoming.noneText')}
          </EmptyState>
        )}
        {all.length > 0 && found.length === 0 && (
          <EmptyState
            drawing="filtered"
            title={t('incoming.nothing')}
            actions={<Button onClick={() => setSearch('')}>{t('incoming.showAll')}</Button>}
          />
        )}
        {found.length > 0 && (
          <div className={automations['list']}>
            <div className={`${classes['row']} ${classes['head']}`} aria-hidden="true">
              <span>{t('incoming.columns.name')}</span>
              <span className={classes['table']}>{t('incoming.columns.target')}</span>
              <span className={classes['address']}>{t('incoming.columns.address')}</span>
              <span className={classes['last']}>{t('incoming.columns.changed')}</span>
              <span>{t('incoming.columns.on')}</span>
              <span />
            </div>
            <ul aria-label={t('incoming.title')}>
              {found.map((webhook) => (
                <Row
                  key={webhook.id}
                  webhook={webhook}
                  target={targetOf(webhook)}
                  onEdit={() => setForm(webhook)}
                  onDelete={() => setDeleting(webhook)}
                />
              ))}
            </ul>
          </div>
        )}
      </Frame>
      {form !== undefined && (
        <FormPanel
          {...(form !== 'new' && { webhook: form })}
          onClose={() => setForm(undefined)}
          onCreated={(id) => void navigate(screenOf(id))}
        />
      )}
      {deleting && <DeleteDialog webhook={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  );
};
