import {
  Button,
  EmptyState,
  IconButton,
  LinkButton,
  Menu,
  Page,
  toast,
  useErrorText,
  useLive,
  useTexts,
} from '@tessera/kit';
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tessera/kit/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePhone } from '../phone/use-phone.ts';
import { useFavorite } from '../use-favorite.ts';
import { type App, appsApi } from './apps.resource.ts';
import { Canvas } from './canvas.tsx';
import classes from './apps.module.css';

/** An app as members see it. */
export const AppView = ({ app }: { readonly app: App }) => {
  const t = useTexts('building');
  const navigate = useNavigate();
  const phone = usePhone();
  const client = useQueryClient();
  useLive([`app:${app.id}`], () => void client.invalidateQueries({ queryKey: ['app', app.id] }));
  const builds = app.rights.canEditBlocks && !phone;
  const [opened, setOpened] = useState(false);
  const favorite = useFavorite('app', app.id, opened);
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
  return (
    <Page
      inset={false}
      back="/home"
      header={<h1 className="t-strong t-cut">{app.label}</h1>}
      actions={
        <>
          {builds && (
            <Button size="toolbar" icon={IconPencil} onClick={() => void navigate(`/app/${app.id}?edit`)}>
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
    </Page>
  );
};
