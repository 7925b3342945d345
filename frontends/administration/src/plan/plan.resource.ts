import { api } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: ({ signal }) => api.get('/v3/subscription/current', { signal }),
});
export const plansQuery = queryOptions({
  queryKey: ['plan', 'all'],
  queryFn: async ({ signal }) => (await api.get('/v3/subscription/plans', { signal })).plans,
});
export const featuresQuery = queryOptions({
  queryKey: ['plan', 'features'],
  queryFn: ({ signal }) => api.get('/v3/features', { signal }),
});
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => api.get('/v3/account-usage', { signal }),
});
/** Without days: from the first of this month to today, as the organization's zone has it. */
export const runsQuery = (first: string | null, last: string | null) =>
  queryOptions({
    queryKey: ['usage', 'runs', first, last],
    queryFn: ({ signal }) =>
      api.get('/v3/account-usage/automations', {
        query: { ...(first !== null && { start_day: first }), ...(last !== null && { end_day: last }) },
        signal,
      }),
  });
/** The same of functions. */
export const lowcodeQuery = (first: string | null, last: string | null) =>
  queryOptions({
    queryKey: ['usage', 'lowcode', first, last],
    queryFn: ({ signal }) =>
      api.get('/v4/mgt/resources/metrics/lowcode', {
        query: {
          type: 'fcn_per_interval',
          ...(first !== null && { start_day: first }),
          ...(last !== null && { end_day: last }),
        },
        signal,
      }),
  });
