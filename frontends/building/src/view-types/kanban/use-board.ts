import { type AggregateFunction, type Field, type Id, useTexts } from '@tessera/kit';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { refusalText } from '../../data/refusal-text.ts';
import { isReadOnly } from '../../data/values.ts';
import { tableApi } from '../../table/table.resource.ts';
import type { List } from '../../workbench/list.ts';
import type { DrawnProps } from '../view.ts';
import {
  type BoardColumn,
  boardField,
  columnsOf,
  filterOfColumn,
  isIn,
  type Lane,
  laneId,
  lanesOf,
  movedValue,
  totalOf,
  withLane,
} from './config.ts';

/** In ms: what changes at once is counted once. */
const countAfter = 300;

type Counted = { readonly count: number; readonly total: number | string | null };

/** The columns of a board with the list of each that is near, and what is done with its cards. */
export const useBoard = (
  { table, state, work, users }: DrawnProps,
  near: readonly [number, number],
  touch: boolean,
) => {
  const t = useTexts('building');
  const { bench, list: main } = work;
  const { config, change } = state;
  const field = useMemo(() => boardField(table, config), [table, config]);
  const query = useSyncExternalStore(main.subscribe, main.query);
  const [counted, setCounted] = useState<ReadonlyMap<string, Counted>>(new Map());
  const total = useMemo(() => totalOf(table, config), [table, config]);

  const fieldId = field?.id;
  const [totalId, totalFn] = [total?.field.id, total?.fn];
  useEffect(() => {
    if (fieldId === undefined) {
      setCounted(new Map());
      return undefined;
    }
    let abort = new AbortController();
    const load = async (): Promise<void> => {
      abort.abort();
      abort = new AbortController();
      const { signal } = abort;
      const which = {
        ...(query.filter ? { filter: query.filter } : {}),
        ...(query.search ? { search: query.search } : {}),
      };
      const aggregates = totalId === undefined ? [] : [{ fieldId: totalId, function: totalFn as AggregateFunction }];
      try {
        const groups = await tableApi.groups(table.id, which, fieldId, aggregates, signal);
        if (signal.aborted) return;
        setCounted(
          new Map(
            groups.map(({ key: [value], count, values: [sum] }) => [
              laneId(typeof value === 'string' ? value : null),
              { count, total: sum?.value ?? null },
            ]),
          ),
        );
      } catch {
        // Counts and totals adorn the columns; the next change asks again.
      }
    };
    void load();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = bench.onTotals(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void load(), countAfter);
    });
    return () => {
      end();
      clearTimeout(timer);
      abort.abort();
    };
  }, [bench, table.id, query, fieldId, totalId, totalFn]);

  const columns = useMemo(
    () => (field === undefined ? [] : columnsOf(field, config, users, new Set(counted.keys()))),
    [field, config, users, counted],
  );
  const shown = useMemo(() => {
    const all = columns.filter(({ hidden }) => hidden !== true);
    // A phone shows one column: that of records without a value is not the first, unless the view says so.
    return touch && lanesOf(config).length === 0
      ? [...all.filter(({ key }) => key !== null), ...all.filter(({ key }) => key === null)]
      : all;
  }, [columns, touch, config]);

  /** Columns that were in sight once keep their records. */
  const met = useRef(new Set<string>());
  const [lists, setLists] = useState<ReadonlyMap<string, List>>(new Map());
  const open = useRef(new Map<string, List>());
  const wanted = shown
    .filter(({ key, folded }, i) => {
      if (folded === true) return false;
      if (i >= near[0] - 1 && i <= near[1] + 1) met.current.add(laneId(key));
      return met.current.has(laneId(key));
    })
    .map(({ key }) => key);
  const wantedKeys = JSON.stringify(wanted);
  useEffect(() => {
    const keys = field === undefined ? [] : (JSON.parse(wantedKeys) as readonly (string | null)[]);
    for (const [id, list] of open.current)
      if (!keys.some((key) => laneId(key) === id)) {
        bench.closeList(list);
        open.current.delete(id);
      }
    for (const key of keys) {
      if (field === undefined) break;
      const own = { ...query, filter: filterOfColumn(field, key, query.filter) };
      const before = open.current.get(laneId(key));
      if (before) before.setQuery(own);
      else
        open.current.set(
          laneId(key),
          bench.openList(own, (id) => {
            const record = bench.record(id);
            return record === undefined || isIn(field, bench.value(record, field.id), key) ? undefined : false;
          }),
        );
    }
    setLists(new Map(open.current));
  }, [bench, field, query, wantedKeys]);
  useEffect(
    () => () => {
      for (const list of open.current.values()) bench.closeList(list);
      open.current.clear();
    },
    // Lists of another field are others.
    [bench, fieldId],
  );

  const { rights } = table;
  const canMove =
    field !== undefined &&
    rights.canEditRecords &&
    !rights.isReadOnly &&
    !isReadOnly(field) &&
    config['kanban_disable_drag_drop_cards'] !== true;
  const canAdd = rights.canCreateRecords && config['kanban_hide_add_button'] !== true;

  const nameOf = useCallback(
    (column: Pick<BoardColumn, 'key' | 'name'>): string =>
      column.key === null ? t('board.none', { field: field?.name ?? '' }) : column.name,
    [t, field],
  );

  /** The card goes at once; where it may not, it comes back and the reason is told. `name`: of its record. */
  const move = useCallback(
    async (id: Id, from: string | null, to: string | null, at: number, name: string): Promise<void> => {
      if (field === undefined || from === to) return;
      const [source, target] = [open.current.get(laneId(from)), open.current.get(laneId(to))];
      const record = bench.record(id);
      if (record === undefined) return;
      const was = source?.rows.placeOf(id);
      const value = movedValue(field, bench.value(record, field.id), from, to);
      // A record with several values may be there already.
      const comes = target !== undefined && target.rows.placeOf(id) === undefined;
      if (comes) target.rows.insert(Math.min(at, target.rows.size()), [record]);
      source?.remove([id], 'pending');
      target?.changed();
      const saved = await bench.edits.push({
        updates: [{ id, version: record.version, fields: { [field.id]: value } }],
      });
      if (saved !== null) {
        source?.rows.settle([id], saved.position);
        if (comes) target.rows.settle([id], saved.position);
        // To the place that the order of the column gives it.
        target?.refresh();
        const column = columns.find(({ key }) => key === to);
        bench.notify(
          {
            key: 'board.moved',
            values: { name, column: column === undefined ? '' : nameOf(column) },
            undo: saved.commit !== undefined,
          },
          saved.commit,
        );
        return;
      }
      const refusal = bench.edits.of(id)?.[field.id]?.refusal;
      bench.openRefused(null);
      if (comes) target.remove([id]);
      source?.rows.restore([id]);
      if (source && was !== undefined) {
        source.rows.insert(was, [record]);
        source.rows.settle([id]);
        source.refresh();
      }
      bench.discard(id, field.id);
      bench.notify({
        key: 'board.notMoved',
        values: { name, reason: refusal === undefined ? '' : refusalText(t, refusal) },
        error: true,
      });
    },
    [bench, field, columns, nameOf, t],
  );

  const setLane = useCallback(
    (key: string | null, next: (lane: Lane) => Lane): void => change((before) => withLane(before, columns, key, next)),
    [change, columns],
  );

  return {
    field: field as Field | undefined,
    columns,
    shown,
    lists,
    counted,
    total,
    query,
    canMove,
    canAdd,
    nameOf,
    move,
    setLane,
  };
};
