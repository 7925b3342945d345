import {
  Button,
  EmptyState,
  ErrorState,
  type Field,
  type Id,
  NotFound,
  Page,
  type Table,
  type User,
  useSession,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import { IconPlus } from '@tessera/kit/icons';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { known, knownSort, leavesOf, prefill } from '../data/filters.ts';
import { usePrefer } from './queries.ts';
import { TableDialogs } from './dialogs.tsx';
import { TableHeader } from './header.tsx';
import { TableGrid } from './table-grid.tsx';
import { leadsBack, panelOf, type TablePanel, withPanel } from './panel-address.ts';
import { TablePanels } from './panels.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { Cards } from '../phone/cards.tsx';
import { usePhone } from '../phone/use-phone.ts';
import { RecordPanel } from '../record/record.panel.tsx';
import classes from './table.module.css';
import { NotFoundBySearch } from './not-found-by-search.tsx';
import { Toolbar } from './toolbar.tsx';
import { useSaidSort } from './use-said.ts';
import { useTotals } from './use-totals.ts';
import { useView } from './use-view.ts';
import { useViewMenu } from './view-menu.tsx';
import { useWorkbench } from './use-workbench.ts';
import { columnsOf, viewFor } from './view-state.ts';

export type TableScreenProps = {
  readonly table: Table;
  readonly viewId: string | undefined;
  readonly users: readonly User[];
  readonly preferences: Readonly<Record<string, unknown>>;
};

/** One table in one of its views. */
export const TableScreen = (props: TableScreenProps) => {
  const t = useTexts('building');
  const { table, viewId, preferences } = props;
  const view = viewFor(table.views, viewId, preferences[`lastView:${table.id}`]);
  if (table.fields.length === 0) return <EmptyState screen title={t('noFields')} />;
  if (table.views.length === 0) return <EmptyState screen title={t('noViews')} />;
  if (!view) return <NotFound />;
  return <ViewScreen key={view.id} {...props} view={view} />;
};

const ViewScreen = ({ table, users, preferences, view }: TableScreenProps & { view: Table['views'][number] }) => {
  const t = useTexts('building');
  const { user } = useSession();
  const navigate = useNavigate();
  const phone = usePhone();
  const prefer = usePrefer();
  const [search, setSearch] = useState('');
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const [deleting, setDeleting] = useState<Field | null>(null);
  const state = useView(table, view, preferences);
  const { config } = state;

  const recordId = params.get('recordId');
  const panel = useMemo(() => (recordId === null ? panelOf(params) : null), [recordId, params]);
  const opened = typeof location.state === 'object' && location.state !== null && 'panelOpened' in location.state;
  const setPanel = useCallback(
    (next: TablePanel | null): void => {
      if (!leadsBack(panel, next))
        return setParams((before) => withPanel(before, next), { state: { panelOpened: true } });
      // Closed at once, so that the next key finds the focus where it was opened; then the way there leaves the history.
      setParams((before) => withPanel(before, next), { replace: true, flushSync: true });
      if (opened) void navigate(-1);
    },
    [setParams, panel, opened, navigate],
  );
  const expand = useCallback(
    (id: Id | null): void => {
      setParams(
        (before) => {
          const next = withPanel(before, null);
          if (id === null) next.delete('recordId');
          else next.set('recordId', id);
          return next;
          // Closed at once, so that the next key finds the focus where the record was opened.
        },
        { replace: params.has('recordId') && id !== null, flushSync: id === null },
      );
    },
    [setParams, params],
  );

  useEffect(() => {
    if (preferences[`lastView:${table.id}`] !== view.id) prefer(`lastView:${table.id}`, view.id);
    // Once for each view that is opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [table.id, view.id]);

  const filter = useMemo(() => known(config.filter, table.fields), [config.filter, table.fields]);
  const sort = useMemo(() => knownSort(config.sort, table.fields), [config.sort, table.fields]);
  const wanted = useMemo(
    () => ({ ...(filter ? { filter } : {}), sort, search: search.trim() }),
    [filter, sort, search],
  );
  const totalsLoad = useRef<() => void>(() => undefined);
  const work = useWorkbench({
    table,
    users,
    expand,
    first: wanted,
    prefill: () => prefill(filter, table.fields, user.id),
    onTotals: () => totalsLoad.current(),
  });
  const { bench } = work;
  useSaidSort(sort, table.fields, bench.grid.say);
  const totals = useTotals(table, work.habits);
  totalsLoad.current = () => void totals.load(columnsOf(table, config), bench.query());

  useEffect(() => {
    if (search === '') return void bench.setQuery(wanted);
    const timer = setTimeout(() => bench.setQuery(wanted), 200);
    return () => clearTimeout(timer);
  }, [bench, wanted, search]);
  // Values of a field that was added, came back or became of another type are not among those that were loaded.
  const shape = table.fields.map((field) => `${field.id}:${field.type}`).join();
  const loaded = useRef(shape);
  useEffect(() => {
    const before = new Set(loaded.current.split(','));
    loaded.current = shape;
    if (shape.split(',').some((one) => !before.has(one))) bench.refresh();
  }, [shape, bench]);
  const asked = JSON.stringify(columnsOf(table, config).map((column) => [column.field.id, column.total]));
  useEffect(() => totalsLoad.current(), [asked]);

  const editField = useCallback((field: Field): void => setPanel({ name: 'field', fieldId: field.id }), [setPanel]);
  const addField = useCallback((): void => setPanel({ name: 'field', fieldId: null }), [setPanel]);
  const keys = t('shortcuts.table');
  useShortcut({ keys: 'mod+z', label: t('undo.title'), group: keys }, () => void bench.undo(false));
  useShortcut({ keys: 'mod+shift+z', label: t('redo.action'), group: keys }, () => void bench.undo(true));
  useShortcut({ keys: 'mod+y', label: t('redo.action'), group: keys }, () => void bench.undo(true));
  const viewMenu = useViewMenu(table, view, state);
  const total = bench.rows.total();
  const filters = leavesOf(filter).length;
  const searched = search.trim();
  const empty = bench.rows.started() && bench.rows.size() === 0;
  const clear = (): void => {
    state.change((before) => {
      const { filter: _filter, ...rest } = before;
      return rest;
    });
  };
  const count = total === null ? null : t('recordsCounted', { count: total });
  const newRecord = table.rights.canCreateRecords ? { onNewRecord: bench.actions.newRecord } : {};

  const content =
    bench.error() !== null && !bench.rows.started() ? (
      <div className={classes['center']}>
        <ErrorState title={t('error.view')} error={bench.error()} onRetry={bench.rows.retry} />
      </div>
    ) : phone ? (
      <Cards
        table={table}
        view={view}
        state={state}
        work={work}
        users={users}
        totals={totals}
        viewMenu={viewMenu.items}
        search={search}
        onSearch={setSearch}
        onOpen={expand}
      />
    ) : (
      <div className={classes['screen']}>
        <TableGrid
          table={table}
          state={state}
          users={users}
          work={work}
          totals={totals}
          current={recordId}
          onEditField={editField}
          onAddField={addField}
          onDeleteField={setDeleting}
        />
        {empty && (
          <div className={classes['overGrid']}>
            {searched !== '' ? (
              <NotFoundBySearch
                search={searched}
                filters={filters}
                onClear={() => setSearch('')}
                onClearFilters={clear}
              />
            ) : filters > 0 ? (
              <EmptyState
                drawing="filtered"
                title={t('state.noMatch')}
                actions={<Button onClick={clear}>{t('state.clearFilters')}</Button>}
              >
                {t('state.hiding', { count: filters })}
              </EmptyState>
            ) : (
              <EmptyState
                title={t('state.empty')}
                actions={
                  table.rights.canCreateRecords ? (
                    <Button variant="primary" icon={IconPlus} onClick={bench.actions.newRecord}>
                      {t('record.new')}
                    </Button>
                  ) : undefined
                }
              >
                {t(table.rights.canCreateRecords ? 'state.emptyText' : 'state.emptyViewer')}
              </EmptyState>
            )}
          </div>
        )}
        <BulkBar table={table} work={work} />
      </div>
    );

  return (
    <>
      <Page
        inset={false}
        back="/home"
        header={<TableHeader table={table} />}
        actions={<TableHeader.Actions table={table} people={work.people} crowd={work.crowd} onPanel={setPanel} />}
        toolbar={
          phone ? undefined : (
            <Toolbar
              table={table}
              view={view}
              state={state}
              users={users}
              search={search}
              onSearch={setSearch}
              viewMenu={viewMenu.items}
              count={count}
              {...newRecord}
            />
          )
        }
      >
        {content}
      </Page>
      <TablePanels table={table} panel={panel} users={users} work={work} onPanel={setPanel} onDelete={setDeleting} />
      <RecordPanel
        table={table}
        recordId={recordId}
        users={users}
        work={work}
        onMove={expand}
        onClose={() => expand(null)}
        onExpand={(id) => void navigate(`/object/${table.id}/record/${id}`)}
      />
      {viewMenu.dialog}
      <TableDialogs
        table={table}
        asking={work.asking}
        habits={work.habits}
        deleting={deleting}
        onDeleting={setDeleting}
      />
    </>
  );
};
