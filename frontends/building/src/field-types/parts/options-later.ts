import { later } from '../../later.tsx';

/** Loaded when a field is set up: a table opens without it. */
export const OptionsSetting = later(async () => (await import('./options-setting.tsx')).OptionsSetting);
