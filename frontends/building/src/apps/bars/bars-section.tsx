import { Button, useTexts } from '@tessera/kit';
import { useState } from 'react';
import type { App } from '../apps.resource.ts';
import type { Editor } from '../use-editor.ts';
import { BottomNavDialog } from './bottom-nav.dialog.tsx';
import { MenuBarPanel } from './menu-bar.panel.tsx';
import { TopBarDialog } from './top-bar.dialog.tsx';
import classes from './bars.module.css';

const bars = ['top_bar', 'bottom_nav', 'menu_bar'] as const;
type Bar = (typeof bars)[number];

/** The bars of an app that is being built, and what changes them. */
export const BarsSection = ({ app, editor }: { readonly app: App; readonly editor: Editor }) => {
  const t = useTexts('building');
  const [edited, setEdited] = useState<Bar | null>(null);
  const close = (): void => setEdited(null);
  const save = (parts: Partial<App['bundleConfig']>): void => {
    close();
    void editor.setBars(parts);
  };
  return (
    <>
      <section className={classes['bars']} aria-label={t('apps.bars.name')}>
        <h3 className="t-medium">{t('apps.bars.name')}</h3>
        {bars.map((bar) => (
          <Button key={bar} block onClick={() => setEdited(bar)}>
            {t(`apps.bars.${app.bundleConfig[bar] === null ? 'add' : 'change'}.${bar}`)}
          </Button>
        ))}
      </section>
      {edited === 'top_bar' && (
        <TopBarDialog
          app={app}
          onSave={(top_bar) => save({ top_bar: top_bar as App['bundleConfig']['top_bar'] })}
          onClose={close}
        />
      )}
      {edited === 'bottom_nav' && (
        <BottomNavDialog
          app={app}
          onSave={(bottom_nav) => save({ bottom_nav: bottom_nav as App['bundleConfig']['bottom_nav'] })}
          onClose={close}
        />
      )}
      {edited === 'menu_bar' && (
        <MenuBarPanel
          app={app}
          onSave={(menu_bar) => save({ menu_bar: menu_bar as App['bundleConfig']['menu_bar'] })}
          onClose={close}
        />
      )}
    </>
  );
};
