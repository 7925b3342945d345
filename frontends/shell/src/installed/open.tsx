import { Navigate, useSearchParams } from 'react-router';
import { placeIn } from './link.ts';

/** Where the installed app is opened by a link of its own: the place that the link names, in this window. */
export const OpenPage = () => {
  const [search] = useSearchParams();
  return <Navigate to={placeIn(search.get('at') ?? '')} replace />;
};
