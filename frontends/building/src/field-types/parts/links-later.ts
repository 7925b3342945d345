import { later } from '../../later.tsx';

const editor = () => import('./links-editor.tsx');
const settings = () => import('./links-setting.tsx');

/** Loaded when a field is set up: a table opens without them. */
export const LinkingSetting = later(async () => (await settings()).LinkingSetting);
export const PairingSetting = later(async () => (await settings()).PairingSetting);

/** Loaded once a table with such a field stands, so that it is there when somebody types into it. */
export const LinksEditor = later(async () => (await editor()).LinksEditor);
