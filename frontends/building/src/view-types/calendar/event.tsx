import { cx, hueStyle, type Id } from '@tessera/kit';
import { IconCalendar } from '@tessera/kit/icons';
import type { CSSProperties } from 'react';
import classes from './calendar.module.css';
import type { Event } from '../parts/days/use-calendar.ts';

/** How the events of a calendar are drawn, whichever of its parts draws them. */
export type EventDrawing = {
  readonly title: (event: Pick<Event, 'record'>) => string;
  readonly color: (event: Pick<Event, 'record'>) => string;
  /** When it is, which is said with its name. */
  readonly said: (event: Event) => string;
  readonly time: (minutes: number) => string;
  readonly canMove: boolean;
  readonly canStretch: boolean;
  /** Carried by the pointer or by keys. */
  readonly carried: Id | null;
  readonly current: Id | null;
};

/** An event as a bar of one line. */
export const Bar = ({
  event,
  drawing,
  style,
  before = false,
  after = false,
  inPlace = true,
}: {
  event: Event;
  drawing: EventDrawing;
  style?: CSSProperties;
  /** It goes on there: the end is flat. */
  before?: boolean;
  after?: boolean;
  /** Where the record has its place among the days; a list of one day shows it again. */
  inPlace?: boolean;
}) => {
  const { record, span, place } = event;
  return (
    <button
      type="button"
      className={cx(classes['bar'], before && classes['flatBefore'], after && classes['flatAfter'])}
      style={{ ...hueStyle(drawing.color(event)), ...style }}
      aria-description={drawing.said(event)}
      data-event={record.id}
      data-place={inPlace ? place : undefined}
      data-carried={drawing.carried === record.id || undefined}
      data-current={drawing.current === record.id || undefined}
      data-movable={drawing.canMove || undefined}
    >
      {span.from !== undefined && !before && <span className={classes['when']}>{drawing.time(span.from)}</span>}
      <span className="t-cut">{drawing.title(event)}</span>
      {drawing.canMove && drawing.canStretch && !after && (
        <span className={classes['edge']} data-edge="end" aria-hidden="true" />
      )}
    </button>
  );
};

/** An event among the hours of its day. */
export const Block = ({
  event,
  drawing,
  style,
  lines,
}: {
  event: Event;
  drawing: EventDrawing;
  style: CSSProperties;
  /** How many lines of text it has room for. */
  lines: number;
}) => {
  const { record, span, place } = event;
  return (
    <button
      type="button"
      className={classes['block']}
      style={{ ...hueStyle(drawing.color(event)), ...style }}
      aria-description={drawing.said(event)}
      data-event={record.id}
      data-place={place}
      data-carried={drawing.carried === record.id || undefined}
      data-current={drawing.current === record.id || undefined}
      data-movable={drawing.canMove || undefined}
    >
      <b style={{ WebkitLineClamp: Math.max(1, lines - 1) }}>{drawing.title(event)}</b>
      {lines > 1 && span.from !== undefined && (
        <span className="t-cut">
          {drawing.time(span.from)}
          {span.until === undefined ? '' : ` – ${drawing.time(span.until)}`}
        </span>
      )}
      {drawing.canMove && drawing.canStretch && <span className={classes['foot']} data-edge="end" aria-hidden="true" />}
    </button>
  );
};

/** A line of a list of events. */
export const Line = ({ event, drawing, caption }: { event: Event; drawing: EventDrawing; caption: string }) => (
  <button
    type="button"
    className={classes['line']}
    aria-description={drawing.said(event)}
    data-event={event.record.id}
    data-place={event.place}
    data-current={drawing.current === event.record.id || undefined}
    data-still
  >
    <i style={hueStyle(drawing.color(event))} />
    <span className={classes['lineText']}>
      <b className="t-cut">{drawing.title(event)}</b>
      {caption !== '' && <span className="t-cut">{caption}</span>}
    </span>
    {event.span.from === undefined ? (
      <IconCalendar aria-hidden="true" />
    ) : (
      <span className={classes['when']}>{drawing.time(event.span.from)}</span>
    )}
  </button>
);
