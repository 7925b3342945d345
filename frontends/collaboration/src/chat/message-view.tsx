import { Avatar, Button, IconButton, Menu, Textarea, useFormats, useSession, useTexts, type User } from '@tessera/kit';
import { IconCheckbox, IconCornerDownRight, IconDots, IconMoodSmile, IconPencil, IconTrash } from '@tessera/kit/icons';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { Files } from '../files/files.tsx';
import type { Content, Message } from './chat.resource.ts';
import { LinkedRecords } from './linked-records.tsx';
import { recordsIn, toContent, toText } from './model.ts';
import classes from './chat.module.css';

const signs = ['👍', '❤️', '😄', '🎉', '👀', '✅'] as const;

type Run = Content['blocks'][number]['runs'][number];
const drawn = ({ text, href, userId }: Run, at: number): ReactNode => {
  if (userId !== undefined)
    return (
      <span key={at} className={classes['mention']}>
        {text}
      </span>
    );
  return href === undefined ? (
    <Fragment key={at}>{text}</Fragment>
  ) : (
    <a key={at} href={href} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
};

const Words = ({ content }: { readonly content: Content }) => (
  <div className={classes['words']}>
    {content.blocks.map(({ kind, runs }, at) =>
      kind === 'code' ? (
        <pre key={at}>
          <code>{runs.map(({ text }) => text).join('')}</code>
        </pre>
      ) : (
        <p key={at} data-bullet={kind === 'bullet' || undefined}>
          {runs.map(drawn)}
        </p>
      ),
    )}
  </div>
);

export type MessageActions = {
  /** Makes a task of what it says. */
  readonly task?: (message: Message) => void;
  readonly edit: (message: Message, content: Content) => Promise<boolean>;
  readonly remove: (message: Message) => void;
  readonly react: (message: Message, emoji: string, on: boolean) => void;
  readonly answer?: (message: Message) => void;
};

/** One message: who said it and when, what, its signs, and how many answers it has. */
export const MessageView = ({
  message,
  led,
  sought = false,
  editing = false,
  fresh = true,
  people,
  actions,
}: {
  readonly message: Message;
  /** It begins what its writer said. */
  readonly led: boolean;
  /** Somebody came to see it. */
  readonly sought?: boolean;
  /** Its writer writes it anew. */
  readonly editing?: boolean;
  /** Its thread has answers beyond those that were read here. */
  readonly fresh?: boolean;
  readonly people: readonly User[];
  readonly actions: MessageActions;
}) => {
  const t = useTexts('collaboration');
  const { time, dateTime } = useFormats();
  const { user } = useSession();
  const [writing, setWriting] = useState<string | null>(null);
  const author = people.find(({ id }) => id === message.sentBy);
  const name = author?.name ?? t('tasks.someone');
  const mine = message.sentBy === user.id;
  useEffect(() => {
    if (editing && message.content !== null) setWriting(toText(message.content));
    // Once it is asked for: what is written stays what it was.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [editing]);
  const save = async (): Promise<void> => {
    if (writing === null || writing.trim() === '') return;
    if (await actions.edit(message, toContent(writing, people))) setWriting(null);
  };
  const nameOf = (id: string): string => people.find((one) => one.id === id)?.name ?? t('tasks.someone');
  return (
    <li
      className={classes['message']}
      data-led={led || undefined}
      data-sought={sought || undefined}
      data-sequence={message.sequence}
      aria-label={`${name}, ${time(message.sentAt)}`}
    >
      <span className={classes['face']}>{led && <Avatar id={message.sentBy} name={name} size={32} />}</span>
      <div className={classes['said']}>
        {led && (
          <p className={classes['who']}>
            <b>{name}</b>
            <time className="t-caption" dateTime={message.sentAt} title={dateTime(message.sentAt)}>
              {time(message.sentAt)}
            </time>
          </p>
        )}
        {message.content === null ? (
          <p className="t-secondary">{t('chat.gone')}</p>
        ) : writing === null ? (
          <>
            <Words content={message.content} />
            <LinkedRecords places={recordsIn(message.content, location.origin)} />
          </>
        ) : (
          <div className={classes['rewrite']}>
            <Textarea
              label={t('chat.edit')}
              labelHidden
              value={writing}
              rows={3}
              maxLength={15_000}
              onChange={setWriting}
              data-autofocus
              onKeyDown={(event) => {
                if (event.key === 'Escape') {
                  event.stopPropagation();
                  setWriting(null);
                } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
                  event.preventDefault();
                  void save();
                }
              }}
            />
            <Button size="toolbar" onClick={() => setWriting(null)}>
              {t('kit:cancel')}
            </Button>
            <Button size="toolbar" variant="primary" disabled={writing.trim() === ''} onClick={() => void save()}>
              {t('kit:save')}
            </Button>
          </div>
        )}
        <Files files={message.files} />
        {message.editedAt !== null && message.content !== null && (
          <span className="t-caption" title={dateTime(message.editedAt)}>
            {t('chat.edited')}
          </span>
        )}
        {(message.reactions.length > 0 || message.replies > 0) && (
          <p className={classes['under']}>
            {message.reactions.map(({ emoji, users }) => {
              const on = users.includes(user.id);
              return (
                <button
                  key={emoji}
                  type="button"
                  className={classes['sign']}
                  aria-pressed={on}
                  title={users.map(nameOf).join(', ')}
                  onClick={() => actions.react(message, emoji, !on)}
                >
                  {emoji} {users.length}
                </button>
              );
            })}
            {message.replies > 0 && actions.answer && (
              <Button variant="text" onClick={() => actions.answer?.(message)}>
                {t('chat.replies', { count: message.replies })}
                {fresh && message.unreadReplies > 0 && (
                  <b className={classes['fresh']}>{t('chat.newReplies', { count: message.unreadReplies })}</b>
                )}
              </Button>
            )}
          </p>
        )}
      </div>
      {message.content !== null && writing === null && (
        <span className={classes['acts']}>
          <Menu
            side="bottom-end"
            anchor={<IconButton size="table" label={t('chat.react')} icon={IconMoodSmile} />}
            items={signs.map((emoji) => ({
              id: emoji,
              label: emoji,
              onSelect: () =>
                actions.react(
                  message,
                  emoji,
                  !message.reactions.some((one) => one.emoji === emoji && one.users.includes(user.id)),
                ),
            }))}
          />
          {actions.answer && (
            <IconButton
              size="table"
              label={t('chat.answer')}
              icon={IconCornerDownRight}
              onClick={() => actions.answer?.(message)}
            />
          )}
          {(mine || actions.task) && (
            <Menu
              side="bottom-end"
              anchor={<IconButton size="table" label={t('tasks.more')} icon={IconDots} />}
              items={[
                ...(actions.task
                  ? [
                      {
                        id: 'task',
                        label: t('chat.makeTask'),
                        icon: IconCheckbox,
                        onSelect: () => actions.task?.(message),
                      },
                    ]
                  : []),
                ...(mine
                  ? [
                      {
                        id: 'edit',
                        label: t('chat.edit'),
                        icon: IconPencil,
                        onSelect: () => setWriting(message.content === null ? '' : toText(message.content)),
                      },
                      {
                        id: 'delete',
                        label: t('chat.delete'),
                        icon: IconTrash,
                        danger: true,
                        onSelect: () => actions.remove(message),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </span>
      )}
    </li>
  );
};
