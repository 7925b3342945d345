import { OpenInApp } from './open-in-app.tsx';
import { addInstalledTexts } from './texts.ts';

/** The dialog, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof OpenInApp }> => {
  await addInstalledTexts();
  return { default: OpenInApp };
};
