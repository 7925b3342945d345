import { brokenByte } from '@tessera/fields/infer';
import type { Source } from './reader.ts';

/**
 * How a file's bytes become text: the encodings of the WHATWG standard by their names, the commonest first
 * (https://encoding.spec.whatwg.org/#names-and-labels, without the one that never reads).
 */
export const encodings = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'ibm866',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'x-mac-cyrillic',
  'gbk',
  'gb18030',
  'big5',
  'euc-jp',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
] as const;
export type Encoding = (typeof encodings)[number];

/**
 * What the first bytes of a file say: a reason why it is no CSV file, or its encoding; `certain` if a mark or the
 * pattern of its zeros says so.
 */
export type Sniffed =
  { readonly problem: FileProblem } | { readonly encoding: Encoding; readonly certain: boolean; readonly mark: number };
export type FileProblem =
  | 'empty'
  | 'workbook'
  | 'old_workbook'
  | 'misnamed'
  | 'not_workbook'
  | 'numbers'
  | 'protected'
  | 'pdf'
  | 'image'
  | 'archive'
  | 'binary';

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean =>
  signature.every((byte, i) => bytes[i] === byte);
const includes = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text, 0, 'latin1');

/** Looks at the first bytes (64 kB are enough). */
export const sniff = (bytes: Uint8Array): Sniffed => {
  if (bytes.length === 0) return { problem: 'empty' };
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', certain: true, mark: 3 };
  if (startsWith(bytes, 0xff, 0xfe)) return { encoding: 'utf-16le', certain: true, mark: 2 };
  if (startsWith(bytes, 0xfe, 0xff)) return { encoding: 'utf-16be', certain: true, mark: 2 };
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) {
    if ((bytes[6]! & 1) === 1) return { problem: 'protected' };
    return {
      problem:
        includes(bytes, 'xl/') || includes(bytes, '[Content_Types].xml')
          ? 'workbook'
          : includes(bytes, 'opendocument.spreadsheet')
            ? 'workbook'
            : 'archive',
    };
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    // A password turns a new workbook into this old container; its names are in UTF-16.
    return {
      problem: includes(bytes, 'E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e') ? 'protected' : 'old_workbook',
    };
  }
  if (includes(bytes.subarray(0, 5), '%PDF-')) return { problem: 'pdf' };
  if (
    startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) ||
    startsWith(bytes, 0xff, 0xd8, 0xff) ||
    includes(bytes.subarray(0, 4), 'GIF8')
  )
    return { problem: 'image' };
  if (
    startsWith(bytes, 0x1f, 0x8b) ||
    startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd) ||
    includes(bytes.subarray(0, 4), 'Rar!') ||
    startsWith(bytes, 0x37, 0x7a, 0xbc, 0xaf)
  )
    return { problem: 'archive' };
  return byZeros(bytes);
};

const byZeros = (bytes: Uint8Array): Sniffed => {
  const length = Math.min(bytes.length, 4096) & ~1;
  let even = 0;
  let odd = 0;
  let control = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte === 0) {
      if (i & 1) odd++;
      else even++;
    } else if (byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1a && byte !== 0x1b && byte !== 0x1f && byte !== 0x1e))
      control++;
  }
  const half = length / 2;
  if (half > 0 && odd > half * 0.4 && even < half * 0.1) return { encoding: 'utf-16le', certain: true, mark: 0 };
  if (half > 0 && even > half * 0.4 && odd < half * 0.1) return { encoding: 'utf-16be', certain: true, mark: 0 };
  // A single zero is damage, as one broken byte is; a program or a picture has many.
  if (even + odd > 1 || control > length * 0.02) return { problem: 'binary' };
  return { encoding: 'utf-8', certain: false, mark: 0 };
};

/** Endings of the workbooks that are read. */
const readBooks = ['xlsx', 'xlsm', 'xltx', 'xltm'];

const endingOf = (name: string): string => /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** What a file is by its name, where it is none that is read; its first bytes say the rest. */
export const problemOfName = (name: string): FileProblem | undefined => {
  const ending = endingOf(name);
  if (ending === 'numbers') return 'numbers';
  if (['xlsb', 'ods', 'fods'].includes(ending)) return 'workbook';
  return ending === 'xls' ? 'old_workbook' : undefined;
};

/** The connectors that read files of a name; none for other endings. */
export const sourcesOfName = (name: string): readonly Source[] => {
  const ending = endingOf(name);
  if (readBooks.includes(ending)) return ['excel'];
  if (['json', 'jsonl', 'ndjson'].includes(ending)) return ['json'];
  return ['csv', 'tsv', 'txt'].includes(ending) ? ['csv', 'paste'] : [];
};

/** Why the first bytes are not what the file's connector reads; undefined where they may be. */
export const problemOfBytes = (source: Source, head: Uint8Array): FileProblem | undefined => {
  const found = sniff(head);
  if (source !== 'excel')
    return 'problem' in found ? (found.problem === 'workbook' ? 'misnamed' : found.problem) : undefined;
  if (!('problem' in found)) return 'not_workbook';
  // A workbook whose first part is long says only at its end what it is.
  if (found.problem === 'workbook' || (found.problem === 'archive' && startsWith(head, 0x50, 0x4b, 3, 4)))
    return undefined;
  return found.problem === 'binary' ? 'not_workbook' : found.problem;
};

/** The sentence for a person. */
export const problemText: Readonly<Record<FileProblem, string>> = {
  empty: 'This file is empty.',
  workbook:
    'This kind of workbook is not read. Open it in Excel or LibreOffice, choose "Save as", then "Excel workbook (.xlsx)", and import that file.',
  old_workbook:
    'This is an old Excel workbook (.xls). Open it in Excel or LibreOffice, choose "Save as", then "Excel workbook (.xlsx)", and import that file.',
  misnamed: 'This file is a workbook, whatever its name says. Give its name the ending .xlsx and choose it again.',
  not_workbook: 'This file is no workbook, whatever its name says. Save it as .xlsx or .csv and choose that.',
  numbers: 'This is a document of Numbers. Open it there, choose "Export To", then "Excel", and import that file.',
  protected: 'This file is protected by a password. Save a copy without one and choose that.',
  pdf: 'This is a PDF document, not a table.',
  image: 'This is a picture, not a table.',
  archive: 'This is a compressed archive. Unpack it and choose the file inside.',
  binary: 'This file holds no text that can be read. Save it as CSV and choose it again.',
};

/** Bytes of the character that begins here, and whether they are well-formed UTF-8; 1 and false for a byte that begins none. */
const characterAt = (bytes: Uint8Array, at: number): { readonly length: number; readonly good: boolean } => {
  const first = bytes[at]!;
  if (first < 0x80) return { length: 1, good: true };
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0) return { length: 1, good: false };
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i];
    // Overlong forms, halves of pairs and what is beyond Unicode show in the second byte.
    const low = i > 1 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const high = i > 1 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    if (byte === undefined || byte < low || byte > high) return { length: 1, good: false };
  }
  return { length, good: true };
};

/** Where an unfinished character at the end of a piece begins; the piece's length where there is none. */
export const wholeUntil = (bytes: Uint8Array): number => {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
};

const allGood = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const readable = (bytes: Uint8Array): string => {
  try {
    return allGood.decode(bytes);
  } catch {
    const parts: string[] = [];
    let start = 0;
    const good = new TextDecoder('utf-8', { ignoreBOM: true });
    for (let at = 0; at < bytes.length;) {
      const found = characterAt(bytes, at);
      if (!found.good) {
        if (at > start) parts.push(good.decode(bytes.subarray(start, at)));
        parts.push(brokenByte(bytes[at]!));
        start = at + 1;
      }
      at += found.length;
    }
    parts.push(good.decode(bytes.subarray(start)));
    return parts.join('');
  }
};

/** Decodes pieces of a file in UTF-8. What is none of it stays, see `isBroken`: one broken byte is one broken cell. */
export const utf8Decoder = (): { decode(piece: Uint8Array, last: boolean): string } => {
  let rest: Uint8Array = new Uint8Array(0);
  let first = true;
  return {
    decode: (piece, last) => {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const until = last ? bytes.length : wholeUntil(bytes);
      rest = bytes.slice(until);
      const text = readable(bytes.subarray(0, until));
      if (!first || text === '') return text;
      first = false;
      return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    },
  };
};

/** How many characters of several bytes, and how many broken bytes, a piece in UTF-8 has. */
export const countUtf8 = (bytes: Uint8Array): { readonly good: number; readonly broken: number } => {
  let good = 0;
  let broken = 0;
  for (let at = 0; at < bytes.length;) {
    if (bytes[at]! < 0x80) {
      at++;
      continue;
    }
    const found = characterAt(bytes, at);
    if (found.good) good++;
    else broken++;
    at += found.length;
  }
  return { good, broken };
};
