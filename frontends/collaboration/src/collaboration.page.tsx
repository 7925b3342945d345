import { EmptyState, Page as Screen, usePageTitle, useTexts } from '@tessera/kit';

/** `/collaboration`. */
export const Page = () => {
  const t = useTexts('collaboration');
  usePageTitle(t('title'));
  return (
    <Screen header={<h1 className="t-strong">{t('title')}</h1>}>
      <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
    </Screen>
  );
};
