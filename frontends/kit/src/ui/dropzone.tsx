import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconFileSpreadsheet, IconUpload } from '../icons.ts';
import { modalOpen } from '../layers/layers.ts';
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

type Place = { readonly over: (over: boolean) => void; readonly take: (file: File | null | undefined) => void };

/** What takes a file that is dropped beside a Dropzone: the last that came, if no dialog covers it. */
const places: Place[] = [];
const taker = (): Place | undefined => (modalOpen() ? undefined : places.at(-1));

/** A file that nobody takes would replace the page, and with it what was not sent yet. */
const guard = (): void => {
  let told: Place | undefined;
  // Enter and leave fire for every child: only their balance says whether the page was left.
  let depth = 0;
  const tell = (place: Place | undefined): void => {
    if (told === place) return;
    told?.over(false);
    place?.over(true);
    told = place;
  };
  const onFiles = (type: 'dragenter' | 'dragleave' | 'dragover' | 'drop', run: (event: globalThis.DragEvent) => void) =>
    window.addEventListener(type, (event) => {
      if (holdsFiles(event)) run(event);
    });
  onFiles('dragenter', () => {
    depth += 1;
    tell(taker());
  });
  onFiles('dragleave', () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) tell(undefined);
  });
  onFiles('dragover', (event) => {
    if (!event.defaultPrevented && !taker() && event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    event.preventDefault();
  });
  // Also where somebody below keeps the event for itself.
  window.addEventListener(
    'drop',
    (event) => {
      depth = 0;
      tell(undefined);
      if (holdsFiles(event)) event.preventDefault();
    },
    { capture: true },
  );
  onFiles('drop', (event) => taker()?.take(event.dataTransfer?.files[0]));
};
if (typeof window !== 'undefined') guard();

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
    const place: Place = { over: setOver, take: (file) => hand(file, latest.current) };
    places.push(place);
    return () => {
      places.splice(places.indexOf(place), 1);
      setOver(false);
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
