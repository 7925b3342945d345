import {
  Avatar,
  Button,
  ErrorState,
  IconButton,
  Loading,
  Segmented,
  Skeleton,
  Textarea,
  toast,
  useErrorText,
  useFormats,
  useLive,
  useSession,
  useTexts,
  type User,
} from '@tessera/kit';
import { IconTrash, IconX } from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ThreadMenu } from '../chat/thread-menu.tsx';
import { toContent, toText } from '../chat/model.ts';
import { peopleQuery } from '../tasks/tasks.resource.ts';
import type { Anchor } from './anchors.ts';
import { type Comment, commentsApi, commentsQuery, repliesQuery } from './comments.resource.ts';
import classes from './pages.module.css';

type Acts = {
  readonly say: (text: string, to: Parameters<typeof commentsApi.say>[2]) => Promise<boolean>;
  readonly remove: (one: Comment) => void;
  readonly resolve: (one: Comment, resolved: boolean) => void;
};

/** Where a comment or an answer is written; Enter sends it. */
const Writing = ({
  label,
  action,
  focused = false,
  onSend,
}: {
  readonly label: string;
  readonly action: string;
  readonly focused?: boolean;
  readonly onSend: (text: string) => Promise<boolean>;
}) => {
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    if (text.trim() === '' || sending) return;
    setSending(true);
    if (await onSend(text)) setText('');
    setSending(false);
  };
  return (
    <form
      className={classes['writing']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        label={label}
        labelHidden
        placeholder={label}
        rows={Math.min(6, text.split('\n').length)}
        maxLength={10_000}
        value={text}
        data-autofocus={focused || undefined}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      {text.trim() !== '' && (
        <Button type="submit" size="toolbar" variant="primary" disabled={sending}>
          {action}
        </Button>
      )}
    </form>
  );
};

const Said = ({ one, people, onRemove }: { one: Comment; people: readonly User[]; onRemove: () => void }) => {
  const t = useTexts('collaboration');
  const formats = useFormats();
  const { user } = useSession();
  const name = people.find(({ id }) => id === one.sentBy)?.name ?? t('tasks.someone');
  return (
    <div className={classes['said']}>
      <Avatar id={one.sentBy} name={name} size={20} />
      <div>
        <p>
          <b>{name}</b>{' '}
          <time className="t-caption" dateTime={one.sentAt} title={formats.dateTime(one.sentAt)}>
            {formats.ago(one.sentAt)}
          </time>
        </p>
        <p className={classes['words']}>{one.content === null ? t('chat.gone') : toText(one.content)}</p>
      </div>
      {one.sentBy === user.id && one.content !== null && (
        <IconButton size="table" label={t('pages.deleteComment')} icon={IconTrash} onClick={onRemove} />
      )}
    </div>
  );
};

const Thread = ({
  pageId,
  one,
  people,
  chosen,
  onChoose,
  acts,
}: {
  readonly pageId: string;
  readonly one: Comment;
  readonly people: readonly User[];
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly acts: Acts;
}) => {
  const t = useTexts('collaboration');
  const { data: replies = [] } = useQuery({
    ...repliesQuery(pageId, one.id, one.replies),
    enabled: chosen && one.replies > 0,
  });
  return (
    <li className={classes['thread']} data-chosen={chosen || undefined}>
      {one.anchor !== null && (
        <button type="button" className={classes['quote']} aria-pressed={chosen} onClick={onChoose}>
          <span className="t-cut">{one.anchor.quote}</span>
        </button>
      )}
      <Said one={one} people={people} onRemove={() => acts.remove(one)} />
      {replies.map((reply) => (
        <Said key={reply.id} one={reply} people={people} onRemove={() => acts.remove(reply)} />
      ))}
      <div className={classes['threadActs']}>
        {chosen ? (
          <Writing
            label={t('pages.reply')}
            action={t('pages.sendReply')}
            onSend={(text) => acts.say(text, { threadId: one.id })}
          />
        ) : (
          <Button size="toolbar" variant="quiet" onClick={onChoose}>
            {one.replies > 0 ? t('chat.replies', { count: one.replies }) : t('pages.reply')}
          </Button>
        )}
        <Button size="toolbar" onClick={() => acts.resolve(one, !one.resolved)}>
          {t(one.resolved ? 'pages.reopen' : 'pages.resolve')}
        </Button>
        {chosen && <ThreadMenu threadId={one.id} />}
      </div>
    </li>
  );
};

/** What is said of a page, at its side: open or settled, each with the words that it is about. */
export const Comments = ({
  pageId,
  anchor,
  chosen,
  onChoose,
  onSaid,
  onClose,
}: {
  readonly pageId: string;
  /** The words that a new comment is about. */
  readonly anchor: Anchor | null;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  readonly onSaid: () => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('collaboration');
  const errorText = useErrorText('collaboration');
  const client = useQueryClient();
  const query = commentsQuery(pageId);
  const { data, error, refetch } = useQuery(query);
  const { data: people = [] } = useQuery(peopleQuery);
  const [kind, setKind] = useState<'open' | 'resolved'>('open');
  const again = (): Promise<void> => client.invalidateQueries({ queryKey: query.queryKey });
  useLive([`conversation:${data?.liveId ?? ''}`], () => void again());
  const tried = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      await again();
      return true;
    } catch (problem) {
      toast({ kind: 'error', message: t('pages.notSaid'), detail: errorText(problem) });
      return false;
    }
  };
  const acts: Acts = {
    say: (text, to) => tried(commentsApi.say(pageId, toContent(text, people), to)),
    remove: (one) => void tried(commentsApi.remove(pageId, one.id)),
    resolve: (one, resolved) => void tried(commentsApi.resolve(pageId, one.id, resolved)),
  };
  const shown = data?.comments.filter(({ resolved }) => resolved === (kind === 'resolved'));
  return (
    <aside className={classes['comments']} aria-label={t('pages.comments')}>
      <header>
        <h2 className="t-strong">{t('pages.comments')}</h2>
        <Segmented
          label={t('pages.whichComments')}
          value={kind}
          options={[
            { value: 'open', label: t('pages.open') },
            { value: 'resolved', label: t('pages.resolved') },
          ]}
          onChange={setKind}
        />
        <IconButton label={t('pages.closeComments')} icon={IconX} onClick={onClose} />
      </header>
      {kind === 'open' && (
        <div className={classes['newComment']}>
          {anchor !== null && <p className={classes['quote']}>{anchor.quote}</p>}
          <Writing
            key={anchor === null ? '' : `${anchor.at} ${anchor.quote}`}
            label={t(anchor === null ? 'pages.commentPage' : 'pages.commentWords')}
            action={t('pages.comment')}
            onSend={async (text) => {
              const sent = await acts.say(text, anchor === null ? {} : { anchor });
              if (sent) onSaid();
              return sent;
            }}
          />
        </div>
      )}
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : shown === undefined ? (
        <Loading>
          <Skeleton width={240} />
        </Loading>
      ) : shown.length === 0 ? (
        <p className="t-secondary">{t(kind === 'open' ? 'pages.noComments' : 'pages.noResolved')}</p>
      ) : (
        <ul>
          {shown.map((one) => (
            <Thread
              key={one.id}
              pageId={pageId}
              one={one}
              people={people}
              chosen={chosen === one.id}
              onChoose={() => onChoose(chosen === one.id ? null : one.id)}
              acts={acts}
            />
          ))}
        </ul>
      )}
    </aside>
  );
};
