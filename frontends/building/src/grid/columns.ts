import type { Density, Id, RowHeight, ViewConfig } from '@tessera/kit';
import { changeEntry, shownEntries, type TableShape } from '../workbench/view-state.ts';
import type { GridColumn } from './grid.ts';
import { columnSizes } from './model/geometry.ts';

/** What a view that is drawn as a grid may have of its own. */
export type GridConfig = ViewConfig & {
  readonly frozen?: number;
  readonly rowHeight?: RowHeight;
  readonly density?: Density;
};

/** What it is where the view does not say it. */
export const usualGrid = { frozen: 1, rowHeight: 48, density: 'standard' } as const;

const sizesOf = (config: GridConfig) => columnSizes[config.density ?? usualGrid.density];

export const columnsOf = (table: TableShape, config: GridConfig): readonly GridColumn[] => {
  const { least, own } = sizesOf(config);
  return shownEntries(table, config).map((entry) => ({
    field: entry.field,
    width: Math.max(least, entry.width ?? own),
    ...(entry.total ? { total: entry.total } : {}),
  }));
};

export const setWidth = (table: TableShape, config: GridConfig, fieldId: Id, width: number): GridConfig =>
  changeEntry(table, config, fieldId, (entry) => ({
    ...entry,
    width: Math.max(sizesOf(config).least, Math.round(width)),
  }));

/** Widths of several columns at once, by field. */
export const setWidths = (table: TableShape, config: GridConfig, widths: ReadonlyMap<Id, number>): GridConfig =>
  [...widths].reduce((before, [fieldId, width]) => setWidth(table, before, fieldId, width), config);
