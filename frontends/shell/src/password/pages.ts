import { NewPasswordPage } from './new-password.page.tsx';
import { PasswordResetPage } from './password-reset.page.tsx';
import { addPasswordTexts } from './texts.ts';

/** The pages of a forgotten password, once their texts are there. */
export const loadReset = async (): Promise<{ readonly default: typeof PasswordResetPage }> => {
  await addPasswordTexts();
  return { default: PasswordResetPage };
};
export const loadNew = async (): Promise<{ readonly default: typeof NewPasswordPage }> => {
  await addPasswordTexts();
  return { default: NewPasswordPage };
};
