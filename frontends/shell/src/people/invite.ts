import { InviteDialog } from './invite-dialog.tsx';
import { addPeopleTexts } from './texts.ts';

/** The dialog, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof InviteDialog }> => {
  await addPeopleTexts();
  return { default: InviteDialog };
};
