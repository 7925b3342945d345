import { SettingsMenu } from './menu.tsx';
import { addSettingsTexts } from './texts.ts';

/** The menu, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof SettingsMenu }> => {
  await addSettingsTexts();
  return { default: SettingsMenu };
};
