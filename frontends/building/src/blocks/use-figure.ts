import { type Field, type Filter, type Id, type Table, useFormats, useTexts } from '@tessera/kit';
import { daysOf, type Period } from '@tessera/proto/blocks/figures';
import { useQuery } from '@tanstack/react-query';
import { known } from '../data/filters.ts';
import { useHabits } from '../data/use-habits.ts';
import { tableApi } from '../table/table.resource.ts';
import { totalsOf, useTotals } from '../table/use-totals.ts';
import { usePeople } from '../table/queries.ts';
import { bothOf } from './page-state.ts';
import { useAgain } from './use-again.ts';
import type { BlockProps } from './view.ts';
import { filterOf } from './period.ts';

type Asked = { readonly function: string; readonly field: Field | undefined };
const none: readonly never[] = [];

/**
 * The number that a block is about, now and in the period before; asked for again when a record that it may count
 * changed. Nothing is asked while `enabled` is false.
 */
export const useFigure = ({ table, block, page }: BlockProps & { readonly table: Table }, enabled = true) => {
  const t = useTexts('building');
  const formats = useFormats();
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
  const filter = bothOf(known(config['filter'] as Filter | undefined, table.fields), page.filterFor(block.id, table));
  const search = page.searchFor(block.id);
  const today = new Date().toISOString().slice(0, 10);
  const of = (back: 0 | 1) => ({
    filter: filterOf(filter, dated?.id, period && daysOf(period.kind, today, 1, back)),
    ...(search !== '' && { search }),
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
    enabled,
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  useAgain('indicator', table.id);
  const show = (value: number | null): string =>
    value === null
      ? t('apps.noValue')
      : asked.field === undefined
        ? formats.number(value)
        : totals.show(asked.field, fn as Parameters<typeof totals.show>[1], value);
  return { data, error, isPending, refetch, show, compares, target: numberIn(config['target']) };
};

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
