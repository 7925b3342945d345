import { copyText } from '@tessera/kit';
import type { List } from '../workbench/list.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { createActions, type GridActions } from './actions.ts';
import { createEarlyKeys } from './early-keys.ts';
import { createGrid, type Grid } from './grid.ts';

export type GridDrawing = {
  readonly grid: Grid;
  readonly actions: GridActions;
  /** Draws the list until what it answers is called. */
  readonly attach: () => () => void;
};

/** The grid of one list of a table, with what keys, pointer and clipboard do to it. */
export const createGridDrawing = (bench: Workbench, list: List): GridDrawing => {
  const grid = createGrid(bench, list);
  const early = createEarlyKeys({
    ready: () => list.rows.started(),
    subscribe: list.subscribe,
    replay: (typed) => actions.enterTyped(typed),
    target: document,
    isOwn: ({ target }) =>
      target === document.body || (target instanceof Element && target.getAttribute('role') === 'grid'),
  });
  const whenReady = (act: () => void): void => {
    early.whenReady(act);
    // Keys go where the cells will be, not to the button that was pressed.
    if (!list.rows.started()) grid.view()?.focus();
  };
  const actions = createActions({ bench, grid, whenReady, copyText });
  return {
    grid,
    actions,
    attach: () => {
      const end = grid.attach({ newRecord: actions.newRecord, begin: () => whenReady(actions.begin) });
      /** Others see the cell that is selected here. */
      const tell = (): void => {
        const { selection, editing, columns } = grid.state();
        bench.at({
          recordId: selection ? (list.rows.idAt(selection.anchor.row) ?? null) : null,
          fieldId: selection ? (columns[selection.anchor.col]?.field.id ?? null) : null,
          editing: editing !== null,
        });
      };
      const stop = grid.subscribe(tell);
      return () => {
        stop();
        early.forget();
        end();
      };
    },
  };
};
