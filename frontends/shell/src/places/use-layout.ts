import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keepPreference, preferencesQuery } from '../home/home.resource.ts';

export type Layout = 'grid' | 'list';
const key = 'home-layout';

/** Whether the person wants cards or lines on the home pages; remembered for them. */
export const useLayout = (): { readonly layout: Layout; readonly setLayout: (next: Layout) => void } => {
  const client = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  return {
    layout: data?.[key] === 'list' ? 'list' : 'grid',
    setLayout: (next) => {
      // What is still on its way says what was chosen before.
      void client.cancelQueries({ queryKey: preferencesQuery.queryKey });
      client.setQueryData(preferencesQuery.queryKey, (before) => ({ ...before, [key]: next }));
      void keepPreference(key, next).catch(() => client.invalidateQueries({ queryKey: preferencesQuery.queryKey }));
    },
  };
};
