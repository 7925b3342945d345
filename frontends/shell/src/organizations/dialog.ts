import { Organizations } from './organizations-dialog.tsx';
import { addOrganizationTexts } from './texts.ts';

/** The dialog, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof Organizations }> => {
  await addOrganizationTexts();
  return { default: Organizations };
};
