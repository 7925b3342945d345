import { ErrorState, Skeleton, type Table, useFormats, useTexts } from '@tessera/kit';
import { IconArrowDown, IconArrowUp } from '@tessera/kit/icons';
import type { BlockProps } from './view.ts';
import { BlockNote, OfTable } from './plate.tsx';
import { changeOf } from './period.ts';
import { useFigure } from './use-figure.ts';
import classes from './blocks.module.css';

const Figure = (props: BlockProps & { readonly table: Table }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const { data, error, isPending, refetch, show, target } = useFigure(props);
  const { config } = props.block;
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending || data === undefined) return <Skeleton width={96} height={20} />;
  const change = changeOf(data.now, data.before);
  const good = config['good'] === 'down' ? -1 : 1;
  return (
    <>
      <p className={classes['value']}>{show(data.now)}</p>
      {change !== undefined && (
        <p className={classes['change']} data-good={change * good >= 0 || undefined}>
          {change >= 0 ? <IconArrowUp aria-hidden="true" /> : <IconArrowDown aria-hidden="true" />}
          {t('apps.change', { change: formats.percent(change) })}
        </p>
      )}
      {target !== undefined && data.now !== null && (
        <p className="t-caption">
          {t('apps.ofTarget', {
            part: formats.percent(target === 0 ? 0 : data.now / target),
            target: show(target),
          })}
        </p>
      )}
    </>
  );
};

/** One number that records come to, beside what it was. */
export const Indicator = (props: BlockProps) => {
  const { config } = props.block;
  const text = (name: string): string => (typeof config[name] === 'string' ? (config[name] as string) : '');
  return (
    <div className={classes['indicator']}>
      {text('title') !== '' && <h2 className={classes['label']}>{text('title')}</h2>}
      <OfTable tableId={config['tableId']}>{(table) => <Figure {...props} table={table} />}</OfTable>
      {text('subtitle') !== '' && <BlockNote>{text('subtitle')}</BlockNote>}
    </div>
  );
};
