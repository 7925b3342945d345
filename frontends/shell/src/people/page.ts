import { MembersPage } from './members.page.tsx';
import { addPeopleTexts } from './texts.ts';

/** The page, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof MembersPage }> => {
  await addPeopleTexts();
  return { default: MembersPage };
};
