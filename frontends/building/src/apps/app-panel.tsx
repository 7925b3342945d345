import { Button, Check, toast, useErrorText, useRights, useTexts } from '@tessera/kit';
import { IconCopy, IconWorld } from '@tessera/kit/icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { later } from '../later.tsx';
import { useAccess } from '../use-access.tsx';
import { type App, appsApi } from './apps.resource.ts';
import { BarsSection } from './bars/bars-section.tsx';
import { ColorSelect } from './bars/parts.tsx';
import type { Editor } from './use-editor.ts';
import classes from './apps.module.css';

/** Loaded with the first press. */
const Share = later(async () => (await import('../share/app-share.tsx')).AppShare);

/** What is done with an app as a whole: who opens it, whether strangers may, and a copy of it. */
const Tools = ({ app }: { readonly app: App }) => {
  const t = useTexts('building');
  const navigate = useNavigate();
  const rights = useRights();
  const errorText = useErrorText('building');
  const access = useAccess({ kind: 'apps', id: app.id, label: app.label }, t('apps.access'));
  const [sharing, setSharing] = useState(false);
  const duplicate = async (): Promise<void> => {
    try {
      const { id } = await appsApi.duplicate(app.id);
      void navigate(`/app/${id}?edit`);
    } catch (error) {
      toast({ kind: 'error', message: t('apps.notSaved'), detail: errorText(error) });
    }
  };
  return (
    <div className={classes['appTools']}>
      <Button block icon={IconWorld} onClick={() => setSharing(true)}>
        {t('apps.public')}
      </Button>
      {access.entries.map(({ id, label, icon, onSelect }) => (
        <Button key={id} block icon={icon} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {rights.canCreateApps && (
        <Button block icon={IconCopy} onClick={() => void duplicate()}>
          {t('apps.duplicate')}
        </Button>
      )}
      {access.dialog}
      {sharing && <Share app={app} onClose={() => setSharing(false)} />}
    </div>
  );
};

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
      <Tools app={app} />
    </aside>
  );
};
