import { cx, Spinner } from '@tessera/kit';
import { IconAlertCircle, IconArrowsDiagonal, IconCheck, IconLock } from '@tessera/kit/icons';
import { type CSSProperties, memo, type ReactNode } from 'react';
import type { ShownRecord } from '../../data/cut-text.ts';
import type { RecordEdits } from '../../data/edits.ts';
import { isEmpty, isReadOnly } from '../../data/values.ts';
import type { Flash } from '../../workbench/list.ts';
import type { GridColumn } from '../grid.ts';
import type { ColumnLayout } from '../model/geometry.ts';
import { viewOfField } from '../../field-types/list.ts';
import type { CellContext } from '../../field-types/view.ts';
import { CellContent, plainText } from './cell.tsx';
import classes from './grid.module.css';

export type RowTexts = {
  readonly select: string;
  readonly expand: string;
  readonly notInView: string;
  readonly open: string;
  readonly draft: string;
};

export type RowProps = {
  readonly gridId: string;
  readonly place: number;
  readonly record: ShownRecord | undefined;
  readonly edits: RecordEdits | undefined;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly frozen: number;
  readonly first: number;
  readonly last: number;
  /** Columns of the selected block in this row; -1 when none. */
  readonly rangeFrom: number;
  readonly rangeTo: number;
  readonly active: number;
  readonly checked: boolean;
  readonly current: boolean;
  /** Under the pointer: only then it carries what one can press. */
  readonly hovered: boolean;
  readonly flash: Flash | undefined;
  readonly leaving: boolean;
  readonly draft: boolean;
  readonly context: CellContext;
  readonly texts: RowTexts;
};

/** None before the rows are there: what is drawn then are no cells of anything. */
const cellId = (row: RowProps, col: number): string | undefined =>
  row.gridId === '' ? undefined : `${row.gridId}-${row.place}-${col}`;

type CellProps = { readonly row: RowProps; readonly col: number; readonly column: GridColumn; readonly indent: number };

const Cell = ({ row, col, column, indent }: CellProps) => {
  const { record, edits, height, context } = row;
  const { field, width } = column;
  const style: CSSProperties = indent === 0 ? { width } : { width, marginInlineStart: indent };
  const id = cellId(row, col);
  if (!record) {
    const share = 30 + ((row.place * 37 + col * 53) % 45);
    return (
      <div
        id={id}
        className={cx(classes['cell'], classes['rich'])}
        style={style}
        role="gridcell"
        aria-colindex={col + 2}
      >
        <span className={classes['bone']} style={{ width: `${share}%` }} />
      </div>
    );
  }
  const edit = edits?.[field.id];
  const value = edit && edit.text === undefined ? edit.value : record.fields[field.id];
  const refused = edit?.state === 'refused';
  const pending = edit?.state === 'pending';
  const inRange = col >= row.rangeFrom && col <= row.rangeTo;
  const readOnly = isReadOnly(field) && viewOfField(field).mark === undefined;
  const locked = readOnly && row.active === col;
  const flashing = row.flash !== undefined && (row.flash.fields === 'all' || row.flash.fields.has(field.id));
  const marked = col === 0 && (row.draft || row.leaving);
  const holder = edit ? undefined : record.fields;
  // Most cells are a text and nothing else: they are one node with one text in it.
  const plain = edit || flashing || locked || marked ? null : plainText(field, value, height, context, holder);
  const right = viewOfField(field).atEnd === true;
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={col + 2}
      aria-selected={inRange || row.active === col}
      aria-readonly={readOnly || undefined}
      aria-invalid={refused || undefined}
      className={cx(
        classes['cell'],
        plain === null ? classes['rich'] : classes['plain'],
        right && classes['right'],
        plain !== null && col === 0 && classes['strong'],
        inRange && classes['inRange'],
        locked && classes['readOnly'],
        refused && classes['refused'],
        pending && classes['pending'],
        readOnly && classes['automatic'],
      )}
      style={style}
      data-when={viewOfField(field).tellsDistance === true && typeof value === 'string' ? value : undefined}
    >
      {plain ?? (
        <>
          {flashing && (
            <span
              key={row.flash?.until}
              className={classes['flash']}
              style={{ '--presence': `var(--presence-${row.flash?.color ?? 1})` } as CSSProperties}
            />
          )}
          {pending && (
            <span className={classes['ring']} data-start={right || undefined}>
              <Spinner />
            </span>
          )}
          {refused && edit.text !== undefined ? (
            <span className={classes['typed']}>
              <IconAlertCircle aria-hidden="true" />
              <span className="t-cut">{edit.text}</span>
            </span>
          ) : (
            <>
              {refused && <IconAlertCircle className={classes['alert'] ?? ''} aria-hidden="true" />}
              <CellContent
                field={field}
                value={value}
                width={width}
                height={height}
                context={context}
                primary={col === 0}
                openLabel={row.hovered ? row.texts.open : ''}
                {...(holder ? { holder } : {})}
                active={row.active === col}
              />
            </>
          )}
          {locked && !isEmpty(value) && <IconLock className={classes['lock'] ?? ''} aria-hidden="true" />}
          {col === 0 && row.draft && <span className={classes['draft']}>{row.texts.draft}</span>}
          {col === 0 && row.leaving && <span className={classes['notInView']}>{row.texts.notInView}</span>}
        </>
      )}
    </div>
  );
};

const look = (props: RowProps): string =>
  cx(
    classes['row'],
    props.checked && classes['rowChecked'],
    props.current && classes['rowCurrent'],
    props.hovered && classes['rowHover'],
    props.leaving && classes['rowLeaving'],
  );

const scrollingOf = ({ first, last, frozen }: RowProps): readonly number[] => {
  const from = Math.max(first, frozen);
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, i) => from + i);
};

/**
 * The part of a row that stays when columns scroll: its number and the frozen columns. All of them stand in one pane,
 * which is one layer to the browser. Both parts carry the row's index for assistive programs. Their elements are used
 * again for other places when the rows scroll, so they hold no state of their own.
 */
export const PinnedRow = memo((props: RowProps) => {
  const { record, columns, frozen, texts } = props;
  const cells: ReactNode[] = [];
  for (let col = 0; col < frozen; col++) {
    const column = columns[col];
    if (column) cells.push(<Cell key={column.field.id} row={props} col={col} column={column} indent={0} />);
  }
  const tools = record !== undefined && (props.hovered || props.checked);
  return (
    <div
      role="row"
      aria-rowindex={props.place + 2}
      aria-selected={props.checked}
      className={cx(look(props), classes['rowPinned'])}
      style={{ top: props.top, height: props.height }}
      data-place={props.place}
    >
      <div className={classes['gutter']} role="gridcell" aria-colindex={1}>
        {!tools && (
          <span
            className={classes['number']}
            data-long={props.place >= 99_999 || undefined}
            aria-hidden={!record || undefined}
          >
            {props.place + 1}
          </span>
        )}
        {tools && (
          <span
            role="checkbox"
            tabIndex={-1}
            aria-checked={props.checked}
            aria-label={texts.select}
            className={classes['check']}
            data-act="check"
            data-on={props.checked || undefined}
          >
            {props.checked && <IconCheck aria-hidden="true" />}
          </span>
        )}
        {tools && props.hovered && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={texts.expand}
            title={texts.expand}
            className={classes['expand']}
            data-act="expand"
          >
            <IconArrowsDiagonal aria-hidden="true" />
          </button>
        )}
      </div>
      {cells}
    </div>
  );
});

/** The part of a row that scrolls with its columns. */
export const ScrollingRow = memo((props: RowProps) => {
  const { columns, layout, frozen } = props;
  const cols = scrollingOf(props);
  const pinned = layout.lefts[frozen] ?? 0;
  return (
    <div
      role={cols.length > 0 ? 'row' : 'presentation'}
      aria-rowindex={cols.length > 0 ? props.place + 2 : undefined}
      aria-selected={cols.length > 0 ? props.checked : undefined}
      className={look(props)}
      style={{ top: props.top, height: props.height, left: 64 + pinned, width: layout.total - pinned }}
      data-place={props.place}
    >
      {cols.map((col, i) => {
        const column = columns[col];
        return column ? (
          <Cell
            key={column.field.id}
            row={props}
            col={col}
            column={column}
            indent={i === 0 ? (layout.lefts[col] ?? 0) - pinned : 0}
          />
        ) : null;
      })}
    </div>
  );
});
