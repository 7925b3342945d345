import { useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { cardOf, Cards } from './folders.page.tsx';
import classes from './places.module.css';
import { favoritesQuery, foldersQuery } from './places.resource.ts';

/** On the home page: what the person keeps at hand, and the folders. */
export const HomePlaces = () => {
  const t = useTexts('places');
  const { data: favorites = [] } = useQuery(favoritesQuery);
  const { data: folders = [] } = useQuery(foldersQuery);
  const tops = folders.filter(({ parentId }) => !folders.some(({ id }) => id === parentId));
  return (
    <>
      {favorites.length > 0 && (
        <section className={classes['section']}>
          <h2>{t('favorites')}</h2>
          <Cards label={t('favorites')} cards={favorites} />
        </section>
      )}
      {tops.length > 0 && (
        <section className={classes['section']}>
          <h2>{t('folders')}</h2>
          <Cards label={t('folders')} cards={tops.map(cardOf)} />
        </section>
      )}
    </>
  );
};
