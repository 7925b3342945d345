import {
  Button,
  copyText,
  Dialog,
  EmptyState,
  ErrorState,
  IconButton,
  Loading,
  Menu,
  Page,
  Skeleton,
  Switch,
  toast,
  useErrorText,
  usePageTitle,
  useSession,
  useTexts,
} from '@tessera/kit';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tessera/kit/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ProviderDialog } from './provider-dialog.tsx';
import { providersApi, providersQuery, type Provider } from './sign-in.resource.ts';
import classes from './sign-in.module.css';

const RemoveDialog = ({ provider, onClose }: { readonly provider: Provider; readonly onClose: () => void }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      await providersApi.remove(provider.id);
      await client.invalidateQueries({ queryKey: providersQuery.queryKey });
    },
    onSuccess: onClose,
  });
  return (
    <Dialog
      opened
      closable={!remove.isPending}
      onClose={onClose}
      title={t('providers.removeTitle', { name: provider.name })}
      onSubmit={() => remove.mutate()}
      footer={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="danger" working={remove.isPending && t('providers.removing')}>
            {t('providers.remove')}
          </Button>
        </>
      }
    >
      <p>{t('providers.removeText')}</p>
      {remove.error !== null && <p role="alert">{errorText(remove.error)}</p>}
    </Dialog>
  );
};

const Row = ({
  provider,
  onEdit,
  onRemove,
}: {
  readonly provider: Provider;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const turn = useMutation({
    mutationFn: async (on: boolean) => {
      await providersApi.change(provider.id, { on });
      await client.invalidateQueries({ queryKey: providersQuery.queryKey });
    },
    onError: (error) => toast({ kind: 'error', message: t('providers.notSaved'), detail: errorText(error) }),
  });
  return (
    <li className={classes['row']}>
      <button type="button" className={classes['name']} onClick={onEdit}>
        <span className="t-medium t-cut">{provider.name}</span>
        <span className="t-caption t-cut">{provider.issuer}</span>
      </button>
      <span className="t-secondary">
        {!provider.has_secret ? t('providers.noSecret') : t(provider.joins ? 'providers.open' : 'providers.closed')}
      </span>
      <Switch
        ariaLabel={t('providers.isOn', { name: provider.name })}
        checked={provider.on}
        disabled={turn.isPending}
        onChange={(on) => turn.mutate(on)}
      />
      <Menu
        side="bottom-end"
        items={[
          { id: 'edit', label: t('providers.edit'), icon: IconPencil, onSelect: onEdit },
          { id: 'remove', label: t('providers.remove'), icon: IconTrash, danger: true, onSelect: onRemove },
        ]}
        anchor={<IconButton size="table" label={t('providers.menuOf', { name: provider.name })} icon={IconDots} />}
      />
    </li>
  );
};

/** The providers by which people of the organization log in. */
export const SignInScreen = () => {
  const t = useTexts('administration');
  const { data, error, refetch } = useQuery(providersQuery);
  const [asked, setAsked] = useState<'new' | { readonly edit?: string; readonly remove?: string }>();
  const { organization, baseUrl } = useSession();
  const page = `${baseUrl}/login?org=${organization.id}`;
  usePageTitle(t('providers.title'));
  const close = (): void => setAsked(undefined);
  const of = (id: string | undefined): Provider | undefined => data?.find((one) => one.id === id);
  const edited = typeof asked === 'object' ? of(asked.edit) : undefined;
  const removed = typeof asked === 'object' ? of(asked.remove) : undefined;
  if (error !== null && data === undefined) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      back="/home"
      header={<h1 className="t-strong t-cut">{t('providers.title')}</h1>}
      actions={
        <Button variant="primary" size="toolbar" icon={IconPlus} onClick={() => setAsked('new')}>
          {t('providers.add')}
        </Button>
      }
    >
      <p className={`t-secondary ${classes['intro']}`}>{t('providers.intro')}</p>
      {data !== undefined && data.length > 0 && (
        <div className={`${classes['callback']} ${classes['intro']}`}>
          <span className="t-caption">{t('providers.page')}</span>
          <code className="t-cut">{page}</code>
          <Button
            size="toolbar"
            onClick={() => void copyText(page).then(() => toast({ message: t('providers.copied'), duration: 3000 }))}
          >
            {t('providers.copy')}
          </Button>
        </div>
      )}
      {data === undefined ? (
        <Loading>
          <Skeleton width={320} height={24} />
        </Loading>
      ) : data.length === 0 ? (
        <EmptyState title={t('providers.none')}>{t('providers.noneText')}</EmptyState>
      ) : (
        <ul className={classes['list']} aria-label={t('providers.title')}>
          {data.map((one) => (
            <Row
              key={one.id}
              provider={one}
              onEdit={() => setAsked({ edit: one.id })}
              onRemove={() => setAsked({ remove: one.id })}
            />
          ))}
        </ul>
      )}
      {(asked === 'new' || edited !== undefined) && (
        <ProviderDialog
          key={edited?.id ?? 'new'}
          provider={edited}
          onMade={(id) => setAsked({ edit: id })}
          onClose={close}
        />
      )}
      {removed !== undefined && <RemoveDialog provider={removed} onClose={close} />}
    </Page>
  );
};
