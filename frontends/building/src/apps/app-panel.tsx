import { Check, useTexts } from '@tessera/kit';
import type { App } from './apps.resource.ts';
import { BarsSection } from './bars/bars-section.tsx';
import { ColorSelect } from './bars/parts.tsx';
import type { Editor } from './use-editor.ts';
import classes from './apps.module.css';

/** What is set of an app as a whole, while no block is chosen. */
export const AppPanel = ({ app, editor }: { readonly app: App; readonly editor: Editor }) => {
  const t = useTexts('building');
  return (
    <aside className={classes['panel']} aria-label={t('apps.bars.ofApp')}>
      <div className={classes['panelHead']}>
        <h2 className="t-strong">{t('apps.bars.ofApp')}</h2>
      </div>
      <div className={classes['parts']}>
        <ColorSelect
          label={t('apps.bars.background')}
          value={app.bgColor}
          optional
          onChange={(color) => editor.change({ background_color: color })}
        />
        <Check
          label={t('apps.bars.noScroll')}
          checked={app.disableDesktopScrolling}
          onChange={(on) => editor.change({ disable_desktop_scrolling: on })}
        />
      </div>
      <BarsSection app={app} editor={editor} />
    </aside>
  );
};
