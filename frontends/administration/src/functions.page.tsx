import { addTexts, hasRight, NoPermission, NotFound, useRights, useTexts } from '@tessera/kit';
import { lazy, Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { FunctionsScreen } from './lowcode/list-screen.tsx';

await addTexts('administration', 'lowcode', {
  en: () => import('./lowcode/texts/en.ts'),
  pt: () => import('./lowcode/texts/pt.ts'),
  es: () => import('./lowcode/texts/es.ts'),
});

const EditorScreen = lazy(async () => ({ default: (await import('./lowcode/editor-screen.tsx')).EditorScreen }));

const DocumentationScreen = lazy(async () => ({
  default: (await import('./lowcode/documentation-screen.tsx')).DocumentationScreen,
}));

/** `/lowcode`: the functions and triggers, and one in its editor. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const { '*': rest = '', functionId } = useParams();
  if (!hasRight(rights, 'canWriteFunctions'))
    return <NoPermission title={t('lowcode.denied')}>{t('lowcode.deniedText')}</NoPermission>;
  if (functionId !== undefined)
    return /^[0-9a-z]{26}$/.test(functionId) ? (
      <Suspense>
        <EditorScreen key={functionId} id={functionId} />
      </Suspense>
    ) : (
      <NotFound />
    );
  if (/^tables(?:\/table-data\/[0-9a-z]{26})?$/.test(rest)) return <Navigate to={`/automations/${rest}`} replace />;
  if (rest === 'documentation')
    return (
      <Suspense>
        <DocumentationScreen />
      </Suspense>
    );
  if (rest === 'triggers') return <FunctionsScreen key="triggers" kind="triggers" />;
  return rest === '' || rest === 'functions' ? <FunctionsScreen key="functions" kind="functions" /> : <NotFound />;
};
