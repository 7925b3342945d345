import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './error.ts';

const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && (!isApiError(error) || error.status === 0 || error.status === 429 || error.status >= 500);

/** The cache of what the server said. The live channel says when it is stale, so time and focus do not. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
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
