import { isFirstLoad, Page, Slot, useLanguage, usePageTitle, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { newestQuery } from '../for-you/for-you.resource.ts';
import classes from './home.module.css';
import { useSeesTables } from './sees-tables.ts';
import { TableRowsSkeleton } from './table-rows.tsx';
import { useStartPending } from './use-start-pending.ts';

const StartHere = lazy(async () => ({ default: (await import('./start-here.tsx')).StartHere }));
const ForYouSection = lazy(async () => ({ default: (await import('../for-you/for-you-section.tsx')).ForYouSection }));
const HomeTabs = lazy(async () => ({ default: (await import('../places/home-tabs.tsx')).HomeTabs }));
const HomeStarred = lazy(async () => ({ default: (await import('../places/home-places.tsx')).HomeStarred }));
const HomePlaces = lazy(async () => ({ default: (await import('../places/home-places.tsx')).HomePlaces }));
const Tables = lazy(async () => ({ default: (await import('./tables.tsx')).Tables }));

/** The other home pages; their code comes behind this one. */
const Tabs = () => (
  <Suspense fallback={<div className={classes['tabs']} />}>
    <HomeTabs />
  </Suspense>
);

export const HomePage = () => {
  const t = useTexts('shell');
  const seesTables = useSeesTables();
  const pending = useStartPending();
  // Shown together with the rest, so that nothing moves; what fails at first is not waited for.
  const newest = useQuery(newestQuery(useLanguage()));
  usePageTitle(t('nav.home'));
  return (
    <Page header={<h1 className="t-strong">{t('nav.home')}</h1>} toolbar={<Tabs />}>
      {pending || (isFirstLoad(newest) && newest.failureCount === 0) ? (
        <TableRowsSkeleton />
      ) : (
        <>
          <Suspense fallback={<TableRowsSkeleton />}>
            <StartHere />
            <ForYouSection />
            <HomeStarred />
            {seesTables && <Tables recents />}
            <HomePlaces />
          </Suspense>
          <Slot name="home" given={{}} />
        </>
      )}
    </Page>
  );
};

export const StartHerePage = () => {
  const t = useTexts('shell');
  usePageTitle(t('start.title'));
  return (
    <Page back="/home" header={<h1 className="t-strong">{t('start.title')}</h1>} toolbar={<Tabs />}>
      <Suspense>
        <StartHere hideable={false} />
      </Suspense>
    </Page>
  );
};
