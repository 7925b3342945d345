import { addCatalogues, Avatar, Badge, Button, type ShownSlots, useLanguage, useSession, useTexts } from '@tessera/kit';
import { IconListDetails, IconLayoutKanban, IconPlus, IconSelector } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newestQuery } from '../for-you/for-you.resource.ts';
import { useFrameActions } from '../frame/actions.tsx';
import { CreateMenu, useCanCreate } from '../frame/create-menu.tsx';
import { OrganizationMenu } from '../frame/organization-menu.tsx';
import classes from './parts.module.css';

await addCatalogues('parts', {
  en: () => import('./texts/en.ts'),
  pt: () => import('./texts/pt.ts'),
  es: () => import('./texts/es.ts'),
});

const Profile = ({ named }: { named: boolean }) => {
  const t = useTexts('parts');
  const { user } = useSession();
  const [opened, setOpened] = useState(false);
  return (
    <OrganizationMenu
      opened={opened}
      onChange={setOpened}
      anchor={
        <button type="button" className={classes[named ? 'person' : 'face']}>
          <Avatar name={user.name} id={user.id} photo={user.photo_url} size={named ? 20 : 28} />
          <span className={named ? 't-cut' : 't-hidden'}>{named ? user.name : t('profile')}</span>
          {named && <IconSelector aria-hidden="true" />}
        </button>
      }
    />
  );
};

const Create = () => {
  const t = useTexts('shell');
  const parts = useTexts('parts');
  const [opened, setOpened] = useState(false);
  const { createAppWith, creating } = useFrameActions();
  if (!useCanCreate()) return null;
  return (
    <CreateMenu
      side="top-start"
      opened={opened}
      onChange={setOpened}
      first={
        createAppWith === null
          ? []
          : [
              {
                id: 'form',
                label: parts('form'),
                icon: IconListDetails,
                onSelect: () => createAppWith({ label: parts('untitledForm'), block: 'super_form' }),
              },
              {
                id: 'board',
                label: parts('board'),
                icon: IconLayoutKanban,
                onSelect: () => createAppWith({ label: parts('untitledBoard'), block: 'smart_kanban' }),
              },
            ]
      }
      anchor={
        <Button icon={IconPlus} className={classes['create'] ?? ''} working={creating && t('create.working')}>
          {t('create.title')}
        </Button>
      }
    />
  );
};

const Unread = () => {
  const t = useTexts('shell');
  const { data } = useQuery(newestQuery(useLanguage()));
  const unread = data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className={classes['unread']}>
      <span className="t-hidden"> {t('forYou.count', { count: unread })}</span>
      <span aria-hidden="true">
        <Badge count={unread} />
      </span>
    </span>
  );
};

/** Parts of the frame that bars of apps have as well. */
export const Extension = ({ part }: ShownSlots['frame.part']) => {
  if (part === 'create') return <Create />;
  return part === 'unread' ? <Unread /> : <Profile named={part === 'person'} />;
};
