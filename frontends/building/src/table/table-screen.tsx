import {
  EmptyState,
  ErrorState,
  type Field,
  NotFound,
  Page,
  type Table,
  type User,
  useSession,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import { partsOf, typeOfShortcut } from '@tessera/proto/views';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { known, knownSort, leavesOf, prefill } from '../data/filters.ts';
import { groupedSort, knownGroup, levelsApart } from '../data/groups.ts';
import { PhoneFrame } from '../phone/phone-frame.tsx';
import { usePhone } from '../phone/use-phone.ts';
import { viewTypeOf } from '../view-types/list.ts';
import { viewOf } from '../field-types/list.ts';
import { useOpen } from '../workbench/use-open.ts';
import { useView } from '../workbench/use-view.ts';
import { useWorkbench } from '../workbench/use-workbench.ts';
import { shownEntries, viewFor } from '../workbench/view-state.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { TableHeader } from './header.tsx';
import { usePrefer } from './queries.ts';
import { useSearchMarks } from './search-marks.ts';
import classes from './table.module.css';
import {
  bringParts,
  ExportDialog,
  NoRecords,
  NoViewOf,
  RecordPanel,
  TableDialogs,
  TablePanels,
  Toolbar,
} from './later-parts.ts';
import { GridSkeleton } from './grid-skeleton.tsx';
import { useSaidSort } from './use-said.ts';
import { useSearchSteps } from './use-search-steps.ts';
import { useTotals } from './use-totals.ts';
import { useViewMenu } from './view-menu.tsx';

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
  if (!view) {
    const type = viewId === undefined ? undefined : typeOfShortcut(viewId);
    return type === undefined ? <NotFound /> : <NoViewOf table={table} type={type} />;
  }
  return <ViewScreen key={view.id} {...props} view={view} />;
};

/** Where it is told what changed in a view, or in what another filter leaves than the one that is saved. */
const changesOf = (
  table: TableScreenProps['table'],
  { id, config }: Table['views'][number],
  filter: unknown,
): string => {
  const [own, saved] = [filter, known(config.filter, table.fields)].map((one) => JSON.stringify(one ?? { and: [] }));
  return `/object/${table.id}/changes?${new URLSearchParams({ view: id, ...(own !== saved && { filter: own }) })}`;
};

/** What a screen reader hears of what happens to records. */
const Said = ({ bench }: { bench: Workbench }) => {
  const said = useSyncExternalStore(bench.subscribe, () => bench.state().said);
  return (
    <div className="t-hidden" role="status" aria-live="polite">
      {said}
    </div>
  );
};

const ViewScreen = ({ table, users, preferences, view }: TableScreenProps & { view: Table['views'][number] }) => {
  const t = useTexts('building');
  const { user } = useSession();
  const navigate = useNavigate();
  const phone = usePhone();
  const prefer = usePrefer();
  const [search, setSearch] = useState('');
  const [deleting, setDeleting] = useState<Field | null>(null);
  const [duplicating, setDuplicating] = useState<Field | null>(null);
  const [exporting, setExporting] = useState(false);
  const type = viewTypeOf(view.type);
  const state = useView(table, view, preferences, type?.usual ?? {});
  const { config } = state;
  // One that has no query shows no records: none are asked for.
  const queries = partsOf(view.type, 'filter').length > 0;

  const { recordId, panel, setPanel, expand } = useOpen();

  useEffect(() => {
    if (preferences[`lastView:${table.id}`] !== view.id) prefer(`lastView:${table.id}`, view.id);
    // Once for each view that is opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [table.id, view.id]);

  const filter = useMemo(() => known(config.filter, table.fields), [config.filter, table.fields]);
  const sort = useMemo(() => knownSort(config.sort, table.fields), [config.sort, table.fields]);
  const { group } = config;
  const levels = useMemo(
    () => (type?.uses.includes('group') === true ? knownGroup(group, table.fields) : []),
    [type, group, table.fields],
  );
  const wanted = useMemo(() => {
    const apart = levels.slice(0, levelsApart(levels, table.fields));
    return {
      ...(filter ? { filter } : {}),
      sort: groupedSort(levels.slice(apart.length), sort),
      search: search.trim(),
      ...(apart.length > 0 ? { apart } : {}),
    };
  }, [filter, levels, sort, search, table.fields]);
  const totalsLoad = useRef<() => void>(() => undefined);
  const work = useWorkbench({
    table,
    users,
    expand,
    ...(queries && { first: wanted }),
    prefill: () => prefill(filter, table.fields, user.id),
    askNew: () => {
      if (table.creationForm !== true) setPanel({ name: 'new' });
      return table.creationForm !== true;
    },
    onTotals: () => totalsLoad.current(),
  });
  const { bench, list } = work;
  const shown = useMemo(() => shownEntries(table, config), [table, config]);
  const fields = useMemo(() => shown.map(({ field }) => field), [shown]);
  const steps = useSearchSteps(table, fields, work, search, setSearch);
  const area = useRef<HTMLDivElement>(null);
  useSearchMarks(area, search, steps.place);
  useSaidSort(sort, table.fields, bench.say);
  const totals = useTotals(table, work.habits);
  totalsLoad.current = () => {
    if (type?.uses.includes('totals') === true) void totals.load(shown, list.query());
  };

  // A record that is open is one of a list.
  const listed = queries || recordId !== null;
  useEffect(() => {
    if (!listed) return undefined;
    if (search === '') return void list.setQuery(wanted);
    const timer = setTimeout(() => list.setQuery(wanted), 200);
    return () => clearTimeout(timer);
  }, [listed, list, wanted, search]);
  // Values of a field that was added, came back or became of another type are not among those that were loaded.
  const shape = table.fields.map((field) => `${field.id}:${field.type}`).join();
  const loaded = useRef(shape);
  useEffect(() => {
    const before = new Set(loaded.current.split(','));
    loaded.current = shape;
    if (shape.split(',').some((one) => !before.has(one))) bench.refresh();
  }, [shape, bench]);
  const asked = JSON.stringify(shown.map(({ fieldId, total }) => [fieldId, total]));
  useEffect(() => totalsLoad.current(), [asked]);

  const editField = useCallback((field: Field): void => setPanel({ name: 'field', fieldId: field.id }), [setPanel]);
  const [wantedFilter, setWantedFilter] = useState<{ readonly fieldId: string } | null>(null);
  const filterBy = useCallback((field: Field): void => setWantedFilter({ fieldId: field.id }), []);
  const addField = useCallback((): void => setPanel({ name: 'field', fieldId: null }), [setPanel]);
  const keys = t('shortcuts.table');
  useShortcut({ keys: 'mod+z', label: t('undo.title'), group: keys }, () => void bench.undo(false));
  useShortcut({ keys: 'mod+shift+z', label: t('redo.action'), group: keys }, () => void bench.undo(true));
  useShortcut({ keys: 'mod+y', label: t('redo.action'), group: keys }, () => void bench.undo(true));
  const viewMenu = useViewMenu(table, view, state);
  const total = list.rows.total();
  const came = list.rows.started();
  useEffect(() => {
    if (!came) return undefined;
    // After the rows, which are on their way to the screen.
    const timer = setTimeout(() => bringParts(table.fields), 400);
    return () => clearTimeout(timer);
  }, [came, table.fields]);
  // Once something was opened its place stays, so that it can leave as it came.
  const wasOpened = useRef(false);
  wasOpened.current ||= panel !== null || recordId !== null;
  const opened = wasOpened.current;
  const filters = leavesOf(filter).length;
  const clear = (): void => {
    state.change((before) => {
      const { filter: _filter, ...rest } = before;
      return rest;
    });
  };
  const count = total === null ? null : t('recordsCounted', { count: total });
  const begin = (): void => list.drawer().newRecord();
  const newRecord = queries && table.rights.canCreateRecords ? { onNewRecord: begin } : {};
  const empty =
    list.rows.started() && list.rows.size() === 0 ? (
      <NoRecords
        table={table}
        search={list.query().search}
        filters={filters}
        onClearSearch={() => steps.set('')}
        onClearFilters={clear}
        onNewRecord={begin}
      />
    ) : null;

  const pressedField = table.fields.find(({ id }) => id === work.pressed?.fieldId);
  const Pressed = pressedField && viewOf(pressedField.type).button?.Pressed;
  const Drawn = type === undefined ? null : phone ? type.PhoneScreen : type.Screen;
  const content =
    Drawn === null ? (
      <EmptyState screen drawing="missing" title={t('view.newerTitle')}>
        {t('view.newerText')}
      </EmptyState>
    ) : queries && list.error() !== null && !list.rows.started() ? (
      <div className={classes['center']}>
        <ErrorState title={t('error.view')} error={list.error()} onRetry={list.rows.retry} />
      </div>
    ) : (
      <Drawn
        meanwhile={<GridSkeleton />}
        table={table}
        view={view}
        state={state}
        work={work}
        users={users}
        totals={totals}
        steps={steps}
        current={recordId}
        empty={empty}
        onEditField={editField}
        onAddField={addField}
        onDeleteField={setDeleting}
        onDuplicateField={setDuplicating}
        onFilterBy={filterBy}
      />
    );

  return (
    <>
      <Page
        inset={false}
        back="/home"
        header={<TableHeader table={table} onNamed={() => list.drawer().begin()} />}
        actions={
          <TableHeader.Actions
            table={table}
            people={work.people}
            crowd={work.crowd}
            changes={changesOf(table, view, filter)}
            onPanel={setPanel}
            onExport={queries ? () => setExporting(true) : undefined}
          />
        }
        toolbar={
          phone ? undefined : (
            <Toolbar
              table={table}
              view={view}
              state={state}
              work={work}
              users={users}
              search={search}
              steps={steps}
              found={total}
              viewMenu={viewMenu.items}
              count={count}
              wanted={wantedFilter}
              {...newRecord}
            />
          )
        }
      >
        <div ref={area} style={{ display: 'contents' }}>
          {phone ? (
            <PhoneFrame
              table={table}
              view={view}
              state={state}
              work={work}
              users={users}
              viewMenu={viewMenu.items}
              search={search}
              steps={steps}
            >
              {content}
            </PhoneFrame>
          ) : (
            content
          )}
        </div>
        <Said bench={bench} />
      </Page>
      {opened && (
        <>
          <TablePanels
            table={table}
            panel={panel}
            users={users}
            work={work}
            onPanel={setPanel}
            onDelete={setDeleting}
            onDuplicate={setDuplicating}
            onRecord={expand}
          />
          <RecordPanel
            table={table}
            recordId={recordId}
            users={users}
            work={work}
            onMove={expand}
            onClose={() => expand(null)}
            onExpand={(id) => void navigate(`/object/${table.id}/record/${id}`)}
          />
        </>
      )}
      {viewMenu.dialog}
      {pressedField && Pressed && work.pressed && (
        <Pressed
          key={`${work.pressed.recordId}:${pressedField.id}`}
          table={table}
          field={pressedField}
          recordId={work.pressed.recordId}
          users={users}
          habits={work.habits}
          onOpen={expand}
          onDone={() => work.setPressed(null)}
        />
      )}
      {exporting && (
        <ExportDialog
          table={table}
          fieldIds={shown.map(({ fieldId }) => fieldId)}
          query={list.query()}
          onClose={() => setExporting(false)}
        />
      )}
      {(work.asking !== null || deleting !== null || duplicating !== null) && (
        <TableDialogs
          table={table}
          asking={work.asking}
          habits={work.habits}
          deleting={deleting}
          onDeleting={setDeleting}
          duplicating={duplicating}
          onDuplicating={setDuplicating}
        />
      )}
    </>
  );
};
