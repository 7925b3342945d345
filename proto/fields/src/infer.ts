export { keptProps } from './infer/amounts.ts';
export { brokenByte, isBroken, showBroken } from './infer/broken.ts';
export { meansEmpty } from './infer/kinds.ts';
export { addValue, emptyStats, mergeStats, type ColumnStats } from './infer/stats.ts';
export {
  ambiguityOf,
  emptiedOf,
  fileConventions,
  fitOf,
  inferColumn,
  joinsLines,
  missingOptions,
  proposeOptions,
  textTypeOf,
  type Ambiguity,
  type Fit,
  type InferContext,
  type Inference,
  type Misfit,
  type ReadAs,
  type StaysText,
} from './infer/decide.ts';
