import { Locked } from './locked.tsx';
import { addPlanTexts } from './texts.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';

/** The dialog of what a plan lacks, once its texts are there. */
export const loadUpgrade = async (): Promise<{ readonly default: typeof UpgradeDialog }> => {
  await addPlanTexts();
  return { default: UpgradeDialog };
};
/** What stands in the place of a page that the plan lacks, once its texts are there. */
export const loadLocked = async (): Promise<{ readonly default: typeof Locked }> => {
  await addPlanTexts();
  return { default: Locked };
};
