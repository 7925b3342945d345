import {
  Button,
  errorCode,
  EmptyState,
  ErrorState,
  hasRight,
  Loading,
  Skeleton,
  toast,
  useErrorText,
  useFormats,
  useRights,
  useTexts,
  useSession,
  type User,
} from '@tessera/kit';
import { Fragment, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { chatApi, type Conversation, type Message } from './chat.resource.ts';
import { Composer } from './composer.tsx';
import { useTyping } from './here.ts';
import { MessageView } from './message-view.tsx';
import { byDay, toText } from './model.ts';
import { useMessages } from './use-messages.ts';
import classes from './chat.module.css';

const NewTask = lazy(() => import('../tasks/new-task.tsx').then((module) => ({ default: module.NewTask })));

/** What was said in one place, the newest at the end, and where one says something. */
export const Stream = ({
  conversation,
  thread,
  around,
  label,
  people,
  onSeen,
  threadsRead,
  onAnswer,
}: {
  readonly conversation: Conversation;
  /** The sequence of a message that somebody came to see. */
  readonly around?: number | undefined;
  readonly thread?: Message | undefined;
  readonly label: string;
  readonly people: readonly User[];
  readonly onSeen?: (sequence: number) => void;
  /** By message: the answers to it that were read here, before the server says so. */
  readonly threadsRead?: ReadonlyMap<string, number>;
  readonly onAnswer?: (message: Message) => void;
}) => {
  const t = useTexts('collaboration');
  const errorText = useErrorText('collaboration');
  const { date } = useFormats();
  const { user } = useSession();
  const { id: conversationId, record } = conversation;
  const { messages, hasOlder, hasLater, error, loading, newest, older, later, toEnd } = useMessages(conversation, {
    thread: thread?.id,
    around,
  });
  const { who, typing, sent } = useTyping(conversation.liveId, thread?.id ?? null);
  const [editing, setEditing] = useState<string | null>(null);
  const [tasked, setTasked] = useState<Message | null>(null);
  const rights = useRights();
  const navigate = useNavigate();
  // What was not read when one came stands under a line until one leaves.
  const [readTo] = useState(conversation.readTo);
  const firstNew =
    thread === undefined && readTo > 0
      ? messages?.find((one) => one.sequence > readTo && one.sentBy !== user.id)?.sequence
      : undefined;
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(around === undefined);
  const last = messages?.at(-1)?.sequence;
  const seen = useRef(onSeen);
  seen.current = onSeen;
  // Who is at the end stays there; who reads above is not moved.
  useLayoutEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
    if (last !== undefined && !hasLater) seen.current?.(last);
  }, [last, hasLater]);
  const lastBy = messages?.at(-1)?.sentBy;
  useEffect(() => {
    if (lastBy !== undefined) sent(lastBy);
  }, [last, lastBy, sent]);
  const arrived = messages !== undefined;
  useLayoutEffect(() => {
    if (arrived && around !== undefined)
      box.current?.querySelector(`[data-sequence="${around}"]`)?.scrollIntoView({ block: 'center' });
  }, [arrived, around]);
  const writing = who
    .filter((one) => one !== user.id)
    .map((one) => people.find(({ id }) => id === one)?.name ?? t('tasks.someone'));
  const failed = (failure: unknown): false => {
    toast({ kind: 'error', message: t('chat.notSent'), detail: errorText(failure) });
    return false;
  };
  const doing = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      await newest();
      return true;
    } catch (failure) {
      return failed(failure);
    }
  };
  const actions = {
    edit: (message: Message, content: Parameters<typeof chatApi.edit>[2]) =>
      doing(() => chatApi.edit(conversationId, message.id, content)),
    react: (message: Message, emoji: string, on: boolean) =>
      void doing(() => chatApi.react(conversationId, message.id, emoji, on)),
    remove: (message: Message) =>
      void doing(async () => {
        const { commit } = await chatApi.remove(conversationId, message.id);
        toast({
          message: t('chat.removed'),
          ...((commit !== null || record !== null) && {
            undo: async () => {
              if (commit !== null) await chatApi.undo(commit);
              else if (record !== null) await chatApi.restoreComment(record.tableId, record.recordId, message.id);
              await newest();
            },
          }),
        });
      }),
    ...(onAnswer && { answer: onAnswer }),
    ...(hasRight(rights, 'canViewTasks') && { task: setTasked }),
  };
  if (error !== null && messages === undefined)
    return errorCode(error) === 'conversation_not_found' ? (
      <EmptyState title={t('chat.notFound')} />
    ) : (
      <ErrorState error={error} onRetry={() => void newest()} />
    );
  return (
    <div className={classes['stream']}>
      <div
        ref={box}
        className={classes['scroll']}
        role="log"
        aria-label={label}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          atEnd.current = scrollTop + clientHeight >= scrollHeight - 40;
        }}
      >
        {messages === undefined && (
          <Loading>
            <Skeleton width={320} height={40} />
          </Loading>
        )}
        {hasOlder && (
          <p className={classes['older']}>
            <Button size="toolbar" disabled={loading} onClick={older}>
              {t('chat.older')}
            </Button>
          </p>
        )}
        {thread !== undefined && (
          <ul>
            <MessageView message={thread} led people={people} actions={{ ...actions }} />
          </ul>
        )}
        {messages?.length === 0 && thread === undefined && (
          <EmptyState title={t('chat.empty')}>{t('chat.emptyText')}</EmptyState>
        )}
        {byDay(messages ?? []).map(({ day, messages: said }) => (
          <div key={day}>
            <h3 className={classes['day']}>
              <span>{date(day)}</span>
            </h3>
            <ul>
              {said.map(({ message, led }) => (
                <Fragment key={message.id}>
                  {message.sequence === firstNew && <li className={classes['unread']}>{t('chat.newMessages')}</li>}
                  <MessageView
                    message={message}
                    led={led}
                    sought={message.sequence === around}
                    editing={editing === message.id}
                    fresh={message.replies > (threadsRead?.get(message.id) ?? 0)}
                    people={people}
                    actions={actions}
                  />
                </Fragment>
              ))}
            </ul>
          </div>
        ))}
        {hasLater && (
          <p className={classes['older']}>
            <Button size="toolbar" disabled={loading} onClick={later}>
              {t('chat.later')}
            </Button>
          </p>
        )}
      </div>
      <p className={classes['typing']} role="status">
        {writing.length === 0
          ? ''
          : writing.length > 2
            ? t('chat.manyTyping')
            : t('chat.typing', { count: writing.length, names: writing.join(', ') })}
      </p>
      <Composer
        key={thread?.id ?? conversationId}
        place={thread?.id ?? conversationId}
        label={label}
        people={people}
        takesFiles={conversation.record === null}
        onType={typing}
        onEditLast={() => {
          const own = messages?.findLast((one) => one.sentBy === user.id && one.content !== null);
          // Asked for again after it was left.
          setEditing(null);
          if (own !== undefined) requestAnimationFrame(() => setEditing(own.id));
        }}
        onSend={(id, content, files) => {
          atEnd.current = true;
          return doing(async () => {
            await chatApi.say(conversationId, {
              id,
              content,
              ...(thread !== undefined && { threadId: thread.id }),
              ...(files.length > 0 && { files: [...files] }),
            });
            if (hasLater) await toEnd();
          });
        }}
      />
      {tasked !== null && tasked.content !== null && (
        <Suspense>
          <NewTask
            title={toText(tasked.content).split('\n')[0]?.slice(0, 500) ?? ''}
            record={conversation.record}
            onClose={() => setTasked(null)}
            onOpen={(id) => void navigate(`/tasks?taskId=${id}`)}
          />
        </Suspense>
      )}
    </div>
  );
};
