import {
  Button,
  EmptyState,
  ErrorState,
  hasRight,
  Loading,
  Page as Screen,
  Segmented,
  Skeleton,
  TextInput,
  toast,
  useErrorText,
  useFormats,
  useLive,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconFile, IconPlus, IconSearch } from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { pagesApi, pagesQuery } from './pages.resource.ts';
import classes from './pages.module.css';

/** The pages of the organization, by title. */
export const ListScreen = () => {
  const t = useTexts('collaboration');
  const formats = useFormats();
  const navigate = useNavigate();
  const rights = useRights();
  const client = useQueryClient();
  const errorText = useErrorText('collaboration');
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<'live' | 'trash'>('live');
  const words = useDeferredValue(search.trim());
  const { data, error, refetch } = useQuery(pagesQuery(words, kind === 'trash'));
  usePageTitle(t('pages.title'));
  useLive(['pages'], () => void client.invalidateQueries({ queryKey: ['doc-pages'] }));
  const failed = (problem: unknown): void =>
    void toast({ kind: 'error', message: t('pages.notSaved'), detail: errorText(problem) });
  const create = (): void =>
    void pagesApi.create(t('pages.untitled')).then(({ id }) => void navigate(`/doc-page/${id}`), failed);
  const restore = (id: string): void =>
    void pagesApi.restore(id).then(() => client.invalidateQueries({ queryKey: ['doc-pages'] }), failed);
  const creates = hasRight(rights, 'canCreatePages');
  return (
    <Screen
      header={<h1 className="t-strong">{t('pages.title')}</h1>}
      back="/home"
      actions={
        creates && (
          <Button variant="primary" size="toolbar" icon={IconPlus} onClick={create}>
            {t('pages.new')}
          </Button>
        )
      }
    >
      <div className={classes['tools']}>
        <TextInput
          type="search"
          size="toolbar"
          icon={IconSearch}
          label={t('pages.search')}
          labelHidden
          placeholder={t('pages.search')}
          value={search}
          onChange={setSearch}
        />
        {creates && (
          <Segmented
            label={t('pages.which')}
            value={kind}
            options={[
              { value: 'live', label: t('pages.live') },
              { value: 'trash', label: t('pages.trash') },
            ]}
            onChange={setKind}
          />
        )}
      </div>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading>
          <Skeleton width={320} height={24} />
        </Loading>
      ) : data.length === 0 ? (
        <EmptyState
          title={t(words === '' ? (kind === 'live' ? 'pages.none' : 'pages.noTrash') : 'pages.nothing')}
          actions={creates && kind === 'live' && words === '' && <Button onClick={create}>{t('pages.new')}</Button>}
        >
          {t('pages.noneText')}
        </EmptyState>
      ) : (
        <ul className={classes['list']} aria-label={t('pages.title')}>
          {data.map((one) => (
            <li key={one.id}>
              <IconFile aria-hidden="true" />
              {one.archived ? (
                <>
                  <span className="t-cut">{one.title}</span>
                  <Button size="toolbar" onClick={() => restore(one.id)}>
                    {t('pages.restore')}
                  </Button>
                </>
              ) : (
                <Link to={`/doc-page/${one.id}`} className="t-cut">
                  {one.title}
                </Link>
              )}
              <time className="t-secondary" dateTime={one.changedAt}>
                {formats.ago(one.changedAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
};
