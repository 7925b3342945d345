export {
  groupingBy,
  stackOf,
  undoneIds,
  type ActionGroup,
  type ActionKinds,
  type Grouping,
  type Stack,
} from './groups.ts';
export { groupedMeta } from './grouped.ts';
export { askedActions, listActions, mostActions, type ToldAction } from './list.ts';
export { operationHeaders, readActions, readHeaders, type Keep } from './read.ts';
export {
  createUndo,
  isCommitId,
  maxConflicts,
  undoConflicts,
  undoNotFound,
  undoNothing,
  undoParts,
  type UndoRequest,
  type UndoResult,
} from './undo.ts';
