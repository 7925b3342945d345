import { cx, useFormats } from '@tessera/kit';
import { useMemo, type KeyboardEvent, type ReactNode } from 'react';
import classes from './chart.module.css';
import { colourOf } from '../../../data/groups.ts';
import { type Chart, type Part, type Point, rangeOf, seriesOf, ticksOf } from './model.ts';

/** One thing that can be chosen: a bar, a part of it, a slice or a dot. */
export type Mark = {
  readonly keys: readonly unknown[];
  readonly rest: boolean;
  /** Read out and shown in the tip. */
  readonly label: string;
  readonly value: string;
};

type Props = {
  readonly chart: Chart;
  readonly points: readonly Point[];
  readonly width: number;
  readonly height: number;
  readonly nameOf: (point: Point) => string;
  readonly markOf: (point: Point, part?: Part) => Mark;
  readonly onChoose: (mark: Mark) => void;
};

const axis = 64;
const foot = 28;
const top = 24;

/** Left and Right walk the marks of a plot, Enter and Space choose one. */
const walk = (event: KeyboardEvent<SVGElement>, choose: () => void): void => {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    choose();
  } else if (by !== undefined) {
    event.preventDefault();
    const all = [...(event.currentTarget.closest('svg')?.querySelectorAll<SVGElement>('[role="button"]') ?? [])];
    const next = all[(all.indexOf(event.currentTarget) + by + all.length) % all.length];
    next?.focus();
  }
};

const Shape = ({
  mark,
  onChoose,
  className,
  children,
  first,
}: {
  readonly mark: Mark;
  readonly onChoose: (mark: Mark) => void;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  readonly first: boolean;
}) => (
  <g
    role="button"
    tabIndex={first ? 0 : -1}
    aria-label={`${mark.label}, ${mark.value}`}
    className={cx(classes['shape'], className)}
    onClick={() => onChoose(mark)}
    onKeyDown={(event) => walk(event, () => onChoose(mark))}
  >
    <title>{`${mark.label}: ${mark.value}`}</title>
    {children}
  </g>
);

const useCompact = (): ((value: number) => string) => {
  const { locale } = useFormats();
  return useMemo(() => {
    const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
    return (value) => format.format(value);
  }, [locale]);
};

/** Bars, lines and areas over an axis. */
const Cartesian = ({ chart, points, width, height, nameOf, markOf, onChoose }: Props) => {
  const compact = useCompact();
  const series = seriesOf(chart, points);
  const beside = chart.kind === 'bar' && !chart.stacked && series.length > 0;
  const ticks = ticksOf(...rangeOf(points, chart.stacked));
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  const inner = Math.max(1, width - axis);
  const room = Math.max(1, height - foot - top);
  const y = (value: number): number => top + room * (1 - (value - low) / (high - low));
  const step = inner / Math.max(1, points.length);
  const middle = (at: number): number => axis + step * (at + 0.5);
  const bar = Math.max(2, Math.min(96, step * 0.64));
  /** As many names as have room. */
  const every = Math.max(1, Math.ceil(72 / step));
  const lines = series.length > 0 ? series : [undefined];
  const valueOf = (point: Point, key: unknown): number =>
    key === undefined ? point.value : (point.parts.find((part) => part.key === key)?.value ?? 0);
  /** Where each line of an area stands: on those before it. */
  const below = (at: number, line: number): number =>
    chart.kind === 'area' ? lines.slice(0, line).reduce((sum: number, key) => sum + valueOf(points[at]!, key), 0) : 0;
  let first = true;
  const isFirst = (): boolean => {
    const was = first;
    first = false;
    return was;
  };
  return (
    <svg width={width} height={height} role="group" className={classes['plot']}>
      {ticks.map((tick) => (
        <g key={tick} aria-hidden="true">
          <line x1={axis} x2={width} y1={y(tick)} y2={y(tick)} className={classes['line']} />
          <text x={axis - 8} y={y(tick) + 4} textAnchor="end" className={classes['tick']}>
            {compact(tick)}
          </text>
        </g>
      ))}
      {chart.kind === 'bar'
        ? points.map((point, at) => {
            const parts = point.parts.length > 0 ? point.parts : [undefined];
            let [up, down] = [0, 0];
            const ordered =
              series.length > 0 ? series.flatMap((key) => parts.filter((part) => part?.key === key)) : parts;
            return (
              <g key={at}>
                {ordered.map((part, line) => {
                  const value = part?.value ?? point.value;
                  const from = beside ? 0 : value >= 0 ? up : down;
                  if (value >= 0) up += value;
                  else down += value;
                  const place = beside ? Math.max(0, series.indexOf(part?.key)) : 0;
                  const wide = beside ? bar / series.length : bar;
                  const left = middle(at) - bar / 2 + place * wide;
                  const [a, b] = [y(from), y(from + value)];
                  const tall = Math.max(0, Math.abs(a - b) - (part === undefined ? 0 : 2));
                  const colour =
                    part === undefined
                      ? colourOf(chart.x, point.key, 0)
                      : colourOf(chart.split, part.key, Math.max(0, series.indexOf(part.key)));
                  return (
                    <Shape key={line} first={isFirst()} mark={markOf(point, part)} onChoose={onChoose}>
                      <rect
                        x={left}
                        y={Math.min(a, b)}
                        width={Math.max(1, wide - (beside ? 1 : 0))}
                        height={tall}
                        rx={3}
                        fill={colour}
                      />
                      {part !== undefined && tall >= 16 && wide >= 40 && (
                        <text x={left + wide / 2} y={(a + b) / 2 + 4} textAnchor="middle" className={classes['inside']}>
                          {compact(value)}
                        </text>
                      )}
                    </Shape>
                  );
                })}
                {bar >= 24 && !beside && (
                  <text x={middle(at)} y={y(Math.max(up, 0)) - 6} textAnchor="middle" className={classes['total']}>
                    {compact(point.value)}
                  </text>
                )}
              </g>
            );
          })
        : lines.map((key, line) => {
            const colour = key === undefined ? 'var(--chart-1)' : colourOf(chart.split, key, line);
            const tops = points.map((point, at) => [middle(at), y(below(at, line) + valueOf(point, key))] as const);
            const path = tops.map(([px, py], at) => `${at === 0 ? 'M' : 'L'}${px},${py}`).join('');
            const ground = points.map((_, at) => [middle(at), y(below(at, line))] as const).toReversed();
            return (
              <g key={String(key)}>
                {chart.kind === 'area' && (
                  <path
                    d={`${path}${ground.map(([px, py]) => `L${px},${py}`).join('')}Z`}
                    fill={colour}
                    className={classes['area']}
                  />
                )}
                <path d={path} fill="none" stroke={colour} strokeWidth={2} />
                {points.map((point, at) => {
                  const part = key === undefined ? undefined : point.parts.find((one) => one.key === key);
                  if (key !== undefined && part === undefined) return null;
                  return (
                    <Shape key={at} first={isFirst()} mark={markOf(point, part)} onChoose={onChoose}>
                      <circle cx={tops[at]![0]} cy={tops[at]![1]} r={10} fill="transparent" />
                      <circle cx={tops[at]![0]} cy={tops[at]![1]} r={points.length > 40 ? 2 : 4} fill={colour} />
                    </Shape>
                  );
                })}
              </g>
            );
          })}
      {points.map((point, at) =>
        at % every === 0 ? (
          <text
            key={at}
            x={middle(at)}
            y={height - 8}
            textAnchor="middle"
            className={classes['tick']}
            aria-hidden="true"
          >
            {shortened(nameOf(point), (step * every) / 7)}
          </text>
        ) : null,
      )}
    </svg>
  );
};

const shortened = (text: string, room: number): string =>
  text.length > Math.max(4, room) ? `${text.slice(0, Math.max(3, Math.floor(room) - 1))}…` : text;

/** Slices of a ring; what is not above 0 has none. */
const Pie = ({ chart, points, width, height, markOf, onChoose }: Props) => {
  const shown = points.filter(({ value }) => value > 0);
  const whole = shown.reduce((sum, { value }) => sum + value, 0);
  const radius = Math.max(20, Math.min(width, height) / 2 - 8);
  const hole = radius * 0.6;
  const at = (angle: number, from: number): string =>
    `${width / 2 + from * Math.sin(angle)},${height / 2 - from * Math.cos(angle)}`;
  let turned = 0;
  return (
    <svg width={width} height={height} role="group" className={classes['plot']}>
      {shown.map((point, index) => {
        const from = turned;
        // A whole ring has no beginning and no end: one that is nearly whole has.
        turned += Math.min(0.9999, point.value / whole) * 2 * Math.PI;
        const far = turned - from > Math.PI ? 1 : 0;
        return (
          <Shape key={index} first={index === 0} mark={markOf(point)} onChoose={onChoose}>
            <path
              d={`M${at(from, radius)}A${radius},${radius} 0 ${far} 1 ${at(turned, radius)}L${at(turned, hole)}A${hole},${hole} 0 ${far} 0 ${at(from, hole)}Z`}
              fill={colourOf(chart.x, point.key, points.indexOf(point))}
              className={classes['slice']}
            />
          </Shape>
        );
      })}
    </svg>
  );
};

/** A chart as it is drawn in a room of its own size. */
export const Plot = (props: Props) => (props.chart.kind === 'pie' ? <Pie {...props} /> : <Cartesian {...props} />);
