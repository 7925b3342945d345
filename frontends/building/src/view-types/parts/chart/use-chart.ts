import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { tableApi } from '../../../table/table.resource.ts';
import type { DrawnProps } from '../../view.ts';
import { type Group } from '../../../data/groups.ts';
import { type Chart, chartOf, levelsOf, type Point, pointsOf } from './model.ts';

/** Groups of one answer: more are not drawn. */
const atOnce = 1000;

type State = { readonly of: string; readonly whole: readonly Group[]; readonly divided: readonly Group[] };

/** What a view's chart shows: asked for again whenever a record that it may count changed. */
export const useChart = ({ table, state, work, totals }: DrawnProps) => {
  const { list } = work;
  const { config } = state;
  const chart = useMemo(() => chartOf(table, config), [table, config]);
  const [answer, setAnswer] = useState<State | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const of = JSON.stringify([chart && levelsOf(chart), chart?.value.field?.id, chart?.value.function]);
  const latest = useRef(chart);
  latest.current = chart;
  const { round } = totals;

  useEffect(() => {
    const now = latest.current;
    if (now === undefined) return undefined;
    const abort = new AbortController();
    const { filter, search } = list.query();
    const { field, function: fn } = now.value;
    const ask = async (depth: number): Promise<readonly Group[]> => {
      const { groups } = await tableApi.groupPage(
        table.id,
        {
          ...(filter ? { filter } : {}),
          ...(search ? { search } : {}),
          groupBy: levelsOf(now).slice(0, depth),
          aggregates: field === undefined ? [] : [{ fieldId: field.id, function: fn }],
          limit: atOnce,
        },
        abort.signal,
      );
      return groups;
    };
    Promise.all([ask(1), now.split === undefined ? [] : ask(2)]).then(
      ([whole, divided]) => {
        if (abort.signal.aborted) return;
        setError(null);
        setAnswer({ of, whole, divided });
      },
      (failure: unknown) => {
        if (!abort.signal.aborted) setError(failure);
      },
    );
    return () => abort.abort();
  }, [table.id, list, of, round, tries]);

  const points = useMemo(
    (): readonly Point[] | null =>
      chart === undefined || answer === null || answer.of !== of ? null : pointsOf(chart, answer.whole, answer.divided),
    [chart, answer, of],
  );
  return { chart, points, error, retry: useCallback(() => setTries((before) => before + 1), []) };
};

/** What is asked for the records behind a part of a chart. */
export const beneath = (chart: Chart, keys: readonly unknown[]) => ({
  groupBy: levelsOf(chart).slice(0, keys.length),
  under: keys,
});
