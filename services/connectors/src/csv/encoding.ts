/** How a file's bytes become text. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export const encodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];

/**
 * What the first bytes of a file say: a reason why it is no CSV file, or its encoding; `certain` if a mark or the
 * pattern of its zeros says so.
 */
export type Sniffed =
  { readonly problem: FileProblem } | { readonly encoding: Encoding; readonly certain: boolean; readonly mark: number };
export type FileProblem = 'empty' | 'workbook' | 'old_workbook' | 'protected' | 'pdf' | 'image' | 'archive' | 'binary';

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
  if (even + odd > 0 || control > length * 0.02) return { problem: 'binary' };
  return { encoding: 'utf-8', certain: false, mark: 0 };
};

/** The sentence for a person. */
export const problemText: Readonly<Record<FileProblem, string>> = {
  empty: 'This file is empty.',
  workbook: 'This is an Excel workbook, not a CSV file. Save it as CSV and choose it again.',
  old_workbook: 'This is an old Excel workbook, not a CSV file. Save it as CSV and choose it again.',
  protected: 'This file is protected by a password. Save a copy without one and choose that.',
  pdf: 'This is a PDF document, not a CSV file.',
  image: 'This is a picture, not a CSV file.',
  archive: 'This is a compressed archive. Unpack it and choose the CSV file inside.',
  binary: 'This file holds no text that can be read. Save it as CSV and choose it again.',
};
