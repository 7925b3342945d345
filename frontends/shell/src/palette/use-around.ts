import { hasRight, useRights } from '@tessera/kit';
import type {
  ContextExtension,
  FindingExtension,
  FoundPlace,
  ManifestExtension,
  PlaceCommand,
} from '@tessera/kit/manifest';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { usePlace } from '../frame/place.ts';
import { preferencesQuery } from '../home/home.resource.ts';
import { useManifests } from '../remotes/store.ts';
import { type Opened, openedIn, recentKey } from './opened.ts';

/** In ms: so long the palette waits for what stands at its top, which would push the rest down later. */
const patience = 300;
const freshMs = 10_000;

const isContext = (one: ManifestExtension): one is ContextExtension => one.slot === 'palette.context';
const isFinding = (one: ManifestExtension): one is FindingExtension => one.slot === 'palette.search';

const useExtensionsOf = <E extends ManifestExtension>(is: (one: ManifestExtension) => one is E): readonly E[] => {
  const rights = useRights();
  const manifests = useManifests();
  return useMemo(
    () =>
      manifests
        .flatMap(({ extensions = [] }) => extensions)
        .filter(is)
        .filter(({ right }) => hasRight(rights, right)),
    [manifests, rights, is],
  );
};
/** What the other front ends find: chats, tasks, pages. */
export const useFinding = (): readonly FindingExtension[] => useExtensionsOf(isFinding);

/** What those that answered have, in their order; one that fails has nothing. */
const answersOf = async <T>(asked: readonly Promise<readonly T[]>[]): Promise<readonly T[]> =>
  (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []));

export type Around = {
  /** Whether what stands at the top is known, or nobody waits for it any longer. */
  readonly settled: boolean;
  /** It came after the rest was shown, and goes below. */
  readonly late: boolean;
  readonly commands: readonly PlaceCommand[];
  readonly opened: readonly Opened[];
  readonly places: readonly FoundPlace[];
};

/** What the page that is open offers, and the places that were opened last. */
export const useAround = (): Around => {
  const pathname = usePlace();
  const contexts = useExtensionsOf(isContext);
  const finding = useFinding();
  const { data: preferences } = useQuery(preferencesQuery);
  const opened = useMemo(() => openedIn(preferences?.[recentKey]), [preferences]);
  const addresses = useMemo(() => opened.map(({ to }) => to), [opened]);
  const commands = useQuery({
    queryKey: ['palette-context', pathname, contexts.map(({ id }) => id)],
    queryFn: async ({ signal }) =>
      answersOf(contexts.map(async (one) => (await one.load()).commandsOf(pathname, signal))),
    staleTime: freshMs,
  });
  const places = useQuery({
    queryKey: ['palette-opened', addresses, finding.map(({ id }) => id)],
    queryFn: async ({ signal }) =>
      answersOf(finding.map(async (one) => (await (await one.load()).opened?.(addresses, signal)) ?? [])),
    enabled: addresses.length > 0,
    staleTime: freshMs,
  });
  const pending = commands.isPending || (addresses.length > 0 && places.isPending);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!pending || late) return undefined;
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, [pending, late]);
  return useMemo(
    () => ({
      settled: late || !pending,
      late,
      commands: commands.data ?? [],
      opened,
      places: late ? [] : (places.data ?? []),
    }),
    [late, pending, commands.data, opened, places.data],
  );
};
