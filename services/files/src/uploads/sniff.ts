/** How many of a file's first bytes tell its type. */
export const headBytes = 4100;

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);

/** Pictures that a browser shows without running anything of them: these alone are ever shown in place. */
export const safePictures: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]);

const isoBrands: readonly (readonly [RegExp, string])[] = [
  [/^avi[fs]/, 'image/avif'],
  [/^(?:hei[cxms]|hev[cxms]|mif1|msf1)/, 'image/heic'],
  [/^M4[AB] /, 'audio/mp4'],
  [/^qt {2}/, 'video/quicktime'],
];

/** Archives that are documents, told apart by the ending of their name. */
const inZip: readonly (readonly [RegExp, string])[] = [
  [/\.docx$/i, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [/\.xlsx$/i, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/\.pptx$/i, 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  [/\.odt$/i, 'application/vnd.oasis.opendocument.text'],
  [/\.ods$/i, 'application/vnd.oasis.opendocument.spreadsheet'],
];

const starts: readonly (readonly [string, string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['%PDF-', 'application/pdf'],
  ['\x1a\x45\xdf\xa3', 'video/webm'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['ID3', 'audio/mpeg'],
  ['\x1f\x8b', 'application/gzip'],
  ["7z\xbc\xaf'\x1c", 'application/x-7z-compressed'],
  ['Rar!\x1a\x07', 'application/vnd.rar'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-cfb'],
];

/** Whether bytes are text: UTF-8 without control characters, but that its last character may be cut. */
const isText = (head: Uint8Array, whole: boolean): boolean => {
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole });
    return true;
  } catch {
    return false;
  }
};

/**
 * The media type of a file by its first bytes, out of a list that is known; its name tells only archives that are
 * documents apart. What is not known is `application/octet-stream`, and text of any kind `text/plain`: nothing that a
 * page could run has a type of its own but SVG, which is never shown in place.
 */
export const sniff = (head: Uint8Array, name: string, size: number): string => {
  if (size === 0) return 'application/octet-stream';
  const text = ascii(head, 0, 64);
  for (const [start, type] of starts) if (text.startsWith(start)) return type;
  if (text.startsWith('RIFF')) {
    const form = text.slice(8, 12);
    if (form === 'WEBP') return 'image/webp';
    if (form === 'WAVE') return 'audio/wav';
    if (form === 'AVI ') return 'video/x-msvideo';
  }
  if (text.slice(4, 8) === 'ftyp') {
    const brand = text.slice(8, 12);
    return isoBrands.find(([pattern]) => pattern.test(brand))?.[1] ?? 'video/mp4';
  }
  if (text.startsWith('PK\x03\x04')) return inZip.find(([ending]) => ending.test(name))?.[1] ?? 'application/zip';
  if (text.startsWith('BM') && size > 26 && head[14] === 40) return 'image/bmp';
  // A frame of MPEG audio without a header before it.
  if (head.length > 2 && head[0] === 0xff && (head[1]! & 0xe6) === 0xe2) return 'audio/mpeg';
  if (!isText(head, head.length >= size)) return 'application/octet-stream';
  const begins = ascii(head, 0, 1024).replace('\xef\xbb\xbf', '').trimStart();
  const isDrawing = begins.startsWith('<') && /<svg[\s>]/i.test(begins) && !/<html[\s>]/i.test(begins);
  return isDrawing ? 'image/svg+xml' : 'text/plain';
};
