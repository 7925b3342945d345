/** What a table has a form of its own for. */
export const formNames = ['creation', 'update'] as const;
export type FormName = (typeof formNames)[number];
