import {
  ErrorState,
  type Field,
  type Filter,
  type Id,
  Skeleton,
  type Table,
  useFormats,
  useLive,
  useTexts,
} from '@tessera/kit';
import { IconArrowDown, IconArrowUp } from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { known } from '../data/filters.ts';
import { useHabits } from '../data/use-habits.ts';
import { tableApi } from '../table/table.resource.ts';
import { totalsOf, useTotals } from '../table/use-totals.ts';
import { usePeople } from '../table/queries.ts';
import type { BlockProps } from './view.ts';
import { BlockNote, OfTable } from './plate.tsx';
import { changeOf, daysOf, filterOf, type Period } from './period.ts';
import classes from './blocks.module.css';

type Asked = { readonly function: string; readonly field: Field | undefined };
const none: readonly never[] = [];

const Figure = ({ table, block, search }: BlockProps & { readonly table: Table }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const client = useQueryClient();
  const { data: people } = usePeople();
  const habits = useHabits(people ?? none);
  const totals = useTotals(table, habits);
  const { config } = block;
  const field = table.fields.find(({ id }) => id === config['fieldId']);
  const fn = typeof config['function'] === 'string' ? config['function'] : 'count';
  const asked: Asked = {
    function: fn,
    field:
      fn === 'count' || field === undefined || !(totalsOf(field) as readonly string[]).includes(fn) ? undefined : field,
  };
  const period = config['period'] as { readonly dateFieldId: Id; readonly kind: Period } | undefined;
  const dated = table.fields.find(({ id }) => id === period?.dateFieldId);
  const filter = known(config['filter'] as Filter | undefined, table.fields);
  const today = new Date().toISOString().slice(0, 10);
  const of = (back: 0 | 1) => ({
    filter: filterOf(filter, dated?.id, period && daysOf(period.kind, today, 1, back)),
    ...(search.trim() !== '' && { search: search.trim() }),
  });
  const read = async (which: ReturnType<typeof of>, signal: AbortSignal): Promise<number | null> => {
    const query = {
      ...(which.filter ? { filter: which.filter } : {}),
      ...(which.search ? { search: which.search } : {}),
    };
    if (asked.field === undefined) return (await tableApi.count(table.id, query, signal)).total;
    const [one] = await tableApi.aggregate(
      table.id,
      query,
      [{ fieldId: asked.field.id, function: fn as Parameters<typeof tableApi.aggregate>[2][number]['function'] }],
      signal,
    );
    return one?.value === null || one === undefined ? null : Number(one.value);
  };
  const compares = config['compare'] === true && dated !== undefined && period !== undefined && period.kind !== 'all';
  const key = ['indicator', table.id, JSON.stringify([of(0), compares ? of(1) : null, asked.field?.id, fn])];
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const [now, before] = await Promise.all([read(of(0), signal), compares ? read(of(1), signal) : null]);
      return { now, before };
    },
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  // Many changes at once are one question more, half a second after the first of them.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive([`table:${table.id}`], () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['indicator', table.id] });
    }, 500);
  });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending || data === undefined) return <Skeleton width={96} height={20} />;
  const shown =
    data.now === null
      ? t('apps.noValue')
      : asked.field === undefined
        ? formats.number(data.now)
        : totals.show(asked.field, fn as Parameters<typeof totals.show>[1], data.now);
  const change = changeOf(data.now, data.before);
  const good = config['good'] === 'down' ? -1 : 1;
  const target = typeof config['target'] === 'number' ? config['target'] : undefined;
  return (
    <>
      <p className={classes['value']}>{shown}</p>
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
            target: formats.number(target),
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
