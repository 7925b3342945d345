import { ErrorState, Loading, Segmented, Skeleton, useErrorText, useFormats, useTexts } from '@tessera/kit';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { displayText } from '../../../data/values.ts';
import { totalName } from '../../../table/use-totals.ts';
import { RecordsBehind } from '../records-behind.tsx';
import { useDayName } from '../use-day-name.ts';
import type { DrawnProps } from '../../view.ts';
import classes from './chart.module.css';
import { addsUp, sumOf } from '@tessera/proto/blocks/figures';
import { colourOf } from '../../../data/groups.ts';
import { type Chart as Drawn, type Part, type Point, seriesOf } from './model.ts';
import { type Mark, Plot } from './plot.tsx';
import { beneath, useChart } from './use-chart.ts';

const useSize = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return undefined;
    const read = (): void => setSize({ width: box.clientWidth, height: box.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
};

/** The same numbers as a table. */
const Numbers = ({
  chart,
  points,
  nameOf,
  seriesName,
  show,
}: {
  readonly chart: Drawn;
  readonly points: readonly Point[];
  readonly nameOf: (point: Point) => string;
  readonly seriesName: (key: unknown) => string;
  readonly show: (value: number) => string;
}) => {
  const t = useTexts('building');
  const series = seriesOf(chart, points);
  const sum = (of: (point: Point) => number): string =>
    addsUp(chart.value.function) ? show(sumOf(points.map(of))) : '';
  const partOf = (point: Point, key: unknown): number => point.parts.find((part) => part.key === key)?.value ?? 0;
  return (
    <div className={classes['tableBox']} role="region" aria-label={t('chart.table')} tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{chart.x.name}</th>
            {series.map((key) => (
              <th key={String(key)} scope="col">
                {seriesName(key)}
              </th>
            ))}
            <th scope="col">{t('chart.all')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point, at) => (
            <tr key={at}>
              <th scope="row">{nameOf(point)}</th>
              {series.map((key) => (
                <td key={String(key)}>{show(partOf(point, key))}</td>
              ))}
              <td>{show(point.value)}</td>
            </tr>
          ))}
        </tbody>
        {addsUp(chart.value.function) && (
          <tfoot>
            <tr>
              <th scope="row">{t('chart.all')}</th>
              {series.map((key) => (
                <td key={String(key)}>{sum((point) => partOf(point, key))}</td>
              ))}
              <td>{sum(({ value }) => value)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
};

/** What the records of a view come to, as a chart or as the table of its numbers. */
export const ChartScreen = (props: DrawnProps) => {
  const { work, totals, empty } = props;
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const formats = useFormats();
  const dayName = useDayName();
  const { chart, points, error, retry } = useChart(props);
  const { ref, size } = useSize();
  const { title: named, as: only } = props.state.config as { readonly title?: string; readonly as?: 'table' };
  const [chosenAs, setAs] = useState<'chart' | 'table'>('chart');
  const as = only ?? chosenAs;
  const [chosen, setChosen] = useState<Mark | null>(null);
  const { bench, habits, list } = work;
  const { filter, search } = list.query();

  const field = chart?.value.field;
  const fn = chart?.value.function;
  const show = useCallback(
    (value: number): string =>
      field === undefined || fn === undefined ? formats.number(value) : totals.show(field, fn, value),
    [field, fn, formats, totals],
  );
  const nameOf = useCallback(
    (point: Point): string => {
      if (chart === undefined) return '';
      if (point.rest === true) return t('chart.other');
      if (point.key === null || point.key === undefined) return t('empty');
      return chart.bucket === undefined
        ? displayText(chart.x, point.key, habits.show)
        : dayName(String(point.key), chart.bucket);
    },
    [chart, t, habits, dayName],
  );
  const seriesName = useCallback(
    (key: unknown): string =>
      key === null || key === undefined || chart?.split === undefined
        ? t('empty')
        : displayText(chart.split, key, habits.show),
    [chart, t, habits],
  );
  const markOf = useCallback(
    (point: Point, part?: Part): Mark => ({
      keys: part === undefined ? [point.key] : [point.key, part.key],
      rest: point.rest === true,
      label: part === undefined ? nameOf(point) : `${seriesName(part.key)}, ${nameOf(point)}`,
      value: `${show((part ?? point).value)}, ${t('chart.records', { count: (part ?? point).count })}`,
    }),
    [nameOf, seriesName, show, t],
  );
  const choose = useCallback((mark: Mark): void => {
    if (!mark.rest) setChosen(mark);
  }, []);

  const measure =
    chart === undefined || field === undefined || fn === undefined
      ? t('chart.count')
      : t('chart.measure', { function: t(`totals.${totalName(field, fn)}`), field: field.name });
  const described =
    chart === undefined
      ? ''
      : chart.split === undefined
        ? t('chart.title', { measure, by: chart.x.name })
        : t('chart.titleSplit', { measure, by: chart.x.name, split: chart.split.name });
  const title = named === undefined || named === '' ? described : named;
  const series = useMemo(() => (chart && points ? seriesOf(chart, points) : []), [chart, points]);
  const pie = chart?.kind === 'pie';

  if (chart === undefined) return <div className={classes['place']}>{empty ?? <p>{t('chart.nothing')}</p>}</div>;
  return (
    <div className={classes['place']}>
      <div className={classes['body']}>
        <div className={classes['head']}>
          <div className={classes['title']}>
            <h2 className="t-strong t-cut">{title}</h2>
            {points !== null && addsUp(chart.value.function) && (
              <p className={classes['sum']}>{show(sumOf(points.map(({ value }) => value)))}</p>
            )}
          </div>
          {only === undefined && (
            <Segmented
              label={t('chart.as')}
              value={as}
              onChange={setAs}
              options={[
                { value: 'chart', label: t('chart.chart') },
                { value: 'table', label: t('chart.table') },
              ]}
            />
          )}
        </div>
        {(series.length > 0 || pie) && as === 'chart' && (
          <ul className={classes['legend']} aria-label={t('chart.legend')}>
            {pie
              ? points?.map((point, at) => (
                  <li key={at}>
                    <span
                      className={classes['dot']}
                      style={{ background: colourOf(chart.x, point.key, at) }}
                      aria-hidden="true"
                    />
                    {nameOf(point)} <strong>{show(point.value)}</strong>
                  </li>
                ))
              : series.map((key, at) => (
                  <li key={String(key)}>
                    <span
                      className={classes['dot']}
                      style={{ background: colourOf(chart.split, key, at) }}
                      aria-hidden="true"
                    />
                    {seriesName(key)}
                  </li>
                ))}
          </ul>
        )}
        {error !== null && <ErrorState title={t('chart.failed')} safe={errorText(error)} onRetry={retry} />}
        {points === null && error === null && (
          <Loading>
            <Skeleton width={320} height={180} />
          </Loading>
        )}
        {points !== null && points.length === 0 && (empty ?? <p className="t-secondary">{t('chart.empty')}</p>)}
        <div ref={ref} className={classes['room']} hidden={as !== 'chart' || points === null || points.length === 0}>
          {size !== null && points !== null && size.width > 0 && (
            <Plot
              chart={chart}
              points={points}
              width={size.width}
              height={size.height}
              nameOf={nameOf}
              markOf={markOf}
              onChoose={choose}
            />
          )}
        </div>
        {as === 'table' && points !== null && points.length > 0 && (
          <Numbers chart={chart} points={points} nameOf={nameOf} seriesName={seriesName} show={show} />
        )}
      </div>
      {chosen !== null && (
        <RecordsBehind
          table={props.table}
          label={chosen.label}
          value={chosen.value}
          asked={{
            ...(filter && { filter }),
            ...(search && { search }),
            sort: [],
            ...beneath(chart, chosen.keys),
          }}
          habits={habits}
          onOpen={bench.expand}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
};
