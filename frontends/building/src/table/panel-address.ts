import type { Id } from '@tessera/kit';

/** What is open beside a table: named in its address, so that Back closes it and a reload and a link open it. */
export type TablePanel =
  | { readonly name: 'structure' | 'history' | 'deleted' }
  | { readonly name: 'field'; readonly fieldId: Id | null; readonly from?: 'structure' };

const keys = ['panel', 'field', 'from'] as const;

/** The panel that an address names; null for none, and for a name that is none. */
export const panelOf = (search: URLSearchParams): TablePanel | null => {
  const name = search.get('panel');
  if (name === 'structure' || name === 'history' || name === 'deleted') return { name };
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
  if (panel.name === 'field') {
    if (panel.fieldId !== null) next.set('field', panel.fieldId);
    if (panel.from) next.set('from', panel.from);
  }
  return next;
};

/** Whether the next panel is the one that the present one was opened from, or none. */
export const leadsBack = (from: TablePanel | null, to: TablePanel | null): boolean =>
  from !== null && (to === null || (from.name === 'field' && from.from === to.name));
