import { addOrganizationTexts } from '../organizations/texts.ts';
import { InvitationPage } from './invitation.page.tsx';
import { SetupPage } from './setup.page.tsx';
import { addSetupTexts } from './texts.ts';

/** The page of the first run, once its texts are there. */
export const loadSetup = async (): Promise<{ readonly default: typeof SetupPage }> => {
  await addSetupTexts();
  return { default: SetupPage };
};
/** The page of an invitation, once its texts are there. */
export const loadInvitation = async (): Promise<{ readonly default: typeof InvitationPage }> => {
  await Promise.all([addSetupTexts(), addOrganizationTexts()]);
  return { default: InvitationPage };
};
