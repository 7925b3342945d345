import { changeLinks, type Cell } from '@tessera/kernel';
import type { LinkChange, LinksChanged } from '@tessera/proto/tables/v1/events';

const none: LinkChange = { added: [], removed: [], order: [], removedAt: [], orderBefore: [] };

/** Whether an entry changes its record's links; an empty one leaves them. */
export const isLinkChange = ({ added, removed, order }: LinkChange): boolean =>
  added.length > 0 || removed.length > 0 || order.length > 0;

export const idsOf = (cell: Cell | null | undefined): readonly string[] =>
  cell === null || cell === undefined ? [] : (cell as readonly string[]);

/** The links of a list as a cell. */
export const linkCell = (ids: readonly string[]): readonly string[] | null => (ids.length === 0 ? null : ids);

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);

/** What leads from one list of links to another; undefined where they are the same. */
export const linkChange = (before: readonly string[], after: readonly string[]): LinkChange | undefined => {
  if (sameIds(before, after)) return undefined;
  const [had, has] = [new Set(before), new Set(after)];
  const added = after.filter((id) => !had.has(id));
  const removed = before.filter((id) => !has.has(id));
  const plain = changeLinks(before, { added, removed, order: [] });
  const ordered = !sameIds(plain, after);
  return {
    added,
    removed,
    removedAt: ordered ? [] : removed.map((id) => before.indexOf(id)),
    order: ordered ? [...after] : [],
    orderBefore: ordered ? [...before] : [],
  };
};

/**
 * Takes a change back from the links as they are by now: what it added goes, what it removed comes back to its place,
 * and the order of before where nobody made another since.
 */
export const linksBack = (
  current: readonly string[],
  { added, removed, removedAt, order, orderBefore }: LinkChange,
): readonly string[] => {
  const gone = new Set(added);
  const left = current.filter((id) => !gone.has(id));
  if (orderBefore.length > 0) {
    const back = [...left, ...removed.filter((id) => !left.includes(id))];
    const present = new Set(back);
    const untouched = sameIds(
      order.filter((id) => present.has(id)),
      left.filter((id) => order.includes(id)),
    );
    if (!untouched) return back;
    const known = new Set(orderBefore);
    return [...orderBefore.filter((id) => present.has(id)), ...back.filter((id) => !known.has(id))];
  }
  const back = [...left];
  removed.forEach((id, i) => {
    if (!back.includes(id)) back.splice(Math.min(removedAt[i] ?? back.length, back.length), 0, id);
  });
  return back;
};

/** The changes of one field as an event has them, one entry for each of its records. */
export const linksMessage = (
  fieldId: string,
  generation: number,
  changes: readonly (LinkChange | undefined)[],
): LinksChanged => ({ fieldId, generation, changes: changes.map((change) => change ?? none) });

/** About the encoded size of changes of links, in bytes. */
export const linksSize = (links: readonly LinksChanged[]): number =>
  links.reduce(
    (size, { changes }) =>
      size +
      changes.reduce(
        (sum, { added, removed, order, orderBefore }) =>
          sum + 8 + 28 * (added.length + removed.length + order.length + orderBefore.length),
        0,
      ),
    0,
  );

/** What a history tells of a change of links: how many, as their records may be hidden from its reader. */
export const toldLinks = ({ added, removed }: LinkChange): { readonly added: number; readonly removed: number } => ({
  added: added.length,
  removed: removed.length,
});
