import {
  Avatar,
  Button,
  Check,
  EmptyState,
  ErrorState,
  fold,
  hasRight,
  hueOf,
  IconButton,
  type Id,
  Loading,
  Page as Frame,
  Segmented,
  Skeleton,
  TextInput,
  Tile,
  toast,
  useErrorText,
  useFormats,
  useLive,
  usePageTitle,
  useRights,
  useTexts,
  type User,
} from '@tessera/kit';
import { IconAppWindow, IconRestore, IconSearch, IconTable, IconTrash } from '@tessera/kit/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { usePeople } from '../table/queries.ts';
import { EraseDialog } from './erase.dialog.tsx';
import { archiveItem, eraseTable, restoreItem, type TrashItem, type TrashKind, trashQuery } from './trash.resource.ts';
import classes from './trash.module.css';

type Shown = {
  /** The kind that is shown alone; everything without one. */
  readonly kind: TrashKind | undefined;
  readonly onKind: (kind: TrashKind | undefined) => void;
};
type Trash = Shown & { readonly items: readonly TrashItem[]; readonly erases: boolean };

const useAnew = () => {
  const client = useQueryClient();
  return (): void => {
    void client.invalidateQueries({ queryKey: trashQuery.queryKey });
    for (const key of ['home', 'apps', 'folders']) void client.invalidateQueries({ queryKey: [key] });
  };
};

/** Restores items; the message offers to take that back. */
const useRestore = () => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const anew = useAnew();
  return useMutation({
    mutationFn: async (items: readonly TrashItem[]) => {
      for (const item of items) await restoreItem(item);
    },
    onSuccess: (_, items) =>
      toast({
        message:
          items.length === 1
            ? t(items[0]!.type === 'app' ? 'trash.restoredApp' : 'trash.restored', { name: items[0]!.label })
            : t('trash.restoredMany', { count: items.length }),
        undo: async () => {
          for (const item of items) await archiveItem(item);
          anew();
        },
      }),
    onError: (error) => toast({ kind: 'error', message: t('trash.notRestored'), detail: errorText(error) }),
    onSettled: anew,
  });
};

/** Deletes items forever. There is nothing to take back. */
const useErase = () => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const anew = useAnew();
  return useMutation({
    mutationFn: async (items: readonly TrashItem[]) => {
      for (const { id } of items) await eraseTable(id);
    },
    onSuccess: (_, items) =>
      toast({
        message:
          items.length === 1
            ? t('trash.erased', { table: items[0]!.label })
            : t('trash.erasedMany', { count: items.length }),
      }),
    onError: (error) => toast({ kind: 'error', message: t('trash.notErased'), detail: errorText(error) }),
    onSettled: anew,
  });
};

const Row = ({
  item,
  person,
  chosen,
  working,
  onChoose,
  onRestore,
  onErase,
}: {
  item: TrashItem;
  person: User | undefined;
  chosen: boolean;
  working: boolean;
  onChoose: (chosen: boolean) => void;
  onRestore: () => void;
  /** Where it may be deleted forever. */
  onErase: (() => void) | undefined;
}) => {
  const t = useTexts('building');
  const { ago, dateTime } = useFormats();
  return (
    <li className={classes['row']} data-chosen={chosen || undefined}>
      <Check checked={chosen} ariaLabel={t('trash.select', { name: item.label })} onChange={onChoose} />
      <Tile icon={item.type === 'app' ? IconAppWindow : IconTable} color={item.color || hueOf(item.id)} />
      <span className={classes['name']}>
        <span className="t-medium t-cut">{item.label}</span>
        <span className="t-caption t-cut">
          {item.type === 'app' ? t('trash.app') : t('trash.records', { count: item.records })}
        </span>
      </span>
      <span className={classes['by']}>
        {person && (
          <>
            <Avatar id={person.id} name={person.name} {...(person.photo_url ? { photo: person.photo_url } : {})} />
            <span className="t-cut">{person.name}</span>
          </>
        )}
      </span>
      <time className={classes['at']} dateTime={item.archivedAt} title={dateTime(item.archivedAt)}>
        {ago(item.archivedAt)}
      </time>
      <span className={classes['actions']}>
        <Button
          size="toolbar"
          icon={IconRestore}
          aria-label={t('trash.restore', { name: item.label })}
          working={working && t('trash.restoring')}
          onClick={onRestore}
        >
          {t('restore')}
        </Button>
        {onErase && <IconButton label={t('trash.erase', { table: item.label })} icon={IconTrash} onClick={onErase} />}
      </span>
    </li>
  );
};

const Rows = ({
  items,
  chosen,
  onChoose,
  restore,
  onErase,
}: {
  items: readonly TrashItem[];
  chosen: ReadonlySet<Id>;
  onChoose: (ids: readonly Id[], chosen: boolean) => void;
  restore: ReturnType<typeof useRestore>;
  onErase: ((item: TrashItem) => void) | undefined;
}) => {
  const t = useTexts('building');
  const people = usePeople();
  const list = useRef<HTMLUListElement>(null);
  // The row goes, and the focus with it: the next one's button takes it.
  const take = (item: TrashItem, at: number): void =>
    restore.mutate([item], {
      onSuccess: () => {
        const rows = list.current?.querySelectorAll('li');
        (rows?.[at + 1] ?? rows?.[at - 1])?.querySelector('button')?.focus();
      },
    });
  const count = items.filter(({ id }) => chosen.has(id)).length;
  return (
    <div>
      <div className={`${classes['row']} ${classes['head']}`}>
        <Check
          checked={count === items.length}
          mixed={count > 0 && count < items.length}
          ariaLabel={t('trash.selectAll')}
          onChange={(all) =>
            onChoose(
              items.map(({ id }) => id),
              all,
            )
          }
        />
        <span />
        <span aria-hidden="true">{t('trash.name')}</span>
        <span aria-hidden="true" className={classes['by']}>
          {t('trash.by')}
        </span>
        <span aria-hidden="true" className={classes['at']}>
          {t('trash.at')}
        </span>
        <span />
      </div>
      <ul ref={list} aria-label={t('trash.title')}>
        {items.map((item, at) => (
          <Row
            key={item.id}
            item={item}
            person={people.data?.find(({ id }) => id === item.archivedBy)}
            chosen={chosen.has(item.id)}
            working={restore.isPending && restore.variables.length === 1 && restore.variables[0]!.id === item.id}
            onChoose={(on) => onChoose([item.id], on)}
            onRestore={() => take(item, at)}
            onErase={onErase && item.type === 'table' ? () => onErase(item) : undefined}
          />
        ))}
      </ul>
    </div>
  );
};

const Screen = ({ toolbar, children }: { toolbar?: ReactNode; children: ReactNode }) => {
  const t = useTexts('building');
  return (
    <Frame back="/home" header={<h1 className="t-strong">{t('trash.title')}</h1>} toolbar={toolbar}>
      {children}
    </Frame>
  );
};

const kinds = ['all', 'table', 'app'] as const;
type Kind = (typeof kinds)[number];
const kindNames = { all: 'trash.all', table: 'trash.tables', app: 'trash.apps' } as const;

/** The trash as it was answered: search, kinds, what is selected, and what is asked before it goes forever. */
const Contents = ({ items, erases, kind, onKind }: Trash) => {
  const t = useTexts('building');
  const restore = useRestore();
  const erase = useErase();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set());
  const [asked, setAsked] = useState<readonly TrashItem[]>();
  const wanted = fold(search);
  const shown = items.filter(
    ({ label, type }) => fold(label).includes(wanted) && (kind === undefined || type === kind),
  );
  const selected = shown.filter(({ id }) => chosen.has(id));
  const none = (): void => setChosen(new Set());
  const choose = (ids: readonly Id[], on: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  if (items.length === 0)
    return (
      <Screen>
        <EmptyState title={t('trash.none')} drawing="nothing">
          {t('trash.text')}
        </EmptyState>
      </Screen>
    );
  const bar = (
    <div className={classes['bar']}>
      <TextInput
        className={classes['search'] ?? ''}
        type="search"
        size="toolbar"
        icon={IconSearch}
        label={t('trash.search')}
        labelHidden
        placeholder={t('trash.search')}
        value={search}
        onChange={setSearch}
      />
      <Segmented
        label={t('trash.kind')}
        value={kind ?? 'all'}
        onChange={(next: Kind) => onKind(next === 'all' ? undefined : next)}
        options={kinds.map((value) => ({ value, label: t(kindNames[value]) }))}
      />
      {selected.length === 0 ? (
        <span className={`t-caption ${classes['kept']}`}>{t('trash.kept', { count: items.length })}</span>
      ) : (
        <span className={`${classes['actions']} ${classes['kept']}`}>
          <span className="t-caption" role="status">
            {t('trash.selected', { count: selected.length })}
          </span>
          <Button
            size="toolbar"
            icon={IconRestore}
            working={restore.isPending && restore.variables.length > 1 && t('trash.restoring')}
            onClick={() => restore.mutate(selected, { onSuccess: none })}
          >
            {t('restore')}
          </Button>
          {erases && selected.every(({ type }) => type === 'table') && (
            <Button size="toolbar" icon={IconTrash} onClick={() => setAsked(selected)}>
              {t('trash.eraseSelected')}
            </Button>
          )}
        </span>
      )}
    </div>
  );
  return (
    <Screen toolbar={bar}>
      {shown.length === 0 ? (
        <EmptyState
          title={t(wanted === '' ? 'trash.noneOfKind' : 'trash.nothing')}
          actions={
            <Button
              onClick={() => {
                setSearch('');
                onKind(undefined);
              }}
            >
              {t(wanted === '' ? 'trash.showAll' : 'trash.clear')}
            </Button>
          }
        />
      ) : (
        <Rows
          items={shown}
          chosen={chosen}
          onChoose={choose}
          restore={restore}
          onErase={erases ? (item) => setAsked([item]) : undefined}
        />
      )}
      {asked && (
        <EraseDialog
          items={asked}
          working={erase.isPending}
          onClose={() => setAsked(undefined)}
          onErase={() =>
            erase.mutate(asked, {
              onSuccess: none,
              onSettled: () => setAsked(undefined),
            })
          }
        />
      )}
    </Screen>
  );
};

/** What was deleted, each with the way back. Nothing leaves the trash by itself. */
export const TrashScreen = ({ kind, onKind }: Shown) => {
  const t = useTexts('building');
  const rights = useRights();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(trashQuery);
  usePageTitle(t('trash.title'));
  useLive(['tables', 'apps'], () => void client.invalidateQueries({ queryKey: trashQuery.queryKey }));
  if (data) return <Contents items={data} erases={hasRight(rights, 'isAdmin')} kind={kind} onKind={onKind} />;
  return (
    <Screen>
      {isPending && (
        <Loading>
          {[180, 140, 160].map((width) => (
            <div key={width} className={classes['row']}>
              <Skeleton width={16} height={16} />
              <Skeleton width={20} height={20} />
              <Skeleton width={width} />
              <Skeleton width={72} />
              <Skeleton width={64} />
              <span />
            </div>
          ))}
        </Loading>
      )}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </Screen>
  );
};
