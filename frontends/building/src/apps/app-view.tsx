import {
  Button,
  EmptyState,
  IconButton,
  LinkButton,
  Menu,
  Page,
  Sheet,
  toast,
  useErrorText,
  useLive,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import { IconCopy, IconDots, IconMenu2, IconPencil, IconTrash } from '@tessera/kit/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../phone/use-phone.ts';
import { useAccess } from '../use-access.tsx';
import { useFavorites } from '../use-favorites.ts';
import { type App, appsApi } from './apps.resource.ts';
import { BottomNav } from './bars/bottom-nav.tsx';
import { MenuBar } from './bars/menu-bar.tsx';
import { BarColor, BarLogo, TopShortcuts, TopTabs } from './bars/top-bar.tsx';
import type { Around } from './bars/use-bars.ts';
import bars from './bars/bars.module.css';
import { Canvas } from './canvas.tsx';
import classes from './apps.module.css';

/** An app as members see it, with the bars around it. */
export const AppView = ({
  app,
  around,
  onShowAll,
}: {
  readonly app: App;
  readonly around: Around;
  readonly onShowAll: () => void;
}) => {
  const t = useTexts('building');
  const navigate = useNavigate();
  const phone = usePhone();
  const client = useQueryClient();
  useLive([`app:${app.id}`], () => void client.invalidateQueries({ queryKey: ['app', app.id] }));
  const builds = app.rights.canEditBlocks && !phone;
  const build = (): void => void navigate(`/app/${app.id}?edit`);
  useShortcut({ keys: 'b', label: t('apps.build'), group: t('apps.keys') }, build, { enabled: builds });
  const [opened, setOpened] = useState(false);
  const favorite = useFavorites(opened)({ type: 'app', id: app.id });
  const access = useAccess({ kind: 'apps', id: app.id, label: app.label }, t('apps.access'));
  const errorText = useErrorText('building');
  const failed = (error: unknown): void =>
    void toast({ kind: 'error', message: t('apps.notSaved'), detail: errorText(error) });
  const duplicate = async (): Promise<void> => {
    try {
      const { id } = await appsApi.duplicate(app.id);
      void navigate(`/app/${id}?edit`);
    } catch (error) {
      failed(error);
    }
  };
  const archive = async (): Promise<void> => {
    try {
      const commit = await appsApi.archive(app.id);
      void navigate('/workspaces');
      toast({
        message: t('apps.deleted', { app: app.label }),
        ...(commit !== null && {
          undo: async () => {
            await appsApi.undo(commit);
            void navigate(`/app/${app.id}`);
          },
        }),
      });
    } catch (error) {
      failed(error);
    }
  };
  const { top, bottom, bottomOf, menu, menuOf } = around;
  const [menuOpen, setMenuOpen] = useState(false);
  const lower = top?.items_variant === 'lower_bar' && !phone;
  const name = <h1 className={top === null || lower ? 't-strong t-cut' : 't-hidden'}>{app.label}</h1>;
  const page = (
    <Page
      inset={false}
      {...(menu === null && { back: '/home' })}
      header={
        <>
          {menu !== null && phone && (
            <IconButton label={t('apps.bars.menu')} icon={IconMenu2} onClick={() => setMenuOpen(true)} />
          )}
          {top !== null && <BarColor color={top.bg_color} />}
          {top !== null && <BarLogo logo={top.logo} />}
          {name}
          {top !== null && !lower && <TopTabs bar={top} current={app.id} small={phone} />}
        </>
      }
      toolbar={
        top !== null &&
        lower && (
          <div className={bars['lower']}>
            <TopTabs bar={top} current={app.id} small={false} />
          </div>
        )
      }
      actions={
        <>
          {top !== null && !phone && <TopShortcuts bar={top} />}
          {builds && (
            <Button size="toolbar" icon={IconPencil} onClick={build}>
              {t('apps.edit')}
            </Button>
          )}
          <Menu
            side="bottom-end"
            opened={opened}
            onChange={setOpened}
            anchor={<IconButton label={t('menu.title')} icon={IconDots} />}
            items={[
              favorite,
              ...(builds
                ? [
                    ...access.entries,
                    { id: 'double', label: t('apps.duplicate'), icon: IconCopy, onSelect: () => void duplicate() },
                    { id: 'd', divider: true as const },
                    {
                      id: 'delete',
                      label: t('apps.delete'),
                      icon: IconTrash,
                      danger: true,
                      onSelect: () => void archive(),
                    },
                  ]
                : []),
            ]}
          />
          {access.dialog}
        </>
      }
    >
      <div
        className={classes['page']}
        style={
          app.bgColor === null
            ? undefined
            : { background: app.bgColor.startsWith('#') ? app.bgColor : `var(--option-${app.bgColor}-tint)` }
        }
      >
        <Canvas
          app={app}
          phone={phone}
          empty={
            <EmptyState
              screen
              title={t('apps.emptyTitle')}
              actions={builds && <LinkButton to={`/app/${app.id}?edit`}>{t('apps.edit')}</LinkButton>}
            >
              {t(builds ? 'apps.emptyText' : 'apps.emptyMember')}
            </EmptyState>
          }
        />
      </div>
      {bottom !== null && (phone || !bottom.only_show_on_mobile) && (
        <BottomNav bar={bottom} barOf={bottomOf} phone={phone} />
      )}
    </Page>
  );
  if (menu === null) return page;
  const menuBar = (
    <MenuBar
      key={menuOf}
      bar={menu}
      menuOf={menuOf}
      phone={phone}
      onShowAll={onShowAll}
      onLeave={() => setMenuOpen(false)}
    />
  );
  return (
    <div className={bars['framed']}>
      {!phone && menuBar}
      {page}
      {phone && (
        <Sheet opened={menuOpen} onClose={() => setMenuOpen(false)} title={menu.title || t('apps.bars.menu')}>
          {menuBar}
        </Sheet>
      )}
    </div>
  );
};
