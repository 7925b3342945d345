import { filesIn, fileText } from '@tessera/kernel/kinds';
import type { FileValue } from '@tessera/kernel';
import { emptiness } from './operators.ts';
import { whole, type PropsOf } from './property.ts';
import { countAggregates } from './shared.ts';
import { FieldError, type FieldType } from './type.ts';

/** The most files of one field. */
export const mostFiles = 100;
const megabyte = 1024 * 1024;
const nameBytes = 255;

/** `maximum_files` of a value, and `maximum_mb` of each of them. */
export const fileProperties = { maximum_files: whole(1, mostFiles), maximum_mb: whole(1, 100_000) };
export type FileProps = PropsOf<typeof fileProperties>;

const known = new Set(['id', 'name', 'size', 'type', 'url']);
const byteLength = (text: string): number => new TextEncoder().encode(text).length;

const invalid = (): FieldError => new FieldError('files.invalid', 'This field takes a list of files by their ids');
const quote = (name: string): string => (/[;,"\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** A file of a request: the id, and a name of its own; what a read answers beside is passed over. */
const asked = (one: unknown): { readonly id: string; readonly name?: string } => {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) throw invalid();
  if (Object.keys(one).some((key) => !known.has(key))) throw invalid();
  const { id, name } = one as { readonly id?: unknown; readonly name?: unknown };
  if (typeof id !== 'string' || id === '') throw invalid();
  if (name === undefined || name === null) return { id };
  if (typeof name !== 'string' || name === '' || name.includes('\0') || byteLength(name) > nameBytes)
    throw new FieldError('files.name', `A file's name has 1 to ${nameBytes} bytes`, { limit: nameBytes });
  return { id, name };
};

/** What both types of files have in common; `refuse` throws for a file that the type does not take. */
export const filesOf = (
  id: string,
  takesFile: ((file: FileValue) => boolean) | undefined,
  refuse: (file: FileValue) => void,
): FieldType<FileProps> => ({
  id,
  storage: 'files',
  searchable: false,
  keyable: false,
  conversions: { group: 'files', to: ['text', 'files'] },
  format: {
    takes:
      'A list of files by id, in their order, each with a `name` where it has another than the upload. An upload gives the id.',
    example: [
      {
        id: '01jd8z6v0e3k7m2n4p5q6r7s8t',
        name: 'Plan.png',
        size: 48_211,
        type: 'image/png',
        url: '/api/v3/files/01jd8z6v0e3k7m2n4p5q6r7s8t',
      },
    ],
  },
  properties: fileProperties,
  props: ({ maximum_files: most, maximum_mb: size }) => ({
    ...(most !== undefined && { maximum_files: most }),
    ...(size !== undefined && { maximum_mb: size }),
  }),
  fromJson: (value, { maximum_files: most = mostFiles, maximum_mb: size }, context) => {
    if (value === null || value === '') return null;
    if (!Array.isArray(value)) throw invalid();
    const wanted = new Map(value.map(asked).map((one) => [one.id, one]));
    if (wanted.size > most)
      throw new FieldError('files.too_many', `This field has at most ${most} files`, { limit: most });
    const files = [...wanted.values()].map(({ id: fileId, name }) => {
      const file = context.findFile?.(fileId);
      if (file === undefined) throw new FieldError('files.unknown', 'There is no such file, or it is not yours to use');
      if (size !== undefined && file.size > size * megabyte)
        throw new FieldError('files.too_large', `A file of this field has at most ${size} MB`, { limit: size });
      refuse(file);
      return fileText({ ...file, ...(name !== undefined && { name }) });
    });
    return files.length === 0 ? null : files;
  },
  toJson: (cell) => filesIn(cell).map((file) => ({ ...file, url: `/api/v3/files/${file.id}` })),
  unwritten: 'The bytes of a file are uploaded; its name does not tell which of several files of that name is meant.',
  fromText: (text) => {
    if (text.trim() === '') return null;
    throw new FieldError('files.text', 'Files are uploaded, not typed');
  },
  toText: (cell) =>
    filesIn(cell)
      .map(({ name }) => quote(name))
      .join(', '),
  ...(takesFile !== undefined && { takesFile }),
  sample: (random) =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, (_, i) =>
      fileText({
        id: `0000000000000000000000000${i}`,
        name: `\u00e9\t${Math.floor(random() * 1000)}, "x".png`,
        size: Math.floor(random() * 1e9),
        type: 'image/png',
      }),
    ),
  operators: emptiness,
  sortable: false,
  aggregates: countAggregates,
});
