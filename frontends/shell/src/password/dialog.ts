import { ChangePassword } from './change-password.tsx';
import { addPasswordTexts } from './texts.ts';

/** The dialog, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof ChangePassword }> => {
  await addPasswordTexts();
  return { default: ChangePassword };
};
