import { afterHistorySteps, type Id, historyStep } from '@tessera/kit';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { depthOf, panelOf, type TablePanel, wayTo, withPanel } from './panel-address.ts';

/** What is open beside the table, record or panel: it stands in the address. Each opens and closes it in one place. */
export const useOpen = () => {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const recordId = params.get('recordId');
  const panel = useMemo(() => (recordId === null ? panelOf(params) : null), [recordId, params]);
  const latest = useRef({ setParams, panel, recordId, state });
  useLayoutEffect(() => {
    latest.current = { setParams, panel, recordId, state };
  });

  const set = useCallback((next: TablePanel | { readonly recordId: Id } | null): void => {
    const go = (): void => {
      const now = latest.current;
      const from = now.recordId === null ? now.panel : { recordId: now.recordId };
      if (from === null && next === null) return;
      const way = wayTo(from, next, depthOf(now.state));
      const change = (before: URLSearchParams): URLSearchParams => {
        if (next !== null && !('recordId' in next)) return withPanel(before, next);
        const bare = withPanel(before, null);
        if (next === null) bare.delete('recordId');
        else bare.set('recordId', next.recordId);
        return bare;
      };
      // Closed at once, so that the next key finds the focus where it was opened; then the way there leaves the history.
      now.setParams(change, {
        replace: way.replace,
        flushSync: next === null || way.back > 0,
        state: { opened: way.depth },
      });
      if (way.back > 0) void historyStep(-way.back);
    };
    void afterHistorySteps(go);
  }, []);

  const setPanel = useCallback((next: TablePanel | null): void => set(next), [set]);
  const expand = useCallback((id: Id | null): void => set(id === null ? null : { recordId: id }), [set]);
  return { recordId, panel, setPanel, expand };
};
