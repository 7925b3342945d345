import {
  Avatar,
  Button,
  EmptyState,
  IconButton,
  Menu,
  Page as Screen,
  Panel,
  toast,
  useErrorText,
  useLive,
  usePageTitle,
  useSession,
  useTexts,
} from '@tessera/kit';
import {
  IconDots,
  IconHash,
  IconLock,
  IconPencil,
  IconPlus,
  IconStar,
  IconTrash,
  IconUserPlus,
} from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { NavLink, useNavigate, useParams } from 'react-router';
import { chatApi, type Conversation, conversationsQuery, type Message } from './chat/chat.resource.ts';
import { ChannelDialog } from './chat/dialogs.tsx';
import { Stream } from './chat/stream.tsx';
import { peopleQuery } from './tasks/tasks.resource.ts';
import classes from './chat/chat.module.css';

/** More are told as 99+. */
const mostTold = 99;

/** `/chat`, `/chat/channel/{id}` and `/chat/dm-user/{userId}`. */
export const Page = () => {
  const t = useTexts('collaboration');
  const errorText = useErrorText('collaboration');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { user } = useSession();
  const { '*': rest = '' } = useParams();
  const { data: conversations, refetch } = useQuery(conversationsQuery);
  const { data: people = [] } = useQuery(peopleQuery);
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const [thread, setThread] = useState<Message | null>(null);
  useLive(['conversations'], () => void refetch());
  const [, kind, id] = /^(channel|dm-user)\/([0-9a-z]{26})$/.exec(rest) ?? [];
  const other = (one: Conversation): string => one.members.find((member) => member !== user.id) ?? user.id;
  const nameOf = (one: Conversation): string =>
    one.chatType === 'dm' ? (people.find((person) => person.id === other(one))?.name ?? t('tasks.someone')) : one.name;
  const current = conversations?.find((one) =>
    kind === 'dm-user' ? one.chatType === 'dm' && other(one) === id : one.id === id,
  );
  usePageTitle(current === undefined ? t('chat.title') : nameOf(current));
  const failed = useCallback(
    (error: unknown): void => void toast({ kind: 'error', message: t('chat.notSaved'), detail: errorText(error) }),
    [t, errorText],
  );
  // Direct messages with somebody are there once one goes to them.
  const opening = useRef<string | null>(null);
  const missing =
    kind === 'dm-user' && id !== undefined && id !== user.id && conversations !== undefined && current === undefined;
  useEffect(() => {
    if (!missing || id === undefined || opening.current === id) return;
    opening.current = id;
    chatApi
      .open({ chatType: 'dm', userId: id })
      .then(() => client.invalidateQueries({ queryKey: conversationsQuery.queryKey }), failed);
  }, [missing, id, client, failed]);
  useEffect(() => setThread(null), [rest]);
  const readTo = useRef(0);
  const currentId = current?.id;
  const before = current?.readTo ?? 0;
  useEffect(() => {
    readTo.current = before;
  }, [currentId, before]);
  const seen = (sequence: number): void => {
    if (currentId === undefined || sequence <= readTo.current || document.hidden) return;
    readTo.current = sequence;
    chatApi.read(currentId, sequence).then(() => void refetch(), failed);
  };
  const pathOf = (one: Conversation): string =>
    one.chatType === 'dm' ? `/chat/dm-user/${other(one)}` : `/chat/channel/${one.id}`;
  const entry = (one: Conversation) => (
    <li key={one.id}>
      <NavLink
        to={pathOf(one)}
        className={classes['entry'] ?? ''}
        data-unread={(one.unread > 0 && !one.muted) || undefined}
      >
        {one.chatType === 'dm' ? (
          <Avatar id={other(one)} name={nameOf(one)} />
        ) : one.chatType === 'channel' ? (
          <IconHash aria-hidden="true" />
        ) : (
          <IconLock aria-hidden="true" />
        )}
        <span className="t-cut">{nameOf(one)}</span>
        {one.unread > 0 && !one.muted && (
          <span className={classes['badge']}>
            <span className="t-hidden">{t('chat.unread', { count: one.unread })}</span>
            <span aria-hidden="true">{one.unread > mostTold ? `${mostTold}+` : one.unread}</span>
          </span>
        )}
      </NavLink>
    </li>
  );
  const section = (title: string, list: readonly Conversation[], add: ReactNode) => (
    <section>
      <h2 className={classes['heading']}>
        {title}
        {add}
      </h2>
      <ul aria-label={title}>{list.map(entry)}</ul>
    </section>
  );
  const all = conversations ?? [];
  const starred = all.filter((one) => one.starred);
  const channels = all.filter((one) => one.chatType !== 'dm' && !one.starred);
  const direct = all.filter((one) => one.chatType === 'dm' && !one.starred);
  const strangers = people.filter(
    (one) => one.id !== user.id && !all.some((c) => c.chatType === 'dm' && other(c) === one.id),
  );
  return (
    <Screen
      inset={false}
      header={<h1 className="t-strong t-cut">{current === undefined ? t('chat.title') : nameOf(current)}</h1>}
      actions={
        current && (
          <Menu
            side="bottom-end"
            anchor={<IconButton label={t('tasks.more')} icon={IconDots} />}
            items={[
              {
                id: 'star',
                label: t(current.starred ? 'chat.unstar' : 'chat.star'),
                icon: IconStar,
                onSelect: () =>
                  void chatApi.mine(current.id, { starred: !current.starred }).then(() => refetch(), failed),
              },
              {
                id: 'mute',
                label: t(current.muted ? 'chat.unmute' : 'chat.mute'),
                onSelect: () => void chatApi.mine(current.id, { muted: !current.muted }).then(() => refetch(), failed),
              },
              ...(current.canChange
                ? [
                    { id: 'edit', label: t('chat.editChannel'), icon: IconPencil, onSelect: () => setDialog('edit') },
                    {
                      id: 'archive',
                      label: t('chat.deleteChannel'),
                      icon: IconTrash,
                      danger: true,
                      onSelect: () =>
                        void chatApi.archive(current.id).then(({ commit }) => {
                          void navigate('/chat');
                          toast({
                            message: t('chat.channelDeleted', { channel: current.name }),
                            ...(commit !== null && {
                              undo: async () => {
                                await chatApi.undo(commit);
                                await refetch();
                              },
                            }),
                          });
                        }, failed),
                    },
                  ]
                : []),
            ]}
          />
        )
      }
    >
      <div className={classes['chat']} data-open={current !== undefined || undefined}>
        <nav className={classes['list']} aria-label={t('chat.title')}>
          {starred.length > 0 && section(t('chat.starred'), starred, null)}
          {section(
            t('chat.channels'),
            channels,
            <IconButton size="table" label={t('chat.newChannel')} icon={IconPlus} onClick={() => setDialog('new')} />,
          )}
          {section(
            t('chat.direct'),
            direct,
            strangers.length > 0 && (
              <Menu
                anchor={<IconButton size="table" label={t('chat.newDirect')} icon={IconUserPlus} />}
                items={strangers.slice(0, 100).map((one) => ({
                  id: one.id,
                  label: one.name,
                  to: `/chat/dm-user/${one.id}`,
                }))}
              />
            ),
          )}
        </nav>
        {current === undefined ? (
          <div className={classes['nothing']}>
            <EmptyState
              title={t(conversations !== undefined && id !== undefined && !missing ? 'chat.notFound' : 'chat.choose')}
              actions={
                <Button variant="primary" icon={IconPlus} onClick={() => setDialog('new')}>
                  {t('chat.newChannel')}
                </Button>
              }
            >
              {t('chat.chooseText')}
            </EmptyState>
          </div>
        ) : (
          <Stream
            key={current.id}
            conversationId={current.id}
            label={t('chat.write', { place: nameOf(current) })}
            people={people}
            onSeen={seen}
            onAnswer={setThread}
          />
        )}
      </div>
      {current !== undefined && thread !== null && (
        <Panel
          opened
          onClose={() => setThread(null)}
          label={t('chat.thread')}
          header={<h2 className="t-strong">{t('chat.thread')}</h2>}
        >
          <Stream
            key={thread.id}
            conversationId={current.id}
            thread={thread}
            label={t('chat.writeAnswer')}
            people={people}
          />
        </Panel>
      )}
      {dialog !== null && (
        <ChannelDialog
          channel={dialog === 'edit' ? (current ?? null) : null}
          people={people}
          onClose={() => setDialog(null)}
          onDone={(made) => {
            void refetch();
            void navigate(`/chat/channel/${made}`);
          }}
        />
      )}
    </Screen>
  );
};
