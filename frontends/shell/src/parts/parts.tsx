import {
  api,
  Avatar,
  Badge,
  Button,
  toast,
  type ShownSlots,
  useErrorText,
  useLanguage,
  useSession,
  useTexts,
} from '@tessera/kit';
import { IconListDetails, IconLayoutKanban, IconPlus, IconSelector } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createBlankApp } from '../create/create-app.ts';
import { newestQuery } from '../for-you/for-you.resource.ts';
import { useFrameActions } from '../frame/actions.tsx';
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
  const navigate = useNavigate();
  const errorText = useErrorText('shell');
  const [opened, setOpened] = useState(false);
  const { createApp, creating } = useFrameActions();
  const made = useMutation({
    mutationFn: async ({ label, block }: { readonly label: string; readonly block: string }) => {
      const id = await createBlankApp(label);
      await api.post('/v3/apps/{id}/blocks', { path: { id }, body: { type: block, config: {} } });
      return id;
    },
    onSuccess: (id) => void navigate(`/app/${id}?edit`),
    onError: (error) => toast({ kind: 'error', message: t('create.appFailed'), detail: errorText(error) }),
  });
  if (!useCanCreate()) return null;
  const begin = (label: string, block: string): void => {
    if (!made.isPending) made.mutate({ label, block });
  };
  return (
    <CreateMenu
      side="top-start"
      opened={opened}
      onChange={setOpened}
      first={
        createApp === null
          ? []
          : [
              {
                id: 'form',
                label: own.form,
                icon: IconListDetails,
                onSelect: () => begin(own.untitledForm, 'super_form'),
              },
              {
                id: 'board',
                label: own.board,
                icon: IconLayoutKanban,
                onSelect: () => begin(own.untitledBoard, 'smart_kanban'),
              },
            ]
      }
      anchor={
        <Button
          icon={IconPlus}
          className={classes['create'] ?? ''}
          working={(creating || made.isPending) && t('create.working')}
        >
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
