import { Chip, ErrorState, hueStyle, Skeleton, type Table, useFormats, useTexts } from '@tessera/kit';
import { IconArrowDown, IconArrowUp } from '@tessera/kit/icons';
import { type ColorRule, changeOf, combined, isPart, operationOf, ruleFor } from '@tessera/proto/blocks/figures';
import type { AppBlock, Config } from '../apps/apps.resource.ts';
import type { BlockProps } from './view.ts';
import { BlockNote, OfTable } from './plate.tsx';
import type { ComponentType } from 'react';
import { useFigure } from './use-figure.ts';
import classes from './blocks.module.css';

/** What a rule of colours says of a number: words beside the colour. */
export const RuleChip = ({ rule, show }: { readonly rule: ColorRule; readonly show: (value: number) => string }) => {
  const t = useTexts('building');
  return (
    <Chip small color={rule.color}>
      {rule.label ?? t(`apps.rules.${rule.when}`, { value: show(rule.than) })}
    </Chip>
  );
};

/** A number, in the colour that a rule gives it. */
const Value = ({
  text,
  rule,
  show,
}: {
  readonly text: string;
  readonly rule: ColorRule | undefined;
  readonly show: (value: number) => string;
}) => (
  <div className={classes['valued']}>
    <p className={classes['value']} {...(rule && { 'data-ruled': true, style: hueStyle(rule.color) })}>
      {text}
    </p>
    {rule && <RuleChip rule={rule} show={show} />}
  </div>
);

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
      <Value text={show(data.now)} rule={ruleFor(config['colors'], data.now)} show={show} />
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

/** As a block of one number, which compares. */
const asOne = (props: BlockProps & { readonly table: Table }, parts: Config) => {
  const { type, tableId, period } = props.block.config;
  const config = { type, tableId, period, compare: true, ...parts } as AppBlock['config'];
  return { ...props, block: { ...props.block, config } };
};

const Combined = (props: BlockProps & { readonly table: Table }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const { config } = props.block;
  const operation = operationOf(config['operation']);
  const own = config['secondFunction'] === 'fixed';
  const asks = operation !== 'alone' && !own;
  const first = useFigure(
    asOne(props, { function: config['function'], fieldId: config['fieldId'], filter: config['filter'] }),
  );
  const second = useFigure(
    asOne(props, {
      function: config['secondFunction'],
      fieldId: config['secondFieldId'],
      filter: config['secondFilter'],
    }),
    asks,
  );
  const missing = first.data === undefined ? first : asks && second.data === undefined ? second : undefined;
  if (missing !== undefined)
    return missing.error === null ? (
      <Skeleton width={96} height={20} />
    ) : (
      <ErrorState error={missing.error} onRetry={() => void missing.refetch()} />
    );
  const at = (when: 'now' | 'before'): number | null => {
    const fixed = typeof config['fixed'] === 'number' ? config['fixed'] : null;
    return combined(operation, first.data?.[when] ?? null, own ? fixed : (second.data?.[when] ?? null));
  };
  const show = (value: number | null): string =>
    value === null ? '–' : isPart(operation) ? formats.percent(value) : first.show(value);
  const [now, before] = [at('now'), at('before')];
  // Of parts the points between them, of amounts the part by which they differ.
  const change = isPart(operation)
    ? now === null || before === null
      ? undefined
      : now - before
    : changeOf(now, before);
  const good = config['good'] === 'down' ? -1 : 1;
  return (
    <>
      <Value
        text={show(now)}
        rule={ruleFor(config['colors'], now, isPart(operation))}
        show={(than) => show(isPart(operation) ? than / 100 : than)}
      />
      {first.compares && change !== undefined && (
        <p
          className={classes['change']}
          data-good={change * good > 0 || undefined}
          data-same={change === 0 || undefined}
        >
          {change > 0 && <IconArrowUp aria-hidden="true" />}
          {change < 0 && <IconArrowDown aria-hidden="true" />}
          {isPart(operation)
            ? t('apps.points', { change: formats.number(Math.round(change * 1000) / 10) })
            : formats.percent(change)}
        </p>
      )}
      {first.compares && <p className="t-caption">{t('apps.before', { value: show(before) })}</p>}
      {!first.compares && props.app.draft && <p className="t-caption">{t('apps.choosePeriod')}</p>}
    </>
  );
};

/** A number between its title and a line. */
const indicatorOf = (Shown: ComponentType<BlockProps & { readonly table: Table }>) => {
  const Block = (props: BlockProps) => {
    const { config } = props.block;
    const text = (name: string): string => (typeof config[name] === 'string' ? (config[name] as string) : '');
    return (
      <div className={classes['indicator']}>
        {text('title') !== '' && <h2 className={classes['label']}>{text('title')}</h2>}
        <OfTable tableId={config['tableId']}>{(table) => <Shown {...props} table={table} />}</OfTable>
        {text('subtitle') !== '' && <BlockNote>{text('subtitle')}</BlockNote>}
      </div>
    );
  };
  return Block;
};

/** One number that records come to, beside what it was. */
export const Indicator = indicatorOf(Figure);

/** One number, or what two numbers come to, beside what it was in the period before. */
export const ComplexIndicator = indicatorOf(Combined);
