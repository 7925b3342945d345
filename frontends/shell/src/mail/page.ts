import { MailPage } from './mail.page.tsx';
import { addMailTexts } from './texts.ts';

/** The page, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof MailPage }> => {
  await addMailTexts();
  return { default: MailPage };
};
