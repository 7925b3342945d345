import { blockType, grids, rowHeight } from '@tessera/proto/blocks';
import {
  Button,
  Chip,
  IconButton,
  Page,
  PresenceStack,
  TextInput,
  usePresence,
  useSession,
  useShortcut,
  useTexts,
  type Id,
  type Person,
} from '@tessera/kit';
import { IconArrowBackUp, IconArrowForwardUp, IconCopy, IconFileExport, IconPlus, IconTrash } from '@tessera/kit/icons';
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { useNavigate } from 'react-router';
import { blockViewOf, useBlockTexts } from '../blocks/list.ts';
import { stillPage } from '../blocks/page-state.ts';
import type { App, AppBlock, Place } from './apps.resource.ts';
import { BlockBody, boxOf, heightOf, inOrder, useWidth } from './canvas.tsx';
import { AddPanel } from './add-panel.tsx';
import { AppPanel } from './app-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { type Editor, useEditor } from './use-editor.ts';
import classes from './apps.module.css';

const CopyBlock = lazy(async () => ({ default: (await import('./copy-block.tsx')).CopyBlock }));

/** What an app that is empty offers first. */
const firstBlocks = ['simple_indicator', 'bar_chart', 'table', 'smart_kanban', 'super_form', 'text'];
/** A press becomes a drag after so many px. */
const slack = 4;
const sides = ['n', 'e', 's', 'w', 'ne', 'se', 'sw', 'nw'] as const;
type Side = (typeof sides)[number];
type Drag = { readonly from: Place; readonly side: Side | null; readonly x: number; readonly y: number };

/** The place of a block that is dragged by so many columns and rows, whole or by a side. */
const dragged = ({ from, side }: Drag, columns: number, rows: number, least: { w: number; h: number }): Place => {
  if (side === null)
    return {
      ...from,
      x: Math.max(0, Math.min(from.x + columns, grids.desktop - from.w)),
      y: Math.max(0, from.y + rows),
    };
  let { x, y, w, h } = from;
  if (side.includes('e')) w = Math.max(least.w, Math.min(from.w + columns, grids.desktop - from.x));
  if (side.includes('s')) h = Math.max(least.h, from.h + rows);
  if (side.includes('w')) {
    x = Math.max(0, Math.min(from.x + columns, from.x + from.w - least.w));
    w = from.x + from.w - x;
  }
  if (side.includes('n')) {
    y = Math.max(0, Math.min(from.y + rows, from.y + from.h - least.h));
    h = from.y + from.h - y;
  }
  return { id: from.id, x, y, w, h };
};

/** Others who build this app now, and which block each has chosen; says which one we have. */
const useBuilders = (appId: Id, chosen: Id | null): readonly Person[] => {
  const { user } = useSession();
  const { people, announce } = usePresence(appId);
  // All builders stand at the same place: each is told where the others are.
  useEffect(() => announce({ recordId: appId, fieldId: chosen, editing: false }), [announce, appId, chosen]);
  return people.named.filter(({ userId, recordId }) => userId !== user.id && recordId === appId);
};

const Board = ({
  app,
  editor,
  builders,
  onAdd,
}: {
  readonly app: App;
  readonly editor: Editor;
  readonly builders: readonly Person[];
  readonly onAdd: () => void;
}) => {
  const t = useTexts('building');
  const texts = useBlockTexts();
  const { ref, width } = useWidth();
  const drag = useRef<Drag | null>(null);
  const [shown, setShown] = useState<{ readonly layout: readonly Place[]; readonly held: Place } | null>(null);
  const { chosen, setChosen, preview, place, nudge, leastOf, remove, double } = editor;
  const [copied, setCopied] = useState<AppBlock | null>(null);
  const layout = shown?.layout ?? app.layouts.desktop.components;

  const drop = (keep: boolean): void => {
    const held = shown?.held;
    drag.current = null;
    setShown(null);
    if (keep && held !== undefined) place([held]);
  };
  const begin = (event: PointerEvent<HTMLElement>, from: Place, side: Side | null): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    setChosen(from.id);
    drag.current = { from, side, x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const now = drag.current;
    if (now === null || width === 0) return;
    const [dx, dy] = [event.clientX - now.x, event.clientY - now.y];
    if (shown === null && Math.hypot(dx, dy) < slack) return;
    const held = dragged(
      now,
      Math.round((dx * grids.desktop) / width),
      Math.round(dy / rowHeight),
      leastOf(now.from.id),
    );
    if (shown !== null && JSON.stringify(shown.held) === JSON.stringify(held)) return;
    setShown({ held, layout: preview([held]) });
  };
  useEffect(() => {
    if (shown === null) return undefined;
    const escape = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      drag.current = null;
      setShown(null);
    };
    window.addEventListener('keydown', escape, true);
    return () => window.removeEventListener('keydown', escape, true);
  }, [shown]);

  const key = (event: KeyboardEvent<HTMLElement>, id: Id): void => {
    if (event.target !== event.currentTarget) return;
    const far = event.shiftKey ? 10 : 1;
    const way = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[event.key];
    if (way !== undefined) {
      const [a = 0, b = 0] = way;
      nudge(id, event.altKey ? { w: a, h: b } : { x: a, y: b });
    } else if (event.key === 'Delete' || event.key === 'Backspace') remove(id);
    else if (event.key === 'd' && (event.ctrlKey || event.metaKey)) double(id);
    else if (event.key === 'a' && !event.ctrlKey && !event.metaKey) onAdd();
    else if (event.key === 'Escape') setChosen(null);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={ref}
      className={classes['canvas']}
      style={{ height: Math.max(heightOf(layout), 400) }}
      onPointerDown={() => setChosen(null)}
    >
      {width > 0 &&
        inOrder(app, layout).map(({ block, place: at }) => {
          const name = texts(block.config.type)?.name ?? block.config.type;
          const title = block.config['title'] ?? block.config['heading'];
          return (
            <section
              key={block.id}
              className={classes['block']}
              data-chosen={chosen === block.id || undefined}
              data-held={shown?.held.id === block.id || undefined}
              style={boxOf(at, grids.desktop, width)}
            >
              {/* Blocks are looked at here, not worked in. */}
              <div className={classes['inert']} inert>
                <BlockBody app={app} block={block} page={stillPage} />
              </div>
              <div
                role="button"
                tabIndex={0}
                className={classes['handle']}
                aria-label={t('apps.block', {
                  block: typeof title === 'string' && title !== '' ? `${name} ${title}` : name,
                })}
                aria-pressed={chosen === block.id}
                onFocus={() => setChosen(block.id)}
                onKeyDown={(event) => key(event, block.id)}
                onPointerDown={(event) => begin(event, at, null)}
                onPointerMove={move}
                onPointerUp={() => drop(true)}
                onPointerCancel={() => drop(false)}
              />
              {builders
                .filter(({ fieldId }) => fieldId === block.id)
                .map((person) => (
                  <span
                    key={person.userId}
                    className={classes['theirs']}
                    style={{ '--presence': `var(--presence-${person.color})` } as CSSProperties}
                  >
                    <span className={classes['theirName']}>{person.name}</span>
                  </span>
                ))}
              {chosen === block.id && (
                <>
                  {sides.map((side) => (
                    <span
                      key={side}
                      className={classes['side']}
                      data-side={side}
                      aria-hidden="true"
                      onPointerDown={(event) => begin(event, at, side)}
                      onPointerMove={move}
                      onPointerUp={() => drop(true)}
                      onPointerCancel={() => drop(false)}
                    />
                  ))}
                  <div className={classes['tools']} onPointerDown={(event) => event.stopPropagation()}>
                    {blockType(block.config.type)?.once !== true && (
                      <IconButton
                        size="table"
                        label={t('apps.double')}
                        icon={IconCopy}
                        onClick={() => double(block.id)}
                      />
                    )}
                    <IconButton
                      size="table"
                      label={t('apps.copyBlock')}
                      icon={IconFileExport}
                      onClick={() => setCopied(block)}
                    />
                    <IconButton
                      size="table"
                      label={t('apps.remove')}
                      icon={IconTrash}
                      onClick={() => remove(block.id)}
                    />
                  </div>
                </>
              )}
            </section>
          );
        })}
      {copied !== null && (
        <Suspense>
          <CopyBlock appId={app.id} block={copied} onClose={() => setCopied(null)} />
        </Suspense>
      )}
    </div>
  );
};

/** An app that is being built: its blocks, what each is made of, and when members see it. */
export const AppEditor = ({ app }: { readonly app: App }) => {
  const t = useTexts('building');
  const navigate = useNavigate();
  const editor = useEditor(app);
  const [adding, setAdding] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const keys = t('apps.keys');
  const builders = useBuilders(app.id, editor.chosen);
  const done = (): void => void navigate(`/app/${app.id}`);
  useShortcut({ keys: 'b', label: t('apps.build'), group: keys }, done);
  useShortcut({ keys: 'mod+z', label: t('undo.title'), group: keys }, editor.undo);
  useShortcut({ keys: 'mod+shift+z', label: t('redo.action'), group: keys }, editor.redo);
  useShortcut({ keys: 'mod+enter', label: t('apps.publish'), group: keys }, () => {
    if (app.changed) editor.publish();
  });
  const block = app.components.find(({ id }) => id === editor.chosen);
  const begin = (): void => {
    editor.setChosen(null);
    setAdding(true);
  };
  return (
    <Page
      inset={false}
      header={
        <span className={classes['bar']}>
          <h1 className="t-hidden">{app.label}</h1>
          <Button size="toolbar" onClick={done}>
            {t('apps.done')}
          </Button>
          <TextInput
            className={classes['name'] ?? ''}
            size="toolbar"
            label={t('apps.name')}
            labelHidden
            maxLength={120}
            value={name ?? app.label}
            onChange={setName}
            onBlur={() => {
              if (name !== null) editor.rename(name);
              setName(null);
            }}
          />
          <Chip small look={app.published === null ? 'draft' : 'success'}>
            {t(app.published === null ? 'apps.draft' : app.changed ? 'apps.draftChanged' : 'apps.live')}
          </Chip>
          <span className="t-caption" role="status">
            {editor.saving ? t('apps.saving') : t('apps.saved')}
          </span>
        </span>
      }
      actions={
        <span className={classes['bar']}>
          <PresenceStack people={builders} />
          <IconButton label={t('undo.title')} icon={IconArrowBackUp} disabled={!editor.canUndo} onClick={editor.undo} />
          <IconButton
            label={t('redo.action')}
            icon={IconArrowForwardUp}
            disabled={!editor.canRedo}
            onClick={editor.redo}
          />
          <Button size="toolbar" icon={IconPlus} onClick={begin}>
            {t('apps.add')}
          </Button>
          <span title={app.changed ? undefined : t('apps.nothingNew')}>
            <Button variant="primary" size="toolbar" disabled={!app.changed} onClick={editor.publish}>
              {t('apps.publish')}
            </Button>
          </span>
        </span>
      }
    >
      <div className={classes['editor']}>
        <div className={classes['page']}>
          {app.components.length === 0 ? (
            <div className={classes['first']}>
              <h2>{t('apps.firstBlock')}</h2>
              <ul>
                {firstBlocks.map((type) => (
                  <FirstCard key={type} type={type} onAdd={() => editor.add(type, {})} />
                ))}
              </ul>
            </div>
          ) : (
            <Board app={app} editor={editor} builders={builders} onAdd={begin} />
          )}
        </div>
        {adding ? (
          <AddPanel
            app={app}
            onClose={() => setAdding(false)}
            onAdd={(type) => {
              setAdding(false);
              editor.add(type, {});
            }}
          />
        ) : block !== undefined ? (
          <SettingsPanel
            key={block.id}
            app={app}
            block={block}
            onChange={(parts) => editor.configure(block.id, parts)}
            onClose={() => editor.setChosen(null)}
          />
        ) : (
          <AppPanel app={app} editor={editor} />
        )}
      </div>
      <div className="t-hidden" role="status" aria-live="polite">
        {editor.said}
      </div>
    </Page>
  );
};

const FirstCard = ({ type, onAdd }: { readonly type: string; readonly onAdd: () => void }) => {
  const texts = useBlockTexts()(type);
  const Icon = blockViewOf(type)?.icon;
  return (
    <li>
      <button type="button" className={classes['card']} onClick={onAdd}>
        {Icon && <Icon aria-hidden="true" />}
        <span className="t-medium">{texts?.name}</span>
        <span className="t-caption">{texts?.about}</span>
      </button>
    </li>
  );
};
