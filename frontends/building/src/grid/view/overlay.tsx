import { cx, type Person } from '@tessera/kit';
import type { CSSProperties, ReactNode } from 'react';
import { isReadOnly } from '../../data/values.ts';
import type { Grid, GridState } from '../grid.ts';
import { type ColumnLayout, gutter } from '../model/geometry.ts';
import { type Block, blockOf, isSingle } from '../model/selection.ts';
import classes from './grid.module.css';
import { Refused, type RefusedTexts } from './refused.tsx';

export type OverlayProps = {
  readonly grid: Grid;
  readonly state: GridState;
  readonly layout: ColumnLayout;
  readonly frozen: number;
  /** Offset that turns a row's place times its height into a position of the element. */
  readonly shift: number;
  readonly presence: readonly Person[];
  readonly refusalText: (code: string, message: string, params: Readonly<Record<string, unknown>>) => string;
  readonly showValue: (fieldId: string, value: unknown) => string;
  readonly texts: RefusedTexts;
  readonly onEditAgain: () => void;
  readonly onDiscard: (recordId: string, fieldId: string) => void;
  readonly onUseMine: (recordId: string, fieldId: string) => void;
  readonly editor: ReactNode;
  readonly editorCol: number | null;
  /** Rows that are drawn: marks of others far away are left out. */
  readonly shown: readonly [number, number];
};

/** Outlines above the cells: one layer that scrolls under the frozen columns and one that stands over them. */
export const Overlay = (props: OverlayProps) => {
  const { grid, state, layout, frozen, shift, presence, shown } = props;
  const height = state.rowHeight;
  const limit = [Math.max(0, shown[0] - 200), shown[1] + 200] as const;

  const box = (block: Block): CSSProperties => {
    const top = Math.max(block.top, limit[0]);
    const bottom = Math.min(block.bottom, limit[1]);
    return {
      left: gutter + (layout.lefts[block.left] ?? 0),
      top: top * height + shift,
      width: (layout.lefts[block.right + 1] ?? 0) - (layout.lefts[block.left] ?? 0),
      height: (bottom - top + 1) * height,
    };
  };
  const visible = (block: Block): boolean => block.top <= limit[1] && block.bottom >= limit[0];

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
        top: (block.bottom + 1) * height + shift - 6,
      };
      (block.right < frozen ? pinned : scrolling).push(
        <div key="handle" className={classes['handle']} style={corner} data-act="fill" />,
      );
    }
    if (state.filling) mark('filling', state.filling, classes['fillMark']);
    if (single && record && column && edit?.state === 'refused' && edit.refusal) {
      const { refusal } = edit;
      const place: CSSProperties = { left: gutter + (layout.lefts[col] ?? 0), top: (row + 1) * height + shift + 6 };
      why = (
        <Refused
          key="why"
          style={place}
          texts={props.texts}
          reason={props.refusalText(refusal.code, refusal.message, refusal.params ?? {})}
          theirs={refusal.theirs ? props.showValue(column.field.id, refusal.theirs.value) : null}
          onEditAgain={props.onEditAgain}
          onUseMine={() => props.onUseMine(record.id, column.field.id)}
          onDiscard={() => props.onDiscard(record.id, column.field.id)}
        />
      );
      (col < frozen ? pinned : scrolling).push(why);
    }
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
