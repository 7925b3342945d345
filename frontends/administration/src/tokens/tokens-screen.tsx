import {
  Avatar,
  Button,
  Chip,
  copyText,
  EmptyState,
  ErrorState,
  fold,
  IconButton,
  Loading,
  Menu,
  type MenuEntry,
  Page as Frame,
  Skeleton,
  Segmented,
  Switch,
  TextInput,
  toast,
  useErrorText,
  useFormats,
  usePageTitle,
  usePrimaryAction,
  useSession,
  useTexts,
  useUrlModal,
} from '@tessera/kit';
import {
  IconCopy,
  IconDots,
  IconInfoCircle,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconTrash,
} from '@tessera/kit/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DeleteDialog, RegenerateDialog } from './dialogs.tsx';
import { RenameDialog } from './rename.dialog.tsx';
import { MakePanel } from './make.panel.tsx';
import { OncePanel } from './once.panel.tsx';
import { ended, highest, includes } from './scopes.ts';
import classes from './tokens.module.css';
import { type Access, changeToken, tablesQuery, type Token, tokensQuery } from './tokens.resource.ts';

const colors: Readonly<Record<Access, string>> = { view: 'blue', edit: 'amber', full: 'violet' };

/** What it may do, as chips; a token without scopes does what its maker may. */
const May = ({ token }: { token: Token }) => {
  const t = useTexts('administration');
  const most = highest(token.scopes);
  if (token.scopes === null) return <Chip small>{t('tokens.asMaker')}</Chip>;
  return (['view', 'edit', 'full'] as const)
    .filter((level) => includes(most, level))
    .map((level) => (
      <Chip key={level} small color={colors[level]}>
        {t(`tokens.level.${level}`)}
      </Chip>
    ));
};

const useWhere = (): ((token: Token) => string) => {
  const t = useTexts('administration');
  const { data: tables } = useQuery(tablesQuery);
  return ({ scopes }) => {
    if (scopes === null || scopes.some(({ table }) => table === '*')) return t('tokens.allTables');
    const only = scopes.length === 1 ? tables?.find(({ id }) => id === scopes[0]!.table) : undefined;
    return only?.label ?? t('tokens.tables', { count: scopes.length });
  };
};

const useEnds = (): ((token: Token) => string | undefined) => {
  const t = useTexts('administration');
  const { date } = useFormats();
  return (token) =>
    token.expires_at === null
      ? undefined
      : t(ended(token, Date.now()) ? 'tokens.ended' : 'tokens.ends', { date: date(token.expires_at) });
};

/** Switches a token on or off at once; the message offers the way back. */
const useSwitch = () => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const client = useQueryClient();
  const change = async (token: Token, on: boolean): Promise<void> => {
    await changeToken(token.id_api_token, { ativo: on ? 1 : 0 });
    await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  };
  return useMutation({
    mutationFn: ({ token, on }: { token: Token; on: boolean }) => change(token, on),
    onSuccess: (_, { token, on }) =>
      toast({
        message: t(on ? 'tokens.isOn' : 'tokens.isOff', { token: token.name }),
        undo: () => change(token, !on),
      }),
    onError: (error) => toast({ kind: 'error', message: t('tokens.notChanged'), detail: errorText(error) }),
  });
};

const Row = ({
  token,
  where,
  ends,
  onEdit,
  onRegenerate,
  onDelete,
}: {
  token: Token;
  where: string;
  ends: string | undefined;
  onEdit: () => void;
  onRegenerate: (() => void) | undefined;
  onDelete: () => void;
}) => {
  const t = useTexts('administration');
  const { ago, dateTime } = useFormats();
  const change = useSwitch();
  const { name, org_created_by: maker, last_used_at: used } = token;
  const on = change.isPending ? change.variables.on : token.ativo === 1;
  const over = ended(token, Date.now());
  const copyId = async (): Promise<void> => {
    if (await copyText(token.id_api_token)) toast({ message: t('tokens.idCopied'), duration: 5000 });
  };
  const items: readonly MenuEntry[] = [
    { id: 'edit', label: t('tokens.rename'), icon: IconPencil, onSelect: onEdit },
    { id: 'copy', label: t('tokens.copyId'), icon: IconCopy, onSelect: () => void copyId() },
    ...(onRegenerate ? [{ id: 'anew', label: t('tokens.regenerate'), icon: IconRefresh, onSelect: onRegenerate }] : []),
    { id: 'line', divider: true },
    { id: 'delete', label: t('tokens.delete'), icon: IconTrash, danger: true, onSelect: onDelete },
  ];
  return (
    <li className={classes['row']} data-off={!on || over || undefined}>
      <span className={classes['name']}>
        <span className="t-medium t-cut">{name}</span>
        {ends !== undefined && <span className="t-caption t-cut">{ends}</span>}
      </span>
      <code className={classes['secret']}>{token.token.replace('…', 'tst_••••')}</code>
      <span className={classes['may']}>
        <May token={token} />
      </span>
      <span className={`t-cut ${classes['where']}`}>{where}</span>
      <span className={classes['by']}>
        <Avatar id={maker.id} name={maker.name} />
        <span className="t-cut">{maker.name}</span>
      </span>
      <span className={classes['used']}>
        {used === null ? (
          t('tokens.never')
        ) : (
          <time dateTime={used} title={dateTime(used)}>
            {ago(used)}
          </time>
        )}
      </span>
      <span>
        <Switch
          checked={on && !over}
          disabled={over}
          ariaLabel={t('tokens.active', { token: name })}
          onChange={(next) => change.mutate({ token, on: next })}
        />
      </span>
      <Menu
        side="bottom-end"
        items={items}
        anchor={<IconButton size="table" label={t('tokens.menuOf', { token: name })} icon={IconDots} />}
      />
    </li>
  );
};

const kinds = ['all', 'on', 'off'] as const;
type Kind = (typeof kinds)[number];

/** A token whose secret is known now and never again. */
type Shown = { readonly token: Token; readonly secret: string };

/** The tokens of programs: list, search, and the panels that make, show and change one. */
export const TokensScreen = () => {
  const t = useTexts('administration');
  const session = useSession();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(tokensQuery);
  const modal = useUrlModal();
  const where = useWhere();
  const ends = useEnds();
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const [shown, setShown] = useState<Shown>();
  const [asked, setAsked] = useState<{ readonly what: 'anew' | 'delete'; readonly token: Token }>();
  usePageTitle(t('tokens.title'));
  const make = (): void => modal.open('addApiToken');
  usePrimaryAction({ label: t('tokens.new'), run: make });
  const tokens = data?.tokens ?? [];
  const wanted = fold(search);
  const found = tokens.filter(
    (one) => fold(one.name).includes(wanted) && (kind === 'all' || (one.ativo === 1) === (kind === 'on')),
  );
  const edited =
    modal.name === 'editApiToken' ? tokens.find((one) => one.id_api_token === modal.params['id']) : undefined;
  const anew = (): Promise<void> => client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  const show = (token: Token): void => {
    setShown({ token, secret: token.token });
    void anew();
  };
  return (
    <div className={classes['place']}>
      <Frame
        back="/home"
        header={<h1 className="t-strong">{t('tokens.title')}</h1>}
        actions={
          <span className={classes['wide']}>
            <Button variant="primary" size="toolbar" icon={IconPlus} onClick={make}>
              {t('tokens.new')}
            </Button>
          </span>
        }
        toolbar={
          tokens.length > 0 && (
            <div className={classes['bar']}>
              <TextInput
                className={classes['search'] ?? ''}
                type="search"
                size="toolbar"
                icon={IconSearch}
                label={t('tokens.search')}
                labelHidden
                placeholder={t('tokens.search')}
                value={search}
                onChange={setSearch}
              />
              <Segmented
                label={t('tokens.kind')}
                value={kind}
                onChange={setKind}
                options={kinds.map((value) => ({ value, label: t(`tokens.kinds.${value}`) }))}
              />
            </div>
          )
        }
      >
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {isPending && (
          <Loading>
            {[180, 140, 160].map((width) => (
              <div key={width} className={classes['row']}>
                <Skeleton width={width} />
                <Skeleton width={96} />
                <Skeleton width={88} />
                <Skeleton width={72} />
              </div>
            ))}
          </Loading>
        )}
        {data && tokens.length === 0 && (
          <EmptyState
            title={t('tokens.none')}
            actions={
              <Button icon={IconPlus} onClick={make}>
                {t('tokens.new')}
              </Button>
            }
          >
            {t('tokens.noneText')}
          </EmptyState>
        )}
        {tokens.length > 0 && found.length === 0 && (
          <EmptyState
            title={t('tokens.nothing')}
            actions={
              <Button
                onClick={() => {
                  setSearch('');
                  setKind('all');
                }}
              >
                {t('tokens.clear')}
              </Button>
            }
          />
        )}
        {found.length > 0 && (
          <div className={classes['list']}>
            <div className={`${classes['row']} ${classes['head']}`} aria-hidden="true">
              <span>{t('tokens.columns.name')}</span>
              <span className={classes['secret']}>{t('tokens.columns.token')}</span>
              <span className={classes['may']}>{t('tokens.columns.may')}</span>
              <span className={classes['where']}>{t('tokens.columns.where')}</span>
              <span className={classes['by']}>{t('tokens.columns.by')}</span>
              <span className={classes['used']}>{t('tokens.columns.used')}</span>
              <span>{t('tokens.columns.active')}</span>
              <span />
            </div>
            <ul aria-label={t('tokens.title')}>
              {found.map((token) => (
                <Row
                  key={token.id_api_token}
                  token={token}
                  where={where(token)}
                  ends={ends(token)}
                  onEdit={() => modal.open('editApiToken', { id: token.id_api_token })}
                  onRegenerate={
                    token.org_created_by.id === session.user.id ? () => setAsked({ what: 'anew', token }) : undefined
                  }
                  onDelete={() => setAsked({ what: 'delete', token })}
                />
              ))}
            </ul>
            <p className={classes['note']}>
              <IconInfoCircle aria-hidden="true" />
              <span>
                {t('tokens.note')} <Link to="/automations/tables">{t('api.see')}</Link>
              </span>
            </p>
          </div>
        )}
      </Frame>
      {modal.name === 'addApiToken' && !shown && (
        <MakePanel
          onClose={modal.close}
          onMade={(token) => {
            show(token);
            modal.close();
          }}
        />
      )}
      {edited && <RenameDialog token={edited} onClose={modal.close} />}
      {shown && <OncePanel token={shown.token} secret={shown.secret} onClose={() => setShown(undefined)} />}
      {asked?.what === 'anew' && (
        <RegenerateDialog
          token={asked.token}
          onClose={() => setAsked(undefined)}
          onMade={(token) => {
            setAsked(undefined);
            show(token);
          }}
        />
      )}
      {asked?.what === 'delete' && <DeleteDialog token={asked.token} onClose={() => setAsked(undefined)} />}
    </div>
  );
};
