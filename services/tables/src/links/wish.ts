import { FieldError, type ReadContext } from '@tessera/fields';
import type { SchemaField } from '../definitions/schema.ts';
import { idsOf } from './change.ts';

/** What a caller wants the links of one record to be: a whole value, or what is added to it and taken away. */
export type LinkWish =
  | { readonly whole: readonly string[] }
  | { readonly add: readonly string[]; readonly remove: readonly string[]; readonly order: readonly string[] };

const parts = new Set(['add', 'remove', 'order']);

/** A value of the API as a wish. Throws FieldError. */
export const readWish = ({ type, state }: SchemaField, value: unknown, context: ReadContext): LinkWish => {
  const read = (one: unknown): readonly string[] => idsOf(type.fromJson(one ?? null, state.props, context));
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'id' in value)
    return { whole: read(value) };
  const names = Object.keys(value);
  if (names.length === 0 || !names.every((name) => parts.has(name)))
    throw new FieldError('links.invalid', 'Links are a list of records, or {add, remove, order}');
  const { add, remove, order } = value as Readonly<Record<string, unknown>>;
  return { add: read(add), remove: read(remove), order: read(order) };
};

/** The records that a wish names to be linked. */
export const wished = (wish: LinkWish): readonly string[] => ('whole' in wish ? wish.whole : wish.add);

/**
 * The links that a wish comes to. `open` tells which of the present ones its caller sees: the others, in the trash or
 * hidden, stay where they are, as nobody who does not see them can mean to take them away.
 */
export const linksWished = (
  present: readonly string[],
  wish: LinkWish,
  open: (id: string) => boolean,
  single: boolean,
): readonly string[] => {
  if ('whole' in wish) {
    if (single && wish.whole.length > 0) return wish.whole;
    const named = new Set(wish.whole);
    const after = [...wish.whole];
    present.forEach((id, at) => {
      if (!named.has(id) && !open(id)) after.splice(Math.min(at, after.length), 0, id);
    });
    return after;
  }
  const gone = new Set(wish.remove.filter(open));
  const kept = present.filter((id) => !gone.has(id));
  const added = wish.add.filter((id) => !present.includes(id));
  if (single && added.length > 0) return added;
  const after = [...kept, ...added];
  if (wish.order.length === 0) return after;
  const known = new Set(after);
  const first = wish.order.filter((id) => known.has(id));
  const placed = new Set(first);
  return [...first, ...after.filter((id) => !placed.has(id))];
};
