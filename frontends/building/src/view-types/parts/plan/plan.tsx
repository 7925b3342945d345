import {
  Button,
  EmptyState,
  ErrorState,
  hueStyle,
  IconButton,
  type Id,
  Segmented,
  useFormats,
  usePrimaryAction,
  useTexts,
} from '@tessera/kit';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tessera/kit/icons';
import { addDays, typeOfField, wallOf } from '@tessera/fields';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSearchParams } from 'react-router';
import { idsOf } from '@tessera/proto/views';
import { linkedOf } from '../../../data/links.ts';
import { usePhone } from '../../../phone/use-phone.ts';
import { undrawn } from '../../../workbench/drawer.ts';
import { canStretch, daysBetween, moved, placed, spanOf, type Span, stretched } from '../days/model.ts';
import { type Event, most, useCalendar } from '../days/use-calendar.ts';
import { useCard } from '../use-card.ts';
import type { DrawnProps } from '../../view.ts';
import { begunAt, doneOf, headsOf, stackedIn, type Zoom, zoomNames, zooms } from './model.ts';
import { type Drag, useDrag } from './use-drag.ts';
import classes from './plan.module.css';

const rowHeight = 36;
const isDay = /^\d{4}-\d{2}-\d{2}$/;
/** Rows that are drawn above and below what is in sight. */
const around = 10;

type Lane = {
  readonly key: string;
  readonly label: string;
  readonly record: Event | null;
  readonly bars: readonly (Event & { readonly line: number })[];
  readonly lines: number;
  readonly top: number;
};

/** Records as bars over days: each in a row of its own, or together in a lane for each value of a field. */
export const Plan = ({ of, ...props }: DrawnProps & { readonly of: 'rows' | 'lanes' }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const touch = usePhone();
  const { table, view, state, work, users, steps, current, empty, onAddField } = props;
  const { bench, list: main, habits } = work;
  const { config } = state;
  const { locale } = formats;
  const zone = habits.show.timezone;
  const [today] = useState(() => wallOf(Date.now(), zone).date);
  const [params, setParams] = useSearchParams();
  const zoom: Zoom = zoomNames.find((one) => one === params.get('zoom')) ?? 'month';
  const { day: dayWidth, days: shown } = zooms[zoom];
  const at = params.get('day');
  const cursor = at !== null && isDay.test(at) && Number.isFinite(Date.parse(at)) ? at : today;
  const first = addDays(cursor, -Math.floor(shown / 3));
  const last = addDays(first, shown - 1);
  const go = (parts: Readonly<Record<string, string>>): void =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(parts)) after.set(name, value);
        return after;
      },
      { replace: true },
    );

  const calendar = useCalendar(props, first, last, false);
  const { when, events: all, canMove, write, read } = calendar;
  const card = useCard(table, config, work, users, when === undefined ? [] : [when.start.id]);
  const byId = useMemo(() => new Map(all.map((one) => [one.record.id as string, one])), [all]);
  const stretches = when !== undefined && canStretch(when);
  const titleOf = ({ record }: Pick<Event, 'record'>): string => card.text(record, card.parts.label) || t('unnamed');
  const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const headDay = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    ...(zoom !== 'year' && { month: 'long' }),
    timeZone: 'UTC',
  });
  const dateOf = (one: string): Date => new Date(`${one}T00:00:00Z`);
  const told = ({ start, end }: Span): string =>
    start === end ? shortDay.format(dateOf(start)) : shortDay.formatRange(dateOf(start), dateOf(end));

  /** What a drag writes. */
  const writesOf = ({ id, side, days }: Drag): Readonly<Record<Id, unknown>> => {
    const found = byId.get(id);
    if (when === undefined || found === undefined || days === 0) return {};
    const values = read(found.record);
    return side === 'start'
      ? begunAt(when, values, days, zone)
      : side === 'end'
        ? stretched(when, values, days, 0, zone)
        : moved(when, values, days, 0, zone);
  };
  const spanAfter = (event: Event, fields: Readonly<Record<Id, unknown>>): Span =>
    (when && spanOf(when, (field) => (field.id in fields ? fields[field.id] : read(event.record)(field)), zone)) ??
    event.span;
  const finish = (drag: Drag): void => {
    const found = byId.get(drag.id);
    const fields = writesOf(drag);
    if (found === undefined || Object.keys(fields).length === 0) return;
    const name = titleOf(found);
    const day = told(spanAfter(found, fields));
    bench.say(t('plan.moved', { name, days: day }));
    void write(found.record, fields, { key: 'calendar.moved', values: { name, day } });
  };
  const { drag, handlers, wasDragged, cancel } = useDrag({ enabled: canMove && !touch, dayWidth, onDrop: finish });
  const preview = drag === null ? {} : writesOf(drag);
  const events = all.map((one) => (drag?.id === one.record.id ? { ...one, span: spanAfter(one, preview) } : one));

  const columns =
    of === 'lanes' || touch
      ? []
      : idsOf(config['gantt_table_fields']).flatMap((id) => table.fields.find((field) => field.id === id) ?? []);
  const valueOf = (one: Event, fieldId: unknown): unknown =>
    typeof fieldId === 'string' ? bench.value(one.record, fieldId) : undefined;
  const colored = table.fields.find(({ id }) => id === config[of === 'rows' ? 'gantt_color_field' : 'color']);
  const colorOf = (one: Event): string => {
    const value = valueOf(one, colored?.id);
    const single: unknown = Array.isArray(value) ? (value as readonly unknown[])[0] : value;
    return colored?.props.options?.find((option) => option.id === single)?.color ?? 'blue';
  };
  const progress = table.fields.find(({ id }) => id === config['progress']);
  const isPercent = progress !== undefined && (typeOfField(progress)?.id ?? '').includes('percent');
  const laneField = of === 'lanes' ? table.fields.find(({ id }) => id === config['lane']) : undefined;

  const lanes: readonly Lane[] = (() => {
    let top = 0;
    const lane = (key: string, label: string, record: Event | null, own: readonly Event[]): Lane => {
      const { bars, lines } = stackedIn(own);
      const made = { key, label, record, bars, lines, top };
      top += lines * rowHeight;
      return made;
    };
    if (of === 'rows')
      return events
        .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
        .map((one) => lane(one.record.id, titleOf(one), one, [one]));
    if (laneField === undefined) return [lane('', t('plan.all'), null, events)];
    const groups = new Map<string, Event[]>();
    const order = laneField.props.options?.map(({ id }) => id as string) ?? users.map(({ id }) => id as string);
    for (const one of events) {
      const value = valueOf(one, laneField.id);
      const keys = (Array.isArray(value) ? value : [value]).filter((key): key is string => typeof key === 'string');
      for (const key of keys.length === 0 ? [''] : keys) groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    const named = (key: string): string =>
      key === ''
        ? t('plan.none', { field: laneField.name })
        : (laneField.props.options?.find(({ id }) => id === key)?.label ??
          users.find(({ id }) => id === key)?.name ??
          key);
    return [...groups]
      .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([key, own]) => lane(key, named(key), null, own));
  })();
  const height = lanes.reduce((sum, { lines }) => sum + lines * rowHeight, 0);

  const scroller = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ from: 0, until: 40 });
  const look = (): void => {
    const box = scroller.current;
    if (box === null) return;
    const from = Math.max(0, Math.floor(box.scrollTop / rowHeight) - around);
    const until = Math.ceil((box.scrollTop + box.clientHeight) / rowHeight) + around;
    setSight((before) => (before.from === from && before.until === until ? before : { from, until }));
  };
  // The day that one looks at stands at a third of the width.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    box.scrollLeft = Math.max(0, daysBetween(first, cursor) * dayWidth - box.clientWidth / 3);
  }, [first, cursor, dayWidth]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const inSight = ({ top, lines }: { readonly top: number; readonly lines: number }): boolean =>
    top / rowHeight < sight.until && top / rowHeight + lines > sight.from;

  const canAdd = table.rights.canCreateRecords && when !== undefined && when.writable;
  const add = (): void => {
    if (when === undefined || !canAdd || calendar.days === undefined) return;
    const fields = placed(when, cursor, undefined, zone);
    if (bench.asks(fields)) return;
    const made = bench.create(calendar.days, fields);
    if (made) bench.expand(made.id);
  };
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    bench.at({ recordId: current ?? null, fieldId: null, editing: false });
    calendar.days?.moved();
  }, [bench, current, calendar.days]);
  useLayoutEffect(
    () =>
      main.draw({
        ...undrawn,
        reveal: (place) => main.rows.want(place, place),
        newRecord: () => latest.current(),
        begin: () => latest.current(),
        focus: () => scroller.current?.querySelector<HTMLElement>('[data-bar]')?.focus({ preventScroll: true }),
      }),
    [main],
  );
  usePrimaryAction(touch && canAdd ? { label: t('record.new'), run: add } : null);

  const key = (event: KeyboardEvent<HTMLElement>, one: Event): void => {
    if (event.key === 'Escape' && drag !== null) cancel();
    else if (event.altKey && canMove && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      const days = event.key === 'ArrowLeft' ? -1 : 1;
      if (event.shiftKey && !stretches) return;
      finish({ id: one.record.id, side: event.shiftKey ? 'end' : null, days });
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

  const foundId = steps.place === null ? undefined : main.rows.idAt(steps.place);
  const x = (day: string): number => daysBetween(first, day) * dayWidth;
  const boxOf = ({ span }: Event) => ({
    left: x(span.start) + 1,
    width: Math.max(6, (daysBetween(span.start, span.end) + 1) * dayWidth - 2),
  });
  const arrows: ReactNode[] = [];
  if (of === 'rows' && typeof config['dependencies'] === 'string') {
    const rows = new Map(lanes.map((lane) => [lane.key, lane]));
    for (const lane of lanes) {
      if (lane.record === null) continue;
      for (const { id } of linkedOf(valueOf(lane.record, config['dependencies']))) {
        const before = rows.get(id);
        if (before === undefined || before.record === null || !(inSight(lane) || inSight(before))) continue;
        const [from, to] = [boxOf(before.record), boxOf(lane.record)];
        const [x1, y1] = [from.left + from.width, before.top + rowHeight / 2];
        const [x2, y2] = [to.left, lane.top + rowHeight / 2];
        const bend = Math.max(x1 + 8, Math.min(x1 + 8, x2 - 8));
        arrows.push(
          <path
            key={`${id} ${lane.key}`}
            d={`M ${x1} ${y1} H ${bend} V ${y2} H ${x2 - 4}`}
            data-late={lane.record.span.start < before.record.span.end || undefined}
          />,
        );
      }
    }
  }
  const query = main.query();
  const narrowed = query.filter !== undefined || query.search !== '' || !table.rights.canCreateRecords;
  return (
    <div className={classes['screen']} style={{ '--plan-columns': columns.length } as CSSProperties}>
      <div className={classes['bar48']}>
        <h2>{headDay.format(dateOf(cursor))}</h2>
        {calendar.count !== null && (
          <span className={classes['counted']}>
            {t('recordsCounted', { count: calendar.count })}
            {calendar.count > most && ` (${t('calendar.first', { count: most })})`}
          </span>
        )}
        <span className={classes['grow']} />
        <Button size="toolbar" onClick={() => go({ day: today })}>
          {t('plan.today')}
        </Button>
        <IconButton
          label={t('plan.back')}
          icon={IconChevronLeft}
          onClick={() => go({ day: addDays(cursor, -Math.floor(shown / 4)) })}
        />
        <IconButton
          label={t('plan.forth')}
          icon={IconChevronRight}
          onClick={() => go({ day: addDays(cursor, Math.floor(shown / 4)) })}
        />
        {!touch && (
          <Segmented
            label={t('plan.zoom')}
            value={zoom}
            options={zoomNames.map((one) => ({ value: one, label: t(`plan.${one}`) }))}
            onChange={(next) => go({ zoom: next })}
          />
        )}
      </div>
      {calendar.error !== null && (
        <ErrorState title={t('error.view')} error={calendar.error} onRetry={() => calendar.days?.rows.retry()} />
      )}
      <div
        ref={scroller}
        className={classes['scroll']}
        role="group"
        aria-label={t('plan.label', { view: view.label, table: table.label })}
        onScroll={look}
      >
        <div className={classes['whole']} style={{ width: `calc(var(--plan-left) + ${shown * dayWidth}px)` }}>
          <div className={classes['heads']}>
            <span className={classes['corner']}>
              <span className="t-cut">{laneField?.name ?? t('plan.records')}</span>
              {columns.map((field) => (
                <span key={field.id} className="t-cut">
                  {field.name}
                </span>
              ))}
            </span>
            {headsOf(first, shown, zoom).map((head) => (
              <span key={head.day} className={classes['head']} style={{ width: head.days * dayWidth }}>
                <span>{headDay.format(dateOf(head.day))}</span>
              </span>
            ))}
          </div>
          <div className={classes['body']} style={{ height: Math.max(height, rowHeight) }}>
            <div className={classes['left']}>
              {lanes.filter(inSight).map((lane) => (
                <div
                  key={lane.key}
                  className={classes['name']}
                  style={{ top: lane.top, height: lane.lines * rowHeight }}
                  data-current={(lane.record !== null && lane.record.record.id === current) || undefined}
                >
                  {lane.record === null ? (
                    <span className="t-cut t-medium">{lane.label}</span>
                  ) : (
                    <button type="button" className="t-cut" onClick={() => bench.expand(lane.record!.record.id)}>
                      {lane.label}
                    </button>
                  )}
                  {lane.record !== null &&
                    columns.map((field) => (
                      <span key={field.id} className="t-cut t-caption">
                        {card.text(lane.record!.record, field)}
                      </span>
                    ))}
                </div>
              ))}
            </div>
            <div
              className={classes['days']}
              style={{ backgroundSize: `${dayWidth * 7}px 100%`, width: shown * dayWidth }}
            >
              {lanes.filter(inSight).map((lane) => (
                <span
                  key={lane.key}
                  className={classes['rule']}
                  style={{ top: lane.top + lane.lines * rowHeight - 1 }}
                  aria-hidden="true"
                />
              ))}
              {today >= first && today <= last && (
                <span className={classes['today']} style={{ left: x(today) + dayWidth / 2 }} aria-hidden="true" />
              )}
              {arrows.length > 0 && (
                <svg className={classes['arrows']} width={shown * dayWidth} height={height} aria-hidden="true">
                  {arrows}
                </svg>
              )}
              {lanes.filter(inSight).flatMap((lane) =>
                lane.bars.flatMap((one) => {
                  if (!inSight({ top: lane.top + one.line * rowHeight, lines: 1 })) return [];
                  const done = progress && doneOf(valueOf(one, progress.id), isPercent);
                  const box = boxOf(one);
                  const own = handlers(one.record.id, null);
                  return (
                    <button
                      key={`${lane.key} ${one.record.id}`}
                      type="button"
                      data-bar={one.record.id}
                      data-place={one.place}
                      className={classes['bar']}
                      style={{ ...hueStyle(colorOf(one)), ...box, top: lane.top + one.line * rowHeight + 5 }}
                      aria-label={t('plan.bar', { name: titleOf(one), days: told(one.span) })}
                      aria-description={[
                        ...(done === undefined ? [] : [t('plan.progressOf', { percent: formats.percent(done) })]),
                        ...(canMove ? [t('plan.hint')] : []),
                      ].join(' ')}
                      data-current={one.record.id === (current ?? foundId) || undefined}
                      data-carried={drag?.id === one.record.id || undefined}
                      data-movable={(canMove && !touch) || undefined}
                      title={`${titleOf(one)} · ${told(one.span)}`}
                      onClick={() => {
                        if (!wasDragged()) bench.expand(one.record.id);
                      }}
                      onKeyDown={(event) => key(event, one)}
                      {...own}
                    >
                      {done !== undefined && (
                        <span className={classes['done']} style={{ width: `${done * 100}%` }} aria-hidden="true" />
                      )}
                      <span className={box.width > 48 ? classes['text'] : 't-hidden'}>{titleOf(one)}</span>
                      {canMove && stretches && !touch && (
                        <>
                          <span
                            className={classes['edge']}
                            data-side="start"
                            aria-hidden="true"
                            {...handlers(one.record.id, 'start')}
                          />
                          <span
                            className={classes['edge']}
                            data-side="end"
                            aria-hidden="true"
                            {...handlers(one.record.id, 'end')}
                          />
                        </>
                      )}
                    </button>
                  );
                }),
              )}
            </div>
          </div>
        </div>
        {calendar.started && events.length === 0 && empty === null && (
          <p className={classes['nothing']}>{t('plan.nothing')}</p>
        )}
      </div>
      {empty !== null && narrowed && <div className={classes['over']}>{empty}</div>}
    </div>
  );
};
