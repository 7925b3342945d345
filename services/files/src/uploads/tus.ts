import { isUtf8 } from 'node:buffer';
import type { Rejection } from '@tessera/kernel';
import { invalid } from '../refusals.ts';

// The protocol of resumable uploads, version 1.0.0, as https://tus.io/protocols/resumable-upload has it: the core with
// the extensions creation, checksum, expiration and termination.

export const tusVersion = '1.0.0';
/** What checksums of a piece may be made by. SHA-1 is asked for by the protocol. */
export const checksums = ['sha1', 'sha256'] as const;
export type Checksum = { readonly algorithm: (typeof checksums)[number]; readonly value: string };

export const tusHeaders = { 'tus-resumable': tusVersion } as const;

const malformed = (header: string): Rejection =>
  invalid('files.header', `The header ${header} is missing or not as the tus protocol has it.`, { header });

const whole = (text: string | undefined, header: string): number => {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw malformed(header);
  return Number(text);
};

type Headers = Readonly<Record<string, string | undefined>>;

export const lengthIn = (headers: Headers): number => whole(headers['upload-length'], 'Upload-Length');
export const offsetIn = (headers: Headers): number => whole(headers['upload-offset'], 'Upload-Offset');

/** The file's name as the browser has it; undefined where none is sent. Throws `files.header`. */
export const nameIn = (headers: Headers): string | undefined => {
  for (const pair of (headers['upload-metadata'] ?? '').split(',')) {
    const [key = '', encoded = ''] = pair.trim().split(' ');
    if (key !== 'filename' && key !== 'name') continue;
    const bytes = Buffer.from(encoded, 'base64');
    if (!isUtf8(bytes)) throw malformed('Upload-Metadata');
    return bytes.toString('utf8');
  }
  return undefined;
};

/** The checksum that a piece is sent with; undefined without one. Throws `files.header`. */
export const checksumIn = (headers: Headers): Checksum | undefined => {
  const header = headers['upload-checksum'];
  if (header === undefined) return undefined;
  const [name = '', value = ''] = header.split(' ');
  const algorithm = checksums.find((one) => one === name);
  if (algorithm === undefined || value === '') throw malformed('Upload-Checksum');
  return { algorithm, value };
};
