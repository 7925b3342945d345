import {
  Button,
  Dialog,
  favoritesQuery,
  IconButton,
  putFavorites,
  Select,
  Tile,
  toast,
  useErrorText,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconPlus, IconX } from '@tessera/kit/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SortList } from '../../table/drag-list.tsx';
import { barIcon } from './icons.ts';
import { usePlaces } from './places.ts';
import classes from './bars.module.css';

const wanted = ['app', 'table', 'workspace', 'favorites'] as const;
const asked = { app: 'app', table: 'table', workspace: 'folder' } as const;

type Favorite = ReturnType<typeof usePlaces>['favorites'][number];

/** What a person keeps at hand: put into order, added to, taken out. Each change is kept at once. */
export const FavoritesDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const rights = useRights();
  const { lists, favorites: kept } = usePlaces(wanted);
  const [moved, setMoved] = useState<readonly Favorite[] | null>(null);
  const favorites = moved ?? kept;
  const put = async (next: readonly Favorite[]): Promise<void> => {
    setMoved(next);
    try {
      await putFavorites(next);
    } catch (error) {
      toast({ kind: 'error', message: t('error.notSaved'), detail: errorText(error) });
    }
    await client.invalidateQueries({ queryKey: favoritesQuery.queryKey });
    setMoved(null);
  };
  const offered = (['app', 'table', 'workspace'] as const).flatMap((from) =>
    from === 'table' && !rights.canViewTablesPages
      ? []
      : lists[from]
          .filter(({ id }) => !favorites.some((one) => one.id === id))
          .map((one) => ({ ...one, type: asked[from], detail: t(`apps.bars.leads.${from}`) })),
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('apps.bars.editFavorites')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('apps.done')}
        </Button>
      }
    >
      <div className={classes['form']}>
        {favorites.length === 0 && <p className="t-secondary">{t('apps.bars.noFavorites')}</p>}
        <SortList
          label={t('apps.bars.favorites')}
          items={favorites.map((one) => ({ ...one, name: one.label || t('unnamed') }))}
          onMove={(id, to) => {
            const one = favorites.find((other) => other.id === id);
            if (one !== undefined) void put(favorites.filter((other) => other !== one).toSpliced(to, 0, one));
          }}
          render={(one) => (
            <span className={classes['row']}>
              <Tile icon={barIcon(null)} color={one.color} />
              <span className="t-cut">{one.name}</span>
              <IconButton
                size="table"
                label={t('apps.bars.unfavorite', { name: one.name })}
                icon={IconX}
                onClick={() => void put(favorites.filter((other) => other.id !== one.id))}
              />
            </span>
          )}
        />
        <Select
          label={t('apps.bars.addFavorite')}
          labelHidden
          icon={IconPlus}
          placeholder={t('apps.bars.addFavorite')}
          value={null}
          searchable
          options={offered.map(({ id, label, detail }) => ({ value: id, label, detail }))}
          onChange={(id) => {
            const one = offered.find((other) => other.id === id);
            if (one !== undefined) void put([...favorites, { id, type: one.type, label: one.label, color: one.color }]);
          }}
        />
      </div>
    </Dialog>
  );
};
