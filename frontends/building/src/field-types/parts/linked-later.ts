import { later } from '../../later.tsx';

const settings = () => import('./linked-setting.tsx');

/** Loaded when a field is set up: a table opens without them. */
export const LookupSetting = later(async () => (await settings()).LookupSetting);
export const RollupSetting = later(async () => (await settings()).RollupSetting);
export const CountSetting = later(async () => (await settings()).CountSetting);
