import type { ViewConfig } from '@tessera/kit';

export const ways = ['side_panel', 'modal_compact', 'modal_wide', 'full_screen', '3_cols', '4_cols'] as const;
export type Way = (typeof ways)[number];
export const tools = ['comments', 'history', 'more'] as const;
export type Tool = (typeof tools)[number];

/** How a form opens. Without the feature that more ways need: as a compact window where it is one, else beside the page. */
export const wayOf = (config: ViewConfig | null, all = true): Way => {
  const way = ways.find((one) => one === config?.['open_as']) ?? 'side_panel';
  if (all) return way;
  return way === 'modal_wide' || way === 'modal_compact' ? 'modal_compact' : 'side_panel';
};
/** Whether a way is one that every plan has. */
export const isPlain = (way: Way): boolean => way === 'side_panel' || way === 'modal_compact';

/** What stands beside the fields of a record: all of it where the form says nothing. */
export const toolsOf = (config: ViewConfig | null): readonly Tool[] => {
  const said = config?.['tools'];
  return Array.isArray(said) ? tools.filter((one) => said.includes(one)) : tools;
};

/** In px: an area as narrow has one column, one that is less than the second two. */
const narrow = 680;
const mid = 1020;
const beside: Readonly<Record<Way, number>> = {
  side_panel: 0,
  modal_compact: 0,
  modal_wide: 1,
  full_screen: 1,
  '3_cols': 2,
  '4_cols': 3,
};

export type Columns = {
  /** The columns beside the fields, each with its tools. */
  readonly aside: readonly (readonly Tool[])[];
  /** What stands under the fields. */
  readonly below: readonly Tool[];
};

/** How a record is laid out in an area of this width: hidden tools and narrow areas take columns away. */
export const columnsOf = (way: Way, width: number, shown: readonly Tool[]): Columns => {
  const room = width < narrow ? 0 : width < mid ? 1 : 3;
  const most = Math.min(beside[way], room);
  const stream = shown.filter((one) => one !== 'more');
  const rest = shown.filter((one) => one === 'more');
  if (most === 0 || shown.length === 0) return { aside: [], below: shown };
  if (most === 1) return stream.length === 0 ? { aside: [rest], below: [] } : { aside: [stream], below: rest };
  if (most === 2 && rest.length > 0) return { aside: [stream, rest].filter((one) => one.length > 0), below: [] };
  return { aside: shown.map((one) => [one]), below: [] };
};
