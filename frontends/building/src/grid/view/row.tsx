import { cx, type RecordData, Spinner } from '@tessera/kit';
import { IconAlertCircle, IconArrowsDiagonal, IconCheck, IconLock } from '@tessera/kit/icons';
import { type CSSProperties, memo } from 'react';
import type { RecordEdits } from '../../data/edits.ts';
import { editorOf, isEmpty, isReadOnly } from '../../data/values.ts';
import type { Flash, GridColumn } from '../grid.ts';
import type { ColumnLayout } from '../model/geometry.ts';
import { CellContent, type CellContext } from './cell.tsx';
import classes from './grid.module.css';

export type RowTexts = { readonly select: string; readonly expand: string; readonly notInView: string; readonly open: string; readonly draft: string };

export type RowProps = {
  readonly gridId: string;
  readonly place: number;
  readonly record: RecordData | undefined;
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
  readonly flash: Flash | undefined;
  readonly leaving: boolean;
  readonly draft: boolean;
  readonly context: CellContext;
  readonly texts: RowTexts;
};

type CellProps = { readonly row: RowProps; readonly col: number; readonly column: GridColumn; readonly left: number };

const Cell = ({ row, col, column, left }: CellProps) => {
  const { record, edits, height, context } = row;
  const { field, width } = column;
  const style: CSSProperties = { left, width, height: '100%' };
  if (!record) {
    const share = 30 + ((row.place * 37 + col * 53) % 45);
    return <div className={classes['cell']} style={style} role="gridcell" aria-colindex={col + 2}><span className={classes['bone']} style={{ width: `${share}%` }} /></div>;
  }
  const edit = edits?.[field.id];
  const value = edit && edit.text === undefined ? edit.value : record.fields[field.id];
  const refused = edit?.state === 'refused';
  const pending = edit?.state === 'pending';
  const inRange = col >= row.rangeFrom && col <= row.rangeTo;
  const readOnly = isReadOnly(field);
  const flashing = row.flash !== undefined && (row.flash.fields === 'all' || row.flash.fields.has(field.id));
  return (
    <div
      id={`${row.gridId}-${row.place}-${col}`}
      role="gridcell"
      aria-colindex={col + 2}
      aria-selected={inRange || row.active === col}
      aria-readonly={readOnly || undefined}
      aria-invalid={refused || undefined}
      className={cx(classes['cell'], inRange && classes['inRange'], readOnly && row.active === col && classes['readOnly'], refused && classes['refused'], pending && classes['pending'], readOnly && classes['automatic'])}
      style={style}
    >
      {flashing && <span key={row.flash?.until} className={classes['flash']} style={{ '--presence': `var(--presence-${row.flash?.color ?? 1})` } as CSSProperties} />}
      {pending && <span className={classes['ring']} data-start={editorOf(field) === 'number' || undefined}><Spinner /></span>}
      {refused && edit.text !== undefined ? (
        <span className={classes['typed']}><IconAlertCircle aria-hidden="true" /><span className="t-cut">{edit.text}</span></span>
      ) : (
        <>
          {refused && <IconAlertCircle className={classes['alert'] ?? ''} aria-hidden="true" />}
          <CellContent field={field} value={value} width={width} height={height} context={context} primary={col === 0} openLabel={row.texts.open} {...(edit ? {} : { holder: record.fields })} />
        </>
      )}
      {readOnly && row.active === col && !isEmpty(value) && <IconLock className={classes['lock'] ?? ''} aria-hidden="true" />}
      {col === 0 && row.draft && <span className={classes['draft']}>{row.texts.draft}</span>}
      {col === 0 && row.leaving && <span className={classes['notInView']}>{row.texts.notInView}</span>}
    </div>
  );
};

/** One row. Its element is used again for another place when the rows scroll, so it holds no state of its own. */
export const Row = memo((props: RowProps) => {
  const { record, columns, layout, frozen, first, last, texts } = props;
  const cell = (col: number, left: number) => {
    const column = columns[col];
    return column ? <Cell key={column.field.id} row={props} col={col} column={column} left={left} /> : null;
  };
  const scrolling: number[] = [];
  for (let col = Math.max(first, frozen); col <= last; col++) scrolling.push(col);
  return (
    <div
      role="row"
      aria-rowindex={props.place + 2}
      aria-selected={props.checked}
      className={cx(classes['row'], props.checked && classes['rowChecked'], props.current && classes['rowCurrent'], props.leaving && classes['rowLeaving'])}
      style={{ top: props.top, height: props.height }}
      data-place={props.place}
    >
      <div className={classes['frozen']} role="presentation" style={{ width: 64 + (layout.lefts[frozen] ?? 0) }}>
        <div className={classes['gutter']} role="gridcell" aria-colindex={1}>
          <span className={classes['number']} data-long={props.place >= 99_999 || undefined} aria-hidden={!record || undefined}>{props.place + 1}</span>
          {record && (
            <>
              <span role="checkbox" tabIndex={-1} aria-checked={props.checked} aria-label={texts.select} className={classes['check']} data-act="check" data-on={props.checked || undefined}>
                {props.checked && <IconCheck aria-hidden="true" />}
              </span>
              <button type="button" tabIndex={-1} aria-label={texts.expand} title={texts.expand} className={classes['expand']} data-act="expand"><IconArrowsDiagonal aria-hidden="true" /></button>
            </>
          )}
        </div>
        {Array.from({ length: frozen }, (_, col) => cell(col, 64 + (layout.lefts[col] ?? 0)))}
      </div>
      {scrolling.map((col) => cell(col, 64 + (layout.lefts[col] ?? 0)))}
    </div>
  );
});
