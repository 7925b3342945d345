import { api, PageDrop, useLive, useShortcut, useTexts, useUrlModal, writesText } from '@tessera/kit';
import { type CSSProperties, lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { queries } from '../session/session.resource.ts';
import { importable, useFrameActions } from './actions.tsx';
import { BottomBar } from './bottom-bar.tsx';
import classes from './frame.module.css';
import { useImportNotice } from './import-notice.tsx';
import { usePhone } from './media.ts';
import { OfflineBar } from './offline.tsx';
import { Sidebar } from './sidebar.tsx';
import { setSidebar, useSidebar } from './sidebar-state.ts';

const loadPalette = () => import('../palette/palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const InviteDialog = lazy(async () => ({ default: (await import('../people/invite-dialog.tsx')).InviteDialog }));
const ShortcutsDialog = lazy(async () => ({ default: (await import('../help/shortcuts-dialog.tsx')).ShortcutsDialog }));

const startsCollapsed = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'sidebar' in handle && handle.sidebar === 'collapsed';

// On a phone the bar gives its place to the keyboard.
const useTyping = (): boolean => {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    const update = (): void => setTyping(writesText(document.activeElement));
    document.addEventListener('focusin', update);
    document.addEventListener('focusout', update);
    return () => {
      document.removeEventListener('focusin', update);
      document.removeEventListener('focusout', update);
    };
  }, []);
  return typing;
};

const useRemembersRecents = (): void => {
  const { pathname } = useLocation();
  const table = /^\/object\/([0-9a-z]{26})(\/|$)/.exec(pathname)?.[1];
  useEffect(() => {
    if (table === undefined) return;
    api.post('/v3/recents', { type: 'table', id: table }).then(
      () => queries.invalidateQueries({ queryKey: ['home'] }),
      () => undefined,
    );
  }, [table]);
};

/** A file that is dropped on any page opens the import with it; the import's own pages say themselves what they take. */
const Drop = () => {
  const t = useTexts('shell');
  const { pathname } = useLocation();
  const { openImport, importFile, refuseFile } = useFrameActions();
  return (
    <PageDrop
      label={t('import.drop')}
      enabled={openImport !== null && !/^\/connector(\/|$)/.test(pathname)}
      accept={importable}
      onFile={importFile}
      onRefused={refuseFile}
    />
  );
};

/** The frame of everything one sees when signed in. */
export const Frame = () => {
  const t = useTexts('shell');
  const { width, collapsed: chosen } = useSidebar();
  const phone = usePhone();
  const typing = useTyping();
  const modal = useUrlModal();
  const forced = useMatches().some(({ handle }) => startsCollapsed(handle));
  const collapsed = chosen || forced;
  const general = t('kit:shortcuts.general');

  useLive(['tables'], () => void queries.invalidateQueries({ queryKey: ['home'] }));
  useRemembersRecents();
  useImportNotice();
  useShortcut(
    { keys: 'mod+k', label: t('nav.search'), group: general },
    () => (modal.name === 'actionBar' ? modal.close() : modal.open('actionBar')),
    { inEditors: true, overDialogs: true },
  );
  useShortcut({ keys: '?', label: t('kit:shortcuts.title'), group: general }, () => modal.open('shortcuts'));
  // In a grid `?` is the first letter of a value.
  useShortcut({ keys: 'mod+/', label: t('kit:shortcuts.title'), group: general }, () => modal.open('shortcuts'), {
    inEditors: true,
  });
  useShortcut({ keys: 'mod+\\', label: t('nav.toggle'), group: general }, () => setSidebar({ collapsed: !chosen }), {
    inEditors: true,
  });

  // What is typed right after its keys must find it there.
  useEffect(() => {
    const idle = setTimeout(() => void loadPalette().catch(() => undefined), 2000);
    return () => clearTimeout(idle);
  }, []);

  // Toasts and popovers live beside the frame and keep clear of it.
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--frame-left', phone ? '0px' : `${collapsed ? 56 : width}px`);
    style.setProperty(
      '--frame-bottom',
      phone && !typing ? 'calc(var(--bottom-bar) + env(safe-area-inset-bottom))' : '0px',
    );
    return () => {
      style.removeProperty('--frame-left');
      style.removeProperty('--frame-bottom');
    };
  }, [phone, collapsed, width, typing]);

  return (
    <div
      className={classes['frame']}
      data-typing={(phone && typing) || undefined}
      style={(phone ? {} : { '--frame-sidebar': `${collapsed ? 56 : width}px` }) as CSSProperties}
    >
      <a href="#content" className={classes['skip']}>
        {t('nav.skip')}
      </a>
      <div style={{ gridColumn: '1 / -1' }}>
        <OfflineBar />
      </div>
      {!phone && <Sidebar collapsed={collapsed} onSearch={() => modal.open('actionBar')} />}
      <main id="content" tabIndex={-1} className={classes['main']}>
        <Outlet />
        <Drop />
      </main>
      {phone && <BottomBar onSearch={() => modal.open('actionBar')} />}
      <Suspense>
        {modal.name === 'actionBar' && <Palette onClose={modal.close} />}
        {modal.name === 'invite' && <InviteDialog onClose={modal.close} />}
        {modal.name === 'shortcuts' && <ShortcutsDialog onClose={modal.close} />}
      </Suspense>
    </div>
  );
};
