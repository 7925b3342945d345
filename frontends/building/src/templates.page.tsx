import { addTexts, hasRight, NoPermission, usePageTitle, useRights, useTexts } from '@tessera/kit';
import { useLocation, useParams } from 'react-router';
import { Detail } from './templates/detail.tsx';
import { bringRefusals } from './refusal-texts.ts';
import { Gallery } from './templates/gallery.tsx';
import { Mine } from './templates/mine.tsx';

bringRefusals();

await addTexts('building', 'templates', {
  en: () => import('./templates/texts/en.ts'),
  pt: () => import('./templates/texts/pt.ts'),
  es: () => import('./templates/texts/es.ts'),
});

/** `/templates`, `/templates/create` and `/templates/:templateId`. */
export const Page = () => {
  const t = useTexts('building');
  const rights = useRights();
  const { templateId } = useParams();
  const { pathname } = useLocation();
  usePageTitle(t('templates.title'));
  if (!hasRight(rights, 'canViewTemplates'))
    return <NoPermission title={t('templates.denied')}>{t('templates.deniedText')}</NoPermission>;
  if (pathname === '/templates/create') return <Mine />;
  return templateId === undefined ? <Gallery /> : <Detail key={templateId} />;
};
