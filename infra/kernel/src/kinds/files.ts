import type { Cell } from '../cells.ts';
import { compareText } from './compare.ts';
import type { Kind } from './kind.ts';

/** A file as a cell has it: its bytes are elsewhere, under the id. */
export type FileValue = {
  readonly id: string;
  /** As it was given, whatever stands in it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The media type. */
  readonly type: string;
};

/** One file of a cell as a text, by which cells are compared: the name is last, since it may hold anything. */
export const fileText = ({ id, name, size, type }: FileValue): string => `${id}\t${size}\t${type}\t${name}`;

export const fileOf = (text: string): FileValue => {
  const [id = '', size = '', type = ''] = text.split('\t', 3);
  return { id, name: text.slice(id.length + size.length + type.length + 3), size: Number(size), type };
};

/** The files of a cell in their order. */
export const filesIn = (cell: Cell | null | undefined): readonly FileValue[] =>
  Array.isArray(cell) ? (cell as readonly string[]).map(fileOf) : [];

/** Where a file is read, with the right of whoever asks. */
const addressOf = (id: string): string => `/api/v3/files/${id}`;

const shown = (cell: Cell): readonly (FileValue & { readonly url: string })[] =>
  filesIn(cell).map((file) => ({ ...file, url: addressOf(file.id) }));

const isFile = (one: unknown): one is FileValue => {
  if (typeof one !== 'object' || one === null) return false;
  const { id, name, size, type } = one as Partial<Record<keyof FileValue, unknown>>;
  return typeof id === 'string' && typeof name === 'string' && typeof size === 'number' && typeof type === 'string';
};

/** A cell: files in their order, one at least, each as a text. */
export const files: Kind = {
  holds: 'files',
  list: false,
  compare: (cell, value) => compareText((cell as readonly string[]).join('\n'), String(value)),
  members: () => [],
  member: (value) => value,
  json: (cell) => JSON.stringify(shown(cell)),
  read: (value) => {
    const found = Array.isArray(value) ? value.filter(isFile).map(fileText) : [];
    return found.length === 0 ? null : found;
  },
  value: shown,
};
