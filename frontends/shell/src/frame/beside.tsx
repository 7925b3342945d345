import { ViewAsBar } from '../view-as/bar.tsx';
import { addViewAsTexts } from '../view-as/texts.ts';
import { useImportNotice } from './import-notice.tsx';

const Beside = () => {
  useImportNotice();
  return <ViewAsBar />;
};

/** What no page waits for, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof Beside }> => {
  await addViewAsTexts();
  return { default: Beside };
};
