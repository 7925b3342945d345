import { later } from '../../later.tsx';

const editors = () => import('./items-editor.tsx');

/** Loaded when the first list is drawn, so that they are there when somebody types into it. */
export const ItemsEditor = later(async () => (await editors()).ItemsEditor);
export const ItemsControl = later(async () => (await editors()).ItemsControl);
