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
  useTexts,
} from '@tessera/kit';
import { IconCopy, IconDots, IconPencil, IconPlayerPlay, IconRefresh, IconTrash } from '@tessera/kit/icons';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { tablesQuery } from '../automations/automations.resource.ts';
import { useCalm } from '../automations/use-calm.ts';
import { functionsQuery } from '../lowcode/functions.resource.ts';
import { SignaturePart } from '../signature/signature.part.tsx';
import shared from '../tokens/tokens.module.css';
import classes from '../webhooks/webhooks.module.css';
import { AddressDialog, DeleteDialog } from './dialogs.tsx';
import own from './incoming.module.css';
import { FormPanel } from './form.panel.tsx';
import {
  callQuery,
  callsQuery,
  oneIncomingQuery,
  useIncomingCalls,
  type Call,
  type Incoming,
  type Tried,
} from './incoming.resource.ts';
import { useTurn } from './use-turn.ts';

const list = '/lowcode/webhooks';
const looks = { waiting: 'warning', done: 'success', failed: 'danger' } as const;

/** A value as it is read, in its lines. */
const Content = ({ label, value }: { readonly label: string; readonly value: unknown }) => (
  <section className={classes['content']}>
    <h3 className="t-medium">{label}</h3>
    <pre tabIndex={0} aria-label={label}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  </section>
);

/** What came of a call, in a few words. */
const useOutcome = () => {
  const t = useTexts('administration');
  return ({ state, tableId, recordLabel, recordId, reason }: Call): string => {
    if (state === 'waiting') return t('incoming.outcome.waiting');
    if (state === 'failed') return reason ?? t('incoming.outcome.failed');
    if (tableId === null) return t('incoming.outcome.called');
    return t('incoming.outcome.added', { name: recordLabel === '' ? (recordId ?? '') : recordLabel });
  };
};

const CallPanel = ({ webhook, call }: { readonly webhook: Incoming; readonly call: Call }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const { dateTime } = useFormats();
  const outcome = useOutcome();
  const calls = useIncomingCalls();
  const { data, error, refetch } = useQuery(callQuery(webhook.id, call.id));
  const again = useMutation({
    mutationFn: () => calls.again(webhook.id, call.id),
    onError: (problem) => toast({ kind: 'error', message: t('incoming.notAgain'), detail: errorText(problem) }),
  });
  const sent = data?.sent ?? null;
  return (
    <aside className={classes['panel']} aria-label={t('incoming.callOf', { when: dateTime(call.at) })}>
      <div className={classes['panelHead']}>
        <h2 className="t-strong t-cut">{t('incoming.callOf', { when: dateTime(call.at) })}</h2>
        {webhook.canChange && call.state === 'failed' && (
          <Button
            size="toolbar"
            icon={IconRefresh}
            disabled={data !== undefined && sent === null}
            working={again.isPending && t('incoming.doing')}
            onClick={() => again.mutate()}
          >
            {t('incoming.again')}
          </Button>
        )}
      </div>
      <p className={classes['facts']}>
        <Chip small look={looks[call.state]}>
          {t(`incoming.state.${call.state}`)}
        </Chip>
        <span className="t-secondary">{outcome(call)}</span>
      </p>
      {call.recordId !== null && call.tableId !== null && (
        <p>
          <Link to={`/object/${call.tableId}?recordId=${call.recordId}`}>{t('incoming.openRecord')}</Link>
        </p>
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Loading>
          <Skeleton width={240} />
        </Loading>
      )}
      {data?.hidden === true && <p className="t-secondary">{t('incoming.hidden')}</p>}
      {data?.hidden === false && sent === null && <p className="t-secondary">{t('incoming.gone')}</p>}
      {sent !== null && (
        <>
          <p className="t-secondary">{t('incoming.from', { address: sent.from })}</p>
          <Content label={t('incoming.body')} value={sent.body} />
          {sent.output !== null && <Content label={t('incoming.answer')} value={sent.output} />}
          <Content label={t('incoming.headers')} value={sent.headers} />
        </>
      )}
    </aside>
  );
};

const Calls = ({ webhook }: { readonly webhook: Incoming }) => {
  const t = useTexts('administration');
  const { ago, dateTime } = useFormats();
  const outcome = useOutcome();
  const [which, setWhich] = useState<'all' | 'failed'>('all');
  const [chosen, setChosen] = useState('');
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    callsQuery(webhook.id, which === 'failed'),
  );
  const calls = data?.pages.flatMap((page) => page.calls) ?? [];
  const one = calls.find(({ id }) => id === chosen);
  return (
    <div className={classes['halves']}>
      <section className={classes['log']} aria-labelledby="calls">
        <div className={classes['logHead']}>
          <h2 id="calls" className="t-strong">
            {t('incoming.calls')}
          </h2>
          <Segmented
            label={t('incoming.which')}
            value={which}
            onChange={setWhich}
            options={(['all', 'failed'] as const).map((value) => ({ value, label: t(`incoming.show.${value}`) }))}
          />
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
        {data && calls.length === 0 && (
          <EmptyState title={t(which === 'all' ? 'incoming.noCalls' : 'incoming.noneFailed')}>
            {which === 'all' && t('incoming.noCallsText')}
          </EmptyState>
        )}
        <ul aria-label={t('incoming.calls')}>
          {calls.map((call) => (
            <li key={call.id}>
              <button
                type="button"
                className={classes['delivery']}
                aria-pressed={call.id === chosen}
                onClick={() => setChosen(call.id === chosen ? '' : call.id)}
              >
                <time className="t-secondary" dateTime={call.at} title={dateTime(call.at)}>
                  {ago(call.at)}
                </time>
                <span className="t-cut">{outcome(call)}</span>
                <span>
                  <Chip small look={looks[call.state]}>
                    {t(`incoming.state.${call.state}`)}
                  </Chip>
                </span>
                <span />
              </button>
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button working={isFetchingNextPage && t('incoming.loading')} onClick={() => void fetchNextPage()}>
            {t('incoming.earlier')}
          </Button>
        )}
      </section>
      {one !== undefined && <CallPanel key={one.id} webhook={webhook} call={one} />}
    </div>
  );
};

const Result = ({ tried }: { readonly tried: Tried }) => {
  const t = useTexts('administration');
  return (
    <div className={classes['banner']} role="status">
      <span>{tried.error === null ? t('incoming.testDone') : tried.error.reason}</span>
      {tried.error === null && <code className="t-cut">{JSON.stringify(tried.output)}</code>}
    </div>
  );
};

const Detail = ({ webhook }: { readonly webhook: Incoming }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const navigate = useNavigate();
  const calls = useIncomingCalls();
  const turn = useTurn(webhook);
  const [asked, setAsked] = useState<'edit' | 'address' | 'delete'>();
  const { data: tables = [] } = useQuery(tablesQuery);
  const { data: functions = [] } = useQuery(functionsQuery);
  const test = useMutation({
    mutationFn: () => calls.test(webhook.id),
    onError: (problem) => toast({ kind: 'error', message: t('incoming.notTested'), detail: errorText(problem) }),
  });
  const { id, name, active, canChange, url, token, tableId, functionId, lastCall, signed, oldSecretUntil } = webhook;
  usePageTitle(name);
  const calm = useCalm(() => void calls.anew());
  useLive(['incoming'], calm);
  const close = (): void => setAsked(undefined);
  const target = (tableId === null ? functions : tables).find((one) => one.id === (tableId ?? functionId));
  const copy = async (): Promise<void> => {
    if (await copyText(url ?? '')) toast({ message: t('incoming.addressCopied'), duration: 5000 });
  };
  return (
    <div className={shared['place']}>
      <Frame
        back={list}
        inset={false}
        header={
          <Breadcrumb
            items={[{ label: t('incoming.title'), to: list }, { label: <h1 style={{ display: 'inline' }}>{name}</h1> }]}
          />
        }
        actions={
          <span className={classes['facts']}>
            <Switch
              label={t(active ? 'incoming.onWord' : 'incoming.offWord')}
              checked={turn.isPending ? turn.variables : active}
              disabled={!canChange || turn.isPending}
              onChange={(next) => turn.mutate(next)}
            />
            {canChange && (
              <>
                <Button
                  size="toolbar"
                  icon={IconPlayerPlay}
                  disabled={lastCall === null}
                  working={test.isPending && t('incoming.testing')}
                  onClick={() => test.mutate()}
                >
                  {t('incoming.test')}
                </Button>
                <Menu
                  side="bottom-end"
                  items={[
                    { id: 'edit', label: t('incoming.change'), icon: IconPencil, onSelect: () => setAsked('edit') },
                    {
                      id: 'address',
                      label: t('incoming.newAddress'),
                      icon: IconRefresh,
                      onSelect: () => setAsked('address'),
                    },
                    { id: 'line', divider: true },
                    {
                      id: 'delete',
                      label: t('incoming.delete'),
                      icon: IconTrash,
                      danger: true,
                      onSelect: () => setAsked('delete'),
                    },
                  ]}
                  anchor={<IconButton label={t('incoming.menuOf', { name })} icon={IconDots} />}
                />
              </>
            )}
          </span>
        }
      >
        {test.data && <Result tried={test.data} />}
        <dl className={classes['sheet']}>
          <div>
            <dt>{t('incoming.address')}</dt>
            <dd className={own['address']}>
              <code className="t-cut">{url ?? token}</code>
              {url !== null && (
                <IconButton
                  size="table"
                  icon={IconCopy}
                  label={t('incoming.copyAddress')}
                  onClick={() => void copy()}
                />
              )}
            </dd>
          </div>
          <div>
            <dt>{t('incoming.goesTo')}</dt>
            <dd>
              <Chip small>{t(`incoming.target.${tableId === null ? 'function' : 'table'}`)}</Chip>{' '}
              {target?.label ?? t('incoming.targetGone')}
            </dd>
          </div>
        </dl>
        <p className={`t-secondary ${own['lead']}`}>
          {t(signed ? 'incoming.addressSigned' : 'incoming.addressHelp')}{' '}
          {lastCall === null ? t('incoming.noLast') : t('incoming.testHelp')}
        </p>
        <div className={own['signature']}>
          <SignaturePart
            signed={signed}
            oldSecretUntil={oldSecretUntil}
            disabled={!canChange}
            heading="h2"
            make={(secret) => calls.sign(id, secret)}
            remove={() => calls.unsign(id)}
          />
        </div>
        <Calls webhook={webhook} />
      </Frame>
      {asked === 'edit' && <FormPanel webhook={webhook} onClose={close} />}
      {asked === 'address' && <AddressDialog webhook={webhook} onClose={close} />}
      {asked === 'delete' && (
        <DeleteDialog webhook={{ id, name }} onClose={close} onDeleted={() => void navigate(list)} />
      )}
    </div>
  );
};

/** `/lowcode/webhooks/{id}`: one incoming webhook with what was sent there. */
export const DetailScreen = ({ id }: { readonly id: string }) => {
  const t = useTexts('administration');
  const { data, error, refetch } = useQuery(oneIncomingQuery(id));
  if (data !== undefined) return <Detail webhook={data} />;
  if (isApiError(error) && error.status === 404)
    return <EmptyState screen title={t('incoming.notFound')} actions={<Link to={list}>{t('incoming.title')}</Link>} />;
  if (error) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  return (
    <Loading>
      <Skeleton width={240} />
    </Loading>
  );
};
