import { cx, type Id } from '@tessera/kit';
import { IconChevronDown, IconChevronRight, IconPlus } from '@tessera/kit/icons';
import type { ComponentType, KeyboardEvent, ReactNode } from 'react';
import type { GridColumn } from '../grid.ts';
import { type ColumnLayout, gutter } from '../model/geometry.ts';
import { addHeight, type GridGroup, groupHeadHeight, type HeadLine, type Lines } from '../model/lines.ts';
import type { FootTotal } from './foot.tsx';
import classes from './group-lines.module.css';
import type { Window } from './use-scroller.ts';

export type GroupProps = {
  /** What draws them. */
  readonly Lines: ComponentType<LinesProps>;
  /** What a group is called, how that looks, and what its columns come to. */
  readonly shownOf: (group: GridGroup) => {
    readonly name: string;
    readonly content: ReactNode;
    readonly totals: ReadonlyMap<Id, FootTotal>;
  };
  /** `level`: every group of its level. */
  readonly onFold: (group: GridGroup, folded: boolean, level: boolean) => void;
  readonly onAdd: ((group: GridGroup) => void) | null;
  readonly numeric: (column: GridColumn) => boolean;
  readonly texts: {
    readonly count: (count: number) => string;
    readonly head: (name: string, count: number) => string;
    readonly add: (name: string) => string;
  };
};

type LinesProps = Omit<GroupProps, 'Lines'> & {
  readonly lines: Lines;
  readonly shown: Window;
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly frozen: number;
  /** Gives the focus back to the cells. */
  readonly onLeave: () => void;
};

/** How far a level stands in from the one around it, in px. */
const indent = 20;

/** The heads of groups between the rows, those in force stuck under the header, and the lines that add a record. */
export const GroupLines = (props: LinesProps) => {
  const { lines, shown, columns, layout, frozen, texts } = props;
  const pinnedWidth = gutter + (layout.lefts[Math.max(1, frozen)] ?? 0);

  const keyDown = (event: KeyboardEvent<HTMLElement>, group: GridGroup): void => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      props.onFold(group, event.key === 'ArrowLeft', event.shiftKey);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const heads = [
        ...(event.currentTarget.closest('[data-body]')?.querySelectorAll<HTMLElement>('[data-group-head]') ?? []),
      ];
      const next = heads[heads.indexOf(event.currentTarget) + (event.key === 'ArrowUp' ? -1 : 1)];
      if (next) next.focus();
      else props.onLeave();
    } else if (event.key === 'Escape') props.onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const marks = lines.between(shown.from, shown.to);
  const firstHead = marks.find(({ kind }) => kind === 'head');
  const head = ({ group }: HeadLine, top: number, stuck: boolean): ReactNode => {
    const { name, content, totals } = props.shownOf(group);
    const Chevron = group.folded ? IconChevronRight : IconChevronDown;
    return (
      <div
        key={`${stuck ? 'stuck' : 'head'} ${group.path}`}
        className={cx(classes['head'], stuck && classes['stuckHead'])}
        style={{ top, height: groupHeadHeight }}
        data-act="group"
        role="row"
        aria-hidden={stuck || undefined}
      >
        <div role="gridcell" className={classes['pinned']} style={{ width: pinnedWidth }}>
          <button
            type="button"
            className={classes['fold']}
            style={{ paddingInlineStart: 20 + group.level * indent }}
            tabIndex={!stuck && firstHead?.kind === 'head' && firstHead.group.path === group.path ? 0 : -1}
            aria-expanded={!group.folded}
            {...(stuck ? {} : { 'data-group-head': group.path })}
            onClick={(event) => props.onFold(group, !group.folded, event.altKey)}
            onKeyDown={(event) => keyDown(event, group)}
          >
            <Chevron aria-hidden="true" />
            <span className="t-hidden">{texts.head(name, group.count)}</span>
            <span className={classes['name']} aria-hidden="true">
              {content}
            </span>
            <span className={classes['count']} aria-hidden="true">
              {texts.count(group.count)}
            </span>
          </button>
          {props.onAdd && group.innermost && (
            <button
              type="button"
              className={classes['plus']}
              tabIndex={-1}
              aria-label={texts.add(name)}
              title={texts.add(name)}
              onClick={() => props.onAdd?.(group)}
            >
              <IconPlus aria-hidden="true" />
            </button>
          )}
        </div>
        {columns.map((column, col) => {
          const total = col < Math.max(1, frozen) ? undefined : totals.get(column.field.id);
          return total === undefined ? null : (
            <div
              key={column.field.id}
              role="gridcell"
              className={classes['total']}
              data-end={props.numeric(column) || undefined}
              style={{ left: gutter + (layout.lefts[col] ?? 0), width: column.width }}
            >
              <span>{total.label}</span> <b>{total.value}</b>
            </div>
          );
        })}
      </div>
    );
  };
  // Each level sticks under the one around it: what it names is what stands below them.
  const stuck: HeadLine[] = [];
  for (let y = shown.seen; ; y += groupHeadHeight) {
    const own = lines.headsAt(y).find(({ group }) => group.level === stuck.length);
    const around = stuck.at(-1)?.group.key ?? [];
    if (own === undefined || own.top >= y || around.some((value, i) => own.group.key[i] !== value)) break;
    stuck.push(own);
  }
  return (
    <>
      <div className={classes['stuck']} role="presentation">
        {stuck.map((one, place) => head(one, place * groupHeadHeight, true))}
      </div>
      {marks.map((mark) =>
        mark.kind === 'head' ? (
          head(mark, mark.top + shown.shift, false)
        ) : (
          <div
            key={`add ${mark.group.path}`}
            role="row"
            className={classes['add']}
            style={{ top: mark.top + shown.shift, height: addHeight }}
            data-act="group"
          >
            <div role="gridcell">
              <button type="button" tabIndex={-1} onClick={() => props.onAdd?.(mark.group)}>
                <IconPlus aria-hidden="true" />
                {texts.add(props.shownOf(mark.group).name)}
              </button>
            </div>
          </div>
        ),
      )}
    </>
  );
};
