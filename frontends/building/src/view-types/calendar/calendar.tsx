import {
  Button,
  Chip,
  cx,
  EmptyState,
  ErrorState,
  hueStyle,
  IconButton,
  type Id,
  Segmented,
  useFormats,
  usePrimaryAction,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tessera/kit/icons';
import { addDays, wallOf } from '@tessera/fields';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ShownRecord } from '../../data/cut-text.ts';
import { daysOf, firstWeekday, monthOf, shiftMonth } from '../../grid/model/month.ts';
import { usePhone } from '../../phone/use-phone.ts';
import { usePrefer, usePreferences } from '../../table/queries.ts';
import { undrawn } from '../../workbench/drawer.ts';
import { useCard } from '../parts/use-card.ts';
import type { DrawnProps } from '../view.ts';
import classes from './calendar.module.css';
import { type EventDrawing, Line } from './event.tsx';
import { hour, HoursGrid } from './hours.tsx';
import { canStretch, cleared, daysBetween, moved, placed, spanOf, type Span, stretched } from '../parts/days/model.ts';
import { MonthGrid } from './month.tsx';
import { type Carry, useCarry } from './use-carry.ts';
import { type Event, most, useCalendar } from '../parts/days/use-calendar.ts';

const modes = ['month', 'week', 'day', 'agenda'] as const;
type Mode = (typeof modes)[number];
/** Days of an agenda. */
const agendaDays = 30;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Now by the clock of a zone; told anew each minute. */
const useNow = (zone: string): { readonly today: string; readonly minutes: number } => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const { date, time } = wallOf(now, zone);
  return { today: date, minutes: Math.floor(time / 60_000) };
};

/** The days that are shown. */
const shownDays = (mode: Mode, cursor: string, firstDay: number): readonly string[] => {
  const run = (from: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, i) => addDays(from, i));
  if (mode === 'month') return daysOf(monthOf(cursor), firstDay);
  if (mode === 'day') return [cursor];
  if (mode === 'agenda') return run(cursor, agendaDays);
  const weekday = new Date(`${cursor}T00:00:00Z`).getUTCDay();
  return run(addDays(cursor, -((weekday - firstDay + 7) % 7)), 7);
};

/** So many pages later, from where one stands. */
const turned = (mode: Mode, cursor: string, by: number): string => {
  if (mode !== 'month') return addDays(cursor, by * { week: 7, day: 1, agenda: agendaDays }[mode]);
  const month = shiftMonth(monthOf(cursor), by);
  // A month that is shorter ends earlier.
  const last = addDays(`${shiftMonth(month, 1)}-01`, -1);
  const same = `${month}-${cursor.slice(8)}`;
  return same > last ? last : same;
};

/** A record that keys carry: so many days and minutes from where it was, by its whole or by its end. */
type Lifted = { readonly id: Id; readonly days: number; readonly minutes: number; readonly stretches: boolean };

/** The records of a view on their days. */
export const Calendar = (props: DrawnProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const touch = usePhone();
  const { table, view, state, work, users, steps, current, empty, onAddField } = props;
  const { bench, list: main, habits } = work;
  const { config } = state;
  const { locale } = formats;
  const zone = habits.show.timezone;
  const { today, minutes: now } = useNow(zone);
  const [params, setParams] = useSearchParams();
  const prefer = usePrefer();
  const kept = usePreferences().data?.[`calendar:${view.id}`];
  const asked = params.get('mode') ?? kept;
  const mode: Mode = touch ? 'month' : (modes.find((one) => one === asked) ?? 'month');
  const at = params.get('day');
  const cursor = at !== null && day.test(at) && Number.isFinite(Date.parse(at)) ? at : today;
  const firstDay = firstWeekday(locale);
  const days = useMemo(() => shownDays(mode, cursor, firstDay), [mode, cursor, firstDay]);
  const [aside, setAside] = useState(() => !touch && window.matchMedia('(min-width: 1020px)').matches);
  const root = useRef<HTMLDivElement>(null);

  // Where the person stands, also before the address tells it.
  const stands = useRef(cursor);
  useEffect(() => {
    stands.current = cursor;
  }, [cursor]);
  const go = (to: string, next?: Mode): void => {
    stands.current = to;
    if (next !== undefined) prefer(`calendar:${view.id}`, next);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('day', to);
        if (next !== undefined) after.set('mode', next);
        return after;
      },
      { replace: true },
    );
  };

  const calendar = useCalendar(props, days[0]!, days.at(-1)!, !touch);
  const { when, events: all, undated, canMove, write, read } = calendar;
  const card = useCard(table, config, work, users, when === undefined ? [] : [when.start.id]);
  const byId = useMemo(() => {
    const records = new Map<Id, { readonly record: ShownRecord; readonly span: Span | null }>();
    for (const record of undated) records.set(record.id, { record, span: null });
    for (const { record, span } of all) records.set(record.id, { record, span });
    return records;
  }, [all, undated]);

  /** What would be written at the end of a drag, by the pointer or by keys. */
  const writes = (carry: Carry): Readonly<Record<Id, unknown>> => {
    const found = byId.get(carry.id);
    if (when === undefined || found === undefined || carry.spot === null) return {};
    if (carry.spot === 'none') return found.span === null ? {} : cleared(when);
    const { day: to, minutes } = carry.spot;
    const snapped = (one: number): number => Math.floor(one / carry.step) * carry.step;
    if (found.span === null || carry.began === null)
      return placed(when, to, minutes === undefined ? undefined : snapped(minutes), zone);
    const later = daysBetween(carry.began.day, to);
    const timed = when.timed && minutes !== undefined && carry.began.minutes !== undefined;
    const by = timed ? Math.round((minutes - carry.began.minutes!) / carry.step) * carry.step : 0;
    if (later === 0 && by === 0) return {};
    return (carry.stretches ? stretched : moved)(when, read(found.record), later, by, zone);
  };
  const drop = (carry: Carry): void => finish(carry.id, writes(carry));
  const finish = (id: Id, fields: Readonly<Record<Id, unknown>>): void => {
    const found = byId.get(id);
    if (found === undefined || when === undefined || Object.keys(fields).length === 0) return;
    const span = spanOf(when, (field) => (field.id in fields ? fields[field.id] : read(found.record)(field)), zone);
    const name = titleOf(found);
    void write(
      found.record,
      fields,
      span === null
        ? { key: 'calendar.cleared', values: { name } }
        : { key: 'calendar.moved', values: { name, day: told(span) } },
    );
  };
  const turn = (by: number): void => go(turned(mode, cursor, by));
  const { carry, onPointerDown, onClickCapture } = useCarry({
    enabled: canMove,
    root,
    hour,
    onDrop: drop,
    onTurn: turn,
  });
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const liftedWrites = (by: Lifted): Readonly<Record<Id, unknown>> => {
    const found = byId.get(by.id);
    if (when === undefined || found === undefined || (by.days === 0 && by.minutes === 0)) return {};
    return (by.stretches ? stretched : moved)(when, read(found.record), by.days, by.minutes, zone);
  };

  const carriedId = carry?.id ?? lifted?.id ?? null;
  const preview = carry !== null ? writes(carry) : lifted !== null ? liftedWrites(lifted) : {};
  const events = useMemo(() => {
    if (carriedId === null || when === undefined || Object.keys(preview).length === 0) return all;
    const found = byId.get(carriedId);
    if (found === undefined) return all;
    const span = spanOf(when, (field) => (field.id in preview ? preview[field.id] : read(found.record)(field)), zone);
    const rest = all.filter(({ record }) => record.id !== carriedId);
    const place = all.find(({ record }) => record.id === carriedId)?.place;
    return span === null ? rest : [...rest, { record: found.record, span, place }];
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the preview is that of what is carried
  }, [all, carry, lifted, when, byId]);

  const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const wholeDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const dateOf = (one: string): Date => new Date(`${one}T00:00:00Z`);
  const timeOf = (minutes: number): string => clock.format(new Date(Date.UTC(2000, 0, 1, 0, minutes)));
  const told = (span: Span): string =>
    `${span.start === span.end ? shortDay.format(dateOf(span.start)) : shortDay.formatRange(dateOf(span.start), dateOf(span.end))}${
      span.from === undefined ? '' : ` ${timeOf(span.from)}`
    }`;
  const far = (from: string, to: string): string => {
    const count = daysBetween(from, to);
    return t(count > 0 ? 'calendar.later' : 'calendar.earlier', { count: Math.abs(count) });
  };
  const titleOf = ({ record }: Pick<Event, 'record'>): string => card.text(record, card.parts.label) || t('unnamed');
  const colored = table.fields.find(({ id }) => id === config['color']);
  const colorOf = ({ record }: Pick<Event, 'record'>): string => {
    const value = colored === undefined ? undefined : bench.value(record, colored.id);
    const first: unknown = Array.isArray(value) ? (value as readonly unknown[])[0] : value;
    return colored?.props.options?.find((option) => option.id === first)?.color ?? 'neutral';
  };
  const found = steps.place === null ? undefined : main.rows.idAt(steps.place);
  const drawing: EventDrawing = {
    title: titleOf,
    color: colorOf,
    said: (event) => told(event.span),
    time: timeOf,
    canMove,
    canStretch: when !== undefined && canStretch(when),
    carried: carriedId,
    current: current ?? found ?? null,
  };

  const canAdd = table.rights.canCreateRecords && when !== undefined && when.writable;
  const add = (on: string, minutes?: number): void => {
    if (when === undefined || !canAdd || calendar.days === undefined) return;
    const fields = placed(when, on, minutes, zone);
    if (bench.asks(fields)) return;
    const made = bench.create(calendar.days, fields);
    if (made) bench.expand(made.id);
  };
  const active = current ?? null;
  useEffect(() => {
    bench.at({ recordId: active, fieldId: null, editing: false });
    calendar.days?.moved();
    calendar.none?.moved();
  }, [bench, active, calendar.days, calendar.none]);
  const focusDay = (): void =>
    root.current?.querySelector<HTMLElement>(`[data-day="${cursor}"][tabindex="0"]`)?.focus({ preventScroll: true });
  const latest = useRef({ add, go, focusDay, when, read });
  latest.current = { add, go, focusDay, when, read };
  useLayoutEffect(
    () =>
      main.draw({
        ...undrawn,
        reveal: (place) => main.rows.want(place, place),
        goTo: (place) => {
          const record = main.rows.at(place);
          const { when: fields, read: valueOf, go: show } = latest.current;
          const span = record && fields && spanOf(fields, valueOf(record), zone);
          if (span) show(span.start);
        },
        newRecord: () => latest.current.add(stands.current),
        begin: () => latest.current.add(stands.current),
        focus: () => latest.current.focusDay(),
      }),
    [main, zone],
  );
  usePrimaryAction(touch && canAdd ? { label: t('record.new'), run: () => add(cursor) } : null);

  const keys = t('shortcuts.table');
  const desk = { enabled: !touch && when !== undefined };
  useShortcut({ keys: 't', label: t('calendar.today'), group: keys }, () => go(today), desk);
  useShortcut({ keys: 'm', label: t('calendar.month'), group: keys }, () => go(cursor, 'month'), desk);
  useShortcut({ keys: 'w', label: t('calendar.week'), group: keys }, () => go(cursor, 'week'), desk);
  useShortcut({ keys: 'd', label: t('calendar.day'), group: keys }, () => go(cursor, 'day'), desk);
  useShortcut({ keys: 'a', label: t('calendar.agenda'), group: keys }, () => go(cursor, 'agenda'), desk);
  // Who walks by keys stands on the day that they came to.
  const walks = useRef(false);
  useEffect(() => {
    if (!walks.current) return;
    walks.current = false;
    latest.current.focusDay();
  }, [cursor, days]);

  // A bar that keys carry is drawn in another day: it keeps the focus.
  const holds = useRef<Id | null>(null);
  useLayoutEffect(() => {
    const id = lifted?.id ?? holds.current;
    holds.current = lifted?.id ?? null;
    if (id !== null) root.current?.querySelector<HTMLElement>(`[data-event="${id}"]`)?.focus({ preventScroll: true });
  }, [lifted]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const step = mode === 'month' ? 7 : 0;
    const along: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -step, ArrowDown: step };
    const by = along[event.key];
    const id = event.target.dataset['event'];
    if (lifted !== null) {
      if (event.key === 'Escape') setLifted(null);
      else if (event.key === ' ' || event.key === 'Enter') {
        finish(lifted.id, liftedWrites(lifted));
        setLifted(null);
      } else if (by !== undefined) {
        const timed = when?.timed === true && mode !== 'month' && mode !== 'agenda';
        const minutes = !timed ? 0 : event.key === 'ArrowUp' ? -15 : event.key === 'ArrowDown' ? 15 : 0;
        const stretches = lifted.days === 0 && lifted.minutes === 0 ? event.shiftKey : lifted.stretches;
        const next = { ...lifted, stretches, days: lifted.days + by, minutes: lifted.minutes + minutes };
        if (stretches && !drawing.canStretch) return;
        setLifted(next);
        const fields = liftedWrites(next);
        const moving = byId.get(lifted.id);
        const span =
          when && moving
            ? spanOf(when, (field) => (field.id in fields ? fields[field.id] : read(moving.record)(field)), zone)
            : null;
        if (span) bench.say(told(span));
      } else return;
    } else if (id !== undefined && event.key === ' ' && canMove) {
      setLifted({ id, days: 0, minutes: 0, stretches: false });
      const moving = byId.get(id);
      if (moving) bench.say(t('calendar.lifted', { name: titleOf(moving) }));
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      walks.current = true;
      turn(event.key === 'PageUp' ? -1 : 1);
    } else if (by !== undefined && (event.target.dataset['day'] !== undefined || id !== undefined)) {
      if (by === 0) return;
      walks.current = true;
      go(addDays(cursor, by));
    } else if (event.key === 'Enter' && event.target.dataset['day'] !== undefined) {
      event.target.querySelector<HTMLElement>('[data-event]')?.click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (when === undefined)
    return (
      <EmptyState
        title={t('calendar.noField')}
        actions={
          table.rights.canManageFieldsAndConfig && (
            <Button icon={IconPlus} onClick={onAddField}>
              {t('board.addField')}
            </Button>
          )
        }
      >
        {t('calendar.noFieldText')}
      </EmptyState>
    );

  const query = main.query();
  const narrowed = query.filter !== undefined || query.search !== '' || !table.rights.canCreateRecords;
  const count = calendar.count;
  const on = (one: string): readonly Event[] =>
    events
      .filter(({ span }) => span.start <= one && span.end >= one)
      .toSorted((a, b) => (a.span.from ?? -1) - (b.span.from ?? -1));
  const listed = (which: readonly string[]): ReactNode =>
    which.map((one) => {
      const own = on(one);
      return own.length === 0 ? null : (
        <section key={one} className={classes['agendaDay']} data-day={one} aria-label={wholeDay.format(dateOf(one))}>
          <h3 data-today={one === today || undefined}>{wholeDay.format(dateOf(one))}</h3>
          {own.map((event) => (
            <Line
              key={event.record.id}
              event={event}
              drawing={drawing}
              caption={card.text(event.record, card.parts.caption)}
            />
          ))}
        </section>
      );
    });
  const grid = { days, events, drawing, today, cursor, canAdd, onAdd: add, onDay: (one: string) => go(one) };
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  const tip = carry !== null && carry.spot !== null && carry.spot !== 'none' ? byId.get(carry.id) : undefined;
  const tipSpan = tip && when ? events.find(({ record }) => record.id === tip.record.id)?.span : undefined;
  const title = monthName.format(dateOf(cursor));
  return (
    <div
      ref={root}
      className={cx(classes['screen'], touch && classes['touch'])}
      data-dragging={carry !== null || undefined}
      onPointerDown={onPointerDown}
      onClickCapture={onClickCapture}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const id =
          event.target instanceof Element
            ? event.target.closest<HTMLElement>('[data-event]')?.dataset['event']
            : undefined;
        if (id !== undefined && lifted === null) bench.expand(id);
      }}
    >
      <div className={classes['main']}>
        <div className={classes['bar48']}>
          <h2>{title}</h2>
          {count !== null && (
            <span className={classes['count']}>
              {mode === 'week' || mode === 'agenda'
                ? `${shortDay.formatRange(dateOf(days[0]!), dateOf(days.at(-1)!))}, `
                : ''}
              {t('recordsCounted', { count })}
              {count > most && ` (${t('calendar.first', { count: most })})`}
            </span>
          )}
          <span className={classes['grow']} />
          <Button size="toolbar" onClick={() => go(today)}>
            {t('calendar.today')}
          </Button>
          <IconButton label={t('calendar.back')} icon={IconChevronLeft} data-turn="back" onClick={() => turn(-1)} />
          <IconButton label={t('calendar.forth')} icon={IconChevronRight} data-turn="forth" onClick={() => turn(1)} />
          {!touch && (
            <Segmented
              label={t('calendar.show')}
              value={mode}
              options={modes.map((one) => ({ value: one, label: t(`calendar.${one}`) }))}
              onChange={(next) => go(cursor, next)}
            />
          )}
          {!touch && !aside && (
            <Button size="toolbar" onClick={() => setAside(true)}>
              {t('calendar.undatedCounted', { count: calendar.undatedCount ?? 0 })}
            </Button>
          )}
        </div>
        {calendar.error !== null && (
          <ErrorState title={t('error.view')} error={calendar.error} onRetry={() => calendar.days?.rows.retry()} />
        )}
        {touch ? (
          <>
            <div className={classes['dots']} role="group" aria-label={title}>
              {days.slice(0, 7).map((one) => (
                <span key={one} className={classes['dotHead']}>
                  {weekday.format(dateOf(one))}
                </span>
              ))}
              {days.map((one) => (
                <button
                  key={one}
                  type="button"
                  className={classes['dotDay']}
                  aria-pressed={one === cursor}
                  aria-label={`${wholeDay.format(dateOf(one))}, ${t('recordsCounted', { count: on(one).length })}`}
                  data-other={!one.startsWith(monthOf(cursor)) || undefined}
                  data-today={one === today || undefined}
                  onClick={() => go(one)}
                >
                  {Number(one.slice(8))}
                  <span className={classes['marks']}>
                    {on(one)
                      .slice(0, 3)
                      .map((event) => (
                        <i key={event.record.id} style={hueStyle(colorOf(event))} />
                      ))}
                  </span>
                </button>
              ))}
            </div>
            <div className={classes['agenda']}>
              {listed(days.filter((one) => one >= cursor))}
              {calendar.started && days.every((one) => one < cursor || on(one).length === 0) && (
                <p className="t-secondary">{t('calendar.nothing')}</p>
              )}
            </div>
          </>
        ) : mode === 'month' ? (
          <MonthGrid {...grid} month={monthOf(cursor)} />
        ) : mode === 'agenda' ? (
          <div className={classes['agenda']} tabIndex={-1}>
            {listed(days)}
            {calendar.started && days.every((one) => on(one).length === 0) && (
              <p className="t-secondary">{t('calendar.nothing')}</p>
            )}
          </div>
        ) : (
          <HoursGrid key={mode} {...grid} now={now} />
        )}
        {empty !== null && narrowed && <div className={classes['over']}>{empty}</div>}
      </div>
      {aside && !touch && (
        <aside className={classes['aside']} aria-label={t('calendar.undated')} data-nodate>
          <div className={classes['asideHead']}>
            <b>{t('calendar.undated')}</b>
            <span>{calendar.undatedCount === null ? '' : formats.number(calendar.undatedCount)}</span>
            <span className={classes['grow']} />
            <IconButton label={t('calendar.hideUndated')} icon={IconChevronRight} onClick={() => setAside(false)} />
          </div>
          {canMove && <p className="t-secondary">{t('calendar.undatedText')}</p>}
          <div className={classes['asideList']}>
            {undated.map((record) => (
              <button
                key={record.id}
                type="button"
                className={classes['undated']}
                data-event={record.id}
                data-carried={carriedId === record.id || undefined}
                data-current={drawing.current === record.id || undefined}
                data-movable={canMove || undefined}
              >
                <i style={hueStyle(colorOf({ record }))} />
                <span className={classes['lineText']}>
                  <b className="t-cut">{titleOf({ record })}</b>
                  {card.has(record, card.parts.caption) && (
                    <span className="t-cut">{card.text(record, card.parts.caption)}</span>
                  )}
                </span>
              </button>
            ))}
          </div>
        </aside>
      )}
      {carry !== null && tip !== undefined && (
        <div
          className={classes['tip']}
          style={{ transform: `translate(${carry.x + 12}px, ${carry.y + 16}px)` }}
          aria-hidden="true"
        >
          <Chip color={colorOf(tip)} small>
            {titleOf(tip)}
          </Chip>
          {tipSpan && (
            <span className={classes['tipText']}>
              {told(tipSpan)}
              {tip.span !== null && tip.span.start !== tipSpan.start && `, ${far(tip.span.start, tipSpan.start)}`}
            </span>
          )}
        </div>
      )}
    </div>
  );
};
