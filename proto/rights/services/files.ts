import type { Announced } from '../rule.ts';

/** Who may do what with files. What may be read is the right to the field that has the file, which tables decides. */
export const rights = {
  'files.upload': { seat: 'member', table: 'any' },
  'files.read': {},
  /** An upload that no record has, by whoever sent it. */
  'files.remove': { own: true },
} as const satisfies Announced;
