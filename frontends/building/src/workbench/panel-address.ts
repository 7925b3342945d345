import type { Id } from '@tessera/kit';

/** What is open beside a table: named in its address, so that Back closes it and a reload and a link open it. */
export type TablePanel =
  | { readonly name: 'structure' | 'deleted' | 'conditionals' | 'new' }
  /** The history, or one entry of it. */
  | { readonly name: 'history'; readonly entry?: string }
  | { readonly name: 'field'; readonly fieldId: Id | null; readonly from?: 'structure' };

const keys = ['panel', 'field', 'from', 'entry'] as const;

/** The panel that an address names; null for none, and for a name that is none. */
export const panelOf = (search: URLSearchParams): TablePanel | null => {
  const name = search.get('panel');
  if (name === 'structure' || name === 'deleted' || name === 'conditionals' || name === 'new') return { name };
  if (name === 'history') {
    const entry = search.get('entry');
    return entry === null ? { name } : { name, entry };
  }
  if (name !== 'field') return null;
  return { name, fieldId: search.get('field'), ...(search.get('from') === 'structure' && { from: 'structure' }) };
};

/** The address with this panel, in place of another one or of an open record; everything else in it stays. */
export const withPanel = (search: URLSearchParams, panel: TablePanel | null): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const key of keys) next.delete(key);
  if (panel === null) return next;
  next.delete('recordId');
  next.set('panel', panel.name);
  if (panel.name === 'history' && panel.entry !== undefined) next.set('entry', panel.entry);
  if (panel.name === 'field') {
    if (panel.fieldId !== null) next.set('field', panel.fieldId);
    if (panel.from) next.set('from', panel.from);
  }
  return next;
};

type Open = TablePanel | { readonly recordId: Id };
/**
 * How the address goes from what is open to what is next: in place of the present entry of the browser's history or as
 * a new one, then so many steps back. `depth`: the entries that opening has made here, of which Close leaves none.
 */
export type Way = { readonly replace: boolean; readonly depth: number; readonly back: number };

/** How deep an entry says it is; 0 for an address that was entered, followed or opened by a link. */
export const depthOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'opened' in state && typeof state.opened === 'number'
    ? state.opened
    : 0;

export const wayTo = (from: Open | null, to: Open | null, depth: number): Way => {
  const nested = (one: Open | null, parent: Open | null): boolean =>
    one !== null &&
    parent !== null &&
    'name' in one &&
    'name' in parent &&
    ((one.name === 'field' && one.from === parent.name) ||
      (one.name === 'history' && one.entry !== undefined && parent.name === 'history' && parent.entry === undefined));
  if (to === null) return { replace: true, depth: 0, back: depth };
  if (nested(from, to)) return { replace: true, depth: Math.max(0, depth - 1), back: Math.min(1, depth) };
  if (from === null) return { replace: false, depth: depth + 1, back: 0 };
  // Where the parent was opened by its address, there is no entry without it to go back to.
  if (nested(to, from)) return { replace: false, depth: depth === 0 ? 0 : depth + 1, back: 0 };
  return { replace: true, depth, back: 0 };
};
