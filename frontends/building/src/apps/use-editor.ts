import { blockType, grids, leastSize, settle, type Size } from '@tessera/proto/blocks';
import { toast, useErrorText, useLive, useTexts, type Id } from '@tessera/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { blockViewOf } from '../blocks/list.ts';
import {
  type App,
  appQuery,
  appsApi,
  type Changed,
  type Config,
  type Place,
  stepsOfBars,
  withParts,
} from './apps.resource.ts';

/** A setting is sent when nothing more was set for so long. */
const pauseMs = 500;
/** Undo goes back so many steps. */
const mostSteps = 200;

/**
 * What a builder does with an app: shown at once, sent one after the other, and taken back step by step. What is refused
 * is said, and the app is asked for again.
 */
export const useEditor = (app: App) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Id | null>(null);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(0);
  const steps = useRef<{ readonly undo: string[]; readonly redo: string[] }>({ undo: [], redo: [] });
  const [, redraw] = useState(0);
  const { queryKey } = appQuery(app.id, true);
  const latest = useRef(app);
  latest.current = app;
  const queue = useRef(Promise.resolve());
  /** Changes that were sent and have no answer yet. */
  const sending = useRef(0);
  /** Settings that are shown and not sent yet, by block. */
  const waiting = useRef(new Map<Id, Config>());

  const show = useCallback(
    (next: App): void => {
      latest.current = next;
      client.setQueryData(queryKey, next);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is that of the app
    [client, app.id],
  );
  /** Shows what the server answered, under what was set meanwhile; what is behind a later change is passed over. */
  const answered = useCallback(
    (next: App): void => {
      if (sending.current > 0) return;
      const components = next.components.map((one) => ({
        ...one,
        config: withParts(one.config, waiting.current.get(one.id)),
      }));
      show({ ...next, components });
    },
    [show],
  );
  const failed = useCallback(
    (error: unknown): void => {
      toast({ kind: 'error', message: t('apps.notSaved'), detail: errorText(error) });
      void client.invalidateQueries({ queryKey: ['app', app.id] });
    },
    [client, app.id, t, errorText],
  );
  /** Sends one change after those before it. */
  const send = useCallback(
    (work: () => Promise<Changed>): Promise<void> => {
      setBusy((count) => count + 1);
      sending.current++;
      const sent = queue.current.then(async () => {
        try {
          const { app: next, commit } = await work().finally(() => {
            sending.current--;
          });
          if (commit !== null) {
            steps.current.undo.push(commit);
            steps.current.undo.splice(0, steps.current.undo.length - mostSteps);
            steps.current.redo.length = 0;
          }
          answered(next);
        } catch (error) {
          failed(error);
        } finally {
          setBusy((count) => count - 1);
          redraw((count) => count + 1);
        }
      });
      queue.current = sent;
      return sent;
    },
    [answered, failed],
  );
  // What others changed is asked for once nothing of one's own is on its way.
  useLive([`app:${app.id}`], () => {
    void queue.current.then(() => {
      if (sending.current === 0 && waiting.current.size === 0) void client.invalidateQueries({ queryKey });
    });
  });

  const step = useCallback(
    async (from: 'undo' | 'redo'): Promise<void> => {
      await queue.current;
      const commit = steps.current[from].pop();
      if (commit === undefined) return;
      try {
        const back = await appsApi.undo(commit);
        if (back !== null) steps.current[from === 'undo' ? 'redo' : 'undo'].push(back);
        await client.invalidateQueries({ queryKey: ['app', app.id] });
        setSaid(t(from === 'undo' ? 'apps.undone' : 'apps.redone'));
      } catch (error) {
        failed(error);
      }
      redraw((count) => count + 1);
    },
    [client, app.id, failed, t],
  );

  const leastOf = useCallback(
    (id: Id): Size =>
      blockType(latest.current.components.find((one) => one.id === id)?.config.type ?? '')?.least ?? leastSize,
    [],
  );
  /** The layout with some blocks elsewhere, as the server will decide it. */
  const preview = useCallback(
    (moved: readonly Place[]): readonly Place[] =>
      settle(latest.current.layouts.desktop.components, moved, grids.desktop, leastOf),
    [leastOf],
  );
  const place = useCallback(
    (moved: readonly Place[]): void => {
      const now = latest.current;
      show({ ...now, layouts: { ...now.layouts, desktop: { components: [...preview(moved)] } } });
      void send(() => appsApi.place(app.id, moved));
    },
    [app.id, preview, send, show],
  );

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback((): void => {
    clearTimeout(timer.current);
    for (const [id, parts] of waiting.current) void send(() => appsApi.configure(app.id, id, parts));
    waiting.current = new Map();
  }, [app.id, send]);
  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  const configure = useCallback(
    (id: Id, parts: Config): void => {
      const now = latest.current;
      const components = now.components.map((one) => {
        return one.id === id ? { ...one, config: withParts(one.config, parts) } : one;
      });
      show({ ...now, components });
      waiting.current.set(id, { ...waiting.current.get(id), ...parts });
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, pauseMs);
    },
    [show, flush],
  );

  const add = useCallback(
    (type: string, config: Config, desktop?: Omit<Place, 'id'>): void => {
      flush();
      void send(async () => {
        const made = await appsApi.add(app.id, { type, config, ...(desktop && { desktop }) });
        setChosen(made.blockId);
        return made;
      });
    },
    [app.id, send, flush],
  );
  const remove = useCallback(
    (id: Id): void => {
      flush();
      const now = latest.current;
      setChosen(null);
      show({
        ...now,
        components: now.components.filter((one) => one.id !== id),
        layouts: {
          ...now.layouts,
          desktop: { components: now.layouts.desktop.components.filter((one) => one.id !== id) },
        },
      });
      void send(async () => {
        const changed = await appsApi.remove(app.id, id);
        toast({ message: t('apps.removed'), undo: () => step('undo') });
        return changed;
      });
    },
    [app.id, send, show, step, flush, t],
  );
  const double = useCallback(
    (id: Id): void => {
      const now = latest.current;
      const block = now.components.find((one) => one.id === id);
      const at = now.layouts.desktop.components.find((one) => one.id === id);
      if (block === undefined || at === undefined || blockType(block.config.type)?.once === true) return;
      const { type, ...config } = block.config;
      add(type, config, { x: at.x, y: at.y + at.h, w: at.w, h: at.h });
    },
    [add],
  );
  const rename = useCallback(
    (label: string): void => {
      if (label.trim() === '' || label === latest.current.label) return;
      show({ ...latest.current, label });
      void send(() => appsApi.change(app.id, { label: label.trim() }));
    },
    [app.id, send, show],
  );
  const change = useCallback(
    (parts: Parameters<typeof appsApi.change>[1]): void => {
      flush();
      void send(() => appsApi.change(app.id, parts));
    },
    [app.id, send, flush],
  );
  const setBars = useCallback(
    (bars: Partial<App['bundleConfig']>): Promise<void> => {
      flush();
      const now = latest.current;
      show({ ...now, bundleConfig: { ...now.bundleConfig, ...bars } });
      const asked = stepsOfBars(now, bars);
      const sent = send(() => appsApi.bars(app.id, asked.bars));
      return asked.logos.reduce((_before, logo) => send(() => appsApi.logo(app.id, logo)), sent);
    },
    [app.id, send, show, flush],
  );
  const publish = useCallback((): void => {
    flush();
    void send(async () => {
      const { app: next } = await appsApi.publish(app.id);
      toast({ message: t('apps.published', { app: next.label }), duration: 5000 });
      void client.invalidateQueries({ queryKey: ['app', app.id, false] });
      return { app: next, commit: null };
    });
  }, [app.id, send, client, flush, t]);

  /** Moves or sizes the chosen block by keys, and says where it is then. */
  const nudge = useCallback(
    (id: Id, by: { readonly x?: number; readonly y?: number; readonly w?: number; readonly h?: number }): void => {
      const now = latest.current.layouts.desktop.components.find((one) => one.id === id);
      if (now === undefined) return;
      const moved = {
        id,
        x: now.x + (by.x ?? 0),
        y: Math.max(0, now.y + (by.y ?? 0)),
        w: now.w + (by.w ?? 0),
        h: now.h + (by.h ?? 0),
      };
      const least = leastOf(id);
      const w = Math.max(least.w, Math.min(moved.w, grids.desktop));
      const fit = { ...moved, w, h: Math.max(least.h, moved.h), x: Math.max(0, Math.min(moved.x, grids.desktop - w)) };
      place([fit]);
      const block = latest.current.components.find((one) => one.id === id);
      setSaid(
        t('apps.at', {
          block: blockViewOf(block?.config.type ?? '')?.texts.en.name ?? '',
          width: fit.w,
          height: fit.h,
          column: fit.x + 1,
          row: fit.y + 1,
        }),
      );
    },
    [place, leastOf, t],
  );

  return {
    chosen,
    setChosen,
    said,
    saving: busy > 0 || waiting.current.size > 0,
    canUndo: steps.current.undo.length > 0,
    canRedo: steps.current.redo.length > 0,
    undo: () => void step('undo'),
    redo: () => void step('redo'),
    preview,
    place,
    configure,
    add,
    remove,
    double,
    rename,
    change,
    setBars,
    publish,
    nudge,
    leastOf,
  };
};
export type Editor = ReturnType<typeof useEditor>;
