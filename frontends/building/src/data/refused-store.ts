import type { RefusedCell } from './edits.ts';

const prefix = 'tessera.refused.';
/** As many characters as are kept of one table; what is beyond is on this page alone. */
const most = 500_000;

const isCell = (value: unknown): value is RefusedCell =>
  typeof value === 'object' &&
  value !== null &&
  'recordId' in value &&
  typeof value.recordId === 'string' &&
  'fieldId' in value &&
  typeof value.fieldId === 'string' &&
  'refusal' in value &&
  typeof value.refusal === 'object' &&
  value.refusal !== null;

/**
 * Values that were refused and not mended yet, kept for this tab, so that a reload does not lose what was typed. They
 * are one person's: `owner` names the person and the organization, and what another person left in this tab is removed,
 * unread, as soon as somebody else opens a table.
 */
export const openRefused = (
  owner: string,
  tableId: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>,
) => {
  const own = `${prefix}${owner}.`;
  const name = `${own}${tableId}`;
  try {
    const kept = storage();
    const names = Array.from({ length: kept.length }, (_, i) => kept.key(i) ?? '');
    for (const one of names) if (one.startsWith(prefix) && !one.startsWith(own)) kept.removeItem(one);
  } catch {
    // A browser that keeps nothing has nothing of anybody.
  }
  return {
    read: (): readonly RefusedCell[] => {
      try {
        const cells: unknown = JSON.parse(storage().getItem(name) ?? '[]');
        return Array.isArray(cells) ? cells.filter(isCell) : [];
      } catch {
        return [];
      }
    },
    write: (cells: readonly RefusedCell[]): void => {
      try {
        if (cells.length === 0) return storage().removeItem(name);
        let text = JSON.stringify(cells);
        for (let count = cells.length; text.length > most && count > 0;) {
          count = Math.floor(count / 2);
          text = JSON.stringify(cells.slice(-count));
        }
        storage().setItem(name, text);
      } catch {
        // They stay on this page.
      }
    },
  };
};
