import {
  PageDrop,
  useLive,
  useLiveEvent,
  useShortcut,
  useTableRights,
  useTexts,
  useUrlModal,
  writesText,
} from '@tessera/kit';
import { type CSSProperties, lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useMatches } from 'react-router';
import { refreshNotifications } from '../for-you/for-you.resource.ts';
import { queries } from '../session/session.resource.ts';
import { importable, useFrameActions } from './actions.tsx';
import { BottomBar } from './bottom-bar.tsx';
import classes from './frame.module.css';
import { usePhone } from './media.ts';
import { OfflineBar } from './offline.tsx';
import { tableIn, usePlace } from './place.ts';
import { Sidebar } from './sidebar.tsx';
import { setSidebar, useSidebar } from './sidebar-state.ts';

const Beside = lazy(async () => (await import('./beside.tsx')).load());
const loadPalette = async () => (await import('../palette/load.ts')).load();
const Palette = lazy(loadPalette);
const InviteDialog = lazy(async () => (await import('../people/invite.ts')).load());
const OpenInApp = lazy(async () => (await import('../installed/dialog.ts')).load());
const Organizations = lazy(async () => (await import('../organizations/dialog.ts')).load());
const ChangePassword = lazy(async () => (await import('../password/dialog.ts')).load());
const UpgradeDialog = lazy(async () => (await import('../plan/load.ts')).loadUpgrade());
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

/**
 * A file that is dropped on any page opens the import with it, on a table to add to that table; the import's own pages
 * say themselves what they take.
 */
const Drop = () => {
  const t = useTexts('shell');
  const pathname = usePlace();
  const { openImport, importFile, refuseFile } = useFrameActions();
  const tableId = tableIn(pathname);
  const into = useTableRights(tableId ?? null)?.canCreateRecords === true ? tableId : undefined;
  return (
    <PageDrop
      label={t(into === undefined ? 'import.drop' : 'import.dropInto')}
      enabled={(openImport !== null || into !== undefined) && !/^\/connector(\/|$)/.test(pathname)}
      accept={importable}
      onFile={(file) => importFile(file, into)}
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

  useLive(['tables'], (event) => {
    void queries.invalidateQueries({ queryKey: ['home'] });
    // After a lost connection nobody knows what was told meanwhile.
    if (event.type === 'resync') void refreshNotifications();
  });
  useLiveEvent('notifications', () => void refreshNotifications());
  useShortcut(
    { keys: 'mod+k', label: t('nav.search'), group: general },
    () => (modal.name === 'actionBar' ? modal.close() : modal.open('actionBar')),
    { inEditors: true, overDialogs: true },
  );
  useShortcut({ keys: '?', label: t('kit:shortcuts.title'), group: general }, () => modal.open('shortcuts'));
  // In a grid `?` is the first letter of a value.
  useShortcut(
    { keys: 'mod+/', label: t('kit:shortcuts.title'), group: general },
    () => (modal.name === 'shortcuts' ? modal.close() : modal.open('shortcuts')),
    { inEditors: true, overDialogs: true },
  );
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
        <Suspense>
          <Beside />
        </Suspense>
      </div>
      {!phone && <Sidebar collapsed={collapsed} onSearch={() => modal.open('actionBar')} />}
      {/* A page that asks for another width begins anew: nothing of the one before is seen to move. */}
      <main key={forced ? 'wide' : 'plain'} id="content" tabIndex={-1} className={classes['main']}>
        <Outlet />
        <Drop />
      </main>
      {phone && <BottomBar onSearch={() => modal.open('actionBar')} />}
      <Suspense>
        {modal.name === 'actionBar' && <Palette onClose={modal.close} />}
        {modal.name === 'invite' && <InviteDialog onClose={modal.close} />}
        {modal.name === 'openInApp' && <OpenInApp onClose={modal.close} />}
        {modal.name === 'organizations' && <Organizations onClose={modal.close} />}
        {modal.name === 'changePassword' && <ChangePassword onClose={modal.close} />}
        {modal.name === 'managePlan' && <UpgradeDialog onClose={modal.close} />}
        {modal.name === 'shortcuts' && <ShortcutsDialog onClose={modal.close} />}
      </Suspense>
    </div>
  );
};
