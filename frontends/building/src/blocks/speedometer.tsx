import { ErrorState, hueStyle, Skeleton, type Table, useFormats, useTexts } from '@tessera/kit';
import { ruleFor } from '@tessera/proto/blocks/figures';
import { RuleChip } from './indicator.tsx';
import type { BlockProps } from './view.ts';
import { BlockHead, BlockNote, OfTable } from './plate.tsx';
import { useFigure } from './use-figure.ts';
import classes from './blocks.module.css';

const wide = 120;
const thick = 14;
const radius = (wide - thick) / 2;
/** Half a ring, from the left over the top to the right. */
const ring = `M${thick / 2},${wide / 2}A${radius},${radius} 0 0 1 ${wide - thick / 2},${wide / 2}`;

const Gauge = (props: BlockProps & { readonly table: Table }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const { data, error, isPending, refetch, show, target } = useFigure(props);
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending || data === undefined) return <Skeleton width={wide} height={wide / 2} />;
  if (target === undefined || target === 0)
    return <BlockNote>{t(props.app.draft ? 'apps.setGoal' : 'apps.noGoal')}</BlockNote>;
  const part = (data.now ?? 0) / target;
  const rule = ruleFor(props.block.config['colors'], data.now);
  const reached = Math.max(0, Math.min(1, part));
  return (
    <div className={classes['gauge']}>
      <svg
        width={wide}
        height={wide / 2 + 4}
        role="img"
        aria-label={t('apps.ofTarget', { part: formats.percent(part), target: show(target) })}
      >
        <path d={ring} className={classes['gaugeRoom']} strokeWidth={thick} fill="none" pathLength={100} />
        <path
          d={ring}
          className={classes['gaugePart']}
          strokeWidth={thick}
          fill="none"
          pathLength={100}
          strokeDasharray={`${reached * 100} 200`}
          data-reached={part >= 1 || undefined}
          {...(rule && { 'data-ruled': true, style: hueStyle(rule.color) })}
        />
        <text x={wide / 2} y={wide / 2} textAnchor="middle" className={classes['gaugeText']} aria-hidden="true">
          {formats.percent(part)}
        </text>
      </svg>
      <p className={classes['gaugeWords']}>
        <strong>{show(data.now)}</strong>
        <span>{t('apps.ofGoal', { target: show(target) })}</span>
        {rule && <RuleChip rule={rule} show={show} />}
      </p>
    </div>
  );
};

/** How far one number is on its way to a goal. */
export const Speedometer = (props: BlockProps) => {
  const { title, tableId } = props.block.config as Readonly<Record<string, unknown>>;
  return (
    <>
      <BlockHead title={typeof title === 'string' ? title : ''} />
      <div className={classes['middle']}>
        <OfTable tableId={tableId}>{(table) => <Gauge {...props} table={table} />}</OfTable>
      </div>
    </>
  );
};
