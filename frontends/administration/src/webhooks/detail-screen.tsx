import {
  Breadcrumb,
  Button,
  Chip,
  copyText,
  EmptyState,
  ErrorState,
  IconButton,
  isApiError,
  Loading,
  Menu,
  Page as Frame,
  Segmented,
  Skeleton,
  Switch,
  toast,
  useErrorText,
  useFormats,
  useLive,
  usePageTitle,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import { IconCopy, IconDots, IconKey, IconPencil, IconRefresh, IconTrash } from '@tessera/kit/icons';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCalm } from '../automations/use-calm.ts';
import { tableQuery } from '../automations/automations.resource.ts';
import shared from '../tokens/tokens.module.css';
import { DeleteDialog, ReplayDialog, SecretDialog } from './dialogs.tsx';
import { FormPanel } from './form.panel.tsx';
import { useTurn } from './list-screen.tsx';
import { SecretPanel } from './secret.panel.tsx';
import classes from './webhooks.module.css';
import {
  deliveriesQuery,
  deliveryQuery,
  useWebhookCalls,
  webhookQuery,
  type Delivery,
  type Webhook,
  type WithSecret,
} from './webhooks.resource.ts';
import { useWebhookWords } from './words.ts';

const laidOut = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** What one delivery sends and what was answered. */
const DeliveryPanel = ({ webhook, delivery }: { readonly webhook: Webhook; readonly delivery: Delivery }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const { dateTime } = useFormats();
  const words = useWebhookWords();
  const calls = useWebhookCalls();
  const { data, error, refetch } = useQuery(deliveryQuery(webhook.id, delivery.id));
  const again = useMutation({
    mutationFn: () => calls.redeliver(webhook.id, delivery.id),
    onSuccess: () => toast({ message: t('webhook.resent'), duration: 5000 }),
    onError: (problem) => toast({ kind: 'error', message: t('webhook.notSent'), detail: errorText(problem) }),
  });
  const name = delivery.recordLabel === '' ? delivery.recordId : delivery.recordLabel;
  const { look, text } = words.outcome(delivery);
  const body = data?.body ?? null;
  useShortcut(
    { keys: 'r', label: t('webhook.redeliver'), group: t('webhook.title') },
    () => {
      if (!again.isPending) again.mutate();
    },
    { enabled: webhook.canChange && body !== null },
  );
  const answer = data?.answer ?? '';
  return (
    <aside className={classes['panel']} aria-label={t('webhook.deliveryOf', { name, number: delivery.sequence })}>
      <div className={classes['panelHead']}>
        <h2 className="t-strong t-cut">{name}</h2>
        {webhook.canChange && (
          <Button
            size="toolbar"
            icon={IconRefresh}
            disabled={data !== undefined && body === null}
            working={again.isPending && t('webhook.sending')}
            onClick={() => again.mutate()}
          >
            {t('webhook.redeliver')}
          </Button>
        )}
      </div>
      <p className="t-secondary">
        {words.event(delivery.type)} {dateTime(delivery.at)}
      </p>
      <p className={classes['facts']}>
        <Chip small look={look}>
          {text}
        </Chip>
        <span className="t-secondary">{t('webhook.tried', { count: delivery.tries })}</span>
        {delivery.state === 'waiting' && delivery.nextAt !== null && (
          <span className="t-secondary">{t('webhook.nextTry', { when: dateTime(delivery.nextAt) })}</span>
        )}
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Loading>
          <Skeleton width={240} />
        </Loading>
      )}
      {data?.hidden === true && <p className="t-secondary">{t('webhook.hidden')}</p>}
      {data?.hidden === false && body === null && <p className="t-secondary">{t('webhook.bodyGone')}</p>}
      {body !== null && (
        <section className={classes['content']}>
          <h3 className="t-medium">{t('webhook.sent')}</h3>
          <pre tabIndex={0} aria-label={t('webhook.sent')}>
            {laidOut(body)}
          </pre>
        </section>
      )}
      {answer !== '' && (
        <section className={classes['content']}>
          <h3 className="t-medium">{t('webhook.answer')}</h3>
          <pre tabIndex={0} aria-label={t('webhook.answer')}>
            {answer}
          </pre>
        </section>
      )}
    </aside>
  );
};

const Deliveries = ({ webhook, onReplay }: { readonly webhook: Webhook; readonly onReplay: () => void }) => {
  const t = useTexts('administration');
  const { ago, dateTime } = useFormats();
  const words = useWebhookWords();
  const [which, setWhich] = useState<'all' | 'open'>('all');
  const [chosen, setChosen] = useState('');
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(webhook.id, which === 'open'),
  );
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? [];
  const one = deliveries.find(({ id }) => id === chosen);
  return (
    <div className={classes['halves']}>
      <section className={classes['log']} aria-labelledby="deliveries">
        <div className={classes['logHead']}>
          <h2 id="deliveries" className="t-strong">
            {t('webhook.deliveries')}
          </h2>
          <Segmented
            label={t('webhook.which')}
            value={which}
            onChange={setWhich}
            options={(['all', 'open'] as const).map((value) => ({ value, label: t(`webhook.show.${value}`) }))}
          />
          {webhook.canChange && (
            <Button size="toolbar" icon={IconRefresh} onClick={onReplay}>
              {t('webhook.replaySince')}
            </Button>
          )}
        </div>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {isPending && (
          <Loading>
            {[200, 160, 180].map((width) => (
              <div key={width} className={classes['delivery']}>
                <Skeleton width={width} />
              </div>
            ))}
          </Loading>
        )}
        {data && deliveries.length === 0 && (
          <EmptyState title={t(which === 'all' ? 'webhook.noDeliveries' : 'webhook.allDelivered')}>
            {which === 'all' && t('webhook.noDeliveriesText')}
          </EmptyState>
        )}
        <ul aria-label={t('webhook.deliveries')}>
          {deliveries.map((delivery) => {
            const { look, text } = words.outcome(delivery);
            return (
              <li key={delivery.id}>
                <button
                  type="button"
                  className={classes['delivery']}
                  aria-pressed={delivery.id === chosen}
                  onClick={() => setChosen(delivery.id === chosen ? '' : delivery.id)}
                >
                  <time className="t-secondary" dateTime={delivery.at} title={dateTime(delivery.at)}>
                    {ago(delivery.at)}
                  </time>
                  <span className="t-cut">
                    <span className="t-medium">
                      {delivery.recordLabel === '' ? delivery.recordId : delivery.recordLabel}
                    </span>{' '}
                    <span className="t-secondary">{words.event(delivery.type)}</span>
                  </span>
                  <span>
                    <Chip small look={look}>
                      {text}
                    </Chip>
                  </span>
                  <span className={`t-caption ${classes['tries']}`}>
                    {t('webhook.tried', { count: delivery.tries })}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
        {hasNextPage && (
          <Button working={isFetchingNextPage && t('webhook.loading')} onClick={() => void fetchNextPage()}>
            {t('webhook.earlier')}
          </Button>
        )}
      </section>
      {one !== undefined && <DeliveryPanel key={one.id} webhook={webhook} delivery={one} />}
    </div>
  );
};

const Detail = ({ webhook }: { readonly webhook: Webhook }) => {
  const t = useTexts('administration');
  const navigate = useNavigate();
  const { dateTime } = useFormats();
  const words = useWebhookWords();
  const { anew } = useWebhookCalls();
  const turn = useTurn(webhook);
  const [asked, setAsked] = useState<'edit' | 'secret' | 'delete' | 'replay'>();
  const [shown, setShown] = useState<WithSecret>();
  const { data: table } = useQuery({ ...tableQuery(webhook.tableId), retry: false });
  usePageTitle(webhook.label);
  const calm = useCalm(() => void anew());
  useLive([`webhook:${webhook.id}`], calm);
  const close = (): void => setAsked(undefined);
  const trouble = words.trouble(webhook);
  const copy = async (): Promise<void> => {
    if (await copyText(webhook.url)) toast({ message: t('webhook.addressCopied'), duration: 5000 });
  };
  return (
    <div className={shared['place']}>
      <Frame
        back="/automations/webhooks"
        inset={false}
        header={
          <Breadcrumb
            items={[
              { label: t('webhook.title'), to: '/automations/webhooks' },
              { label: <h1 style={{ display: 'inline' }}>{webhook.label}</h1> },
            ]}
          />
        }
        actions={
          <span className={classes['facts']}>
            <Switch
              label={t(webhook.active ? 'webhook.onWord' : 'webhook.offWord')}
              checked={webhook.active}
              disabled={!webhook.canChange || turn.isPending}
              onChange={(next) => turn.mutate(next)}
            />
            {webhook.canChange && (
              <Menu
                side="bottom-end"
                items={[
                  { id: 'edit', label: t('webhook.change'), icon: IconPencil, onSelect: () => setAsked('edit') },
                  { id: 'secret', label: t('webhook.newSecret'), icon: IconKey, onSelect: () => setAsked('secret') },
                  { id: 'line', divider: true },
                  {
                    id: 'delete',
                    label: t('webhook.delete'),
                    icon: IconTrash,
                    danger: true,
                    onSelect: () => setAsked('delete'),
                  },
                ]}
                anchor={<IconButton label={t('webhook.menuOf', { name: webhook.label })} icon={IconDots} />}
              />
            )}
          </span>
        }
      >
        {trouble !== undefined && (
          <div className={classes['banner']} role="alert">
            <span>{trouble}</span>
            {webhook.canChange && webhook.paused !== null && (
              <Button size="toolbar" working={turn.isPending && t('webhook.saving')} onClick={() => turn.mutate(true)}>
                {t('webhook.continue')}
              </Button>
            )}
          </div>
        )}
        <dl className={classes['sheet']}>
          <div>
            <dt>{t('webhook.address')}</dt>
            <dd>
              <code className="t-cut">{webhook.url}</code>
              <IconButton size="table" icon={IconCopy} label={t('webhook.copyAddress')} onClick={() => void copy()} />
            </dd>
          </div>
          <div>
            <dt>{t('webhook.table')}</dt>
            <dd>{table?.label ?? t('webhook.tableGone')}</dd>
          </div>
          <div>
            <dt>{t('webhook.when')}</dt>
            <dd>
              {webhook.events.map((one) => (
                <Chip key={one} small>
                  {t(`webhook.event.${one}`)}
                </Chip>
              ))}
            </dd>
          </div>
          {webhook.fieldIds.length > 0 && (
            <div>
              <dt>{t('webhook.fields')}</dt>
              <dd>
                {webhook.fieldIds.map((id) => (
                  <Chip key={id} small look="outlined">
                    {table?.fields.find((field) => field.id === id)?.name ?? t('webhook.fieldGone')}
                  </Chip>
                ))}
              </dd>
            </div>
          )}
          {webhook.oldSecretUntil !== null && (
            <div>
              <dt>{t('webhook.oldSecret')}</dt>
              <dd>{t('webhook.oldSecretUntil', { when: dateTime(webhook.oldSecretUntil) })}</dd>
            </div>
          )}
        </dl>
        <Deliveries webhook={webhook} onReplay={() => setAsked('replay')} />
      </Frame>
      {asked === 'edit' && <FormPanel webhook={webhook} onClose={close} />}
      {asked === 'secret' && (
        <SecretDialog
          webhook={webhook}
          onClose={close}
          onMade={(made) => {
            close();
            setShown(made);
          }}
        />
      )}
      {asked === 'delete' && (
        <DeleteDialog webhook={webhook} onClose={close} onDeleted={() => void navigate('/automations/webhooks')} />
      )}
      {asked === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {shown && <SecretPanel webhook={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
};

/** `/automations/webhooks/{id}`: one webhook with what it told. */
export const DetailScreen = ({ id }: { readonly id: string }) => {
  const t = useTexts('administration');
  const { data, error, refetch } = useQuery(webhookQuery(id));
  if (data !== undefined) return <Detail webhook={data} />;
  if (isApiError(error) && error.status === 404)
    return (
      <EmptyState
        screen
        title={t('webhook.notFound')}
        actions={<Link to="/automations/webhooks">{t('webhook.title')}</Link>}
      />
    );
  if (error) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  return (
    <Loading>
      <Skeleton width={240} />
    </Loading>
  );
};
