import { favoritesQuery, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { appsQuery } from '../home/home.resource.ts';
import { cardOf, Cards, type Card } from './cards.tsx';
import classes from './places.module.css';
import { foldersQuery } from './places.resource.ts';
import { addPlacesTexts } from './texts.ts';

await addPlacesTexts();

const mostStarred = 10;
const mostOthers = 5;

/** Some places of one sort on the home page, with the way to all of them. */
const Section = ({
  title,
  cards,
  most,
  all,
}: {
  readonly title: string;
  readonly cards: readonly Card[];
  readonly most: number;
  readonly all: string;
}) => {
  const t = useTexts('places');
  if (cards.length === 0) return null;
  return (
    <section>
      <div className={classes['heading']}>
        <h2>{title}</h2>
        {cards.length > most && <Link to={all}>{t('showAll')}</Link>}
      </div>
      <Cards label={title} cards={cards.slice(0, most)} />
    </section>
  );
};

/** On the home page: what the person keeps at hand. */
export const HomeStarred = () => {
  const t = useTexts('places');
  const { data = [] } = useQuery(favoritesQuery);
  return <Section title={t('starred')} cards={data} most={mostStarred} all="/home/favorites" />;
};

/** On the home page: the folders, and the apps. */
export const HomePlaces = () => {
  const t = useTexts('places');
  const { data: folders = [] } = useQuery(foldersQuery);
  const { data: apps = [] } = useQuery(appsQuery);
  const tops = folders.filter(({ parentId }) => !folders.some(({ id }) => id === parentId));
  return (
    <>
      <Section title={t('folders')} cards={tops.map(cardOf)} most={mostOthers} all="/home/folders" />
      <Section
        title={t('shell:nav.apps')}
        cards={apps.map(({ id, label, color }) => ({ id, type: 'app', label, color }))}
        most={mostOthers}
        all="/home/apps"
      />
    </>
  );
};
