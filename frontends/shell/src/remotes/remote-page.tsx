import {
  Button,
  EmptyState,
  hasRight,
  Loading,
  type ManifestRoute,
  NoPermission,
  NotFound,
  Page,
  Skeleton,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconRefresh } from '@tessera/kit/icons';
import {
  Component,
  type ComponentType,
  createElement,
  type ReactNode,
  lazy,
  startTransition,
  Suspense,
  useEffect,
  useState,
} from 'react';
import type { RemoteEntry } from './remotes.ts';
import { remote, retryRemote } from './store.ts';

const FeatureGate = lazy(async () => ({ default: (await import('../plan/gate.tsx')).FeatureGate }));

type Outcome = { readonly value: unknown } | { readonly error: unknown };
/** What promises came to that a page waited for. */
const outcomes = new WeakMap<Promise<unknown>, Outcome>();
const pages = new WeakMap<ManifestRoute, { readonly page: Promise<ComponentType>; readonly attempt: number }>();

/** The page of a route, loaded once; one that failed is loaded again by the next attempt. */
const pageOf = (route: ManifestRoute, attempt: number): Promise<ComponentType> => {
  const known = pages.get(route);
  const outcome = known && outcomes.get(known.page);
  if (known && !(known.attempt !== attempt && outcome && 'error' in outcome)) return known.page;
  const page = route.load().then((module) => module.Page);
  pages.set(route, { page, attempt });
  return page;
};

/**
 * What a promise came to, undefined until then; throws what it failed with. Without Suspense, because React shows
 * nothing within 300 ms after a fallback, which would hold up the first rows of a table by half of that.
 */
const useSettled = <T,>(promise: Promise<T>): T | undefined => {
  const [, redraw] = useState<Outcome>();
  useEffect(() => {
    let left = false;
    const settle = (outcome: Outcome): void => {
      outcomes.set(promise, outcome);
      // In slices: a whole page is much to draw at once.
      if (!left) startTransition(() => redraw(outcome));
    };
    promise.then(
      (value) => settle({ value }),
      (error: unknown) => settle({ error }),
    );
    return () => {
      left = true;
    };
  }, [promise]);
  const outcome = outcomes.get(promise);
  if (outcome && 'error' in outcome) throw outcome.error;
  return outcome?.value as T | undefined;
};

const Waiting = () => (
  <Page header={<Skeleton width={140} />}>
    <Loading>
      <span />
    </Loading>
  </Page>
);

type Caught = { readonly failed: boolean };

// A class, because React has no other way to catch what a page throws.
class Boundary extends Component<
  { readonly children: ReactNode; readonly renderFailure: (retry: () => void) => ReactNode },
  Caught
> {
  override state: Caught = { failed: false };

  static getDerivedStateFromError(): Caught {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.renderFailure(() => this.setState({ failed: false })) : this.props.children;
  }
}

const Failed = ({ onRetry }: { onRetry: () => void }) => {
  const t = useTexts('shell');
  return (
    <EmptyState
      screen
      drawing="broken"
      title={t('remote.failed')}
      actions={
        <Button icon={IconRefresh} onClick={onRetry}>
          {t('kit:error.retry')}
        </Button>
      }
    >
      {t('remote.failedText')}
    </EmptyState>
  );
};

const Incompatible = () => {
  const t = useTexts('shell');
  return (
    <EmptyState
      screen
      drawing="broken"
      title={t('remote.newer')}
      actions={
        <Button variant="primary" icon={IconRefresh} onClick={() => location.reload()}>
          {t('remote.reload')}
        </Button>
      }
    >
      {t('remote.newerText')}
    </EmptyState>
  );
};

const Loaded = ({
  entry,
  path,
  attempt,
  onRetry,
}: {
  entry: RemoteEntry;
  path: string;
  attempt: number;
  onRetry: () => void;
}) => {
  const rights = useRights();
  const state = useSettled(remote(entry));
  if (state === undefined) return <Waiting />;
  if (state.state === 'failed') return <Failed onRetry={onRetry} />;
  if (state.state === 'incompatible') return <Incompatible />;
  const route = state.manifest.routes.find((one) => one.path === path);
  if (!route) return <NotFound />;
  if (!hasRight(rights, route.right)) return <NoPermission />;
  const shown = <Shown route={route} attempt={attempt} />;
  if (route.feature === undefined) return shown;
  return (
    <Suspense fallback={<Waiting />}>
      <FeatureGate feature={route.feature} waiting={<Waiting />}>
        {shown}
      </FeatureGate>
    </Suspense>
  );
};

const Shown = ({ route, attempt }: { route: ManifestRoute; attempt: number }) => {
  const page = useSettled(pageOf(route, attempt));
  return page === undefined ? <Waiting /> : createElement(page);
};

/** A page of a remote in its place. When the remote cannot be had, its place says so and the rest works on. */
export const RemotePage = ({ entry, path }: { entry: RemoteEntry; path: string }) => {
  const [attempt, setAttempt] = useState(0);
  const retry = (): void => {
    retryRemote(entry.name);
    setAttempt(attempt + 1);
  };
  return (
    <Boundary key={attempt} renderFailure={() => <Failed onRetry={retry} />}>
      <Loaded entry={entry} path={path} attempt={attempt} onRetry={retry} />
    </Boundary>
  );
};
