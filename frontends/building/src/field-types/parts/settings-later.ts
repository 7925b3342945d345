import { later } from '../../later.tsx';

const settings = () => import('./settings.tsx');

/** Loaded when a field is set up: a table opens without them. */
export const DecimalsSetting = later(async () => (await settings()).DecimalsSetting);
export const ThousandsSetting = later(async () => (await settings()).ThousandsSetting);
export const DateFormatSetting = later(async () => (await settings()).DateFormatSetting);
