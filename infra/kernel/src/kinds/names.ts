/**
 * Every kind in which a cell is stored. A kind is a file of this name here (order, JSON), in `proto/cells` (its message)
 * and in `infra/document-store/src/kinds` (its columns), each in a map that does not compile where one is missing.
 */
export const storageKinds = [
  'text',
  'decimal',
  'boolean',
  'date',
  'instant',
  'option',
  'options',
  'user',
  'users',
  'links',
  'parts',
  'files',
] as const;

/** How a column is stored, compared and written to JSON; every store and the in-memory evaluator agree on them. */
export type StorageKind = (typeof storageKinds)[number];
