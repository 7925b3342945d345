import type { Id } from '@tessera/kit';
import type { ReactNode } from 'react';
import type { Grid, GridState } from '../grid.ts';
import { type ColumnLayout, gutter } from '../model/geometry.ts';
import type { Lines } from '../model/lines.ts';
import { blockOf, isSingle } from '../model/selection.ts';
import type { CellContext } from '../../field-types/view.ts';
import classes from './grid.module.css';
import { PinnedRow, type RowProps, type RowTexts, ScrollingRow } from './row.tsx';
import type { Window } from './use-scroller.ts';

export type RowsProps = {
  readonly grid: Grid;
  readonly gridId: string;
  readonly state: GridState;
  readonly shown: Window;
  readonly lines: Lines;
  readonly layout: ColumnLayout;
  readonly frozen: number;
  /** Rows there are, those that are still to come included. */
  readonly count: number;
  readonly current: Id | null;
  readonly hovered: number | null;
  readonly context: CellContext;
  readonly texts: RowTexts;
};

/** The rows in view: their pinned parts in one pane, their scrolling parts beside it, and one line a column. */
export const Rows = ({
  grid,
  gridId,
  state,
  shown,
  lines,
  layout,
  frozen,
  count,
  current,
  hovered,
  context,
  texts,
}: RowsProps) => {
  const { columns, rowHeight, selection } = state;
  const rows = grid.rows();
  const block = selection && !isSingle(selection) ? blockOf(selection) : null;
  const pool = Math.max(1, Math.ceil(shown.viewport / rowHeight) + 14);
  const drawn: ReactNode[] = [];
  const pinned: ReactNode[] = [];
  const places = shown.runs.flatMap(([from, to]) =>
    Array.from({ length: Math.max(0, Math.min(to, count - 1) - from + 1) }, (_, i) => from + i),
  );
  for (const place of places) {
    const record = rows.at(place);
    const inBlock = block !== null && place >= block.top && place <= block.bottom;
    const row: RowProps = {
      gridId,
      place,
      record,
      columns,
      layout,
      frozen,
      context,
      texts,
      edits: record ? grid.editsOf(record.id) : undefined,
      top: lines.top(place) + shown.shift,
      height: rowHeight,
      first: shown.firstCol,
      last: shown.lastCol,
      rangeFrom: inBlock ? block.left : -1,
      rangeTo: inBlock ? block.right : -2,
      active: selection?.anchor.row === place ? selection.anchor.col : -1,
      checked: record !== undefined && grid.list().isChecked(record.id),
      current: record !== undefined && record.id === current,
      hovered: hovered === place,
      flash: record ? state.flashes.get(record.id) : undefined,
      leaving: record !== undefined && state.leaving.has(record.id),
      draft: record?.fields['draft_flag'] === true,
    };
    // Places in a row are used again as they come into view; with gaps between them two could have the same.
    const key = lines.grouped ? place : place % pool;
    pinned.push(<PinnedRow key={key} {...row} />);
    drawn.push(<ScrollingRow key={key} {...row} />);
  }
  // Where the rows end; each column's line is one line from the first row to there.
  const bottom = Math.max(0, Math.min(shown.height, lines.height + shown.shift));
  const columnLines: ReactNode[] = [];
  for (let col = Math.max(frozen, shown.firstCol); col <= shown.lastCol; col++) {
    const column = columns[col];
    if (column)
      columnLines.push(
        <span
          key={column.field.id}
          className={classes['columnLine']}
          style={{ left: gutter + (layout.lefts[col + 1] ?? 0) - 1, height: bottom }}
        />,
      );
  }
  return (
    <>
      <div
        role="presentation"
        className={classes['pane']}
        style={{ width: gutter + (layout.lefts[frozen] ?? 0), height: bottom }}
      >
        {pinned}
      </div>
      {drawn}
      {columnLines}
    </>
  );
};
