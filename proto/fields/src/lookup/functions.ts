/** What is made of the values of linked records. `count` counts the records, `counta` the values. */
export const rollupFunctions = [
  'count',
  'counta',
  'sum',
  'min',
  'max',
  'average',
  'and',
  'or',
  'join',
  'unique',
] as const;
export type RollupFunction = (typeof rollupFunctions)[number];
