import { Button, EmptyState, hasRight, Loading, type ManifestRoute, NoPermission, NotFound, Page, Skeleton, useRights, useTexts } from '@tessera/kit';
import { IconRefresh } from '@tessera/kit/icons';
import { Component, type ComponentType, createElement, type ReactNode, Suspense, lazy, use, useState } from 'react';
import type { RemoteEntry } from './remotes.ts';
import { remote, retryRemote } from './store.ts';

const pages = new WeakMap<ManifestRoute, ComponentType>();

// One lazy component a route: a new one at each render would unmount the page.
const pageOf = (route: ManifestRoute): ComponentType => {
  const known = pages.get(route);
  if (known) return known;
  const page = lazy(async () => ({ default: (await route.load()).Page }));
  pages.set(route, page);
  return page;
};

const Waiting = () => <Page header={<Skeleton width={140} />}><Loading><span /></Loading></Page>;

type Caught = { readonly failed: boolean };

// A class, because React has no other way to catch what a page throws.
class Boundary extends Component<{ readonly children: ReactNode; readonly renderFailure: (retry: () => void) => ReactNode }, Caught> {
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
    <EmptyState screen drawing="broken" title={t('remote.failed')} actions={<Button icon={IconRefresh} onClick={onRetry}>{t('kit:error.retry')}</Button>}>
      {t('remote.failedText')}
    </EmptyState>
  );
};

const Incompatible = () => {
  const t = useTexts('shell');
  return (
    <EmptyState screen drawing="broken" title={t('remote.newer')} actions={<Button variant="primary" icon={IconRefresh} onClick={() => location.reload()}>{t('remote.reload')}</Button>}>
      {t('remote.newerText')}
    </EmptyState>
  );
};

const Loaded = ({ entry, path, onRetry }: { entry: RemoteEntry; path: string; onRetry: () => void }) => {
  const rights = useRights();
  const state = use(remote(entry));
  if (state.state === 'failed') return <Failed onRetry={onRetry} />;
  if (state.state === 'incompatible') return <Incompatible />;
  const route = state.manifest.routes.find((one) => one.path === path);
  if (!route) return <NotFound />;
  if (!hasRight(rights, route.right)) return <NoPermission />;
  return createElement(pageOf(route));
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
      <Suspense fallback={<Waiting />}><Loaded entry={entry} path={path} onRetry={retry} /></Suspense>
    </Boundary>
  );
};
