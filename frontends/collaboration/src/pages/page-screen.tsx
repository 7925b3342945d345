import {
  api,
  Button,
  IconButton,
  Loading,
  Menu,
  Page as Screen,
  Skeleton,
  Slot,
  toast,
  useErrorText,
  useExtensions,
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
  IconWorld,
} from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Anchor } from './anchors.ts';
import { Comments } from './comments.tsx';
import { commentsQuery } from './comments.resource.ts';
import { type DocPage, pageQuery, pagesApi, versionsQuery } from './pages.resource.ts';
import { useStar } from './use-star.ts';
import { useTogether } from './use-together.ts';
import classes from './pages.module.css';

/** Comes beside the page, which is there before it. */
const PageEditor = lazy(async () => ({ default: (await import('./editor.tsx')).PageEditor }));

/** A title is saved when nothing more was written for so long. */
const pauseMs = 1000;
type TitleState = 'saved' | 'waits' | 'saving' | 'kept';

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

/** The title as it is written: saved a second later. */
const useTitle = (page: DocPage) => {
  const t = useTexts('collaboration');
  const client = useQueryClient();
  const errorText = useErrorText('collaboration');
  const [title, setTitle] = useState<string | null>(null);
  const [state, setState] = useState<TitleState>('saved');
  const draft = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const sent = draft.current;
    if (sent === undefined) return;
    draft.current = undefined;
    setState('saving');
    try {
      client.setQueryData(pageQuery(page.id).queryKey, await pagesApi.change(page.id, { title: sent }));
      void client.invalidateQueries({ queryKey: ['doc-pages'] });
      if (draft.current !== undefined) return setState('waits');
      setTitle(null);
      setState('saved');
    } catch (error) {
      draft.current ??= sent;
      setState('kept');
      toast({ kind: 'error', message: t('pages.notSaved'), detail: errorText(error) });
    }
  }, [page.id, client, t, errorText]);
  useEffect(() => {
    const leave = (): void => void send();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      void send();
    };
  }, [send]);
  const write = (text: string): void => {
    setTitle(text);
    if (text.trim() === '') return;
    draft.current = text.trim();
    setState('waits');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), pauseMs);
  };
  return { title: title ?? page.title, state, write, send };
};

/** A page that is read and written: shown as one types, saved at once, together with whoever else writes it. */
export const PageScreen = ({ page }: { readonly page: DocPage }) => {
  const t = useTexts('collaboration');
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText('collaboration');
  const { queryKey } = pageQuery(page.id);
  const title = useTitle(page);
  const text = useTogether(page.id, page.rights.canEditContent);
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
  const shares = useExtensions('page.share');
  const [sharing, setSharing] = useState(false);
  const state = title.state === 'saved' || text.state === 'refused' ? text.state : title.state;
  useLive([`page:${page.id}`], (event) => {
    const textAlone = event.type === 'changed' && event.kind === 'progress';
    if (title.state === 'saved' && !textAlone) void client.invalidateQueries({ queryKey });
  });
  const save = (): void => {
    void title.send();
    void text.made?.together.save(true);
  };
  useShortcut({ keys: 'mod+s', label: t('pages.save'), group: t('pages.title') }, save, {
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
          <span className="t-cut t-strong">{title.title}</span>
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
          {text.people > 0 && <span className="t-caption">{t('pages.others', { count: text.people })}</span>}
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
              ...(page.rights.canShare && shares.length > 0
                ? [{ id: 'share', label: t('pages.share'), icon: IconWorld, onSelect: () => setSharing(true) }]
                : []),
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
      {sharing && (
        <Slot name="page.share" given={{ pageId: page.id, label: page.title, onClose: () => setSharing(false) }} />
      )}
      <div className={classes['frame']}>
        <article className={classes['page']}>
          {text.state === 'refused' && (
            <div className={classes['clash']} role="alert">
              <p>
                {t('pages.refused')} {errorText(text.error)}
              </p>
              <Button size="toolbar" onClick={text.startOver}>
                {t('pages.showSaved')}
              </Button>
            </div>
          )}
          <h1 className={page.rights.fullControl ? 't-hidden' : classes['title']}>{page.title}</h1>
          {page.rights.fullControl && (
            <input
              className={classes['title']}
              aria-label={t('pages.name')}
              maxLength={200}
              value={title.title}
              onChange={(event) => title.write(event.target.value)}
            />
          )}
          <Suspense
            fallback={
              <Loading>
                <Skeleton width={320} />
              </Loading>
            }
          >
            {text.made === null ? (
              <Loading>
                <Skeleton width={320} />
              </Loading>
            ) : (
              <PageEditor
                key={String(page.rights.canEditBlocks)}
                together={text.made.together}
                cursors={text.made.cursors}
                editable={edits}
                blocks={page.rights.canEditBlocks}
                marked={marked}
                onChoose={(id) => {
                  setSide('comments');
                  setChosen(id);
                }}
                onComment={(about) => {
                  setAnchor(about);
                  setSide('comments');
                }}
              />
            )}
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
