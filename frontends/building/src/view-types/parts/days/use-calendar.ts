import { type Field, type Id, useTexts } from '@tessera/kit';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ShownRecord } from '../../../data/cut-text.ts';
import { refusalText } from '../../../data/refusal-text.ts';
import type { List, Query } from '../../../workbench/list.ts';
import type { DrawnProps } from '../../view.ts';
import { filterOfDays, filterOfNone, type Span, spanOf, type When, whenOf } from './model.ts';

/** A record that is drawn, with when it is; `place`: in the list of the days that are shown. */
export type Event = {
  readonly record: ShownRecord;
  readonly span: Span;
  readonly place: number | undefined;
};

/** Records of the shown days at most. */
export const most = 5000;
const nothingToHear = (): (() => void) => () => undefined;

const opened = (work: DrawnProps['work'], query: Query | null): List | undefined =>
  query === null ? undefined : work.bench.openList(query);

/** A list of its own for a query, which changes with it. */
const useOwnList = (work: DrawnProps['work'], query: Query | null): List | undefined => {
  const [list, setList] = useState<List | undefined>(undefined);
  const key = query === null ? null : JSON.stringify(query);
  useEffect(() => {
    const asked = key === null ? null : (JSON.parse(key) as Query);
    if (asked === null || list === undefined) return;
    list.setQuery(asked);
  }, [list, key]);
  const asks = key !== null;
  useEffect(() => {
    const made = opened(work, asks && key !== null ? (JSON.parse(key) as Query) : null);
    setList(made);
    return () => {
      if (made) work.bench.closeList(made);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another query is told to the list
  }, [work.bench, asks]);
  return list;
};

/** The records of the days from `first` to `last` and those of no day, and what is done with them. */
export const useCalendar = ({ table, state, work }: DrawnProps, first: string, last: string, wantsNone: boolean) => {
  const t = useTexts('building');
  const { bench, list: main, habits } = work;
  const { config } = state;
  const zone = habits.show.timezone;
  const when = useMemo(() => whenOf(table, config), [table, config]);
  const view = useSyncExternalStore(main.subscribe, main.query);
  const queryOf = (own: (when: When) => NonNullable<Query['filter']>): Query | null => {
    if (when === undefined) return null;
    const filter = own(when);
    return { ...view, filter: view.filter === undefined ? filter : { and: [filter, view.filter] } };
  };
  const days = useOwnList(
    work,
    queryOf((fields) => filterOfDays(fields, first, last)),
  );
  const none = useOwnList(work, wantsNone ? queryOf(filterOfNone) : null);
  const daysState = useSyncExternalStore(days?.subscribe ?? nothingToHear, () => days?.state() ?? null);
  const noneState = useSyncExternalStore(none?.subscribe ?? nothingToHear, () => none?.state() ?? null);

  const size = days === undefined ? 0 : Math.min(most, days.rows.size());
  useEffect(() => {
    if (days !== undefined) work.onShown(days, 0, Math.max(0, size - 1));
  }, [work, days, size]);
  const open = none === undefined ? 0 : Math.min(200, none.rows.size());
  useEffect(() => {
    if (none !== undefined) work.onShown(none, 0, Math.max(0, open - 1));
  }, [work, none, open]);

  const { events, undated } = useMemo(() => {
    const on: Event[] = [];
    const off: ShownRecord[] = [];
    const met = new Set<Id>();
    for (const list of [days, none]) {
      if (list === undefined || when === undefined) continue;
      const count = list === days ? size : open;
      for (let place = 0; place < count; place++) {
        const record = list.rows.at(place);
        if (record === undefined || met.has(record.id)) continue;
        met.add(record.id);
        const span = spanOf(when, (field) => bench.value(record, field.id), zone);
        if (span === null) off.push(record);
        else on.push({ record, span, place: list === days ? place : undefined });
      }
    }
    return { events: on, undated: off };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the records are those of the lists' states
  }, [daysState, noneState, days, none, when, size, open, bench, zone]);

  const canMove = when !== undefined && when.writable && table.rights.canEditRecords && !table.rights.isReadOnly;

  /** Writes when a record is: seen at once, and taken back with the reason where it is refused. */
  const write = useCallback(
    async (
      record: ShownRecord,
      fields: Readonly<Record<Id, unknown>>,
      told: { readonly key: string; readonly values: Readonly<Record<string, unknown>> },
    ): Promise<void> => {
      if (Object.keys(fields).length === 0) return;
      // Between the days and no day it goes from list to list at once, not when both were read again.
      const isOff = Object.values(fields).every((value) => value === null);
      const [from, to] = isOff ? [days, none] : [none, days];
      const goes = from?.rows.placeOf(record.id) !== undefined && to?.rows.placeOf(record.id) === undefined;
      if (goes && to) {
        to.rows.insert(to.rows.size(), [record]);
        from?.remove([record.id], 'pending');
        to.changed();
      }
      const saved = await bench.edits.push({
        updates: [{ id: record.id, version: record.version, fields }],
      });
      if (saved !== null) {
        if (goes) for (const list of [from, to]) list?.rows.settle([record.id], saved.position);
        bench.notify({ ...told, undo: saved.commit !== undefined }, saved.commit);
        return;
      }
      bench.openRefused(null);
      const refusal = Object.keys(fields).flatMap((id) => bench.edits.of(record.id)?.[id]?.refusal ?? [])[0];
      for (const id of Object.keys(fields)) bench.discard(record.id, id);
      if (goes) {
        to?.remove([record.id]);
        from?.rows.restore([record.id]);
        from?.refresh();
      }
      bench.notify({
        key: 'board.notMoved',
        values: { name: told.values['name'], reason: refusal === undefined ? '' : refusalText(t, refusal) },
        error: true,
      });
    },
    [bench, days, none, t],
  );

  return {
    when,
    days,
    none,
    events,
    undated,
    /** How many records stand on the shown days, and on none. */
    count: days?.rows.total() ?? null,
    undatedCount: none?.rows.total() ?? null,
    started: days?.rows.started() === true,
    error: days !== undefined && !days.rows.started() ? days.error() : null,
    flashes: daysState?.flashes,
    canMove,
    write,
    zone,
    read: useCallback((record: ShownRecord) => (field: Field) => bench.value(record, field.id), [bench]),
  };
};
