import {
  api,
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
  useShortcut,
  useTexts,
} from '@tessera/kit';
import {
  IconDots,
  IconDownload,
  IconExternalLink,
  IconPencil,
  IconPlus,
  IconStar,
  IconTrash,
} from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import {
  chatApi,
  type Conversation,
  conversationQuery,
  conversationsQuery,
  type Message,
} from './chat/chat.resource.ts';
import { ChannelDialog } from './chat/dialogs.tsx';
import { useOnline } from './chat/here.ts';
import { ConversationList, type Known } from './chat/list.tsx';
import { Members } from './chat/members.tsx';
import { Stream } from './chat/stream.tsx';
import { ThreadMenu } from './chat/thread-menu.tsx';
import { peopleQuery } from './tasks/tasks.resource.ts';
import classes from './chat/chat.module.css';

/** Of people who are told apart as online. */
const mostFaces = 500;

/** `/chat`, `/chat/channel/{id}`, `/chat/dm-user/{userId}` and `/chat/record/{table}/{record}`. */
export const Page = () => {
  const t = useTexts('collaboration');
  const errorText = useErrorText('collaboration');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { user } = useSession();
  const { '*': rest = '' } = useParams();
  const [search] = useSearchParams();
  const { data: conversations, refetch } = useQuery(conversationsQuery);
  const { data: people = [] } = useQuery(peopleQuery);
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const [thread, setThread] = useState<Message | null>(null);
  /** How far threads were read on this page. */
  const [threadsRead, setThreadsRead] = useState<ReadonlyMap<string, number>>(new Map());
  useLive(['conversations'], () => void client.invalidateQueries({ queryKey: conversationsQuery.queryKey }));
  const online = useOnline(people.slice(0, mostFaces).map(({ id }) => id));
  const [, table, record] = /^record\/([0-9a-z]{26})\/([0-9a-z]{26})$/.exec(rest) ?? [];
  const [, kind, named] = /^(channel|dm-user)\/([0-9a-z]{26})$/.exec(rest) ?? [];
  const id = table === undefined ? named : `record:${table}:${record}`;
  const otherOf = (one: Conversation): string | null =>
    one.chatType === 'dm' ? (one.members.find((member) => member !== user.id) ?? user.id) : null;
  const personName = (userId: string): string => people.find((one) => one.id === userId)?.name ?? t('tasks.someone');
  const nameOf = (one: Conversation): string => {
    const other = otherOf(one);
    if (other !== null) return personName(other);
    return one.chatType === 'record' && one.name === '' ? t('tasks.aRecord') : one.name;
  };
  const pathOf = (one: Conversation): string => {
    if (one.record !== null) return `/chat/record/${one.record.tableId}/${one.record.recordId}`;
    return one.chatType === 'dm' ? `/chat/dm-user/${otherOf(one) ?? ''}` : `/chat/channel/${one.id}`;
  };
  const known: Known = { nameOf, pathOf, otherOf, personName, online };
  const listed = conversations?.find((one) =>
    kind === 'dm-user' ? otherOf(one) === id : one.id === id || one.liveId === id,
  );
  // Conversations of records in which one said nothing yet are in no list.
  const asked = id !== undefined && kind !== 'dm-user' && conversations !== undefined && listed === undefined;
  const { data: alone, isLoading: asking } = useQuery({ ...conversationQuery(id ?? ''), enabled: asked });
  const current = listed ?? (asked ? alone : undefined);
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
    if (current === undefined || sequence <= readTo.current || document.hidden) return;
    readTo.current = sequence;
    chatApi.read(current.id, sequence).then(() => void refetch(), failed);
    if (current.record !== null) chatApi.seenOf(current.record.tableId, current.record.recordId).catch(() => undefined);
  };
  const all = conversations ?? [];
  /** The next one of the list, in its order on the screen; of the unread ones alone where that is asked for. */
  const step = (by: 1 | -1, unreadOnly = false): void => {
    const links = [...(document.querySelectorAll<HTMLAnchorElement>('[data-conversation]') ?? [])];
    const at = links.findIndex((link) => link.getAttribute('aria-current') === 'page');
    const rest = by === 1 ? links.slice(at + 1) : links.slice(0, at === -1 ? undefined : at).toReversed();
    rest.find((link) => !unreadOnly || 'unread' in link.dataset)?.click();
  };
  const group = t('chat.title');
  const writing = { inEditors: true };
  useShortcut({ keys: 'alt+arrowdown', label: t('chat.nextChat'), group }, () => step(1), writing);
  useShortcut({ keys: 'alt+arrowup', label: t('chat.previousChat'), group }, () => step(-1), writing);
  useShortcut({ keys: 'alt+shift+arrowdown', label: t('chat.nextUnread'), group }, () => step(1, true), writing);
  useShortcut({ keys: 'alt+shift+arrowup', label: t('chat.previousUnread'), group }, () => step(-1, true), writing);
  const strangers = people.filter((one) => one.id !== user.id && !all.some((c) => otherOf(c) === one.id));
  const at = Number(search.get('at') ?? Number.NaN);
  const around = Number.isInteger(at) && at > 0 ? at : undefined;
  const members =
    current === undefined || current.chatType === 'dm'
      ? []
      : current.chatType === 'channel'
        ? people
        : people.filter((one) => current.members.includes(one.id));
  const wait = conversations === undefined || asking || missing;
  return (
    <Screen
      inset={false}
      {...(current !== undefined && { back: '/chat' })}
      header={<h1 className="t-strong t-cut">{current === undefined ? t('chat.title') : nameOf(current)}</h1>}
      actions={
        current && (
          <>
            <Members people={members} online={online} />
            <Menu
              side="bottom-end"
              anchor={<IconButton label={t('tasks.more')} icon={IconDots} />}
              items={[
                ...(current.record === null
                  ? []
                  : [
                      {
                        id: 'record',
                        label: t('chat.openRecord'),
                        icon: IconExternalLink,
                        to: `/object/${current.record.tableId}/record/${current.record.recordId}`,
                      },
                    ]),
                ...(current.head === 0 && current.record !== null
                  ? []
                  : [
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
                        onSelect: () =>
                          void chatApi.mine(current.id, { muted: !current.muted }).then(() => refetch(), failed),
                      },
                    ]),
                {
                  id: 'export',
                  label: t('chat.export'),
                  icon: IconDownload,
                  onSelect: () =>
                    window.location.assign(
                      api.href('/v3/conversations/{id}/export', {
                        path: { id: current.id },
                        query: { format: 'markdown' },
                      }),
                    ),
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
          </>
        )
      }
    >
      <div className={classes['chat']} data-open={current !== undefined || undefined}>
        <ConversationList
          conversations={all}
          currentId={current?.id}
          known={known}
          strangers={strangers}
          onNewChannel={() => setDialog('new')}
        />
        {current === undefined ? (
          <div className={classes['nothing']}>
            <EmptyState
              title={t(id !== undefined && !wait ? 'chat.notFound' : 'chat.choose')}
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
            key={`${current.id} ${around ?? ''}`}
            conversation={current}
            around={around}
            label={t('chat.write', { place: nameOf(current) })}
            people={people}
            onSeen={seen}
            threadsRead={threadsRead}
            onAnswer={setThread}
          />
        )}
      </div>
      {current !== undefined && thread !== null && (
        <Panel
          opened
          onClose={() => setThread(null)}
          label={t('chat.thread')}
          header={
            <>
              <h2 className="t-strong">{t('chat.thread')}</h2>
              <ThreadMenu threadId={thread.id} />
            </>
          }
        >
          <Stream
            key={thread.id}
            conversation={current}
            thread={thread}
            onSeen={(sequence) => {
              if (document.hidden || sequence <= (threadsRead.get(thread.id) ?? 0)) return;
              setThreadsRead((before) => new Map(before).set(thread.id, sequence));
              chatApi.read(current.id, sequence, thread.id).then(() => void refetch(), failed);
            }}
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
