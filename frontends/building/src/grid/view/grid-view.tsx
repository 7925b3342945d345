import {
  type AggregateFunction,
  cx,
  type Field,
  type Id,
  isMac,
  type MenuEntry,
  type Person,
  type Sort,
  type User,
} from '@tessera/kit';
import { IconPlus } from '@tessera/kit/icons';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { isCut } from '../../data/cut-text.ts';
import { type Habits } from '../../data/values.ts';
import type { GridActions } from '../actions.ts';
import type { Grid, GridColumn } from '../grid.ts';
import { columnAt, frozenThatFits, gutter, layoutColumns, topOf } from '../model/geometry.ts';
import { gridCommand } from '../model/keys.ts';
import { blockOf, selectOne } from '../model/selection.ts';
import { viewOfField } from '../../field-types/list.ts';
import type { CellContext } from '../../field-types/view.ts';
import { Editor } from './editor.tsx';
import { Foot, type FootTotal } from './foot.tsx';
import { footHeight, useFootPlace } from './foot-place.ts';
import classes from './grid.module.css';
import type { GroupProps } from './group-lines.tsx';
import { Head } from './head.tsx';
import { onFontsReady } from './measure.ts';
import { Overlay, type OverlayProps } from './overlay.tsx';
import type { RowTexts } from './row.tsx';
import { Rows } from './rows.tsx';
import { useHover } from './use-hover.ts';
import { usePointer } from './use-pointer.ts';
import { useScroller } from './use-scroller.ts';

export type GridTexts = {
  readonly label: string;
  readonly row: RowTexts;
  readonly newRecord: string;
  readonly selectAll: string;
  readonly addField: string;
  readonly menuOf: (name: string) => string;
  readonly refused: OverlayProps['texts'];
  readonly foot: {
    readonly none: string;
    readonly summarize: string;
    readonly totalOf: (name: string) => string;
    readonly label: string;
  };
  readonly editor: { readonly find: string; readonly findPerson: string; readonly clear: string };
};

export type GridViewProps = {
  readonly grid: Grid;
  readonly actions: GridActions;
  readonly habits: Habits;
  readonly context: CellContext;
  readonly users: readonly User[];
  readonly presence: readonly Person[];
  readonly texts: GridTexts;
  readonly sort: readonly Sort[];
  readonly canCreate: boolean;
  readonly current: Id | null;
  readonly count: { readonly value: string; readonly label: string } | null;
  readonly totals: ReadonlyMap<Id, FootTotal>;
  readonly totalChoices: (column: GridColumn) => readonly { readonly id: AggregateFunction; readonly label: string }[];
  readonly onTotal: (fieldId: Id, total: AggregateFunction | null) => void;
  readonly columnMenu: (field: Field) => readonly MenuEntry[];
  readonly refusalText: OverlayProps['refusalText'];
  readonly showValue: OverlayProps['showValue'];
  readonly onResize: (fieldId: Id, width: number) => void;
  readonly onFit: (fieldId: Id) => void;
  readonly onReorder: (fieldId: Id, to: number) => void;
  readonly onAddField?: () => void;
  readonly onNewOption?: (field: Field, label: string) => string;
  readonly onShown: (runs: readonly (readonly [number, number])[], leaping: boolean) => void;
  /** What the heads of groups show and do; null where rows have no groups. */
  readonly groups: GroupProps | null;
  readonly sums: ReactNode;
  readonly pill: ReactNode;
};

const headHeight = 36;

/** The grid: one scrolled element, rows and columns drawn as they come into view. */
export const GridView = (props: GridViewProps) => {
  const { grid, actions, texts } = props;
  const gridId = useId();
  const latest = useRef(props);
  latest.current = props;
  const state = useSyncExternalStore(grid.subscribe, grid.state);
  const { columns, rowHeight, selection, editing } = state;
  const scroll = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const [guide, setGuide] = useState<number | null>(null);
  useFootPlace(footHeight);
  const [, remeasure] = useState(0);
  const [width, setWidth] = useState(1200);
  useEffect(() => onFontsReady(() => remeasure((n) => n + 1)), []);

  const layout = useMemo(
    () => layoutColumns(columns.map((column) => ({ id: column.field.id, width: column.width }))),
    [columns],
  );
  const frozen = frozenThatFits(
    columns.map((column) => ({ id: column.field.id, width: column.width })),
    Math.min(state.frozen, columns.length),
    width,
  );
  const rows = grid.rows();
  const size = rows.size();
  const loading = !rows.started();
  const drawn = loading && size === 0 ? 40 : size;
  const lines = grid.lines(drawn);
  // In groups each has a line of its own for new records.
  const addsBelow = props.canCreate && !loading && !(lines.grouped && drawn > 0);
  const all = drawn + (addsBelow ? 1 : 0);

  const scroller = useScroller({
    element: scroll,
    lines,
    below: addsBelow ? rowHeight : 0,
    layout,
    frozen,
    head: headHeight,
    foot: footHeight,
    onRows: (runs, leaping) => props.onShown(runs, leaping),
  });
  const { shown, reveal, hit } = scroller;
  useLayoutEffect(() => {
    grid.viewport({
      firstVisible: scroller.firstVisible,
      shiftBy: scroller.shiftBy,
      atEnd: scroller.atEnd,
      toStart: scroller.toStart,
      focus: () => root.current?.focus({ preventScroll: true }),
      width: () => scroll.current?.clientWidth ?? 0,
    });
  });
  useEffect(() => setWidth(shown.width), [shown.width]);
  useEffect(() => grid.onReveal(reveal), [grid, reveal]);
  useEffect(() => {
    const page = Math.max(1, Math.floor(shown.viewport / rowHeight) - 1);
    if (page !== grid.state().page) grid.set({ page });
  }, [grid, shown.viewport, rowHeight]);

  const columnOf = useCallback(
    (x: number): number => columnAt(layout, Math.min(Math.max(0, x), layout.total - 1)),
    [layout],
  );
  const pointer = usePointer({
    grid,
    actions,
    hit,
    columnOf,
    scroll,
    focus: () => root.current?.focus({ preventScroll: true }),
  });

  const hover = useHover({ scroll, hit, relative: props.context.relative });

  // The editor gives the focus back to the grid when it closes.
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (
      wasEditing.current &&
      !editing &&
      (active === null || active === document.body || (scroll.current?.contains(active) ?? false))
    )
      root.current?.focus({ preventScroll: true });
    wasEditing.current = editing !== null;
  }, [editing]);

  const keyDown = (event: React.KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== root.current) return;
    const mac = isMac();
    const command = gridCommand(
      {
        key: event.key,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        shiftKey: event.shiftKey,
        altKey: event.altKey,
        isComposing: event.nativeEvent.isComposing,
      },
      mac,
    );
    if (event.altKey && event.key === 'ArrowDown' && selection) {
      event.preventDefault();
      root.current
        ?.querySelector<HTMLElement>(`[aria-colindex="${selection.anchor.col + 2}"] [data-head-menu]`)
        ?.click();
      return;
    }
    if (!command) return;
    if (command.do === 'type') {
      // Without a selected cell a letter is a key of the page, but for whoever waits in the grid for its rows.
      if (loading) event.preventDefault();
      if (!selection) return;
      const active = grid.active();
      const by = active ? viewOfField(active.column.field).entry.by : 'nobody';
      const list = by === 'choosing';
      if (by !== 'typing') event.preventDefault();
      // The editor must have the focus before the key arrives, so that it and an input method write into it.
      const opened = flushSync(() =>
        list ? grid.edit('value', [...event.key].length === 1 ? event.key : '') : grid.edit('typed'),
      );
      if (!opened && active && by !== 'pressing') actions.pressReadOnly();
      return;
    }
    if (
      command.do === 'move' &&
      command.direction === 'up' &&
      !command.extend &&
      command.step === 'cell' &&
      selection?.anchor.row === 0
    ) {
      event.preventDefault();
      root.current
        ?.querySelector<HTMLElement>(`[aria-colindex="${selection.anchor.col + 2}"] [data-head-menu]`)
        ?.focus();
      return;
    }
    if (actions.run(command)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  const clipboard = useRef(actions);
  clipboard.current = actions;
  useEffect(() => {
    const target = root.current;
    if (!target) return undefined;
    const on =
      (run: (event: ClipboardEvent) => boolean) =>
      (event: ClipboardEvent): void => {
        // The browser sends it to where its caret last was, which need not be what has the focus.
        if (document.activeElement === target && run(event)) event.preventDefault();
      };
    const copy = on((event) => clipboard.current.copy(event.clipboardData, false));
    const cut = on((event) => clipboard.current.copy(event.clipboardData, true));
    const paste = on((event) => clipboard.current.paste(event.clipboardData));
    document.addEventListener('copy', copy);
    document.addEventListener('cut', cut);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', cut);
      document.removeEventListener('paste', paste);
    };
  }, []);

  const block = selection ? blockOf(selection) : null;
  const fullWidth = gutter + layout.total + (props.onAddField ? gutter : 0);

  const editedColumn = editing ? columns.findIndex((column) => column.field.id === editing.fieldId) : -1;
  const editedRow = editing ? (rows.placeOf(editing.recordId) ?? editing.row) : -1;
  const edited = editing && editedColumn >= 0 ? columns[editedColumn] : undefined;
  const editedRecord = editing ? rows.record(editing.recordId) : undefined;
  const editedValue =
    editing?.whole?.value ?? (editedRecord && edited ? grid.value(editedRecord, edited.field.id) : undefined);
  // Its row has only the beginning of the text.
  const waits = editing !== null && editing.start === 'value' && editing.text === undefined && isCut(editedValue);
  useEffect(() => {
    if (waits) actions.readEdited(editing);
    // Once for each cell that is opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [waits, editing?.recordId, editing?.fieldId, actions]);
  const editor =
    editing && edited && editedRecord ? (
      <Editor
        key={`${editing.recordId}:${editing.fieldId}`}
        field={edited.field}
        value={editedValue}
        start={editing.start}
        {...(editing.text === undefined ? {} : { text: editing.text })}
        habits={props.habits}
        users={props.users}
        {...(props.onNewOption ? { onNewOption: props.onNewOption } : {})}
        record={editing.recordId}
        onDone={(result, go) => actions.finish(editing, result, go)}
        onSave={(value) => actions.save(editing, value)}
        onCancel={() => actions.cancel(editing)}
        readOnly={!state.canEdit}
        inCell
        size={{ width: edited.width, height: rowHeight }}
        style={
          {
            left: gutter + (layout.lefts[editedColumn] ?? 0),
            top: lines.top(editedRow) + shown.shift,
            width: edited.width,
            height: rowHeight,
            '--editor-top': `${topOf(rowHeight) ?? (rowHeight - 20) / 2}px`,
          } as React.CSSProperties
        }
        texts={{ ...texts.editor, label: edited.field.name }}
      />
    ) : null;

  // Only a cell that is drawn can be pointed at.
  const drawnCell =
    selection &&
    selection.anchor.row >= shown.firstRow &&
    selection.anchor.row <= shown.lastRow &&
    (selection.anchor.col < frozen ||
      (selection.anchor.col >= shown.firstCol && selection.anchor.col <= shown.lastCol));
  const active = drawnCell ? `${gridId}-${selection.anchor.row}-${selection.anchor.col}` : undefined;
  const checkedCount = grid.list().checkedCount();
  const checkedState = checkedCount === 0 ? 'none' : checkedCount === size ? 'all' : 'some';
  const addsFields = props.onAddField !== undefined;
  const wholeColumns =
    block !== null && size > 1 && block.top === 0 && block.bottom >= size - 1 ? `${block.left}:${block.right}` : '';

  // Head and foot stay as they are while rows scroll by: what they call is looked up when it is called.
  const head = useMemo(
    () => (
      <Head
        columns={columns}
        density={state.density}
        layout={layout}
        frozen={frozen}
        first={shown.firstCol}
        last={shown.lastCol}
        selected={
          wholeColumns === ''
            ? null
            : { from: Number(wholeColumns.split(':')[0]), to: Number(wholeColumns.split(':')[1]) }
        }
        sort={props.sort}
        checked={checkedState}
        menu={(field) => latest.current.columnMenu(field)}
        texts={texts}
        onCheckAll={() => grid.list().checkAll(grid.list().checkedCount() === 0)}
        onSelectColumn={(col, extend) => {
          actions.selectColumn(col, extend);
          root.current?.focus({ preventScroll: true });
        }}
        onResize={(fieldId, next) => latest.current.onResize(fieldId, next)}
        onFit={(fieldId) => latest.current.onFit(fieldId)}
        onReorder={(fieldId, to) => latest.current.onReorder(fieldId, to)}
        {...(addsFields ? { onAddField: () => latest.current.onAddField?.() } : {})}
        onLeaveDown={() => {
          root.current?.focus({ preventScroll: true });
          if (!grid.state().selection && grid.bounds().rows > 0) grid.select(selectOne(0, 0));
        }}
        columnX={(clientX) => hit(clientX, 0).x}
        guide={setGuide}
      />
    ),
    [
      columns,
      state.density,
      layout,
      frozen,
      shown.firstCol,
      shown.lastCol,
      wholeColumns,
      props.sort,
      checkedState,
      texts,
      grid,
      actions,
      addsFields,
      hit,
    ],
  );
  const foot = useMemo(
    () => (
      <Foot
        columns={columns}
        layout={layout}
        frozen={frozen}
        first={shown.firstCol}
        last={shown.lastCol}
        count={props.count}
        totals={props.totals}
        choices={(column) => latest.current.totalChoices(column)}
        numeric={(column) => viewOfField(column.field).atEnd === true}
        texts={texts.foot}
        onTotal={(fieldId, total) => latest.current.onTotal(fieldId, total)}
      />
    ),
    [columns, layout, frozen, shown.firstCol, shown.lastCol, props.count, props.totals, texts],
  );

  return (
    <div
      className={classes['root']}
      data-selected={selection ? true : undefined}
      data-density={state.density}
      data-tall={rowHeight >= 64 ? rowHeight : undefined}
    >
      <div ref={scroll} className={cx(classes['scroll'])}>
        <div
          ref={root}
          role="grid"
          tabIndex={0}
          aria-label={texts.label}
          aria-rowcount={all + 1}
          aria-colcount={columns.length + 1}
          aria-multiselectable="true"
          aria-busy={rows.busy() || undefined}
          aria-activedescendant={active}
          aria-readonly={!state.canEdit || undefined}
          className={classes['grid']}
          style={{ width: fullWidth }}
          onKeyDown={keyDown}
          onFocus={(event) => {
            if (event.target === root.current && !selection && size > 0 && root.current?.matches(':focus-visible'))
              grid.select(selectOne(scroller.firstVisible(), 0), false);
          }}
          {...(selection ? { 'data-captures-keys': true } : {})}
          {...pointer}
          {...hover.handlers}
        >
          {head}
          <div
            role="rowgroup"
            className={classes['body']}
            style={{ height: shown.height, width: '100%', '--row': `${rowHeight}px` } as React.CSSProperties}
            data-body
          >
            {props.groups && (
              <props.groups.Lines
                {...props.groups}
                lines={lines}
                shown={shown}
                columns={columns}
                layout={layout}
                frozen={frozen}
                onLeave={() => root.current?.focus({ preventScroll: true })}
              />
            )}
            <Overlay
              grid={grid}
              state={state}
              lines={lines}
              layout={layout}
              frozen={frozen}
              shift={shown.shift}
              presence={props.presence}
              refusalText={props.refusalText}
              showValue={props.showValue}
              texts={texts.refused}
              onEditAgain={(row, col) => {
                grid.select(selectOne(row, col));
                grid.edit('value');
              }}
              firstRow={scroller.firstVisible()}
              right={(scroll.current?.scrollLeft ?? 0) + shown.width}
              onDiscard={actions.discard}
              onUseMine={actions.keepMine}
              editor={editor}
              editorCol={editor ? editedColumn : null}
              shown={[shown.firstRow, shown.lastRow]}
            />
            <Rows
              grid={grid}
              gridId={loading ? '' : gridId}
              state={state}
              shown={shown}
              lines={lines}
              layout={layout}
              frozen={frozen}
              count={drawn}
              current={props.current}
              hovered={hover.row}
              context={props.context}
              texts={texts.row}
            />
            {addsBelow && shown.to > lines.height && (
              <div
                role="row"
                aria-rowindex={drawn + 2}
                className={classes['newRow']}
                style={{ top: lines.height + shown.shift, height: rowHeight }}
              >
                <div role="gridcell" aria-colindex={1}>
                  <button type="button" tabIndex={-1} onClick={actions.newRecord}>
                    <IconPlus aria-hidden="true" />
                    {texts.newRecord}
                  </button>
                </div>
              </div>
            )}
            {guide !== null && (
              <span
                className={classes['resizeLine']}
                style={{ left: guide - 1, top: scroll.current?.scrollTop ?? 0, height: shown.viewport }}
              />
            )}
          </div>
        </div>
        {foot}
      </div>
      {props.sums}
      {props.pill}
    </div>
  );
};
