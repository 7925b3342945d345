import { type Id, type Table, toast, useErrorText, useTexts, type View, type ViewConfig } from '@tessera/kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { savable } from '../data/filters.ts';
import { usePrefer, useTableUpdate } from '../table/queries.ts';
import { tableApi } from '../table/table.resource.ts';
import { sameConfig } from './view-state.ts';

const isConfig = (value: unknown): value is ViewConfig =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The view as this person sees it: what is saved for everyone, with their own changes over it until they reset or save
 * them.
 */
export const useView = (
  table: Table,
  view: View,
  preferences: Readonly<Record<string, unknown>>,
  /** The type's own parts as they are where a configuration does not say them. */
  usual: Readonly<Record<string, unknown>>,
) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const prefer = usePrefer();
  const update = useTableUpdate(table.id);
  const key = `viewDraft:${view.id}`;
  const kept = preferences[key];
  const [draft, setDraft] = useState<{ readonly viewId: Id; readonly config: ViewConfig } | null>(
    isConfig(kept) ? { viewId: view.id, config: kept } : null,
  );
  const own = draft?.viewId === view.id ? draft.config : isConfig(kept) && draft === null ? kept : null;
  const config = own ?? view.config;
  const changed = own !== null && !sameConfig(table, own, view.config, usual, view.type);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const waiting = useRef<{ readonly key: string; readonly value: ViewConfig } | null>(null);
  const flush = useCallback(
    (leaving = false): void => {
      clearTimeout(timer.current);
      const unsaved = waiting.current;
      waiting.current = null;
      if (unsaved) prefer(unsaved.key, unsaved.value, leaving);
    },
    [prefer],
  );

  const latest = useRef(config);
  latest.current = config;
  const change = useCallback(
    (next: ViewConfig | ((before: ViewConfig) => ViewConfig)): void => {
      const value = typeof next === 'function' ? next(latest.current) : next;
      latest.current = value;
      setDraft({ viewId: view.id, config: value });
      if (waiting.current?.key !== key) flush();
      waiting.current = { key, value };
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, 500);
    },
    [view.id, key, flush],
  );
  // What was changed a moment ago is kept as well when the page is left or closed.
  useEffect(() => {
    const leave = (): void => flush(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      flush();
    };
  }, [flush]);

  const forget = useCallback((): void => {
    clearTimeout(timer.current);
    waiting.current = null;
  }, []);
  const drop = useCallback((): void => {
    forget();
    setDraft({ viewId: view.id, config: view.config });
    prefer(key, null);
  }, [view, key, prefer, forget]);

  const save = useCallback(async (): Promise<void> => {
    try {
      const saved = await tableApi.changeView(table.id, view.id, { config: savable(latest.current, table.fields) });
      forget();
      prefer(key, null);
      setDraft({ viewId: view.id, config: saved.config });
      update({ ...table, views: table.views.map((one) => (one.id === view.id ? saved : one)) });
      toast({ message: t(view.personal ? 'view.savedOwn' : 'view.saved') });
    } catch (error) {
      toast({ kind: 'error', message: t('view.notSaved'), detail: errorText(error) });
    }
  }, [table, view.id, view.personal, key, prefer, update, t, errorText, forget]);

  return useMemo(() => ({ config, changed, change, reset: drop, save }), [config, changed, change, drop, save]);
};

export type ViewState = ReturnType<typeof useView>;
