import type { Field } from '@tessera/kit';
import { viewOfField } from '../field-types/list.ts';
import { type Brought, later } from '../later.tsx';
import { offeredTypes, viewTypeOf } from '../view-types/list.ts';

const desk = () => import('./desk.tsx');
const parts = () => import('./parts.tsx');

/** What most views are drawn by. */
export const FirstScreen = viewTypeOf(offeredTypes[0] ?? '')!.Screen;
export const Toolbar = later(async () => (await desk()).Toolbar);

export const RecordPage = later(async () => (await parts()).RecordPage);
export const RecordPanel = later(async () => (await parts()).RecordPanel);
export const TableDialogs = later(async () => (await parts()).TableDialogs);
export const TablePanels = later(async () => (await parts()).TablePanels);

export const PageMenu = later(async () => (await import('./page-menu.tsx')).PageMenu);
export const ExportDialog = later(async () => (await import('./export.dialog.tsx')).ExportDialog);
export const NoRecords = later(async () => (await import('./no-records.tsx')).NoRecords);
export const NoViewOf = later(async () => (await import('./no-view.tsx')).NoViewOf);
export const Hues = later(async () => (await import('./hues.tsx')).Hues);
export const DuplicateTableDialog = later(
  async () => (await import('./duplicate-table.dialog.tsx')).DuplicateTableDialog,
);

/** Brings what a table is on a screen that is no phone's. */
export const bringDesk = (): void => {
  for (const part of [FirstScreen, Toolbar, PageMenu]) part.bring();
};

/** Brings what opens over a table and in its cells, so that nobody waits for it. */
export const bringParts = (fields: readonly Field[]): void => {
  for (const part of [RecordPanel, TableDialogs, TablePanels]) part.bring();
  for (const field of fields) {
    const { entry } = viewOfField(field);
    if ('Editor' in entry) (entry.Editor as Partial<Brought>).bring?.();
  }
};
