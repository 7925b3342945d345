import { api, type Table, type ViewConfig } from '@tessera/kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTableUpdate } from '../table/queries.ts';
import { tableApi } from '../table/table.resource.ts';
import type { FormName } from './names.ts';
import { ownForm } from './own.ts';

/** In ms after the last change until it is saved. */
const pause = 1000;

const put = (tableId: string, form: FormName, config: ViewConfig | true) =>
  api.send('put', '/v3/tables/{table}/forms/{form}', { path: { table: tableId, form }, body: { config } });

export type Saving = 'saved' | 'saving' | 'failed';

/** A form of a table while it is built: what is changed is saved by itself, and taken back step by step. */
export const useFormDraft = (table: Table, name: FormName) => {
  const update = useTableUpdate(table.id);
  const given = ownForm(table, name);
  const [config, setConfig] = useState(given);
  const [saving, setSaving] = useState<Saving>('saved');
  const [failure, setFailure] = useState<unknown>(null);
  const latest = useRef(config);
  const waits = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const commits = useRef<string[]>([]);
  /** One after the other: each replaces the whole. */
  const line = useRef<Promise<unknown>>(Promise.resolve());

  const send = useCallback(
    (next: ViewConfig | true): Promise<string | null> => {
      waits.current = false;
      clearTimeout(timer.current);
      setSaving('saving');
      const done = line.current.then(async () => {
        try {
          const { data, commit } = await put(table.id, name, next);
          update(data);
          if (commit !== null) commits.current.push(commit);
          setFailure(null);
          setSaving(waits.current ? 'saving' : 'saved');
          return commit;
        } catch (error) {
          setFailure(error);
          setSaving('failed');
          return null;
        }
      });
      line.current = done;
      return done;
    },
    [table.id, name, update],
  );
  const flush = useCallback((): void => {
    if (waits.current && latest.current !== null) void send(latest.current);
  }, [send]);
  const change = useCallback(
    (next: (before: ViewConfig) => ViewConfig): void => {
      latest.current = next(latest.current ?? {});
      setConfig(latest.current);
      waits.current = true;
      setSaving('saving');
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, pause);
    },
    [flush],
  );
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  // What somebody else saved is taken over while nothing of it is changed here.
  const told = JSON.stringify(given);
  const [known, setKnown] = useState(told);
  useEffect(() => {
    if (told === known) return;
    setKnown(told);
    if (waits.current || saving === 'saving') return;
    latest.current = given;
    setConfig(given);
  }, [told, known, saving, given]);

  const take = (next: ViewConfig | null): void => {
    latest.current = next;
    setConfig(next);
  };
  /** Takes the last step back that was saved here. */
  const undo = async (): Promise<void> => {
    if (waits.current && latest.current !== null) await send(latest.current);
    await line.current;
    const commit = commits.current.pop();
    if (commit === undefined) return;
    setSaving('saving');
    try {
      await tableApi.undo(commit);
      const now = await tableApi.get(table.id);
      update(now);
      take(ownForm(now, name));
      setSaving('saved');
    } catch (error) {
      setFailure(error);
      setSaving('failed');
    }
  };
  return {
    config,
    saving,
    failure,
    change,
    undo,
    /** Saves it at once; answers what takes that back. */
    set: (next: ViewConfig | true): Promise<string | null> => {
      take(next === true ? null : next);
      return send(next);
    },
    again: (): void => void (latest.current !== null && send(latest.current)),
  };
};
