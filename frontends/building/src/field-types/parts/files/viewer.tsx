import { type FileEntry, IconButton, readFileText, useFormats, useLayer } from '@tessera/kit';
import { IconChevronLeft, IconChevronRight, IconDownload, IconMinus, IconPlus, IconX } from '@tessera/kit/icons';
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Thumbnail } from './file-cell.tsx';
import classes from './files.module.css';
import { FileIcon, lookOf } from './kinds.ts';
import { filled } from './texts.ts';

type View = { readonly scale: number; readonly x: number; readonly y: number };
const fit: View = { scale: 1, x: 0, y: 0 };
const mostScale = 16;
const bounded = (scale: number): number => Math.min(mostScale, Math.max(0.25, scale));
/** How far a finger moves until it means something, in px. */
const swipe = 60;

const Text = ({ file }: { readonly file: FileEntry }) => {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    readFileText(file, stop.signal)
      .then(setText)
      .catch(() => undefined);
    return () => stop.abort();
  }, [file]);
  return (
    <pre tabIndex={0} aria-busy={text === null}>
      {text}
    </pre>
  );
};

const Picture = ({
  file,
  view,
  onView,
}: {
  readonly file: FileEntry;
  readonly view: View;
  readonly onView: (next: (before: View) => View) => void;
}) => {
  const image = useRef<HTMLImageElement>(null);
  const drag = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse' && view.scale === 1) return;
    event.preventDefault();
    const { clientX, clientY } = event;
    const from = view;
    const target = event.currentTarget as HTMLElement;
    target.setPointerCapture(event.pointerId);
    const move = (to: globalThis.PointerEvent): void =>
      onView((before) => ({ ...before, x: from.x + to.clientX - clientX, y: from.y + to.clientY - clientY }));
    target.addEventListener('pointermove', move);
    const end = (): void => target.removeEventListener('pointermove', move);
    target.addEventListener('pointerup', end, { once: true });
    target.addEventListener('pointercancel', end, { once: true });
  };
  useEffect(() => {
    const element = image.current;
    // React's own listener is passive: the page would scroll with it.
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element!.getBoundingClientRect();
      const [dx, dy] = [event.clientX - (box.left + box.width / 2), event.clientY - (box.top + box.height / 2)];
      onView((before) => {
        const scale = bounded(before.scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
        const by = scale / before.scale - 1;
        return { scale, x: before.x - dx * by, y: before.y - dy * by };
      });
    };
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, [onView]);
  return (
    <img
      ref={image}
      key={file.id}
      src={file.url}
      alt={file.name}
      className={classes['picture']}
      draggable={false}
      style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
      onPointerDown={drag}
    />
  );
};

/** Files over everything, one at a time, with keys. */
export const Viewer = ({
  files,
  start,
  labels,
  onClose,
}: {
  readonly files: readonly FileEntry[];
  readonly start: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}) => {
  const formats = useFormats();
  const dialog = useRef<HTMLDialogElement>(null);
  const [id, setId] = useState(start);
  const [view, setView] = useState(fit);
  const at = Math.max(
    0,
    files.findIndex((one) => one.id === id),
  );
  const file = files[at];
  useLayer('modal', true, onClose);
  useLayoutEffect(() => {
    const back = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    element?.focus();
    return () => {
      // While it is modal nothing beside it takes the focus.
      element?.close();
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }, []);
  // The next two are there when they are asked for.
  useEffect(() => {
    for (const next of files.slice(at + 1, at + 3)) if (lookOf(next) === 'picture') new Image().src = next.url;
  }, [files, at]);
  if (file === undefined) return null;
  const go = (to: number): void => {
    const next = files[Math.min(files.length - 1, Math.max(0, to))];
    if (next === undefined || next.id === id) return;
    setId(next.id);
    setView(fit);
  };
  const zoom = (by: number): void => setView((before) => ({ ...before, scale: bounded(before.scale * by) }));
  const trueSize = (): void => {
    const image = dialog.current?.querySelector('img');
    if (image) setView({ ...fit, scale: bounded(image.naturalWidth / image.clientWidth) });
  };
  const download = (): void => {
    const link = document.createElement('a');
    link.href = file.url;
    link.download = file.name;
    link.click();
  };
  const look = lookOf(file);
  const acts: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(files.length - 1),
    '+': () => zoom(1.25),
    '=': () => zoom(1.25),
    '-': () => zoom(0.8),
    '0': () => setView(fit),
    '1': trueSize,
    d: download,
    D: download,
    Escape: onClose,
  };
  const keys = (event: KeyboardEvent): void => {
    // Whatever lies below keeps out of it.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLMediaElement && event.key.startsWith('Arrow')) return;
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const touch = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' || view.scale !== 1) return;
    const { clientX, clientY } = event;
    window.addEventListener(
      'pointerup',
      (to) => {
        const [dx, dy] = [to.clientX - clientX, to.clientY - clientY];
        if (Math.abs(dx) > swipe && Math.abs(dx) > Math.abs(dy)) go(at + (dx < 0 ? 1 : -1));
        else if (dy > swipe * 1.5) onClose();
      },
      { once: true },
    );
  };
  return createPortal(
    <dialog
      ref={dialog}
      className={classes['viewer']}
      aria-label={file.name}
      tabIndex={-1}
      onKeyDown={keys}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      style={{
        width: '100vw',
        height: '100dvh',
        maxWidth: 'none',
        maxHeight: 'none',
        margin: 0,
        padding: 0,
        border: 0,
      }}
    >
      <header className={classes['viewerHead']}>
        <span className={classes['viewerName']}>
          <span className="t-cut">{file.name}</span>
          <span className={classes['caption']}>{formats.bytes(file.size)}</span>
        </span>
        <span className="t-secondary" role="status">
          {filled(labels['sent'], { sent: at + 1, total: files.length })}
        </span>
        <span className={classes['viewerTools']}>
          {look === 'picture' && (
            <>
              <IconButton icon={IconMinus} label={labels['zoomOut'] ?? ''} onClick={() => zoom(0.8)} />
              <IconButton icon={IconPlus} label={labels['zoomIn'] ?? ''} onClick={() => zoom(1.25)} />
            </>
          )}
          <IconButton icon={IconDownload} label={labels['download'] ?? ''} onClick={download} />
          <IconButton icon={IconX} label={labels['close'] ?? ''} onClick={onClose} />
        </span>
      </header>
      <div className={classes['stage']} onPointerDown={touch}>
        {look === 'picture' && <Picture file={file} view={view} onView={setView} />}
        {look === 'video' && (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own films have none
          <video key={file.id} className={classes['picture']} src={file.url} controls preload="metadata" />
        )}
        {look === 'audio' && (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own sounds have none
          <audio key={file.id} src={file.url} controls preload="metadata" />
        )}
        {look === 'text' && <Text key={file.id} file={file} />}
        {look === 'none' && (
          <div className={classes['plain']}>
            <FileIcon type={file.type} size={48} />
            <span>{labels['noPreview']}</span>
            <a href={file.url} download={file.name} className={classes['choose']}>
              {labels['download']}
            </a>
          </div>
        )}
        {at > 0 && (
          <button
            type="button"
            className={classes['turn']}
            data-side="left"
            aria-label={labels['previous']}
            onClick={() => go(at - 1)}
          >
            <IconChevronLeft aria-hidden="true" width={20} height={20} />
          </button>
        )}
        {at < files.length - 1 && (
          <button
            type="button"
            className={classes['turn']}
            data-side="right"
            aria-label={labels['next']}
            onClick={() => go(at + 1)}
          >
            <IconChevronRight aria-hidden="true" width={20} height={20} />
          </button>
        )}
      </div>
      <footer className={classes['strip']}>
        {files.map((one) => (
          <button
            key={one.id}
            type="button"
            aria-label={one.name}
            aria-current={one.id === file.id}
            onClick={() => {
              setId(one.id);
              setView(fit);
            }}
          >
            <Thumbnail file={one} size={56} />
          </button>
        ))}
      </footer>
    </dialog>,
    document.body,
  );
};
