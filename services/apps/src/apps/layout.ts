import {
  blockType,
  fitted,
  grids,
  leastSize,
  movedOf,
  settle,
  stacked,
  type Grid,
  type Size,
} from '@tessera/proto/blocks';
import type { AppDraft, Place, Places } from './evolve.ts';

const leastOf =
  ({ blocks }: Pick<AppDraft, 'blocks'>) =>
  (id: string): Size =>
    blockType(blocks.find((one) => one.id === id)?.type ?? '')?.least ?? leastSize;

/** The least size of a block in one of the grids: on a phone no block is wider than the grid. */
const leastIn =
  (draft: Pick<AppDraft, 'blocks'>, grid: Grid) =>
  (id: string): Size => {
    const { w, h } = leastOf(draft)(id);
    return { w: Math.min(w, grids[grid] === grids.mobile ? leastSize.w : w), h };
  };

/** The layout of one grid after blocks were put somewhere, for who knows which blocks there are. */
export const settled = (
  draft: Pick<AppDraft, 'blocks' | 'places'>,
  grid: Grid,
  moved: readonly Place[],
): readonly Place[] => settle(draft.places[grid], moved, grids[grid], leastIn(draft, grid));

/** A place for a block where nobody said one: below everything, in its size if it has one, else as its type begins. */
export const placeAtEnd = (draft: Pick<AppDraft, 'places'>, id: string, type: string, size?: Size): Place => {
  const { w, h } = size ?? blockType(type)?.first ?? leastSize;
  const y = Math.max(0, ...draft.places.desktop.map((one) => one.y + one.h));
  return fitted({ id, x: 0, y, w, h }, grids.desktop);
};

/** The places that changed between two layouts, as events tell them: what they are, and what they were. */
export const changesOf = (before: Places, after: Places): { readonly places: Wire; readonly placesBefore: Wire } => {
  const moved = (grid: Grid): Place[] => [...movedOf(before[grid], after[grid])];
  const was = (grid: Grid, ids: readonly Place[]): Place[] =>
    before[grid].filter(({ id }) => ids.some((one) => one.id === id));
  const [desktop, mobile] = [moved('desktop'), moved('mobile')];
  return {
    places: { desktop, mobile },
    placesBefore: { desktop: was('desktop', desktop), mobile: was('mobile', mobile) },
  };
};
type Wire = { desktop: Place[]; mobile: Place[] };

/** The layout of the phone: the one that was made, else that which follows from the desktop's. */
export const phoneLayout = (draft: Pick<AppDraft, 'blocks' | 'places'>): readonly Place[] => {
  if (draft.places.mobile.length > 0) return draft.places.mobile;
  const types = new Map(draft.blocks.map(({ id, type }) => [id, type]));
  return stacked(draft.places.desktop, (id) => blockType(types.get(id) ?? '')?.half === true);
};
