import {
  api,
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  type Id,
  Skeleton,
  TextInput,
  useErrorText,
  useTexts,
} from '@tessera/kit';
import { IconFile, IconSearch } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import classes from '../blocks/blocks.module.css';

/** Copies a block to a doc page, and goes there. */
export const CopyToPage = ({
  appId,
  blockId,
  onClose,
}: {
  readonly appId: Id;
  readonly blockId: Id;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const navigate = useNavigate();
  const errorText = useErrorText('building');
  const [search, setSearch] = useState('');
  const [refused, setRefused] = useState<unknown>(null);
  const [copies, setCopies] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['doc-pages', search.trim(), false],
    queryFn: async ({ signal }) =>
      (await api.get('/v3/doc-pages', { query: search.trim() === '' ? {} : { search: search.trim() }, signal })).pages,
    placeholderData: (before) => before,
  });
  const copy = async (docPageId: Id): Promise<void> => {
    setCopies(true);
    try {
      await api.post('/v3/apps/{id}/blocks/{blockId}/copy', { path: { id: appId, blockId }, body: { docPageId } });
      onClose();
      void navigate(`/doc-page/${docPageId}`);
    } catch (failure) {
      setRefused(failure);
      setCopies(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('apps.copyToPage')}
      size="medium"
      footer={<Button onClick={onClose}>{t('kit:cancel')}</Button>}
    >
      <TextInput
        type="search"
        icon={IconSearch}
        label={t('apps.findPage')}
        maxLength={200}
        value={search}
        onChange={setSearch}
        error={refused === null ? undefined : errorText(refused)}
      />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width={240} height={16} />}
      {data?.length === 0 && <EmptyState title={t('apps.noPages')} />}
      {data !== undefined && data.length > 0 && (
        <ul className={classes['choices']} aria-label={t('apps.pages')}>
          {data.map((page) => (
            <li key={page.id}>
              <button type="button" disabled={copies} onClick={() => void copy(page.id)}>
                <IconFile aria-hidden="true" />
                <span className="t-cut">{page.title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
};
