import { type FileEntry, IconButton, useFormats, useTexts } from '@tessera/kit';
import { IconDownload, IconFile, IconPaperclip, IconPhoto, IconX } from '@tessera/kit/icons';
import { useRef } from 'react';
import type { Coming } from './use-uploads.ts';
import classes from './files.module.css';

/** Pictures that the server makes small. */
const small = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/tiff']);
const mostPictures = 4;

/** Files that stand somewhere, and those on their way: pictures small, others by name. */
export const Files = ({
  files,
  coming = [],
  onRemove,
  onStop,
}: {
  readonly files: readonly FileEntry[];
  readonly coming?: readonly Coming[];
  readonly onRemove?: ((id: string) => void) | undefined;
  readonly onStop?: (key: number) => void;
}) => {
  const t = useTexts('collaboration');
  const { bytes } = useFormats();
  if (files.length === 0 && coming.length === 0) return null;
  const pictures = files.filter(({ type }) => small.has(type));
  const others = files.filter(({ type }) => !small.has(type));
  const shown = onRemove === undefined ? pictures.slice(0, mostPictures) : pictures;
  // Those that have no room as a picture stand by their names.
  const named = [...pictures.slice(shown.length), ...others];
  const remove = ({ id, name }: FileEntry) =>
    onRemove && (
      <IconButton
        size="table"
        label={t('files.remove', { file: name })}
        icon={IconX}
        tooltip={false}
        onClick={() => onRemove(id)}
      />
    );
  return (
    <ul className={classes['files']} aria-label={t('files.title')}>
      {shown.map((one) => (
        <li key={one.id} className={classes['picture']}>
          <a href={one.url} target="_blank" rel="noreferrer">
            <img src={`${one.url}/thumbnail`} alt={one.name} loading="lazy" />
          </a>
          {remove(one)}
        </li>
      ))}
      {named.map((one) => (
        <li key={one.id} className={classes['file']}>
          {small.has(one.type) ? <IconPhoto aria-hidden="true" /> : <IconFile aria-hidden="true" />}
          <a href={one.url} target="_blank" rel="noreferrer" className={classes['name']}>
            <b className="t-cut">{one.name}</b>
            <span className="t-caption">{bytes(one.size)}</span>
          </a>
          {onRemove === undefined ? <IconDownload aria-hidden="true" /> : remove(one)}
        </li>
      ))}
      {coming.map(({ key, name, sent }) => (
        <li key={`coming ${key}`} className={classes['file']}>
          <IconFile aria-hidden="true" />
          <span className={classes['name']}>
            <b className="t-cut">{name}</b>
            <progress max={1} value={sent} aria-label={t('files.coming', { file: name })} />
          </span>
          {onStop && (
            <IconButton
              size="table"
              label={t('files.remove', { file: name })}
              icon={IconX}
              tooltip={false}
              onClick={() => onStop(key)}
            />
          )}
        </li>
      ))}
    </ul>
  );
};

/** Chooses files from the machine. */
export const AttachButton = ({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) => {
  const t = useTexts('collaboration');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t('files.attach')} icon={IconPaperclip} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
};
