import {
  api,
  type Field,
  type FileEntry,
  IconButton,
  Menu,
  TextInput,
  toast,
  useErrorText,
  useFormats,
} from '@tessera/kit';
import { IconDots, IconDownload, IconFile, IconGripVertical, IconUpload, IconX } from '@tessera/kit/icons';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTypeLabels } from '../../list.ts';
import { later } from '../../../later.tsx';
import { usePhone } from '../../../phone/use-phone.ts';
import { Thumbnail } from './file-cell.tsx';
import classes from './files.module.css';
import { entriesOf, halves } from './kinds.ts';
import { filled } from './texts.ts';
import { type Coming, isRefused, type Takes, uploadsOf } from './uploads.ts';

/** Loaded when a file is opened. */
const Viewer = later(async () => (await import('./viewer.tsx')).Viewer);

const megabyte = 1_048_576;
const mostFiles = 100;

/** How large a file may be, asked once for all fields. */
let asked: Promise<number> | undefined;
const useLimit = (field: Field): number | undefined => {
  const [server, setServer] = useState<number | undefined>(undefined);
  useEffect(() => {
    let here = true;
    asked ??= api.get('/v3/files/limits').then(({ fileBytes }) => fileBytes);
    asked.then((bytes) => here && setServer(bytes)).catch(() => undefined);
    return () => void (here = false);
  }, []);
  const { maximum_mb: own } = field.props as { readonly maximum_mb?: number };
  if (own === undefined) return server;
  return server === undefined ? own * megabyte : Math.min(server, own * megabyte);
};

const filesIn = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])];
const holdsFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

const Name = ({ name }: { readonly name: string }) => {
  const [first, last] = halves(name);
  return (
    <span className={classes['name']} title={name}>
      <span>{first}</span>
      <span>{last}</span>
    </span>
  );
};

type Labels = Readonly<Record<string, string>>;

const ComingRow = ({
  coming,
  labels,
  onDrop,
}: {
  readonly coming: Coming;
  readonly labels: Labels;
  readonly onDrop: () => void;
}) => {
  const formats = useFormats();
  const errorText = useErrorText('building');
  const { file, sent, waiting, error } = coming;
  const part = file.size === 0 ? 1 : Math.min(1, sent / file.size);
  const why = isRefused(error)
    ? error.refused === 'kind'
      ? filled(labels['wrongKind'])
      : error.refused === 'size'
        ? filled(labels['tooLarge'], { size: formats.bytes(file.size), limit: formats.bytes(error.limit ?? 0) })
        : filled(labels['tooMany'], { limit: error.limit ?? 0 })
    : error === undefined
      ? undefined
      : errorText(error);
  return (
    <li className={classes['row']}>
      <span />
      <span className={classes['thumb']} data-bad={why !== undefined || undefined} style={{ width: 40, height: 40 }}>
        <IconFile aria-hidden="true" width={20} height={20} />
      </span>
      <span className={classes['two']}>
        <Name name={file.name} />
        {why !== undefined ? (
          <span className={classes['why']} role="alert">
            {why}
          </span>
        ) : (
          <>
            <span
              className={classes['bar']}
              style={{ display: 'block' }}
              data-waiting={waiting || undefined}
              role="progressbar"
              aria-label={file.name}
              aria-valuenow={Math.round(part * 100)}
            >
              <i style={{ transform: `scaleX(${part})` }} />
            </span>
            <span className={classes['progress']}>
              {waiting ? (
                <span className="t-cut">{labels['waiting']}</span>
              ) : (
                <>
                  <span>{filled(labels['sent'], { sent: formats.bytes(sent), total: formats.bytes(file.size) })}</span>
                  <span>{Math.round(part * 100)}%</span>
                </>
              )}
            </span>
          </>
        )}
      </span>
      <IconButton
        icon={IconX}
        size="table"
        label={filled(labels[why === undefined ? 'stop' : 'dismiss'], { name: file.name })}
        onClick={onDrop}
      />
    </li>
  );
};

const FileRow = ({
  file,
  place,
  count,
  labels,
  fixed,
  onOpen,
  onRename,
  onMove,
  onRemove,
}: {
  readonly file: FileEntry;
  readonly place: number;
  readonly count: number;
  readonly labels: Labels;
  readonly fixed: boolean;
  readonly onOpen: () => void;
  readonly onRename: (name: string) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}) => {
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const row = useRef<HTMLButtonElement>(null);
  const endsAt = file.name.lastIndexOf('.') > 0 ? file.name.lastIndexOf('.') : file.name.length;
  const ending = file.name.slice(endsAt);
  const rename = (): void => setTyped(file.name.slice(0, endsAt));
  const save = (): void => {
    const next = `${(typed ?? '').trim()}${ending}`;
    setTyped(null);
    if (typed?.trim() !== '' && next !== file.name) onRename(next);
    requestAnimationFrame(() => row.current?.focus({ preventScroll: true }));
  };
  const keys = (event: KeyboardEvent): void => {
    const up = event.key === 'ArrowUp';
    if (fixed) return;
    if (event.key === 'F2') rename();
    else if (event.key === 'Delete') onRemove();
    else if (event.altKey && (up || event.key === 'ArrowDown')) onMove(place + (up ? -1 : 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li className={classes['row']} data-file={file.id}>
      {fixed ? (
        <span />
      ) : (
        <span className={classes['grip']} data-grip>
          <IconGripVertical aria-hidden="true" width={16} height={16} />
        </span>
      )}
      <button type="button" className={classes['open']} tabIndex={-1} aria-label={labels['open']} onClick={onOpen}>
        <Thumbnail file={file} size={40} />
      </button>
      <span className={classes['two']}>
        {typed === null ? (
          <button
            ref={row}
            type="button"
            className={classes['open']}
            data-open
            aria-label={filled(labels['place'], { name: file.name, place: place + 1, count })}
            onClick={onOpen}
            onKeyDown={keys}
          >
            <Name name={file.name} />
          </button>
        ) : (
          <TextInput
            label={labels['name'] ?? ''}
            labelHidden
            value={typed}
            onChange={setTyped}
            autoFocus
            onBlur={save}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return;
              event.preventDefault();
              event.stopPropagation();
              if (event.key === 'Enter') save();
              else setTyped(null);
            }}
          />
        )}
        <span className={classes['caption']}>{formats.bytes(file.size)}</span>
      </span>
      <span className={classes['acts']}>
        <Menu
          label={filled(labels['more'], { name: file.name })}
          sheet={file.name}
          anchor={<IconButton icon={IconDots} size="table" label={filled(labels['more'], { name: file.name })} />}
          side="bottom-end"
          items={[
            { id: 'open', label: labels['open'], keys: 'Enter', onSelect: onOpen },
            {
              id: 'download',
              label: labels['download'],
              icon: IconDownload,
              onSelect: () => {
                const link = document.createElement('a');
                link.href = file.url;
                link.download = file.name;
                link.click();
              },
            },
            ...(fixed
              ? []
              : [
                  { id: 'rename', label: labels['rename'], keys: 'F2', onSelect: rename },
                  ...(place > 0
                    ? [
                        { id: 'cover', label: labels['cover'], onSelect: () => onMove(0) },
                        { id: 'up', label: labels['up'], keys: 'Alt+ArrowUp', onSelect: () => onMove(place - 1) },
                      ]
                    : []),
                  ...(place < count - 1
                    ? [{ id: 'down', label: labels['down'], keys: 'Alt+ArrowDown', onSelect: () => onMove(place + 1) }]
                    : []),
                  { id: 'remove', label: labels['remove'], keys: 'Delete', danger: true, onSelect: onRemove },
                ]),
          ]}
        />
      </span>
    </li>
  );
};

export type FilesListProps = {
  readonly field: Field;
  readonly value: unknown;
  /** Names the cell among all: uploads into it are found again. */
  readonly cell: string;
  readonly picturesOnly: boolean;
  readonly fixed?: boolean;
  /** Every change is given at once. */
  readonly onChange: (value: readonly FileEntry[] | null) => void;
};

/** The files of a field: a place to drop, paste and choose them, those that come, and those that are there. */
export const FilesList = ({ field, value, cell, picturesOnly, fixed = false, onChange }: FilesListProps) => {
  const formats = useFormats();
  const labels = useTypeLabels(field.type);
  const phone = usePhone();
  const bytes = useLimit(field);
  const [over, setOver] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const entries = entriesOf(value);
  /** What was given last, until it comes back as the value: several uploads may end before that. */
  const latest = useRef(entries);
  const give = useRef(onChange);
  useLayoutEffect(() => {
    give.current = onChange;
  });
  // A drawing of something else shows what stood there before: it says nothing of what was given since.
  useLayoutEffect(() => {
    latest.current = entriesOf(value);
  }, [value]);
  const change = (next: readonly FileEntry[]): void => {
    latest.current = next;
    give.current(next.length === 0 ? null : next);
  };
  const [uploads] = useState(() => uploadsOf(cell, (entry) => change([...latest.current, entry])));
  // The screen that is there takes what comes.
  useEffect(() => {
    uploadsOf(cell, (entry) => change([...latest.current, entry]));
  });
  const coming = useSyncExternalStore(uploads.subscribe, uploads.list);
  const most = (field.props as { readonly maximum_files?: number }).maximum_files ?? mostFiles;
  const takes: Takes = { most, bytes, picturesOnly };
  const add = (files: readonly File[]): void => {
    if (files.length > 0 && !fixed) uploads.add(files, latest.current.length, takes);
  };
  const move = (id: string, to: number): void => {
    const at = entries.findIndex((one) => one.id === id);
    if (at < 0 || to < 0 || to >= entries.length || to === at) return;
    const next = entries.toSpliced(at, 1).toSpliced(to, 0, entries[at]!);
    change(next);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-file="${id}"] [data-open]`)?.focus({ preventScroll: true }),
    );
  };
  const remove = (file: FileEntry): void => {
    const before = entries;
    change(before.filter(({ id }) => id !== file.id));
    toast({ message: filled(labels['removed'], { name: file.name }), undo: () => change(before) });
  };
  const drop = (event: DragEvent): void => {
    if (!holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    add(filesIn(event.dataTransfer));
  };
  const paste = (event: ClipboardEvent): void => {
    const files = filesIn(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    add(files);
  };
  /** By the grip, with the pointer. */
  const drag = (event: React.PointerEvent): void => {
    const grip = (event.target as Element).closest('[data-grip]');
    const id = grip?.closest('[data-file]')?.getAttribute('data-file');
    if (grip === null || id === undefined || id === null || event.button !== 0) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    const end = (to: Event): void => {
      grip.removeEventListener('pointercancel', end);
      grip.removeEventListener('pointerup', end);
      if (to.type !== 'pointerup') return;
      const rows = [...(list.current?.querySelectorAll('[data-file]') ?? [])].map((row) => row.getBoundingClientRect());
      const y = (to as globalThis.PointerEvent).clientY;
      const gap = rows.findIndex((box) => y < box.top + box.height / 2);
      const at = entries.findIndex((one) => one.id === id);
      const place = gap < 0 ? entries.length : gap;
      move(id, place > at ? place - 1 : place);
    };
    grip.addEventListener('pointerup', end);
    grip.addEventListener('pointercancel', end);
  };
  const input = (which: typeof chooser, more: object) => (
    <input
      ref={which}
      type="file"
      hidden
      {...(picturesOnly ? { accept: 'image/*' } : {})}
      {...more}
      onChange={(event) => {
        add([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
  return (
    <div
      className={classes['box']}
      onPaste={paste}
      onDragOver={(event) => {
        if (!holdsFiles(event.dataTransfer) || fixed) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {!fixed && (
        <>
          <button
            type="button"
            className={classes['drop']}
            data-over={over || undefined}
            onClick={() => chooser.current?.click()}
          >
            <IconUpload aria-hidden="true" width={20} height={20} />
            <span>
              {labels['drop']} <span className={classes['choose']}>{labels['choose']}</span>
              {bytes !== undefined && (
                <span className={classes['caption']}>{filled(labels['upTo'], { size: formats.bytes(bytes) })}</span>
              )}
            </span>
          </button>
          {phone && (
            <button type="button" className={classes['drop']} onClick={() => camera.current?.click()}>
              <span className={classes['choose']}>{labels['camera']}</span>
            </button>
          )}
          {input(chooser, { multiple: true })}
          {phone && input(camera, { accept: 'image/*', capture: 'environment' })}
        </>
      )}
      {entries.length + coming.length > 0 && (
        <ul ref={list} className={classes['list']} aria-label={field.name} onPointerDown={drag}>
          {entries.map((file, place) => (
            <FileRow
              key={file.id}
              file={file}
              place={place}
              count={entries.length}
              labels={labels}
              fixed={fixed}
              onOpen={() => setOpened(file.id)}
              onRename={(name) => change(entries.map((one) => (one.id === file.id ? { ...one, name } : one)))}
              onMove={(to) => move(file.id, to)}
              onRemove={() => remove(file)}
            />
          ))}
          {coming.map((one) => (
            <ComingRow key={one.key} coming={one} labels={labels} onDrop={() => uploads.drop(one.key)} />
          ))}
        </ul>
      )}
      {opened !== null && <Viewer files={entries} start={opened} labels={labels} onClose={() => setOpened(null)} />}
    </div>
  );
};
