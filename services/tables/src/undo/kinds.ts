import { groupingBy, type ActionKinds } from '@tessera/event-store/actions';
import { isEffect } from '../events.ts';

/** How the commits of tables are told as actions. An undo of an operation is what its commits were. */
export const tableActions: ActionKinds = {
  isEffect,
  isCounted: (type) => /^(records|cells)/.test(type),
  mainOf: (types) =>
    types.find((type) => type === 'tableCreated') ??
    types.find((type) => type.startsWith('field') || type.startsWith('uniqueness')) ??
    types[0],
};

/** Groups headers, newest first, by operation. Commits that only keep an operation's books do not show. */
export const groupHeaders = groupingBy(tableActions);
