// What opens over a table, or in its place: its code comes when the table stands.
export { RecordPage } from '../record/record-page.tsx';
export { RecordPanel } from '../record/record.panel.tsx';
export { TableDialogs } from './dialogs.tsx';
export { TablePanels } from './panels.tsx';
