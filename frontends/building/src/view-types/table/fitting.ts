import type { List } from '../../workbench/list.ts';

/** What makes every column as wide as its content, by the list whose grid it is. */
export const fitting = new WeakMap<List, () => void>();
