import {
  Button,
  type Field,
  hasRight,
  type Id,
  Segmented,
  Skeleton,
  type Table,
  type User,
  useRights,
  useSession,
  useTexts,
} from '@tessera/kit';
import { type ReactNode, type Ref, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Habits } from '../data/values.ts';
import { usePrefer, usePreferences } from '../table/queries.ts';
import type { RecordEntry } from '../table/table.resource.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentEntry, SendingEntry } from './comment-entry.tsx';
import { type Comment, commentsApi, type Conversation } from './comments.resource.ts';
import classes from './comments.module.css';
import { HistoryEntry, type useRecordHistory } from './record-history.tsx';
import record from './record.module.css';
import { type Source, streamOf } from './stream.ts';

const choices = ['all', 'comments', 'history'] as const;
type Choice = (typeof choices)[number];
const preference = 'record.activity';

/** Which part of the activity somebody looks at; remembered for them. */
export const useActivityChoice = (): readonly [Choice, (choice: Choice) => void] => {
  const { data } = usePreferences();
  const prefer = usePrefer();
  const kept = choices.find((one) => one === data?.[preference]) ?? 'all';
  return [kept, (choice) => prefer(preference, choice)];
};

/** What of the activity is shown, and the way to the same conversation in the chat. */
export const ActivityFilter = ({ tableId, recordId }: { readonly tableId: Id; readonly recordId: Id | null }) => {
  const t = useTexts('building');
  const rights = useRights();
  const [choice, choose] = useActivityChoice();
  return (
    <>
      <Segmented
        label={t('comments.filter')}
        value={choice}
        onChange={choose}
        options={choices.map((value) => ({ value, label: t(`comments.${value}`) }))}
      />
      {recordId !== null && hasRight(rights, 'canUseChat') && (
        <Link to={`/chat/record/${tableId}/${recordId}`}>{t('comments.inChat')}</Link>
      )}
    </>
  );
};

type Told =
  | { readonly kind: 'comment'; readonly time: string; readonly by: string; readonly comment: Comment }
  | { readonly kind: 'change'; readonly time: string; readonly by: string; readonly entry: RecordEntry };
const no: Source<Told> = { items: [], more: false };

export type ActivityProps = {
  readonly table: Table;
  readonly conversation: Conversation;
  readonly history: ReturnType<typeof useRecordHistory>;
  readonly habits: Habits;
  readonly users: readonly User[];
  readonly phone: boolean;
  /** Nothing else of it, whatever the reader chose. */
  readonly only?: 'comments' | 'history';
  readonly onRestore?: (field: Field, value: unknown) => void;
};

/**
 * What was said of a record and what happened to it, newest first. What others did since the last visit stands under
 * New until the record is left.
 */
export const RecordActivity = ({
  table,
  conversation,
  history,
  habits,
  users,
  phone,
  only,
  onRestore,
}: ActivityProps) => {
  const t = useTexts('building');
  const { user } = useSession();
  const [chosen] = useActivityChoice();
  const choice = only ?? chosen;
  const { recordId, query, comments, onTheWay, first, refresh } = conversation;
  const said = useMemo(
    (): Source<Told> => ({
      items: comments.map((comment) => ({
        kind: 'comment',
        time: comment.createdAt,
        by: comment.author.id,
        comment,
      })),
      more: query.hasNextPage,
    }),
    [comments, query.hasNextPage],
  );
  const done = useMemo(
    (): Source<Told> => ({
      items: history.entries.map((entry) => ({ kind: 'change', time: entry.time, by: entry.actor.id, entry })),
      more: history.query.hasNextPage,
    }),
    [history.entries, history.query.hasNextPage],
  );
  const stream = useMemo(
    () => streamOf(choice === 'history' ? no : said, choice === 'comments' ? no : done),
    [choice, said, done],
  );

  // What was seen before this visit; null where there was none.
  const [since, setSince] = useState<number | null>();
  if (since === undefined && first !== undefined) setSince(first.seenAt === null ? null : Date.parse(first.seenAt));
  const newest = stream[0]?.time;
  const seenAt = first?.seenAt;
  useEffect(() => {
    if (newest === undefined || seenAt === undefined || choice === 'history') return;
    if (seenAt !== null && Date.parse(seenAt) >= Date.parse(newest)) return;
    // Nothing hangs on it: the next visit says it again.
    void commentsApi.seen(table.id, recordId, newest).catch(() => undefined);
    void commentsApi.heard(table.id, recordId).catch(() => undefined);
  }, [table.id, recordId, newest, seenAt, choice]);

  const waits = (choice !== 'history' && query.isPending) || (choice !== 'comments' && history.query.isPending);
  if (waits)
    return (
      <div className={record['entries']} aria-busy="true">
        {[70, 50, 60].map((width) => (
          <span key={width} style={{ padding: '8px 0' }}>
            <Skeleton width={`${width}%`} />
          </span>
        ))}
      </div>
    );
  const failed = (message: string, again: () => unknown): ReactNode => (
    <p className="t-secondary" style={{ padding: '0 24px 8px' }} role="alert">
      {message}{' '}
      <Button size="toolbar" variant="text" onClick={() => void again()}>
        {t('retry')}
      </Button>
    </p>
  );
  const isNew = ({ time, by }: Told): boolean =>
    since !== null && since !== undefined && by !== user.id && Date.parse(time) > since;
  const lastNew = stream.findLastIndex(isNew);
  const more = (choice !== 'history' && query.hasNextPage) || (choice !== 'comments' && history.query.hasNextPage);
  const goOn = (): void => {
    if (choice !== 'history' && query.hasNextPage) void query.fetchNextPage();
    if (choice !== 'comments' && history.query.hasNextPage) void history.query.fetchNextPage();
  };
  const fetching = query.isFetchingNextPage || history.query.isFetchingNextPage;
  return (
    <>
      {choice !== 'history' && query.error && failed(t('comments.failed'), query.refetch)}
      {choice !== 'comments' && history.query.error && failed(t('history.failed'), history.query.refetch)}
      {choice === 'comments' && !query.error && stream.length === 0 && onTheWay.length === 0 && (
        <p className={classes['none']} style={{ paddingInline: 24 }}>
          {t('comments.none')}
          <br />
          {t('comments.noneText')}
        </p>
      )}
      <ol className={record['entries']}>
        {lastNew >= 0 && (
          <li className={classes['divider']} data-new>
            {t('comments.new')}
          </li>
        )}
        {choice !== 'history' &&
          onTheWay.map((one) => <SendingEntry key={one.id} one={one} users={users} conversation={conversation} />)}
        {stream.flatMap((told, i) => {
          const drawn =
            told.kind === 'comment' ? (
              <CommentEntry
                key={told.comment.id}
                tableId={table.id}
                comment={told.comment}
                users={users}
                phone={phone}
                onChanged={refresh}
              />
            ) : (
              <HistoryEntry
                key={`${told.entry.commitId}:${told.entry.version}`}
                table={table}
                entry={told.entry}
                habits={habits}
                users={users}
                {...(onRestore && { onRestore })}
              />
            );
          return i === lastNew && i < stream.length - 1
            ? [
                drawn,
                <li key="earlier" className={classes['divider']}>
                  {t('comments.earlier')}
                </li>,
              ]
            : [drawn];
        })}
        {more && (
          <li>
            <Button size="toolbar" variant="quiet" working={fetching && t('loading')} onClick={goOn}>
              {t('history.more')}
            </Button>
          </li>
        )}
      </ol>
    </>
  );
};

const draftKey = (table: string, id: string): string => `tessera.comment.${table}.${id}`;
const readDraft = (key: string): string => {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
};
const keepDraft = (key: string, text: string): void => {
  try {
    if (text.trim() === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without a place to keep it a draft lasts as long as its box.
  }
};

/** Where the reader says something of a record; what was not sent is there when they come back. */
export const Composer = ({
  table,
  recordId,
  conversation,
  users,
  phone = false,
  onFocus,
  ref,
}: {
  readonly table: Table;
  readonly recordId: string;
  readonly conversation: Conversation;
  readonly users: readonly User[];
  readonly phone?: boolean;
  readonly onFocus?: () => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
}) => {
  const t = useTexts('building');
  const key = draftKey(table.id, recordId);
  const [choice, choose] = useActivityChoice();
  return (
    <div className={classes['foot']}>
      <CommentBox
        key={key}
        label={t('comments.write')}
        users={users}
        initial={readDraft(key)}
        sendLabel={t('comments.send')}
        phone={phone}
        onDraft={(text) => keepDraft(key, text)}
        onSend={(text) => {
          // Whoever speaks sees what they said.
          if (choice === 'history') choose('all');
          conversation.write(text);
        }}
        {...(onFocus && { onFocus })}
        {...(ref && { ref })}
      />
    </div>
  );
};
