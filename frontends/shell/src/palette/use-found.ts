import { api, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PaletteEntry } from './entries.ts';
import { useFinding } from './use-around.ts';

export const perSection = 5;
/** Characters from which on records are searched, and how long typing rests before, in ms. */
export const leastSearched = 2;
const afterTyping = 200;
const freshMs = 10_000;

/** What is searched for, once typing rests; empty for too little. */
export const useAsked = (wanted: string): string => {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted.length < leastSearched ? '' : wanted), afterTyping);
    return () => clearTimeout(timer);
  }, [wanted]);
  return wanted.length < leastSearched ? '' : asked;
};

type Found = { readonly entries: readonly PaletteEntry[]; readonly searching: boolean };

/** Records that have what is typed in one of their texts, of all tables that the person may read. */
export const useFoundRecords = (
  asked: string,
  most: number,
): Found & { readonly error: unknown; readonly again: () => void } => {
  const t = useTexts('shell');
  const navigate = useNavigate();
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['palette-records', asked, most],
    queryFn: async ({ signal }) =>
      (await api.post('/v3/search', { body: { search: asked, limit: most }, signal })).records,
    enabled: asked !== '',
    staleTime: freshMs,
  });
  const entries = useMemo(
    () =>
      (asked === '' ? [] : (data ?? [])).map((one) => ({
        id: `record.${one.tableId}.${one.id}`,
        section: t('palette.records'),
        label: one.label === '' ? t('palette.unnamed') : one.label,
        detail: one.tableLabel,
        table: { id: one.tableId, color: undefined },
        run: () => void navigate(`/object/${one.tableId}/record/${one.id}`),
      })),
    [t, navigate, asked, data],
  );
  return {
    entries,
    searching: isFetching,
    error: asked === '' || isFetching ? null : error,
    again: () => void refetch(),
  };
};

/** What the other front ends find: chats, tasks, pages. One that fails finds nothing. */
export const useFoundPlaces = (asked: string): Found => {
  const t = useTexts('shell');
  const navigate = useNavigate();
  const finding = useFinding();
  const { data, isFetching } = useQuery({
    queryKey: ['palette-found', asked, finding.map(({ id }) => id)],
    queryFn: async ({ signal }) =>
      Promise.allSettled(finding.map(async (one) => (await one.load()).find(asked, signal))),
    enabled: asked !== '' && finding.length > 0,
    staleTime: freshMs,
  });
  const entries = useMemo(
    () =>
      (asked === '' ? [] : (data ?? [])).flatMap((answer, at) => {
        const { id, label } = finding[at]!;
        const section = t(label);
        return (answer.status === 'fulfilled' ? answer.value : [])
          .slice(0, perSection)
          .map((place) => ({ ...place, id: `${id}.${place.id}`, section, run: () => void navigate(place.to) }));
      }),
    [t, navigate, asked, finding, data],
  );
  return { entries, searching: isFetching };
};
