import { type ReactNode, useContext, useMemo } from 'react';
import {
  type Navigator,
  Router,
  type To,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
  useLocation,
  useRoutes,
} from 'react-router';
import { addressIn, placeIn } from './address.ts';

/** A route of the inner router: below one of the outer, links would go by that. */
const All = ({ children }: { children: ReactNode }) => useRoutes([{ path: '*', element: children }]);

const atRoot = { outlet: null, matches: [], isDataRoute: false };

/**
 * A part of the page in which addresses are those of the product, while the browser's stand below `base`: a page in it
 * reads and follows the addresses that it knows, and stays within `base` wherever that can hold it.
 */
export const Inside = ({ base, children }: { base: string; children: ReactNode }) => {
  const location = useLocation();
  const { navigator } = useContext(NavigationContext);
  const inner = useMemo((): Navigator => {
    const out = (to: To): To =>
      typeof to === 'string' || to.pathname === undefined ? to : { ...to, pathname: addressIn(base, to.pathname) };
    return {
      ...navigator,
      // What a link shows begins with `base` already, also where it leads out.
      createHref: (to) =>
        navigator.createHref(
          typeof to === 'string' || to.pathname === undefined
            ? to
            : { ...to, pathname: addressIn(base, placeIn(base, to.pathname)) },
        ),
      push: (to, state, options) => navigator.push(out(to), state, options),
      replace: (to, state, options) => navigator.replace(out(to), state, options),
    };
  }, [base, navigator]);
  return (
    <RouteContext value={atRoot}>
      {/* A router within a router is refused unless it does not know of the other. */}
      <LocationContext value={null as never}>
        <Router basename={base} location={location} navigator={inner}>
          <All>{children}</All>
        </Router>
      </LocationContext>
    </RouteContext>
  );
};
