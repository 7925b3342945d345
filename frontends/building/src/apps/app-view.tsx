import { Button, EmptyState, LinkButton, Page, useLive, useTexts } from '@tessera/kit';
import { IconPencil } from '@tessera/kit/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { usePhone } from '../phone/use-phone.ts';
import type { App } from './apps.resource.ts';
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
  return (
    <Page
      inset={false}
      back="/home"
      header={<h1 className="t-strong t-cut">{app.label}</h1>}
      actions={
        builds && (
          <Button size="toolbar" icon={IconPencil} onClick={() => void navigate(`/app/${app.id}?edit`)}>
            {t('apps.edit')}
          </Button>
        )
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
