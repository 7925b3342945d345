import type { Id, Table, View, ViewConfig } from '@tessera/kit';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { known, knownSort } from '../data/filters.ts';
import { usePhone } from '../phone/use-phone.ts';
import { usePeople, usePreferences } from '../table/queries.ts';
import { useSearchSteps } from '../table/use-search-steps.ts';
import { useTotals } from '../table/use-totals.ts';
import { TableScope } from '../field-types/scope.ts';
import { viewTypeOf } from '../view-types/list.ts';
import { useWorkbench } from '../workbench/use-workbench.ts';
import type { ViewState } from '../workbench/use-view.ts';
import { shownEntries } from '../workbench/view-state.ts';
import { BlockNote } from './plate.tsx';

const nothing = (): void => undefined;

type Drawn = {
  readonly table: Table;
  readonly viewType: string;
  readonly blockId: Id;
  readonly config: ViewConfig;
  readonly search: string;
  /** Shows a record in another block of the page; false where none does. */
  readonly pick: (recordId: Id) => boolean;
  readonly users: readonly NonNullable<ReturnType<typeof usePeople>['data']>[number][];
};

const Inner = ({ table, viewType, blockId, config, search, pick, users }: Drawn) => {
  const navigate = useNavigate();
  const phone = usePhone();
  const type = viewTypeOf(viewType);
  const filter = useMemo(() => known(config.filter, table.fields), [config.filter, table.fields]);
  const sort = useMemo(() => knownSort(config.sort, table.fields), [config.sort, table.fields]);
  const wanted = useMemo(
    () => ({ ...(filter ? { filter } : {}), sort, search: search.trim() }),
    [filter, sort, search],
  );
  const totalsLoad = useRef(nothing);
  const work = useWorkbench({
    table,
    users,
    first: wanted,
    prefill: () => ({}),
    expand: (id) => {
      if (!pick(id)) void navigate(`/object/${table.id}/record/${id}`);
    },
    onTotals: () => totalsLoad.current(),
  });
  const { list } = work;
  const shown = useMemo(() => shownEntries(table, config), [table, config]);
  const fields = useMemo(() => shown.map(({ field }) => field), [shown]);
  const steps = useSearchSteps(table, fields, work, search, nothing);
  const totals = useTotals(table, work.habits);
  totalsLoad.current = () => {
    if (type?.uses.includes('totals') === true) void totals.load(shown, list.query());
  };
  useEffect(() => {
    list.setQuery(wanted);
  }, [list, wanted]);
  const state = useMemo(
    (): ViewState => ({ config, changed: false, change: nothing, reset: nothing, save: async () => undefined }),
    [config],
  );
  const view = useMemo(
    (): View => ({ id: blockId, type: viewType, label: '', config, personal: true }) as unknown as View,
    [blockId, viewType, config],
  );
  if (type === undefined) return null;
  const Screen = phone ? type.PhoneScreen : type.Screen;
  return (
    <Screen
      table={table}
      view={view}
      state={state}
      work={work}
      users={users}
      totals={totals}
      steps={steps}
      current={null}
      empty={null}
      onEditField={nothing}
      onAddField={nothing}
      onDeleteField={nothing}
      onDuplicateField={nothing}
      onFilterBy={nothing}
    />
  );
};

/** A type of view as a block: the same screen, with a workbench of its own and a configuration that the block keeps. */
export const ViewBlock = (props: Omit<Drawn, 'users'>) => {
  const people = usePeople();
  const preferences = usePreferences();
  if (people.isPending || preferences.isPending) return null;
  if (props.table.fields.length === 0) return <BlockNote>–</BlockNote>;
  return (
    <TableScope value={props.table.id}>
      <Inner {...props} users={people.data ?? []} />
    </TableScope>
  );
};
