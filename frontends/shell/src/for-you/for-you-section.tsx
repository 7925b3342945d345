import { useLanguage, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import classes from './for-you.module.css';
import { ForYouList } from './for-you-list.tsx';
import { newestQuery } from './for-you.resource.ts';

/** What is unread, on the home page; nothing where there is none. */
export const ForYouSection = () => {
  const t = useTexts('shell');
  const { data } = useQuery(newestQuery(useLanguage()));
  const rows = data?.notifications.filter(({ isRead }) => !isRead) ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="for-you" className={classes['home']}>
      <div className={classes['head']}>
        <h2 id="for-you">{t('forYou.title')}</h2>
        <Link to="/for-you">{t('forYou.all')}</Link>
      </div>
      <ForYouList label={t('forYou.title')} rows={rows} />
    </section>
  );
};
