export { addValue, emptyStats, mergeStats, type ColumnStats } from './infer/stats.ts';
export {
  fileConventions,
  fitOf,
  inferColumn,
  proposeOptions,
  type Ambiguity,
  type Fit,
  type InferContext,
  type Inference,
  type Misfit,
  type ReadAs,
} from './infer/decide.ts';
