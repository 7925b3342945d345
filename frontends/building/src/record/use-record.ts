import { type Id, type RecordData, useRecovery } from '@tessera/kit';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { tableApi } from '../table/table.resource.ts';
import type { Workbench } from '../table/workbench.ts';

/** A record that is open: the grid's own when its row is loaded, else fetched and kept beside it. */
export const useRecord = (bench: Workbench, tableId: Id, recordId: Id | null) => {
  const state = useSyncExternalStore(bench.grid.subscribe, bench.grid.state);
  const [fetched, setFetched] = useState<RecordData | null>(null);
  const take = useCallback(
    (next: RecordData): void =>
      setFetched((known) => (known?.id === next.id && known.version > next.version ? known : next)),
    [],
  );
  const [error, setError] = useState<unknown>(null);
  const inGrid = recordId === null ? undefined : bench.rows.record(recordId);
  const load = useCallback((): void => {
    if (recordId === null) return;
    setError(null);
    tableApi.record(tableId, recordId).then(take, setError);
  }, [tableId, recordId, take]);
  const missing = recordId !== null && inGrid === undefined && bench.rows.started();
  useEffect(() => {
    if (missing) load();
  }, [missing, load]);
  useRecovery(error, load);
  const own = fetched && fetched.id === recordId ? fetched : null;
  return { record: inGrid ?? own, error: inGrid ? null : error, reload: load, tick: state.tick, setFetched: take };
};
