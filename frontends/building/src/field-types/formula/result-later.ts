import { later } from '../../later.tsx';

/** Loaded when a field is set up: a table opens without it. */
export const ResultSetting = later(async () => (await import('./result-setting.tsx')).ResultSetting);
