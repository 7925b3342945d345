import { Avatar, Badge, Button, type ShownSlots, useLanguage, useSession, useTexts } from '@tessera/kit';
import { IconListDetails, IconLayoutKanban, IconPlus, IconSelector } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newestQuery } from '../for-you/for-you.resource.ts';
import { CreateMenu, useCanCreate } from '../frame/create-menu.tsx';
import { OrganizationMenu } from '../frame/organization-menu.tsx';
import { words } from './words.ts';
import classes from './parts.module.css';

const Profile = ({ named }: { named: boolean }) => {
  const own = words[useLanguage()];
  const { user } = useSession();
  const [opened, setOpened] = useState(false);
  return (
    <OrganizationMenu
      opened={opened}
      onChange={setOpened}
      anchor={
        <button type="button" className={classes[named ? 'person' : 'face']}>
          <Avatar name={user.name} id={user.id} photo={user.photo_url} size={named ? 20 : 28} />
          <span className={named ? 't-cut' : 't-hidden'}>{named ? user.name : own.profile}</span>
          {named && <IconSelector aria-hidden="true" />}
        </button>
      }
    />
  );
};

const Create = () => {
  const t = useTexts('shell');
  const own = words[useLanguage()];
  const [opened, setOpened] = useState(false);
  if (!useCanCreate()) return null;
  return (
    <CreateMenu
      side="top-start"
      opened={opened}
      onChange={setOpened}
      first={[
        { id: 'super_form', label: own.form, icon: IconListDetails, name: own.untitledForm },
        { id: 'smart_kanban', label: own.board, icon: IconLayoutKanban, name: own.untitledBoard },
      ]}
      anchor={
        <Button icon={IconPlus} className={classes['create'] ?? ''}>
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
