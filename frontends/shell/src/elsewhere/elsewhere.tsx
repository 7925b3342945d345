import { NotFound, usePageTitle, useTexts } from '@tessera/kit';
import { Navigate, useLocation } from 'react-router';
import { movedTo } from './moved.ts';

const Missing = () => {
  const t = useTexts('kit');
  usePageTitle(t('missing.title'));
  return <NotFound />;
};

/** What stands at no address of ours: a page that moved, or none. */
export const Elsewhere = () => {
  const { pathname, search } = useLocation();
  const to = movedTo(pathname);
  return to === undefined || to === pathname ? <Missing /> : <Navigate to={`${to}${search}`} replace />;
};
