import {
  api,
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  hasRight,
  type Id,
  Skeleton,
  TextInput,
  useErrorText,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconAppWindow, IconFile, IconSearch } from '@tessera/kit/icons';
import { blockType, standsAlone } from '@tessera/proto/blocks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppBlock } from './apps.resource.ts';
import classes from '../blocks/blocks.module.css';

type Place = { readonly id: Id; readonly name: string };

/** Copies a block to another app that you build, or to a doc page, and goes there. */
export const CopyBlock = ({
  appId,
  block,
  onClose,
}: {
  readonly appId: Id;
  readonly block: AppBlock;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const errorText = useErrorText('building');
  const [search, setSearch] = useState('');
  const [refused, setRefused] = useState<unknown>(null);
  const [copies, setCopies] = useState(false);
  const type = blockType(block.config.type);
  const writes = hasRight(useRights(), 'canViewPages') && type !== undefined && standsAlone(type);
  const wanted = search.trim();
  const apps = useQuery({
    queryKey: ['apps'],
    queryFn: async ({ signal }) => (await api.get('/v3/apps', { signal })).apps,
  });
  const pages = useQuery({
    queryKey: ['doc-pages', wanted, false],
    queryFn: async ({ signal }) =>
      (await api.get('/v3/doc-pages', { query: wanted === '' ? {} : { search: wanted }, signal })).pages,
    placeholderData: (before) => before,
    enabled: writes,
  });
  const foundApps = apps.data
    ?.filter(({ id, access }) => id !== appId && access === 'full')
    .filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()))
    .map(({ id, label }) => ({ id, name: label }));
  const foundPages = writes ? pages.data?.map(({ id, title }) => ({ id, name: title })) : [];
  const failed = apps.error === null ? pages : apps;
  const copy = async (to: { readonly appId: Id } | { readonly docPageId: Id }): Promise<void> => {
    setCopies(true);
    try {
      await api.post('/v3/apps/{id}/blocks/{blockId}/copy', { path: { id: appId, blockId: block.id }, body: to });
      if ('appId' in to) await queries.invalidateQueries({ queryKey: ['app', to.appId] });
      onClose();
      void navigate('appId' in to ? `/app/${to.appId}?edit` : `/doc-page/${to.docPageId}`);
    } catch (failure) {
      setRefused(failure);
      setCopies(false);
    }
  };
  const list = (
    label: string,
    Icon: typeof IconFile,
    places: readonly Place[] | undefined,
    onChosen: (id: Id) => void,
  ) =>
    places !== undefined &&
    places.length > 0 && (
      <section className={classes['choiceGroup']} aria-label={label}>
        <h3 className="t-caption">{label}</h3>
        <ul className={classes['choices']}>
          {places.map(({ id, name }) => (
            <li key={id}>
              <button type="button" disabled={copies} onClick={() => onChosen(id)}>
                <Icon aria-hidden="true" />
                <span className="t-cut">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('apps.copyBlock')}
      size="medium"
      footer={<Button onClick={onClose}>{t('kit:cancel')}</Button>}
    >
      <TextInput
        type="search"
        icon={IconSearch}
        label={t('apps.findPlace')}
        maxLength={200}
        value={search}
        onChange={setSearch}
        error={refused === null ? undefined : errorText(refused)}
      />
      {failed.error !== null && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed.error === null && (foundApps === undefined || foundPages === undefined) && (
        <Skeleton width={240} height={16} />
      )}
      {foundApps?.length === 0 && foundPages?.length === 0 && <EmptyState title={t('apps.noPlaces')} />}
      {list(t('apps.apps'), IconAppWindow, foundApps, (id) => void copy({ appId: id }))}
      {list(t('apps.pages'), IconFile, foundPages, (id) => void copy({ docPageId: id }))}
    </Dialog>
  );
};
