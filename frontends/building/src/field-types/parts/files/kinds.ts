import { createElement } from 'react';
import { IconFile, IconPhoto } from '@tessera/kit/icons';
import IconFileTypeDoc from '@tabler/icons-react/dist/esm/icons/IconFileTypeDoc.mjs';
import IconFileTypePdf from '@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs';
import IconFileTypeXls from '@tabler/icons-react/dist/esm/icons/IconFileTypeXls.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconFileZip from '@tabler/icons-react/dist/esm/icons/IconFileZip.mjs';
import IconMusic from '@tabler/icons-react/dist/esm/icons/IconMusic.mjs';
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs';
import type { FileEntry, IconType } from '@tessera/kit';

/** Pictures that the server makes small. */
const small = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/tiff']);
/** Pictures that a browser shows. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

export const thumbnailOf = ({ url, type }: Pick<FileEntry, 'url' | 'type'>): string | undefined =>
  small.has(type) ? `${url}/thumbnail` : undefined;

/** How a file is looked at: what a browser shows, or nothing but its name. */
export type Look = 'picture' | 'video' | 'audio' | 'text' | 'none';
export const lookOf = ({ type, size }: Pick<FileEntry, 'type' | 'size'>): Look => {
  if (shown.has(type)) return 'picture';
  if (type.startsWith('video/')) return 'video';
  if (type.startsWith('audio/')) return 'audio';
  return type === 'text/plain' && size <= 2_000_000 ? 'text' : 'none';
};

const iconOf = (type: string): IconType => {
  if (type.startsWith('image/')) return IconPhoto;
  if (type.startsWith('video/')) return IconVideo;
  if (type.startsWith('audio/')) return IconMusic;
  if (type === 'application/pdf') return IconFileTypePdf;
  if (type.includes('wordprocessing')) return IconFileTypeDoc;
  if (type.includes('spreadsheet')) return IconFileTypeXls;
  if (type === 'text/plain') return IconFileText;
  return /zip|7z|rar/.test(type) ? IconFileZip : IconFile;
};

/** The files of a value as the API answers them. */
export const entriesOf = (value: unknown): readonly FileEntry[] =>
  Array.isArray(value)
    ? value.filter(
        (one: unknown): one is FileEntry => typeof one === 'object' && one !== null && 'id' in one && 'name' in one,
      )
    : [];

/** A name cut in its middle, so that its ending stays: the part that may be cut, and the rest. */
export const halves = (name: string): readonly [string, string] => {
  const dot = name.lastIndexOf('.');
  const at = dot > 0 && name.length - dot <= 8 ? Math.max(0, dot - 4) : name.length;
  return [name.slice(0, at), name.slice(at)];
};

/** The icon that stands for a type of files. */
export const FileIcon = ({ type, size }: { readonly type: string; readonly size: number }) =>
  createElement(iconOf(type), { 'aria-hidden': true, width: size, height: size });
