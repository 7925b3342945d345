import { SecurityPage } from './security.page.tsx';
import { addSecurityTexts } from './texts.ts';

/** The page, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof SecurityPage }> => {
  await addSecurityTexts();
  return { default: SecurityPage };
};
