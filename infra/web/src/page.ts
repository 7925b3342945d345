import { z } from 'zod';
import { invalid } from './refusals.ts';

/** As many entries as one answer has at most, and has where nothing is said. */
const most = 1_000;

/** What a route takes to give a list in pages. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(most).default(most).meta({ description: 'Entries of a page.' }),
  after: z.string().max(2_000).optional().meta({ description: '`next` of the page before.' }),
} as const;
/** What it answers beside the entries. */
export const pageAnswer = {
  next: z.string().optional().meta({ description: 'For `after`; absent on the last page.' }),
} as const;

/** By what entries are ordered: a text, and the id of those that are alike in it. */
export type Place = readonly [text: string, id: string];

export const byPlace = ([a, one]: Place, [b, other]: Place): number =>
  a.localeCompare(b) || (one < other ? -1 : Number(one > other));

const placeSchema = z.tuple([z.string(), z.string()]);
const read = (after: string): Place => {
  try {
    return placeSchema.parse(JSON.parse(Buffer.from(after, 'base64url').toString()));
  } catch {
    throw invalid('request.cursor');
  }
};

/**
 * A page of a list that is in the order of its places. The next one begins after the last of this one, also where
 * entries came or went meanwhile.
 */
export const pageOf = <T>(
  sorted: readonly T[],
  placeOf: (entry: T) => Place,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
  compare: (a: Place, b: Place) => number = byPlace,
): { readonly page: readonly T[]; readonly next?: string } => {
  const from = after === undefined ? undefined : read(after);
  const rest = from === undefined ? sorted : sorted.filter((entry) => compare(placeOf(entry), from) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return rest.length > page.length && last !== undefined
    ? { page, next: Buffer.from(JSON.stringify(placeOf(last))).toString('base64url') }
    : { page };
};
