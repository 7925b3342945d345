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
  useTexts,
} from '@tessera/kit';
import { IconDots, IconInfoCircle, IconList, IconPencil, IconPlus, IconSearch, IconTrash } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Areas } from '../automations/areas.tsx';
import automations from '../automations/automations.module.css';
import { tablesQuery } from '../automations/automations.resource.ts';
import { useCalm } from '../automations/use-calm.ts';
import shared from '../tokens/tokens.module.css';
import { DeleteDialog } from './dialogs.tsx';
import { FormPanel } from './form.panel.tsx';
import { SecretPanel } from './secret.panel.tsx';
import classes from './webhooks.module.css';
import { settingsOf, useWebhookCalls, webhooksQuery, type Entry, type WithSecret } from './webhooks.resource.ts';
import { useWebhookWords } from './words.ts';

export const screenOf = (id: string): string => `/automations/webhooks/${id}`;
const shortened = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** Switches a webhook on or off at once; the message offers the way back. */
export const useTurn = (webhook: Entry) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useWebhookCalls();
  const change = (active: boolean): Promise<void> => calls.save(webhook.id, { ...settingsOf(webhook), active });
  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('webhook.notChanged'), detail: errorText(error) });
  };
  return useMutation({
    mutationFn: change,
    onSuccess: (_, active) =>
      toast({
        message: t(active ? 'webhook.isOn' : 'webhook.isOff', { name: webhook.label }),
        undo: () => change(!active).catch(failed),
      }),
    onError: failed,
  });
};

const Row = ({
  webhook,
  table,
  onEdit,
  onDelete,
}: {
  readonly webhook: Entry;
  readonly table: string;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) => {
  const t = useTexts('administration');
  const navigate = useNavigate();
  const { ago, dateTime } = useFormats();
  const words = useWebhookWords();
  const turn = useTurn(webhook);
  const { id, label, url, active, canChange, lastDelivery: last } = webhook;
  const trouble = words.trouble(webhook);
  const items: readonly MenuEntry[] = [
    { id: 'open', label: t('webhook.open'), icon: IconList, onSelect: () => void navigate(screenOf(id)) },
    ...(canChange
      ? [
          { id: 'edit', label: t('webhook.change'), icon: IconPencil, onSelect: onEdit },
          { id: 'line', divider: true } as const,
          { id: 'delete', label: t('webhook.delete'), icon: IconTrash, danger: true, onSelect: onDelete },
        ]
      : []),
  ];
  return (
    <li className={classes['row']} data-off={!active || undefined}>
      <span className={classes['name']}>
        <Link className="t-medium t-cut" to={screenOf(id)}>
          {label}
        </Link>
        {trouble !== undefined && <span className={`t-cut ${classes['trouble']}`}>{trouble}</span>}
      </span>
      <span className={`t-cut ${classes['table']}`}>{table}</span>
      <code className={`t-cut ${classes['address']}`} title={url}>
        {shortened(url)}
      </code>
      <span className={`t-secondary t-cut ${classes['last']}`}>
        {last === null ? (
          t('webhook.never')
        ) : (
          <>
            <Chip small look={last.state === 'delivered' ? 'success' : 'warning'}>
              {t(`webhook.state.${last.state}`)}
            </Chip>{' '}
            <time dateTime={last.at} title={dateTime(last.at)}>
              {ago(last.at)}
            </time>
          </>
        )}
      </span>
      <Switch
        ariaLabel={t('webhook.on', { name: label })}
        checked={turn.isPending ? turn.variables : active}
        disabled={!canChange || turn.isPending}
        onChange={(next) => turn.mutate(next)}
      />
      <Menu
        side="bottom-end"
        items={items}
        anchor={<IconButton size="table" label={t('webhook.menuOf', { name: label })} icon={IconDots} />}
      />
    </li>
  );
};

/** `/automations/webhooks`: what is told to other programs, on and off. */
export const WebhooksScreen = () => {
  const t = useTexts('administration');
  const { data, error, isPending, refetch } = useQuery(webhooksQuery);
  const { data: tables = [] } = useQuery(tablesQuery);
  const { anew } = useWebhookCalls();
  const [search, setSearch] = useState('');
  const [form, setForm] = useState<'new' | Entry>();
  const [shown, setShown] = useState<WithSecret>();
  const [deleting, setDeleting] = useState<Entry>();
  usePageTitle(t('webhook.title'));
  const make = (): void => setForm('new');
  usePrimaryAction({ label: t('webhook.new'), run: make });
  const calm = useCalm(() => void anew());
  useLive(['webhooks'], calm);
  const all = data ?? [];
  const wanted = fold(search);
  const found = all.filter(({ label, url }) => fold(label).includes(wanted) || fold(url).includes(wanted));
  return (
    <div className={shared['place']}>
      <Frame
        back="/home"
        header={<h1 className="t-strong">{t('webhook.title')}</h1>}
        actions={
          <Button variant="primary" size="toolbar" icon={IconPlus} onClick={make}>
            {t('webhook.new')}
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
              label={t('webhook.find')}
              labelHidden
              placeholder={t('webhook.find')}
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
          <EmptyState title={t('webhook.none')} actions={<Button onClick={make}>{t('webhook.new')}</Button>}>
            {t('webhook.noneText')}
          </EmptyState>
        )}
        {all.length > 0 && found.length === 0 && (
          <EmptyState
            drawing="filtered"
            title={t('webhook.nothing')}
            actions={<Button onClick={() => setSearch('')}>{t('webhook.showAll')}</Button>}
          />
        )}
        {found.length > 0 && (
          <div className={automations['list']}>
            <div className={`${classes['row']} ${classes['head']}`} aria-hidden="true">
              <span>{t('webhook.columns.name')}</span>
              <span className={classes['table']}>{t('webhook.columns.table')}</span>
              <span className={classes['address']}>{t('webhook.columns.address')}</span>
              <span className={classes['last']}>{t('webhook.columns.last')}</span>
              <span>{t('webhook.columns.on')}</span>
              <span />
            </div>
            <ul aria-label={t('webhook.title')}>
              {found.map((webhook) => (
                <Row
                  key={webhook.id}
                  webhook={webhook}
                  table={tables.find(({ id }) => id === webhook.tableId)?.label ?? ''}
                  onEdit={() => setForm(webhook)}
                  onDelete={() => setDeleting(webhook)}
                />
              ))}
            </ul>
            <div className={classes['note']}>
              <p className={shared['note']}>
                <IconInfoCircle aria-hidden="true" />
                <span>{t('webhook.note')}</span>
              </p>
            </div>
          </div>
        )}
      </Frame>
      {form !== undefined && shown === undefined && (
        <FormPanel
          {...(form !== 'new' && { webhook: form })}
          onClose={() => setForm(undefined)}
          onMade={(made) => {
            setForm(undefined);
            setShown(made);
          }}
        />
      )}
      {shown && <SecretPanel webhook={shown} onClose={() => setShown(undefined)} />}
      {deleting && <DeleteDialog webhook={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  );
};
