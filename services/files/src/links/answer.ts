import type { ByteRange } from '@tessera/runtime';
import { dispositionName } from '@tessera/web';
import { invalid } from '../refusals.ts';
import { safePictures } from '../uploads/sniff.ts';

/** A picture that no browser runs anything of is shown; all else is saved under its name. */
export const disposition = (name: string, type: string): string =>
  `${safePictures.has(type) ? 'inline' : 'attachment'}; ${dispositionName(name)}`;

/** What keeps a file of a user from being a page of ours (docs/security.md 6), whatever a browser takes it for. */
export const fileHeaders = (name: string, type: string): Readonly<Record<string, string>> => ({
  'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
  'content-disposition': disposition(name, type),
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, max-age=300',
  'accept-ranges': 'bytes',
});

/**
 * The one range of a `Range` header; undefined where all is asked for, or more than one. Throws `files.range` (416) where
 * it begins behind the end.
 */
export const rangeIn = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw invalid('files.range', { size });
  return { start, end };
};
