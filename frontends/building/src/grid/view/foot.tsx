import type { AggregateFunction, Id } from '@tessera/kit';
import { useState } from 'react';
import type { GridColumn } from '../grid.ts';
import { type ColumnLayout, gutter } from '../model/geometry.ts';
import classes from './grid.module.css';
import { LazyMenu } from './lazy-menu.tsx';

export type FootTotal = { readonly label: string; readonly value: string };

export type FootProps = {
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly frozen: number;
  readonly first: number;
  readonly last: number;
  readonly count: { readonly value: string; readonly label: string } | null;
  readonly totals: ReadonlyMap<Id, FootTotal>;
  readonly choices: (column: GridColumn) => readonly { readonly id: AggregateFunction; readonly label: string }[];
  readonly numeric: (column: GridColumn) => boolean;
  readonly texts: {
    readonly none: string;
    readonly summarize: string;
    readonly totalOf: (name: string) => string;
    readonly label: string;
  };
  readonly onTotal: (fieldId: Id, total: AggregateFunction | null) => void;
};

/** How many records there are, and what each column comes to. */
export const Foot = (props: FootProps) => {
  const { columns, layout, frozen, first, last } = props;
  const [open, setOpen] = useState<Id | null>(null);
  const cell = (col: number) => {
    const column = columns[col];
    if (!column) return null;
    const total = props.totals.get(column.field.id);
    const counted = col === 0;
    const left = gutter + (layout.lefts[col] ?? 0) + (counted ? 96 : 0);
    return (
      <div
        key={column.field.id}
        className={classes['footCell']}
        style={{ left, width: Math.max(0, column.width - (counted ? 96 : 0)) }}
      >
        <LazyMenu
          side="top-end"
          opened={open === column.field.id}
          onChange={(next) => setOpen(next ? column.field.id : null)}
          anchor={
            <button
              type="button"
              className={classes['total']}
              data-start={(!props.numeric(column) && !counted) || undefined}
              data-empty={!total || undefined}
              aria-haspopup="menu"
              aria-expanded={open === column.field.id}
              aria-label={
                total
                  ? `${props.texts.totalOf(column.field.name)}: ${total.label} ${total.value}`
                  : props.texts.totalOf(column.field.name)
              }
            >
              {total ? (
                <>
                  {total.label} <b>{total.value}</b>
                </>
              ) : (
                props.texts.summarize
              )}
            </button>
          }
          items={() => [
            {
              id: 'none',
              label: props.texts.none,
              checked: column.total === undefined,
              onSelect: () => props.onTotal(column.field.id, null),
            },
            ...props.choices(column).map((choice) => ({
              id: choice.id,
              label: choice.label,
              checked: column.total === choice.id,
              onSelect: () => props.onTotal(column.field.id, choice.id),
            })),
          ]}
        />
      </div>
    );
  };
  const scrolling: number[] = [];
  for (let col = Math.max(first, frozen); col <= last; col++) scrolling.push(col);
  return (
    <div
      className={classes['foot']}
      style={{ width: gutter + layout.total }}
      role="group"
      aria-label={props.texts.label}
    >
      <div
        className={classes['footFrozen']}
        style={{ width: gutter + (frozen > 0 ? (layout.lefts[frozen] ?? 0) : 96) }}
      >
        {props.count && (
          <span className={classes['count']}>
            <b>{props.count.value}</b> {props.count.label}
          </span>
        )}
        {Array.from({ length: frozen }, (_, col) => cell(col))}
        {frozen > 0 && <span className={classes['edge']} />}
      </div>
      {scrolling.map(cell)}
    </div>
  );
};
