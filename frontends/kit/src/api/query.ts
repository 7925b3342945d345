import { type Query, QueryClient } from '@tanstack/react-query';
import { recovery, type Recovery } from '../recovery.ts';
import { isApiError, isUnavailable } from './error.ts';

const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && (!isApiError(error) || error.status === 0 || error.status === 429 || error.status >= 500);

const missed = ({ state }: Query): boolean => state.status === 'error' && isUnavailable(state.error);

/**
 * The cache of what the server said. The live channel says when it is stale, so time and focus do not. What a page
 * shows and could not get because the server was away is asked for again when it is back.
 */
export const createQueryClient = (back: Recovery = recovery): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        retry: worthRetrying,
        retryDelay: (attempt) => Math.min(4000, 400 * 2 ** attempt),
      },
      mutations: { retry: false },
    },
  });
  /** What pages that are open wait for: from its failure to an answer, however often it is asked for in between. */
  const missing = new Set<string>();
  const again = (): void => void client.refetchQueries({ type: 'active', predicate: missed });
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' && type !== 'removed' && type !== 'observerAdded' && type !== 'observerRemoved') return;
    if (type === 'removed' || !query.isActive()) missing.delete(query.queryHash);
    else if (missed(query)) missing.add(query.queryHash);
    else if (query.state.status !== 'pending') missing.delete(query.queryHash);
    back.report(client, missing.size > 0 ? again : null);
  });
  return client;
};

/**
 * Whether the first answer is awaited. Not so once it failed: what waits for it would be taken away and come back, and a
 * part of the page that comes asks anew, which would never end.
 */
export const isFirstLoad = ({
  isPending,
  errorUpdateCount,
}: {
  readonly isPending: boolean;
  readonly errorUpdateCount: number;
}): boolean => isPending && errorUpdateCount === 0;
