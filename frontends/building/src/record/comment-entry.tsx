import {
  Avatar,
  Button,
  IconButton,
  type Id,
  Menu,
  type MenuEntry,
  toast,
  type User,
  useErrorText,
  useFormats,
  useSession,
  useTexts,
} from '@tessera/kit';
import { IconDots, IconPencil, IconTrash } from '@tessera/kit/icons';
import { type ReactNode, useMemo, useState } from 'react';
import { CommentBox, namesOf } from './comment-box.tsx';
import { type Comment, commentsApi, type Conversation, type Sending } from './comments.resource.ts';
import classes from './comments.module.css';
import { partsOf } from './mentions.ts';
import record from './record.module.css';

const Text = ({ text, names }: { text: string; names: ReadonlyMap<string, string> }): ReactNode =>
  partsOf(text, names).map((part, i) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no ids, and never move
      <span key={i} className={classes['mention']}>
        @{part.person.name}
      </span>
    ),
  );

/** What somebody said, as it was said; its author changes it in its place. */
export const CommentEntry = ({
  tableId,
  comment,
  users,
  phone,
  onChanged,
}: {
  readonly tableId: Id;
  readonly comment: Comment;
  readonly users: readonly User[];
  readonly phone: boolean;
  readonly onChanged: () => Promise<void>;
}) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const formats = useFormats();
  const [editing, setEditing] = useState(false);
  const { author, recordId, id } = comment;
  const names = useMemo(() => {
    const known = new Map(namesOf(users));
    for (const { id: one, name } of comment.mentions) if (name !== undefined) known.set(one, name);
    return known;
  }, [users, comment.mentions]);
  const name = author.name ?? names.get(author.id) ?? t('history.somebody');

  const run = async (work: Promise<unknown>, failed: string): Promise<void> => {
    try {
      await work;
    } catch (error) {
      toast({ kind: 'error', message: failed, detail: errorText(error) });
    }
    await onChanged();
  };
  const remove = async (): Promise<void> => {
    try {
      await commentsApi.remove(tableId, recordId, id);
      toast({
        message: t('comments.deleted'),
        undo: () => run(commentsApi.restore(tableId, recordId, id), t('comments.notRestored')),
      });
    } catch (error) {
      toast({ kind: 'error', message: t('comments.notDeleted'), detail: errorText(error) });
    }
    await onChanged();
  };
  const items: readonly MenuEntry[] = [
    ...(comment.canChange
      ? [{ id: 'edit', label: t('comments.edit'), icon: IconPencil, onSelect: () => setEditing(true) }]
      : []),
    ...(comment.canDelete
      ? [
          {
            id: 'delete',
            label: t('comments.delete'),
            icon: IconTrash,
            danger: true as const,
            onSelect: () => void remove(),
          },
        ]
      : []),
  ];
  return (
    <li className={`${record['entry'] ?? ''} ${classes['entry'] ?? ''}`}>
      <Avatar name={name} id={author.id} />
      <div>
        <div className={classes['line']}>
          <p>
            <b>{name}</b>{' '}
            <time dateTime={comment.createdAt} title={formats.dateTime(comment.createdAt)}>
              · {formats.ago(comment.createdAt)}
            </time>
            {comment.editedAt !== null && (
              <time dateTime={comment.editedAt} title={formats.dateTime(comment.editedAt)}>
                {' '}
                · {t('comments.edited')}
              </time>
            )}
          </p>
          {items.length > 0 && !editing && (
            <span className={classes['menu']}>
              <Menu
                side="bottom-end"
                {...(phone ? { sheet: t('comments.menu') } : {})}
                anchor={<IconButton label={t('comments.menu')} icon={IconDots} size={phone ? 'touch' : 'standard'} />}
                items={items}
              />
            </span>
          )}
        </div>
        {editing ? (
          <div style={{ marginTop: 4, display: 'flex' }}>
            <CommentBox
              label={t('comments.edit')}
              users={users}
              initial={comment.text}
              sendLabel={t('save')}
              phone={phone}
              focusAtOnce
              onCancel={() => setEditing(false)}
              onSend={(text) => {
                setEditing(false);
                void run(commentsApi.change(tableId, recordId, id, text), t('comments.notChanged'));
              }}
            />
          </div>
        ) : (
          <div className={classes['comment']}>
            <Text text={comment.text} names={names} />
          </div>
        )}
      </div>
    </li>
  );
};

/** What the reader said a moment ago: it stands there at once, and stays with its reason where it was refused. */
export const SendingEntry = ({
  one,
  users,
  conversation,
}: {
  readonly one: Sending;
  readonly users: readonly User[];
  readonly conversation: Conversation;
}) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const { user } = useSession();
  const names = useMemo(() => namesOf(users), [users]);
  const failed = one.error !== undefined;
  return (
    <li className={`${record['entry'] ?? ''} ${classes['entry'] ?? ''}`}>
      <Avatar name={user.name} id={user.id} />
      <div>
        <p>
          <b>{user.name}</b> {!failed && <time dateTime={one.at}>· {t('comments.sending')}</time>}
        </p>
        <div className={`${classes['comment'] ?? ''} ${failed ? '' : (classes['sending'] ?? '')}`}>
          <Text text={one.text} names={names} />
        </div>
        {failed && (
          <p className={classes['refused']} role="alert">
            {t('comments.notSent', { reason: errorText(one.error) })}
            <Button size="toolbar" variant="text" onClick={() => void conversation.send(one)}>
              {t('retry')}
            </Button>
            <Button size="toolbar" variant="text" onClick={() => conversation.forget(one.id)}>
              {t('comments.discard')}
            </Button>
          </p>
        )}
      </div>
    </li>
  );
};
