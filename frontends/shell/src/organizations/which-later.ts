import { addOrganizationTexts } from './texts.ts';
import { Which } from './which.tsx';

/** The form, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof Which }> => {
  await addOrganizationTexts();
  return { default: Which };
};
