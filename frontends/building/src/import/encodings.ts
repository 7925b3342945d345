import type { Asked } from '@tessera/kit';

type Encoding = NonNullable<Asked<'post_connector_config_table'>['config']['encoding']>;

/** What an encoding is used for, by its name: those of the WHATWG standard, the commonest first. */
const scripts = {
  'utf-8': 'unicode',
  'windows-1252': 'western',
  'utf-16le': 'unicode',
  'utf-16be': 'unicode',
  macintosh: 'western',
  'iso-8859-15': 'western',
  'windows-1250': 'central',
  'iso-8859-2': 'central',
  'windows-1251': 'cyrillic',
  'koi8-r': 'cyrillic',
  'koi8-u': 'cyrillic',
  'iso-8859-5': 'cyrillic',
  ibm866: 'cyrillic',
  'x-mac-cyrillic': 'cyrillic',
  'windows-1253': 'greek',
  'iso-8859-7': 'greek',
  'windows-1254': 'turkish',
  'windows-1255': 'hebrew',
  'iso-8859-8': 'hebrew',
  'windows-1256': 'arabic',
  'iso-8859-6': 'arabic',
  'windows-1257': 'baltic',
  'iso-8859-4': 'baltic',
  'iso-8859-13': 'baltic',
  'iso-8859-3': 'southEuropean',
  'iso-8859-10': 'nordic',
  'iso-8859-14': 'celtic',
  'iso-8859-16': 'romanian',
  'windows-874': 'thai',
  'windows-1258': 'vietnamese',
  shift_jis: 'japanese',
  'euc-jp': 'japanese',
  'iso-2022-jp': 'japanese',
  gbk: 'chinese',
  gb18030: 'chinese',
  big5: 'chinese',
  'euc-kr': 'korean',
} as const satisfies Readonly<Record<Encoding, string>>;

const names = Object.keys(scripts) as Encoding[];
export const encodings = names.map((name) => ({ name, script: scripts[name] }));

/** The part of a file that is looked through, in bytes. */
const looked = 4 * 1024 * 1024;
const longest = 120;

/** A line from a little before its first telling byte on. */
const around = (line: Uint8Array, at: number): Uint8Array => {
  const start = at < longest / 2 ? 0 : at - longest / 2;
  return line.subarray(start, start + longest);
};

/**
 * Bytes of the lines of a file that encodings read differently, at most `most` of them; none where all read it alike. A
 * file that says itself what it is gives its beginning.
 */
export const tellingLines = async (file: Blob, most = 4): Promise<readonly Uint8Array[]> => {
  const bytes = new Uint8Array(await file.slice(0, looked).arrayBuffer());
  // With zeros or a mark of two bytes per character a line does not end at one byte.
  if (bytes.subarray(0, 400).includes(0) || (bytes[0] === 0xff && bytes[1] === 0xfe) || bytes[0] === 0xfe)
    return [bytes.subarray(0, longest * 2)];
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length && lines.length < most;) {
    const end = bytes.indexOf(10, start);
    const line = bytes.subarray(start, end === -1 ? bytes.length : end);
    const at = line.findIndex((byte) => byte > 0x7f || byte === 0x1b);
    if (at !== -1) lines.push(around(line, at));
    start = end === -1 ? bytes.length : end + 1;
  }
  return lines;
};

/** Bytes as an encoding reads them; what it cannot read is marked. */
export const readAs = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding)
    .decode(bytes)
    .replace(/[\r\n]+/g, ' ')
    .trim();
