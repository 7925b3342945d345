import {
  api,
  Button,
  errorCode,
  IconButton,
  Loading,
  Menu,
  Page as Screen,
  Skeleton,
  toast,
  useErrorText,
  useFormats,
  useLive,
  useShortcut,
  useTexts,
} from '@tessera/kit';
import {
  IconDots,
  IconDownload,
  IconFile,
  IconHistory,
  IconMessage,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Anchor } from './anchors.ts';
import { Comments } from './comments.tsx';
import { commentsQuery } from './comments.resource.ts';
import { type DocPage, pageQuery, pagesApi, versionsQuery } from './pages.resource.ts';
import { useStar } from './use-star.ts';
import classes from './pages.module.css';

/** Comes beside the page, which is there before it. */
const PageEditor = lazy(async () => ({ default: (await import('./editor.tsx')).PageEditor }));

/** What is written is saved when nothing more was written for so long. */
const pauseMs = 1000;
type State = 'saved' | 'waits' | 'saving' | 'kept' | 'changed';
type Draft = { readonly title?: string; readonly content?: object };

const Versions = ({ page, onBack }: { readonly page: DocPage; readonly onBack: (version: string) => void }) => {
  const t = useTexts('collaboration');
  const formats = useFormats();
  const { data = [] } = useQuery(versionsQuery(page.id));
  return (
    <aside className={classes['versions']} aria-label={t('pages.versions')}>
      <h2 className="t-strong">{t('pages.versions')}</h2>
      <ul>
        {data.map((one, at) => (
          <li key={one.version}>
            <span>{formats.dateTime(one.at)}</span>
            {at > 0 && page.rights.canEditContent && (
              <Button size="toolbar" onClick={() => onBack(one.version)}>
                {t('pages.bringBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </aside>
  );
};

/** A page that is read and written: shown as one types, saved a second later, never over what somebody else wrote. */
export const PageScreen = ({ page }: { readonly page: DocPage }) => {
  const t = useTexts('collaboration');
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText('collaboration');
  const { queryKey } = pageQuery(page.id);
  const [state, setState] = useState<State>('saved');
  const [title, setTitle] = useState<string | null>(null);
  const [params] = useSearchParams();
  const [side, setSide] = useState<'versions' | 'comments' | null>(params.has('comments') ? 'comments' : null);
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: said } = useQuery(commentsQuery(page.id));
  const open = useMemo(() => said?.comments.filter((one) => !one.resolved && one.content !== null) ?? [], [said]);
  const marked = useMemo(
    () =>
      open.flatMap(({ id, anchor: about }) =>
        about === null ? [] : [{ id, anchor: about, chosen: side === 'comments' && id === chosen }],
      ),
    [open, chosen, side],
  );
  const star = useStar(page.id);
  const draft = useRef<Draft>({});
  const seen = useRef(page.version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = useRef(false);
  if (state === 'saved') seen.current = page.version;

  const send = useCallback(
    async (over = false): Promise<void> => {
      clearTimeout(timer.current);
      const sent = draft.current;
      if (sending.current || (sent.title === undefined && sent.content === undefined)) return;
      sending.current = true;
      setState('saving');
      try {
        const saved = await pagesApi.change(page.id, {
          ...(sent.title !== undefined && { title: sent.title }),
          ...(sent.content !== undefined && { content: sent.content as { type: string } }),
          ...(!over && { version: seen.current }),
        });
        seen.current = saved.version;
        if (draft.current === sent) {
          draft.current = {};
          setTitle(null);
          setState('saved');
        } else setState('waits');
        client.setQueryData(queryKey, saved);
        void client.invalidateQueries({ queryKey: ['doc-pages'] });
      } catch (error) {
        if (errorCode(error) === 'pages.changed') setState('changed');
        else {
          setState('kept');
          toast({ kind: 'error', message: t('pages.notSaved'), detail: errorText(error) });
        }
      } finally {
        sending.current = false;
      }
      if (draft.current !== sent && Object.keys(draft.current).length > 0) void send();
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is that of the page
    [page.id, client, t, errorText],
  );
  const put = (parts: Draft): void => {
    draft.current = { ...draft.current, ...parts };
    if (state === 'changed') return;
    setState('waits');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), pauseMs);
  };
  useEffect(() => {
    const leave = (): void => void send();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      void send();
    };
  }, [send]);
  useLive([`page:${page.id}`], () => {
    // What is being written is compared when it is saved.
    if (Object.keys(draft.current).length === 0 && !sending.current) void client.invalidateQueries({ queryKey });
  });
  const theirs = async (): Promise<void> => {
    draft.current = {};
    setTitle(null);
    await client.invalidateQueries({ queryKey });
    setState('saved');
  };
  useShortcut({ keys: 'mod+s', label: t('pages.save'), group: t('pages.title') }, () => void send(), {
    inEditors: true,
  });

  useShortcut({ keys: 'mod+p', label: t('pages.print'), group: t('pages.title') }, () => window.print(), {
    inEditors: true,
  });

  const archive = async (): Promise<void> => {
    try {
      const commit = await pagesApi.archive(page.id);
      void navigate('/doc-pages');
      toast({
        message: t('pages.deleted', { page: page.title }),
        ...(commit !== null && {
          undo: async () => {
            await pagesApi.undo(commit);
            void navigate(`/doc-page/${page.id}`);
          },
        }),
      });
    } catch (error) {
      toast({ kind: 'error', message: t('pages.notSaved'), detail: errorText(error) });
    }
  };
  const putBack = async (version: string): Promise<void> => {
    try {
      client.setQueryData(queryKey, await pagesApi.putBack(page.id, version));
      await client.invalidateQueries({ queryKey });
      toast({ message: t('pages.broughtBack') });
    } catch (error) {
      toast({ kind: 'error', message: t('pages.notSaved'), detail: errorText(error) });
    }
  };
  const edits = page.rights.canEditContent;
  return (
    <Screen
      inset={false}
      back="/doc-pages"
      header={
        <>
          <span className="t-cut t-strong">{title ?? page.title}</span>
          <IconButton
            label={t(star.on ? 'pages.unstar' : 'pages.star')}
            aria-pressed={star.on}
            icon={star.on ? IconStarFilled : IconStar}
            onClick={() => void star.toggle()}
          />
        </>
      }
      actions={
        <>
          {edits && (
            <span className="t-caption" role="status">
              {t(`pages.state.${state}`)}
            </span>
          )}
          <IconButton
            label={t('pages.showComments', { count: open.length })}
            aria-pressed={side === 'comments'}
            icon={IconMessage}
            onClick={() => setSide(side === 'comments' ? null : 'comments')}
          />
          <Menu
            side="bottom-end"
            anchor={<IconButton label={t('pages.menu')} icon={IconDots} />}
            items={[
              {
                id: 'versions',
                label: t('pages.versions'),
                icon: IconHistory,
                onSelect: () => setSide(side === 'versions' ? null : 'versions'),
              },
              { id: 'print', label: t('pages.print'), icon: IconFile, onSelect: () => window.print() },
              {
                id: 'export',
                label: t('pages.export'),
                icon: IconDownload,
                onSelect: () =>
                  window.location.assign(
                    api.href('/v3/doc-pages/{id}/export', { path: { id: page.id }, query: { format: 'markdown' } }),
                  ),
              },
              ...(page.rights.canDelete
                ? [
                    { id: 'd', divider: true as const },
                    {
                      id: 'delete',
                      label: t('pages.delete'),
                      icon: IconTrash,
                      danger: true,
                      onSelect: () => void archive(),
                    },
                  ]
                : []),
            ]}
          />
        </>
      }
    >
      <div className={classes['frame']}>
        <article className={classes['page']}>
          {state === 'changed' && (
            <div className={classes['clash']} role="alert">
              <p>{t('pages.changed')}</p>
              <Button size="toolbar" onClick={() => void theirs()}>
                {t('pages.showTheirs')}
              </Button>
              <Button size="toolbar" onClick={() => void send(true)}>
                {t('pages.keepMine')}
              </Button>
            </div>
          )}
          <h1 className={edits ? 't-hidden' : classes['title']}>{page.title}</h1>
          {edits && (
            <input
              className={classes['title']}
              aria-label={t('pages.name')}
              maxLength={200}
              value={title ?? page.title}
              onChange={(event) => {
                setTitle(event.target.value);
                if (event.target.value.trim() !== '') put({ title: event.target.value.trim() });
              }}
            />
          )}
          <Suspense
            fallback={
              <Loading>
                <Skeleton width={320} />
              </Loading>
            }
          >
            <PageEditor
              content={page.content}
              editable={edits}
              marked={marked}
              onChoose={(id) => {
                setSide('comments');
                setChosen(id);
              }}
              onComment={(about) => {
                setAnchor(about);
                setSide('comments');
              }}
              onChange={(content) => put({ content })}
            />
          </Suspense>
        </article>
        {side === 'versions' && <Versions page={page} onBack={(version) => void putBack(version)} />}
        {side === 'comments' && (
          <Comments
            pageId={page.id}
            anchor={anchor}
            chosen={chosen}
            onChoose={setChosen}
            onSaid={() => setAnchor(null)}
            onClose={() => setSide(null)}
          />
        )}
      </div>
    </Screen>
  );
};
