import { createHash } from 'node:crypto';

/** A key of the installation; its id goes with what it signs and tells nothing of it. */
type Key = { readonly id: string; readonly secret: string };

const read = new Map<string, readonly Key[]>();
const mostRead = 16;

/**
 * The keys of an installation as `TESSERA_KEY` has them, separated by commas: the first signs, each is accepted. The id
 * is made of the key itself, eight hex digits, so that nobody has to give it.
 */
export const keysOf = (text: string): readonly [Key, ...Key[]] => {
  const present = read.get(text) as readonly [Key, ...Key[]] | undefined;
  if (present !== undefined) return present;
  const keys = text.split(',').map((secret) => ({
    id: createHash('sha256').update(`tessera key ${secret}`).digest('hex').slice(0, 8),
    secret,
  })) as unknown as readonly [Key, ...Key[]];
  if (read.size >= mostRead) read.clear();
  read.set(text, keys);
  return keys;
};
