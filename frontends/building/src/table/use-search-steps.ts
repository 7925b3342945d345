import type { Field, Id, Table } from '@tessera/kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { displayText } from '../data/values.ts';
import { marksIn, wordsOf } from './search-marks.ts';
import { tableApi } from './table.resource.ts';
import type { Work } from '../workbench/use-workbench.ts';

export type SearchSteps = {
  readonly set: (search: string) => void;
  /** To the next record that was found, or the one before; round at the ends. */
  readonly step: (by: 1 | -1) => void;
  /** Where the search stands among the records that it found; null before the first step. */
  readonly place: number | null;
};

/**
 * Steps through what a search finds, row by row, and ends it: the rows stay where the last step led, else where they
 * were when the search began.
 */
export const useSearchSteps = (
  table: Table,
  /** Those that are shown, in their order. */
  fields: readonly Field[],
  work: Work,
  search: string,
  setSearch: (search: string) => void,
): SearchSteps => {
  const { bench, list, habits } = work;
  const [place, setPlace] = useState<number | null>(null);
  const latest = useRef({ search, place, habits, fields });
  latest.current = { search, place, habits, fields };
  const begun = useRef(0);
  /** What waits for rows; one thing at a time. */
  const waiting = useRef<() => void>(() => undefined);
  useEffect(() => () => waiting.current(), []);

  return useMemo(() => {
    const { rows } = list;
    const when = (ready: () => boolean, run: () => void): void => {
      waiting.current();
      if (ready()) return run();
      let over = false;
      const end = list.subscribe(() =>
        // A new query is told before its rows are: what is asked now is answered by the old ones.
        queueMicrotask(() => {
          if (over || !ready()) return;
          waiting.current();
          run();
        }),
      );
      waiting.current = () => {
        over = true;
        end();
        waiting.current = () => undefined;
      };
    };
    /** The rows are those of this search. */
    const asked = (text: string) => () => list.query().search === text.trim() && rows.started();

    const land = (row: number): void =>
      when(
        () => rows.at(row) !== undefined,
        () => {
          const record = rows.at(row);
          if (!record) return;
          const words = wordsOf(latest.current.search);
          const { fields: shown } = latest.current;
          const field =
            shown.find(
              (one) =>
                marksIn(displayText(one, bench.value(record, one.id), latest.current.habits.show), words).length > 0,
            ) ?? shown[0];
          list.drawer().goTo(row, field?.id);
        },
      );
    const step = (by: 1 | -1): void => {
      const { search: text } = latest.current;
      if (text.trim() === '') return;
      when(asked(text), () => {
        const size = rows.size();
        if (size === 0) return;
        const { place: now } = latest.current;
        const next = now === null ? (by > 0 ? 0 : size - 1) : (now + by + size) % size;
        latest.current.place = next;
        setPlace(next);
        list.drawer().reveal(next);
        land(next);
      });
    };
    /** Back among all rows: to the record that was stepped to, or to the rows that were in sight. */
    const back = (id: Id | undefined): void => {
      const first = begun.current;
      const all = asked('');
      when(
        () => all() && rows.total() !== null,
        () => {
          if (id === undefined) {
            if (first > 0) list.drawer().showFrom(first);
            return;
          }
          const { filter, sort } = list.query();
          tableApi
            .place(table.id, id, { ...(filter ? { filter } : {}), sort })
            .then((row) => {
              if (row === null || list.query().search !== '') return;
              list.drawer().reveal(row);
              when(
                () => rows.at(row) !== undefined,
                () => list.drawer().goTo(row),
              );
            })
            .catch(() => undefined);
        },
      );
    };
    const set = (next: string): void => {
      const { search: before, place: at } = latest.current;
      if (next === before) return;
      if (before.trim() === '') begun.current = list.drawer().firstVisible();
      const id = at === null ? undefined : rows.idAt(at);
      waiting.current();
      setPlace(null);
      setSearch(next);
      if (next.trim() === '' && before.trim() !== '') {
        latest.current = { ...latest.current, search: next, place: null };
        back(id);
      }
    };
    return { set, step, place };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what changes is read from `latest`
  }, [bench, list, table.id, setSearch, place]);
};
