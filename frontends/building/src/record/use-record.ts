import { type Id, useRecovery } from '@tessera/kit';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { hasCut, type ShownRecord } from '../data/cut-text.ts';
import { tableApi } from '../table/table.resource.ts';
import type { Workbench } from '../workbench/workbench.ts';

/**
 * A record that is open: that of a list when it is loaded there with all of its values, else fetched and kept beside it.
 * Until a long text has come it is shown as it begins.
 */
export const useRecord = (bench: Workbench, tableId: Id, recordId: Id | null) => {
  const state = useSyncExternalStore(bench.subscribe, bench.state);
  const [fetched, setFetched] = useState<ShownRecord | null>(null);
  const take = useCallback(
    (next: ShownRecord): void =>
      setFetched((known) => (known?.id === next.id && known.version > next.version ? known : next)),
    [],
  );
  const [error, setError] = useState<unknown>(null);
  const inGrid = recordId === null ? undefined : bench.record(recordId);
  const load = useCallback((): void => {
    if (recordId === null) return;
    setError(null);
    tableApi.record(tableId, recordId).then(take, setError);
  }, [tableId, recordId, take]);
  const own = fetched && fetched.id === recordId ? fetched : null;
  const missing = recordId !== null && inGrid === undefined && bench.main.rows.started();
  // The version whose long texts are not here yet.
  const cut = inGrid && hasCut(inGrid) && (own === null || own.version < inGrid.version) ? inGrid.version : null;
  useEffect(() => {
    if (missing || cut !== null) load();
  }, [missing, cut, load]);
  /** It was changed here: what is shown follows, in lists as well. */
  const refresh = useCallback(async (): Promise<void> => {
    if (recordId === null) return;
    await Promise.all([bench.marked([recordId]), tableApi.record(tableId, recordId).then(take)]);
  }, [bench, tableId, recordId, take]);
  useRecovery(error, load);
  const record = inGrid && (cut !== null || !hasCut(inGrid)) ? inGrid : (own ?? inGrid);
  return {
    record: record ?? null,
    error: inGrid ? null : error,
    reload: load,
    refresh,
    tick: state.tick,
    setFetched: take,
  };
};
