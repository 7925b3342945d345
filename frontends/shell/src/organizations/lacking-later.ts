import { addSecurityTexts } from '../security/texts.ts';
import { Lacking } from './lacking.tsx';
import { addOrganizationTexts } from './texts.ts';

/** The page, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof Lacking }> => {
  await Promise.all([addOrganizationTexts(), addSecurityTexts()]);
  return { default: Lacking };
};
