import { cx, type Id, type Person } from '@tessera/kit';
import type { CSSProperties, ReactNode } from 'react';
import type { Refusal } from '../../data/edits.ts';
import { isReadOnly } from '../../data/values.ts';
import type { Grid, GridState } from '../grid.ts';
import { type ColumnLayout, gutter } from '../model/geometry.ts';
import type { Lines } from '../model/lines.ts';
import { type Block, blockOf, isSingle } from '../model/selection.ts';
import classes from './grid.module.css';
import { Refused, type RefusedTexts } from './refused.tsx';

export type OverlayProps = {
  readonly grid: Grid;
  readonly state: GridState;
  readonly lines: Lines;
  readonly layout: ColumnLayout;
  readonly frozen: number;
  /** Offset that turns where a row stands into a position of the element. */
  readonly shift: number;
  readonly presence: readonly Person[];
  readonly refusalText: (code: string, message: string, params: Readonly<Record<string, unknown>>) => string;
  readonly showValue: (fieldId: string, value: unknown) => string;
  readonly texts: RefusedTexts;
  readonly onEditAgain: (row: number, col: number) => void;
  readonly onDiscard: (recordId: string, fieldId: string) => void;
  readonly onUseMine: (recordId: string, fieldId: string) => void;
  readonly editor: ReactNode;
  readonly editorCol: number | null;
  /** The first row in view, and where the view ends at the right, in px from the first column's gutter. */
  readonly firstRow: number;
  readonly right: number;
  /** Rows that are drawn: marks of others far away are left out. */
  readonly shown: readonly [number, number];
};

type Why = {
  readonly row: number;
  readonly col: number;
  readonly recordId: Id;
  readonly fieldId: Id;
  readonly refusal: Refusal;
};
/** Of the words about a refused cell, in px: as wide as they are, as high as they become. */
const whyWidth = 270;
const whyHeight = 150;

/** Outlines above the cells: one layer that scrolls under the frozen columns and one that stands over them. */
export const Overlay = (props: OverlayProps) => {
  const { grid, state, lines, layout, frozen, shift, presence, shown } = props;
  const height = state.rowHeight;
  const limit = [Math.max(0, shown[0] - 200), shown[1] + 200] as const;

  const box = (block: Block): CSSProperties => {
    const top = Math.max(block.top, limit[0]);
    const bottom = Math.min(block.bottom, limit[1]);
    return {
      left: gutter + (layout.lefts[block.left] ?? 0),
      top: lines.top(top) + shift,
      width: (layout.lefts[block.right + 1] ?? 0) - (layout.lefts[block.left] ?? 0),
      height: lines.top(bottom) - lines.top(top) + height,
    };
  };
  const visible = (block: Block): boolean =>
    block.top <= limit[1] && block.bottom >= limit[0] && (block.top !== block.bottom || lines.isShown(block.top));

  const scrolling: ReactNode[] = [];
  const pinned: ReactNode[] = [];
  const mark = (
    key: string,
    block: Block,
    className: string | undefined,
    style?: CSSProperties,
    children?: ReactNode,
    data?: Readonly<Record<string, unknown>>,
  ): void => {
    if (!visible(block)) return;
    const draw = (part: Block, target: ReactNode[], cut: CSSProperties): void => {
      target.push(
        <div
          key={`${key}${target === pinned ? 'p' : 's'}`}
          className={cx(classes['mark'], className)}
          style={{ ...box(part), ...style, ...cut }}
          {...data}
        >
          {children}
        </div>,
      );
    };
    if (block.right < frozen) draw(block, pinned, {});
    else if (block.left >= frozen) draw(block, scrolling, {});
    else {
      draw({ ...block, right: frozen - 1 }, pinned, { clipPath: 'inset(-4px 0 -4px -4px)' });
      draw({ ...block, left: frozen }, scrolling, { clipPath: 'inset(-4px -4px -4px 0)' });
    }
  };

  for (const person of presence) {
    if (person.recordId === null || person.fieldId === null) continue;
    const row = grid.rows().placeOf(person.recordId);
    const col = state.columns.findIndex((column) => column.field.id === person.fieldId);
    if (row === undefined || col < 0) continue;
    mark(
      `who-${person.userId}`,
      { top: row, bottom: row, left: col, right: col },
      classes['presenceMark'],
      { '--presence': `var(--presence-${person.color})` } as CSSProperties,
      <span key={`${row}:${col}`} className={classes['presenceTag']}>
        {person.name}
      </span>,
    );
  }

  if (state.copied) mark('copied', state.copied, classes['copiedMark']);

  /** Under its cell; where the person has gone on downwards, it must not cover what is typed next: above, or beside. */
  const placeOfWhy = ({ row, col }: Why, active: number | undefined): CSSProperties => {
    const left = gutter + (layout.lefts[col] ?? 0);
    const right = gutter + (layout.lefts[col + 1] ?? 0);
    const top = lines.top(row) + shift;
    if (active === undefined || active <= row) return { left, top: top + height + 6 };
    if (lines.top(row) - lines.top(props.firstRow) >= whyHeight)
      return { left, top: top - 6, transform: 'translateY(-100%)' };
    return { left: right + 6 + whyWidth <= props.right ? right + 6 : Math.max(gutter, left - 6 - whyWidth), top };
  };

  const { selection } = state;
  let why: ReactNode = null;
  if (selection && !state.editing) {
    const block = blockOf(selection);
    const single = isSingle(selection);
    const { row, col } = selection.anchor;
    const column = state.columns[col];
    const cell = { top: row, bottom: row, left: col, right: col };
    const record = grid.record(row);
    const edit = record && column ? grid.editsOf(record.id)?.[column.field.id] : undefined;
    if (single)
      mark(
        'active',
        block,
        edit?.state === 'refused' ? classes['refusedMark'] : classes['activeMark'],
        undefined,
        undefined,
        column && isReadOnly(column.field) ? { 'data-readonly': true } : undefined,
      );
    else {
      mark('range', block, classes['rangeMark']);
      mark('anchor', cell, classes['anchorMark']);
    }
    if (state.canEdit && block.bottom <= limit[1] && (grid.writable(col) || !single)) {
      const corner = {
        left: gutter + (layout.lefts[block.right + 1] ?? 0) - 6,
        top: lines.top(block.bottom) + height + shift - 6,
      };
      (block.right < frozen ? pinned : scrolling).push(
        <div key="handle" className={classes['handle']} style={corner} data-act="fill" />,
      );
    }
    if (state.filling) mark('filling', state.filling, classes['fillMark']);
  }
  // Why a cell was not saved: of the selected one, else of the last, until it is mended or put away.
  const refusedAt = (row: number | undefined, col: number): Why | null => {
    const record = row === undefined ? undefined : grid.record(row);
    const column = state.columns[col];
    const edit = record && column ? grid.editsOf(record.id)?.[column.field.id] : undefined;
    return row !== undefined && record && column && edit?.state === 'refused' && edit.refusal
      ? { row, col, recordId: record.id, fieldId: column.field.id, refusal: edit.refusal }
      : null;
  };
  const at = selection?.anchor;
  const last = state.why;
  const shownWhy =
    (at && !state.editing && isSingle(selection) ? refusedAt(at.row, at.col) : null) ??
    (last && !(state.editing?.recordId === last.recordId && state.editing.fieldId === last.fieldId)
      ? refusedAt(
          grid.rows().placeOf(last.recordId),
          state.columns.findIndex((column) => column.field.id === last.fieldId),
        )
      : null);
  if (shownWhy && shownWhy.row >= limit[0] && shownWhy.row <= limit[1]) {
    const { row, col, refusal, recordId, fieldId } = shownWhy;
    why = (
      <Refused
        key="why"
        style={placeOfWhy(shownWhy, at?.row)}
        texts={props.texts}
        reason={props.refusalText(refusal.code, refusal.message, refusal.params ?? {})}
        theirs={refusal.theirs ? props.showValue(fieldId, refusal.theirs.value) : null}
        onEditAgain={() => props.onEditAgain(row, col)}
        onUseMine={() => props.onUseMine(recordId, fieldId)}
        onDiscard={() => props.onDiscard(recordId, fieldId)}
      />
    );
    (col < frozen ? pinned : scrolling).push(why);
  }
  // The editor stands in a row and a cell of its own: a grid owns nothing else.
  if (props.editorCol !== null)
    (props.editorCol < frozen ? pinned : scrolling).push(
      <div key="editor" role="row" className={classes['asCell']}>
        <div role="gridcell" className={classes['asCell']}>
          {props.editor}
        </div>
      </div>,
    );

  return (
    <>
      <div
        className={classes['overlayFrozen']}
        style={why || props.editorCol !== null ? { zIndex: 'var(--z-editor)' } : undefined}
      >
        {pinned}
      </div>
      <div className={classes['overlay']}>{scrolling}</div>
    </>
  );
};
