import {
  Avatar,
  Button,
  EmptyState,
  ErrorState,
  fold,
  hueOf,
  Loading,
  Page as Frame,
  Skeleton,
  TextInput,
  Tile,
  toast,
  useErrorText,
  useFormats,
  useLive,
  usePageTitle,
  useTexts,
  type User,
} from '@tessera/kit';
import { IconRestore, IconSearch, IconTable } from '@tessera/kit/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { usePeople } from '../table/queries.ts';
import { archiveTable, restoreItem, type TrashItem, trashQuery } from './trash.resource.ts';
import classes from './trash.module.css';

/** Restores one item; the message offers to take that back. */
const useRestore = () => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const anew = (): void => {
    void client.invalidateQueries({ queryKey: trashQuery.queryKey });
    void client.invalidateQueries({ queryKey: ['home'] });
  };
  return useMutation({
    mutationFn: restoreItem,
    onSuccess: (_, { id, label }) =>
      toast({
        message: t('trash.restored', { table: label }),
        undo: async () => {
          await archiveTable(id);
          anew();
        },
      }),
    onError: (error) => toast({ kind: 'error', message: t('trash.notRestored'), detail: errorText(error) }),
    onSettled: anew,
  });
};

const Row = ({
  item,
  person,
  working,
  onRestore,
}: {
  item: TrashItem;
  person: User | undefined;
  working: boolean;
  onRestore: () => void;
}) => {
  const t = useTexts('building');
  const { ago, dateTime } = useFormats();
  return (
    <li className={classes['row']}>
      <Tile icon={IconTable} color={item.color || hueOf(item.id)} />
      <span className={classes['name']}>
        <span className="t-medium t-cut">{item.label}</span>
        <span className="t-caption t-cut">{t('trash.records', { count: item.records })}</span>
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
      <Button
        size="toolbar"
        icon={IconRestore}
        aria-label={t('trash.restore', { table: item.label })}
        working={working && t('trash.restoring')}
        onClick={onRestore}
      >
        {t('restore')}
      </Button>
    </li>
  );
};

const Rows = ({ items, search, onClear }: { items: readonly TrashItem[]; search: string; onClear: () => void }) => {
  const t = useTexts('building');
  const people = usePeople();
  const restore = useRestore();
  const list = useRef<HTMLUListElement>(null);
  const wanted = fold(search);
  const shown = items.filter(({ label }) => fold(label).includes(wanted));
  if (items.length === 0)
    return (
      <EmptyState title={t('trash.none')} drawing="nothing">
        {t('trash.text')}
      </EmptyState>
    );
  if (shown.length === 0)
    return <EmptyState title={t('trash.nothing')} actions={<Button onClick={onClear}>{t('trash.clear')}</Button>} />;
  // The row goes, and the focus with it: the next one's button takes it.
  const take = (item: TrashItem, at: number): void =>
    restore.mutate(item, {
      onSuccess: () => {
        const buttons = list.current?.querySelectorAll('button');
        (buttons?.[at + 1] ?? buttons?.[at - 1])?.focus();
      },
    });
  return (
    <div>
      <div className={`${classes['row']} ${classes['head']}`} aria-hidden="true">
        <span />
        <span>{t('trash.name')}</span>
        <span className={classes['by']}>{t('trash.by')}</span>
        <span className={classes['at']}>{t('trash.at')}</span>
        <span />
      </div>
      <ul ref={list} aria-label={t('trash.title')}>
        {shown.map((item, at) => (
          <Row
            key={item.id}
            item={item}
            person={people.data?.find(({ id }) => id === item.archivedBy)}
            working={restore.isPending && restore.variables.id === item.id}
            onRestore={() => take(item, at)}
          />
        ))}
      </ul>
    </div>
  );
};

/** What was deleted, each with the way back. Nothing leaves the trash by itself. */
export const TrashScreen = () => {
  const t = useTexts('building');
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(trashQuery);
  const [search, setSearch] = useState('');
  usePageTitle(t('trash.title'));
  useLive(['tables'], () => void client.invalidateQueries({ queryKey: trashQuery.queryKey }));
  return (
    <Frame
      back="/home"
      header={<h1 className="t-strong">{t('trash.title')}</h1>}
      toolbar={
        data &&
        data.length > 0 && (
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
            <span className={`t-caption ${classes['kept']}`}>{t('trash.kept', { count: data.length })}</span>
          </div>
        )
      }
    >
      {isPending && (
        <Loading>
          {[180, 140, 160].map((width) => (
            <div key={width} className={classes['row']}>
              <Skeleton width={20} height={20} />
              <Skeleton width={width} />
              <Skeleton width={72} />
              <Skeleton width={64} />
              <span />
            </div>
          ))}
        </Loading>
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Rows items={data} search={search} onClear={() => setSearch('')} />}
    </Frame>
  );
};
