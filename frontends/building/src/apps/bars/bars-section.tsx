import { Button, Dialog, toast, useErrorText, useTexts } from '@tessera/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type App, appQuery, appsApi, stepsOfBars } from '../apps.resource.ts';
import type { Editor } from '../use-editor.ts';
import { BottomNavDialog } from './bottom-nav.dialog.tsx';
import { MenuBarPanel } from './menu-bar.panel.tsx';
import { TopBarDialog } from './top-bar.dialog.tsx';
import { useBars } from './use-bars.ts';
import classes from './bars.module.css';

const bars = ['top_bar', 'bottom_nav', 'menu_bar'] as const;
type Bar = (typeof bars)[number];

/** The top bar of another app that stands over this one: who may change that app changes it from here, once warned. */
const OtherTopBar = ({ of }: { readonly of: string }) => {
  const t = useTexts('building');
  const client = useQueryClient();
  const errorText = useErrorText('building');
  const { data: app } = useQuery({ ...appQuery(of, true), retry: false });
  const [step, setStep] = useState<'warned' | 'edited' | null>(null);
  if (app === undefined || !app.rights.canEditBlocks || app.bundleConfig.top_bar === null) return null;
  const close = (): void => setStep(null);
  const save = async (top_bar: App['bundleConfig']['top_bar']): Promise<void> => {
    close();
    try {
      const asked = stepsOfBars(app, { top_bar });
      await appsApi.bars(app.id, asked.bars);
      for (const logo of asked.logos) await appsApi.logo(app.id, logo);
      toast({ message: t('apps.bars.otherSaved', { app: app.label }) });
    } catch (error) {
      toast({ kind: 'error', message: t('apps.notSaved'), detail: errorText(error) });
    }
    await client.invalidateQueries({ queryKey: ['app', app.id] });
  };
  return (
    <>
      <Button block onClick={() => setStep('warned')}>
        {t('apps.bars.otherBar', { app: app.label })}
      </Button>
      {step === 'warned' && (
        <Dialog
          opened
          onClose={close}
          title={t('apps.bars.otherTitle')}
          onSubmit={() => setStep('edited')}
          footer={
            <>
              <Button onClick={close}>{t('kit:cancel')}</Button>
              <Button variant="primary" type="submit">
                {t('apps.bars.otherGo')}
              </Button>
            </>
          }
        >
          <p>{t('apps.bars.otherText', { app: app.label })}</p>
        </Dialog>
      )}
      {step === 'edited' && (
        <TopBarDialog app={app} onSave={(bar) => void save(bar as App['bundleConfig']['top_bar'])} onClose={close} />
      )}
    </>
  );
};

/** The bars of an app that is being built, and what changes them. */
export const BarsSection = ({ app, editor }: { readonly app: App; readonly editor: Editor }) => {
  const t = useTexts('building');
  const [edited, setEdited] = useState<Bar | null>(null);
  const around = useBars(app);
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
        {around !== null && around.top !== null && around.topOf !== app.id && <OtherTopBar of={around.topOf} />}
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
