import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconFileSpreadsheet, IconUpload } from '../icons.ts';
import classes from './states.module.css';

type Accepts = {
  /** Endings with their dot (`.csv`), as the file dialog offers and a drop is checked by. Empty takes anything. */
  readonly accept: readonly string[];
  readonly onFile: (file: File) => void;
  /** Called with a file that has none of the endings. */
  readonly onRefused?: (file: File) => void;
};

const fits = (file: File, accept: readonly string[]): boolean =>
  accept.length === 0 || accept.some((ending) => file.name.toLowerCase().endsWith(ending));

const hand = (file: File | null | undefined, { accept, onFile, onRefused }: Accepts): void => {
  if (!file) return;
  if (fits(file, accept)) onFile(file);
  else onRefused?.(file);
};

const holdsFiles = (event: { dataTransfer: DataTransfer | null }): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** A place to drop one file or press to choose it. */
export const Dropzone = ({
  title,
  children,
  disabled = false,
  ...accepts
}: Accepts & { title: ReactNode; children?: ReactNode; disabled?: boolean }) => {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    if (!disabled) hand(event.dataTransfer.files[0], accepts);
  };
  return (
    <>
      <button
        type="button"
        className={classes['drop']}
        disabled={disabled}
        data-over={over || undefined}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          if (!holdsFiles(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload aria-hidden="true" />
        <span className="t-medium">{title}</span>
        {children !== undefined && <span className="t-secondary">{children}</span>}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepts.accept.join(',')}
        onChange={(event) => {
          hand(event.target.files?.[0], accepts);
          event.target.value = '';
        }}
      />
    </>
  );
};

/**
 * Makes the whole page take a dropped file; `label` is shown over it while one is dragged in. Its parent must be
 * positioned.
 */
export const PageDrop = ({ label, enabled = true, ...accepts }: Accepts & { label: ReactNode; enabled?: boolean }) => {
  const [over, setOver] = useState(false);
  const latest = useRef(accepts);
  useEffect(() => {
    latest.current = accepts;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    // Enter and leave fire for every child: only their balance says whether the page was left.
    let depth = 0;
    const enter = (event: globalThis.DragEvent): void => {
      if (!holdsFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: globalThis.DragEvent): void => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const allow = (event: globalThis.DragEvent): void => {
      if (holdsFiles(event)) event.preventDefault();
    };
    const drop = (event: globalThis.DragEvent): void => {
      depth = 0;
      setOver(false);
      if (!holdsFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      hand(event.dataTransfer?.files[0], latest.current);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, [enabled]);
  return over ? (
    <div className={classes['cover']}>
      <div>
        <IconFileSpreadsheet aria-hidden="true" />
        {label}
      </div>
    </div>
  ) : null;
};
