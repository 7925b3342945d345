import {
  type AggregateFunction,
  Button,
  ErrorState,
  type Field,
  type Filter,
  type Id,
  Skeleton,
  type Table,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { addsUp, type Step, stepsOf } from '@tessera/proto/blocks/figures';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { known } from '../data/filters.ts';
import { canBeSplit, colourOf } from '../data/groups.ts';
import { functionsOf } from '../data/measures.ts';
import { useHabits } from '../data/use-habits.ts';
import { displayText } from '../data/values.ts';
import { usePeople } from '../table/queries.ts';
import { tableApi } from '../table/table.resource.ts';
import { useTotals } from '../table/use-totals.ts';
import { RecordsBehind } from '../view-types/parts/records-behind.tsx';
import { bothOf, leafFor } from './page-state.ts';
import { BlockHead, BlockNote, OfTable } from './plate.tsx';
import { useAgain } from './use-again.ts';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

const none: readonly never[] = [];
/** Groups of one answer: more options than a field has. */
const atOnce = 1000;

const Steps = ({ app, block, page, table }: BlockProps & { readonly table: Table }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Step | null>(null);
  const { data: people } = usePeople();
  const habits = useHabits(people ?? none);
  const totals = useTotals(table, habits);
  const config = block.config as {
    readonly field?: Id;
    readonly steps?: readonly string[];
    readonly value?: { readonly fieldId?: Id; readonly function: AggregateFunction };
    readonly cumulative?: boolean;
    readonly filter?: Filter;
    readonly title?: string;
  };
  const named = table.fields.find(({ id }) => id === config.field);
  const by = named !== undefined && canBeSplit(named) ? named : undefined;
  const measured = table.fields.find(({ id }) => id === config.value?.fieldId);
  const fn = config.value?.function;
  const value: { readonly field?: Field; readonly function: AggregateFunction } =
    measured !== undefined && fn !== undefined && functionsOf(measured).includes(fn)
      ? { field: measured, function: fn }
      : { function: 'count' };
  const filter = bothOf(known(config.filter, table.fields), page.filterFor(block.id, table));
  const search = page.searchFor(block.id);
  const asked = {
    ...(filter && { filter }),
    ...(search !== '' && { search }),
    groupBy: by === undefined ? [] : [{ fieldId: by.id, order: 'asc' as const }],
    aggregates: value.field === undefined ? [] : [{ fieldId: value.field.id, function: value.function }],
    limit: atOnce,
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['funnel', table.id, JSON.stringify(asked)],
    queryFn: async ({ signal }) => (await tableApi.groupPage(table.id, asked, signal)).groups,
    enabled: by !== undefined,
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  useAgain('funnel', table.id);
  if (by === undefined) return <BlockNote>{t(app.draft ? 'apps.chooseSteps' : 'apps.noSteps')}</BlockNote>;
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton width={320} height={16} />;
  const through = config.cumulative === true && addsUp(value.function);
  /** Which records have one of these options. */
  const records = (keys: readonly string[]) => {
    const of = bothOf(filter, leafFor(by, keys) as Filter | undefined);
    return { ...(of && { filter: of }), ...(search !== '' && { search }) };
  };
  const steps = stepsOf(
    (by.props.options ?? none).map(({ id }) => id),
    config.steps ?? none,
    data,
    { measured: value.field !== undefined, through },
  );
  if (steps.every(({ count }) => count === 0)) return <BlockNote>{t('apps.noValue')}</BlockNote>;
  const most = Math.max(...steps.map((step) => step.value), 0);
  const show = (amount: number): string =>
    value.field === undefined ? formats.number(amount) : totals.show(value.field, value.function, amount);
  const nameOf = ({ key }: Step): string => displayText(by, key, habits.show);
  const countOf = ({ count }: Step): string => t('chart.records', { count });
  /** The options that a step counts. */
  const within = ({ key }: Step): readonly string[] =>
    through ? steps.slice(steps.findIndex((one) => one.key === key)).map((one) => one.key) : [key];
  return (
    <>
      <ol className={classes['funnel']} aria-label={config.title || t('apps.stepsOf', { field: by.name })}>
        {steps.map((step, at) => (
          <li key={step.key}>
            <Button variant="text" title={countOf(step)} onClick={() => setOpened(step)}>
              <span className="t-cut">{nameOf(step)}</span>
            </Button>
            <span className={classes['funnelRoom']} aria-hidden="true">
              <span
                style={{
                  width: `${most === 0 ? 0 : Math.max(0, (step.value / most) * 100)}%`,
                  background: colourOf(by, step.key, at),
                }}
              />
            </span>
            <strong>{show(step.value)}</strong>
            <span className="t-caption">
              {step.ofBefore !== undefined && (
                <span title={t('apps.ofStep', { part: formats.percent(step.ofBefore) })}>
                  {formats.percent(step.ofBefore)}
                  <span className="t-hidden"> {t('apps.fromStep')}</span>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {opened !== null && (
        <RecordsBehind
          table={table}
          label={nameOf(opened)}
          value={`${show(opened.value)}, ${countOf(opened)}`}
          asked={{ ...records(within(opened)), sort: [] }}
          habits={habits}
          onOpen={(id) => {
            setOpened(null);
            if (!page.pick(block.id, table.id, id)) void navigate(`/object/${table.id}/record/${id}`);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
};

/** How much comes through from one option of a field to the next. */
export const Funnel = (props: BlockProps) => {
  const { title, tableId } = props.block.config as Readonly<Record<string, unknown>>;
  return (
    <>
      <BlockHead title={typeof title === 'string' ? title : ''} />
      <OfTable tableId={tableId}>{(table) => <Steps {...props} table={table} />}</OfTable>
    </>
  );
};
