import type { ViewConfig } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { featuresQuery } from '../apps/apps.resource.ts';
import { isPlain, type Way, wayOf } from './layout.ts';

/** Whether the plan has every way to open a form; undefined until it is known. */
export const useEveryWay = (asked: boolean): boolean | undefined => {
  const { data, isPending } = useQuery({ ...featuresQuery, enabled: asked });
  return isPending ? undefined : data?.features.advancedDevFeatures !== 'blocked';
};

/** How a form opens for this person; null until it is known. */
export const useWay = (config: ViewConfig | null): Way | null => {
  const way = wayOf(config);
  const every = useEveryWay(!isPlain(way));
  if (isPlain(way)) return way;
  return every === undefined ? null : wayOf(config, every);
};
